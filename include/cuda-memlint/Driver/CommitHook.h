//===- CommitHook.h - What pre-commit hands over ----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A tool that runs hooks appends the names of files to a command line that somebody
/// else wrote: the names may look like options, and most files are of no interest.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_DRIVER_COMMITHOOK_H
#define CUDA_MEMLINT_DRIVER_COMMITHOOK_H

#include "cuda-memlint/Driver/SourceFiles.h"

namespace memlint {

/// How many of \p Arguments, counted from the end, are names of files that are there and
/// end like CUDA sources or headers: what was appended, whatever it looks like. The value of a
/// compile option is none.
size_t countAppendedFiles(llvm::ArrayRef<const char *> Arguments);

/// Whether the file at \p Path is called as headers are.
bool isHeader(llvm::StringRef Path);

/// Takes the headers away that mention neither `__global__` nor `__device__`.
void dropHeadersWithoutKernels(std::vector<SourceFile> &Files);

} // namespace memlint

#endif // CUDA_MEMLINT_DRIVER_COMMITHOOK_H
