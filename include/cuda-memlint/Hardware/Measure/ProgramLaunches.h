//===- ProgramLaunches.h - What a program launches --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_MEASURE_PROGRAMLAUNCHES_H
#define CUDA_MEMLINT_HARDWARE_MEASURE_PROGRAMLAUNCHES_H

#include "cuda-memlint/Hardware/Harness/FilePrograms.h"
#include "cuda-memlint/Launch/RecordedLaunches.h"

#include <optional>

namespace memlint {

/// The launches of the program of one file and their times, as a run of it without a profiler
/// records them. Those of a generated main are known, and are not recorded.
class ProgramLaunches {
public:
  /// \p Programs outlives this.
  explicit ProgramLaunches(FilePrograms &Programs) : Programs(Programs) {}

  /// Runs the program, unless that has been done or is not wanted.
  void record();

  /// Empty where nothing was recorded.
  const RecordingList &recorded() const { return Recorded; }
  /// How many launches the profiler measures in a run like the recorded one; nothing: not known.
  std::optional<uint64_t> measured() const { return Measured; }
  /// What terminated the program, if a signal did.
  std::optional<int> signal() const { return Signal; }
  /// Why nothing was recorded, though it was to be, in lines as an error has; else empty.
  llvm::StringRef problem() const { return Problem; }

private:
  llvm::Error run();

  FilePrograms &Programs;
  RecordingList Recorded;
  std::optional<uint64_t> Measured;
  std::optional<int> Signal;
  std::string Problem;
  bool IsDone = false;
};

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_MEASURE_PROGRAMLAUNCHES_H
