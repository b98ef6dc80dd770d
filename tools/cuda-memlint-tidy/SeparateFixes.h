//===- SeparateFixes.h - Fixes that clang-tidy may all make -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_TIDY_SEPARATEFIXES_H
#define CUDA_MEMLINT_TOOLS_TIDY_SEPARATEFIXES_H

#include "llvm/ADT/DenseSet.h"

namespace memlint {

struct FileAnalysis;
struct Finding;

/// The findings of \p File whose edits clang-tidy may make, all of them: of several findings that
/// ask for one barrier, which clang-tidy would insert for each of them, the first. Warnings come
/// before remarks; not what comments suppress, and unsafe edits with \p UnsafeFixes only.
llvm::DenseSet<const Finding *> separateFixes(const FileAnalysis &File, bool UnsafeFixes);

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_TIDY_SEPARATEFIXES_H
