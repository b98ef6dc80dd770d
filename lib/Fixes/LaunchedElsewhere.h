//===- LaunchedElsewhere.h - Who else counts on a kernel --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FIXES_LAUNCHEDELSEWHERE_H
#define CUDA_MEMLINT_LIB_FIXES_LAUNCHEDELSEWHERE_H

#include "FileTexts.h"

#include "cuda-memlint/Checks/Finding.h"

#include "llvm/ADT/ArrayRef.h"

namespace memlint {

/// The edits of \p Item, a finding about \p Kernel in file number \p File, make dynamic shared
/// memory larger: the path of another file that names the kernel, and may launch it with as many
/// bytes as before. Empty: none does, or the memory stays as large as it is.
llvm::StringRef launchedElsewhere(llvm::ArrayRef<FileAnalysis> Files, size_t File,
                                  const KernelAnalysis &Kernel, const Finding &Item,
                                  RealPaths &Paths, FileTexts &Texts);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FIXES_LAUNCHEDELSEWHERE_H
