//===- WithheldElsewhere.h - Edits that another file has not ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FIXES_WITHHELDELSEWHERE_H
#define CUDA_MEMLINT_LIB_FIXES_WITHHELDELSEWHERE_H

#include "FileTexts.h"

#include "cuda-memlint/Checks/Finding.h"

#include "llvm/ADT/ArrayRef.h"

namespace memlint {

/// A file other than number \p File that includes the place of \p Item, a finding about
/// \p Kernel with edits, and has the same finding without: something in it speaks against them.
/// Empty: there is none.
llvm::StringRef withheldElsewhere(llvm::ArrayRef<FileAnalysis> Files, size_t File,
                                  const KernelAnalysis &Kernel, const Finding &Item,
                                  RealPaths &Paths);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FIXES_WITHHELDELSEWHERE_H
