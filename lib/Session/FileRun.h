//===- FileRun.h - The programs of a file, and a run of them ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_SESSION_FILERUN_H
#define CUDA_MEMLINT_LIB_SESSION_FILERUN_H

#include "cuda-memlint/Hardware/Harness/FilePrograms.h"
#include "cuda-memlint/Hardware/Measure/ProgramLaunches.h"

namespace memlint {

/// What is built of one file, and what it launches.
struct FileRun {
  explicit FileRun(FilePrograms Built) : Programs(std::move(Built)), Launches(Programs) {}
  // The launches refer to the programs.
  FileRun(const FileRun &) = delete;
  FileRun &operator=(const FileRun &) = delete;

  FilePrograms Programs;
  ProgramLaunches Launches;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_SESSION_FILERUN_H
