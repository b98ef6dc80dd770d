//===- LeftOutAccesses.h - Accesses that compilers leave out ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_ALIASING_LEFTOUTACCESSES_H
#define CUDA_MEMLINT_ANALYSIS_ALIASING_LEFTOUTACCESSES_H

#include "cuda-memlint/Model/MemoryProgram.h"

namespace memlint {

/// A plain load or store of one array in global memory that something uses.
bool isPlainGlobalAccess(const KernelProgram &Kernel, const Access &Site);

/// Whether compilers leave \p Site out: nothing uses what it loads, the thread has the value
/// (findForwarded()), or a later store of the same basic block overwrites it and nothing between
/// may read it (dead store elimination). What nvcc does at `-O3` was counted on an H200: nothing
/// where it was not seen.
bool isLeftOut(const KernelProgram &Kernel, const Access &Site);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_ALIASING_LEFTOUTACCESSES_H
