//===- Profiler.h - Building and measuring a program ------------*- C++ -*-===//
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

#ifndef CUDA_MEMLINT_VERIFY_PROFILER_H
#define CUDA_MEMLINT_VERIFY_PROFILER_H

#include "cuda-memlint/Verify/Measurement.h"
#include "cuda-memlint/Verify/MeasurementError.h"
#include "cuda-memlint/Verify/Toolchain.h"
#include "cuda-memlint/Verify/WorkFolder.h"

#include "llvm/Support/Error.h"

#include <chrono>
#include <string>
#include <vector>

namespace memlint {

/// A program to build of one source.
struct BuildRequest {
  std::string Source;
  /// As nvcc's -arch takes it, "sm_90"; empty for nvcc's default. Given up where Options
  /// name an architecture.
  std::string Architecture;
  /// With -G: each access of the source is an instruction of its own. Otherwise -O3
  /// (unless Options name a level) and -lineinfo.
  bool Debug = false;
  /// The user's options for nvcc. What would keep it from making a program (-c, -o and
  /// the like) is left out.
  std::vector<std::string> Options;
  /// For a main that launches kernels and calls nothing else of the source: functions that it
  /// does not reach are left out, and with them what they need of the program's other sources.
  bool OnlyWhatIsReached = false;
  /// Which relative paths in Options start from; empty: the current one.
  std::string WorkingDirectory;
  std::chrono::milliseconds TimeLimit = std::chrono::minutes(10);
};

struct BuiltProgram {
  std::string Path;
  /// The command that built it, less the paths of nvcc and of the program.
  std::string Command;
  /// nvcc's version: "13.0.88".
  std::string Toolkit;
};

/// Builds \p Request into \p Folder.
llvm::Expected<BuiltProgram> buildProgram(const Toolchain &Tools, const BuildRequest &Request,
                                          const WorkFolder &Folder);

/// A run of a program.
struct ProfileRequest {
  BuiltProgram Program;
  std::vector<std::string> Arguments;
  /// Empty: the current one.
  std::string WorkingDirectory;
  /// The first launches of the run are measured, of all kernels together.
  unsigned Launches = 40;
  /// Only those between cudaProfilerStart() and cudaProfilerStop().
  bool BetweenMarks = false;
  /// Of the run; measured kernels take much longer than others.
  std::chrono::milliseconds TimeLimit = std::chrono::minutes(2);
};

/// Runs \p Request under Nsight Compute and reads its report. Temporary files are made
/// in \p Folder, also those of the profiler.
llvm::Expected<Measurement> profileProgram(const Toolchain &Tools, const ProfileRequest &Request,
                                           const WorkFolder &Folder);

} // namespace memlint

#endif // CUDA_MEMLINT_VERIFY_PROFILER_H
