//===- Profiler.h - Measuring a program --------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Builds a source with nvcc and counts, with Nsight Compute, what its kernels do to
/// memory. Failures are MeasurementErrors, but for tools that are missing (Toolchain.h)
/// and what the system refuses.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_MEASURE_PROFILER_H
#define CUDA_MEMLINT_HARDWARE_MEASURE_PROFILER_H

#include "cuda-memlint/Hardware/Measure/Measurement.h"
#include "cuda-memlint/Hardware/Toolchain/MeasurementError.h"
#include "cuda-memlint/Hardware/Toolchain/ProgramBuild.h"
#include "cuda-memlint/Hardware/Toolchain/VerifyOptions.h"
#include "cuda-memlint/Process/Process.h"

#include "llvm/Support/Error.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace memlint {

/// A run of a program.
struct ProfileRequest {
  BuiltProgram Program;
  std::vector<std::string> Arguments;
  /// Empty: the current one.
  std::string WorkingDirectory;
  /// The first launches of each kernel in each shape are measured.
  unsigned Launches = DefaultLaunchesOfShape;
  /// Only those between cudaProfilerStart() and cudaProfilerStop().
  bool BetweenMarks = false;
  /// How many launches are measured, where that is known: a program that goes on for long after
  /// the last of them is ended.
  std::optional<uint64_t> Expected;
  /// What terminated a run of the program without the profiler, if a signal did.
  std::optional<int> Signal;
  /// As VerifyOptions::Waiting.
  std::function<void()> Waiting;
  /// Of the run, without what it waits for others; measured kernels take much longer than others.
  std::chrono::milliseconds TimeLimit = std::chrono::minutes(2);
};

/// Runs a program that is measured once no other run of this command on the machine has one: its
/// time is its own. Calls \p Waiting, which may be empty, where it has to wait.
llvm::Expected<ProcessResult> runAlone(const ProcessRequest &Process,
                                       const std::function<void()> &Waiting);

/// Runs \p Request under Nsight Compute and reads its report. Temporary files are made
/// in \p Folder, also those of the profiler.
llvm::Expected<Measurement> profileProgram(const Toolchain &Tools, const ProfileRequest &Request,
                                           const WorkFolder &Folder);

/// A measurement of \p Program from the pages of its report (ProfilerReport.h), with the versions
/// of the driver and of the profiler.
llvm::Expected<Measurement> measurementOf(llvm::StringRef SourcePage, llvm::StringRef RawPage,
                                          const BuiltProgram &Program, std::string Driver,
                                          std::string Profiler);

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_MEASURE_PROFILER_H
