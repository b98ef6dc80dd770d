//===- SeparateFixes.h - Fixes that clang-tidy may all make -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_TIDY_SEPARATEFIXES_H
#define CUDA_MEMLINT_TOOLS_TIDY_SEPARATEFIXES_H

namespace memlint {

struct FileAnalysis;

/// Takes the fix from every finding of \p File that has an edit where one before it has an edit
/// too: several findings may ask for one barrier, which clang-tidy would insert for each of them.
/// Warnings come before remarks; what comments suppress has no fix. Unsafe fixes are looked at with
/// \p UnsafeFixes only.
void separateFixes(FileAnalysis &File, bool UnsafeFixes);

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_TIDY_SEPARATEFIXES_H
