//===- StraightCode.h - Accesses of one basic block -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_ALIASING_STRAIGHTCODE_H
#define CUDA_MEMLINT_ANALYSIS_ALIASING_STRAIGHTCODE_H

#include "cuda-memlint/Model/MemoryProgram.h"

namespace memlint {

/// Whether compilers make straight code of \p Around: its trip count is constant.
bool isUnrolled(const Loop &Around);

/// Whether each path to \p Later passes by \p Earlier.
bool dominates(const KernelProgram &Kernel, const Access &Earlier, const Access &Later);

/// Whether \p Later, which comes behind \p Earlier in the program, is made under the same
/// conditions, in the same iteration, and with no access, barrier or loop under others between:
/// what a condition computes without access to memory compilers select instead of branching, and a
/// loop of constant trip count they unroll. Tests of the same conditions may stand between, which
/// become one or not.
bool areUnderSameTests(const KernelProgram &Kernel, const Access &Earlier, const Access &Later);

/// Whether in addition no test stands between, so that compilers have both in one basic block.
bool areInStraightCode(const KernelProgram &Kernel, const Access &Earlier, const Access &Later);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_ALIASING_STRAIGHTCODE_H
