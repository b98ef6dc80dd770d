//===- ProfilerProgress.h - How far a profiler is ---------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_HARDWARE_MEASURE_PROFILERPROGRESS_H
#define CUDA_MEMLINT_LIB_HARDWARE_MEASURE_PROFILERPROGRESS_H

#include "llvm/ADT/StringRef.h"

#include <chrono>
#include <optional>
#include <string>

namespace memlint {

/// Reads what a profiler prints while its program runs.
class ProfilerProgress {
public:
  /// \p Wanted: as ProfileRequest::Expected.
  explicit ProfilerProgress(std::optional<uint64_t> Wanted) : Wanted(Wanted) {}

  /// Takes what was printed next; how long the program may still run, where that changes.
  std::optional<std::chrono::milliseconds> timeLeft(llvm::StringRef Printed);

  bool hasMeasuredAll() const { return Wanted && Measured >= *Wanted; }

private:
  void readLine(llvm::StringRef Line);

  std::optional<uint64_t> Wanted;
  uint64_t Measured = 0;
  /// The beginning of a line.
  std::string Partial;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_HARDWARE_MEASURE_PROFILERPROGRESS_H
