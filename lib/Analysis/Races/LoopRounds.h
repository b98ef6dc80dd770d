//===- LoopRounds.h - Ways round a loop -------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_LOOPROUNDS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_LOOPROUNDS_H

#include "cuda-memlint/Model/MemoryProgram.h"

namespace memlint {

/// Whether a way leads from \p Head, that of a loop, back to it without a node that \p IsPassed
/// holds for.
bool goesRoundWithout(const KernelProgram &Kernel, unsigned Head,
                      llvm::function_ref<bool(unsigned)> IsPassed);

/// Each way round the loop at \p Head leads through a barrier for \p Scope or a wider one: no
/// thread goes round where another one does not.
bool goesRoundTogether(const KernelProgram &Kernel, unsigned Head, BarrierScope Scope);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_LOOPROUNDS_H
