//===- ProgramLaunches.h - What a program launches --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_HARDWARE_MEASURE_PROGRAMLAUNCHES_H
#define CUDA_MEMLINT_LIB_HARDWARE_MEASURE_PROGRAMLAUNCHES_H

#include "cuda-memlint/Hardware/Harness/FilePrograms.h"
#include "cuda-memlint/Launch/RecordedLaunches.h"

#include <optional>

namespace memlint {

struct FileAnalysis;

/// The launches of the program of one file, as a run of it without a profiler records them. Those
/// of a generated main are known, and are not recorded.
class ProgramLaunches {
public:
  /// Both outlive this.
  ProgramLaunches(const FileAnalysis &File, FilePrograms &Programs)
      : File(File), Programs(Programs) {}

  /// Runs the program, unless that has been done or is not wanted.
  void record();

  /// Empty where nothing was recorded.
  const RecordingList &recorded() const { return Recorded; }
  /// How many launches the profiler measures in a run like the recorded one; nothing: not known.
  std::optional<uint64_t> measured() const { return Measured; }
  /// Why nothing was, though it was to be, in lines as an error has; else empty.
  llvm::StringRef problem() const { return Problem; }

private:
  llvm::Error run();

  const FileAnalysis &File;
  FilePrograms &Programs;
  RecordingList Recorded;
  std::optional<uint64_t> Measured;
  std::string Problem;
  bool IsDone = false;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_HARDWARE_MEASURE_PROGRAMLAUNCHES_H
