//===- MeasurementError.h - Why nothing was measured ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_TOOLCHAIN_MEASUREMENTERROR_H
#define CUDA_MEMLINT_HARDWARE_TOOLCHAIN_MEASUREMENTERROR_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <string>

namespace memlint {

/// Why nothing was measured, classified so that the caller can choose another method: without the
/// permission to read counters, for one, instrumented code still runs.
class MeasurementError : public llvm::ErrorInfo<MeasurementError> {
public:
  enum class Cause {
    BuildFailed,     ///< nvcc did not compile the source
    ProgramMissing,  ///< there is no program to run
    ProgramFailed,   ///< it ended with an exit code other than 0, or by a signal
    TimeLimit,       ///< it ran too long
    NoDevice,        ///< there is no GPU
    NoPermission,    ///< the driver keeps its counters from this user
    NothingProfiled, ///< no kernel ran that the profiler could measure
    ProfilerMissing, ///< there is no profiler
    ProfilerFailed   ///< the profiler did not work
  };

  MeasurementError(Cause Why, const llvm::Twine &Message) : Why(Why), Message(Message.str()) {}

  Cause cause() const { return Why; }
  /// What happened and what to do; the first line stands alone.
  std::string message() const override { return Message; }

  void log(llvm::raw_ostream &Stream) const override { Stream << Message; }
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }

  static char ID;

private:
  Cause Why;
  std::string Message;
};

/// Adds to the error of a failed program with a generated main how to see what was invented.
/// Other errors stay as they are.
llvm::Error explainGeneratedMain(llvm::Error Failure);

/// Of MeasurementError::Cause::NoDevice.
inline constexpr llvm::StringLiteral NoDeviceMessage =
    "no NVIDIA GPU, or its driver is not loaded: run this on a machine with a GPU";

/// Success when \p Program can be run; else a MeasurementError.
llvm::Error checkProgram(llvm::StringRef Program);

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_TOOLCHAIN_MEASUREMENTERROR_H
