//===- Sanitizer.h - Running a program under compute-sanitizer --*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_SANITIZER_SANITIZER_H
#define CUDA_MEMLINT_HARDWARE_SANITIZER_SANITIZER_H

#include "cuda-memlint/Hardware/Harness/FilePrograms.h"
#include "cuda-memlint/Hardware/Sanitizer/Hazard.h"

namespace memlint {

struct FileAnalysis;

/// A run of a program under some of the tools, one after the other.
struct SanitizerRequest {
  BuiltProgram Program;
  std::vector<std::string> Arguments;
  /// Empty: the current one.
  std::string WorkingDirectory;
  std::vector<SanitizerTool> Tools;
  /// Of each run; checked kernels take ten to a hundred times as long as others.
  std::chrono::milliseconds TimeLimit = std::chrono::minutes(5);
  /// Records that each tool reports; it counts no further.
  unsigned MaximumRecords = 1000;
};

/// What one tool saw.
struct SanitizerRun {
  SanitizerTool Tool = SanitizerTool::Memcheck;
  std::vector<Hazard> Hazards;
  /// There may be more: as many were reported as may be.
  bool LimitReached = false;
  /// How the program ended when it failed with hazards found, "exited with code 1";
  /// else empty.
  std::string Ending;
};

struct SanitizerReport {
  /// Version of compute-sanitizer, and how the program was built.
  std::string Version, Build;
  std::vector<SanitizerRun> Runs;
};

/// Runs \p Request and reads the reports, which are written to \p Folder. Failures are
/// MeasurementErrors, but for compute-sanitizer missing and what the system refuses.
/// A program that fails after a hazard was reported is not a failure.
llvm::Expected<SanitizerReport>
sanitizeProgram(const Toolchain &Tools, const SanitizerRequest &Request, const WorkFolder &Folder);

/// The outcome for one file.
struct FileHazards {
  const FileAnalysis *File = nullptr;
  SanitizerReport Report;
  /// A generated main launched the kernels: the file has none, or VerifyOptions say so.
  bool GeneratedMain = false;
};

/// Builds \p File, that of \p Programs, or its harness with nvcc as verifyFile() does without
/// -G, and runs it under each of \p Which. The error is one line, but for what other programs
/// printed.
llvm::Expected<FileHazards> sanitizeFile(const FileAnalysis &File, FilePrograms &Programs,
                                         llvm::ArrayRef<SanitizerTool> Which);

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_SANITIZER_SANITIZER_H
