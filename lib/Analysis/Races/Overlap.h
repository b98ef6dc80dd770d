//===- Overlap.h - Accesses that may meet -----------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_OVERLAP_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_OVERLAP_H

#include "cuda-memlint/Model/MemoryProgram.h"

namespace memlint {

/// The two may access a common byte, for some threads in some iterations. They do not where the
/// constant distance, modulo what all other terms are multiples of, keeps them apart, or where one
/// stays within an array of known extent beside the other.
bool mayShareBytes(ExprContext &Context, const KernelProgram &Kernel, const Access &First,
                   const Access &Second);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_OVERLAP_H
