//===- include/cuda-memlint/Fixes/UnifiedDiff.h - Changes as patch reads them -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_FIXES_UNIFIEDDIFF_H
#define CUDA_MEMLINT_FIXES_UNIFIEDDIFF_H

#include "cuda-memlint/Fixes/FixPlan.h"

#include "llvm/Support/raw_ostream.h"

namespace memlint {

/// Writes \p Change as a unified diff with three lines of context, for `patch -p1` and
/// `git apply`. \p Name stands behind `a/` and `b/`; what is not plain ASCII in it is quoted as
/// both programs read it. The bytes of the file are as they are.
void printUnifiedDiff(llvm::raw_ostream &Stream, const FileChange &Change, llvm::StringRef Name);

/// What \p Path is called in a diff: from the current folder if it is below, else from the root
/// of the file system, without the first slash.
std::string nameInDiff(llvm::StringRef Path);

} // namespace memlint

#endif // CUDA_MEMLINT_FIXES_UNIFIEDDIFF_H
