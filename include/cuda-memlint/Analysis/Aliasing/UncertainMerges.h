//===- UncertainMerges.h - Accesses that compilers may merge ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_ALIASING_UNCERTAINMERGES_H
#define CUDA_MEMLINT_ANALYSIS_ALIASING_UNCERTAINMERGES_H

#include "cuda-memlint/Model/MemoryProgram.h"

#include <vector>

namespace memlint {

class ExprContext;

/// By access to global memory, whether compilers may make fewer requests than by itself, because of
/// others that are made under other conditions or in a loop that is unrolled. They sink accesses of
/// the two sides of a branch that divides warps behind it, and hoist them before it; they make one
/// branch of two tests of one condition; they load before a condition what is loaded under it and
/// behind it, and store once what is; and an iteration of an unrolled loop may access what stands
/// outside. Which of these nvcc does depends on what else is there. \p IsLeftOut: by access,
/// whether it is not made at all. \p Expressions must own the kernel's expressions.
std::vector<bool> findUncertainMerges(ExprContext &Expressions, const KernelProgram &Kernel,
                                      const std::vector<bool> &IsLeftOut);

/// By access, whether a load that is left out because the thread has the value may be made all the
/// same: compilers may make one load of it and one of the other side of a branch, and then do not
/// see that one of the two addresses is known.
std::vector<bool> findSunkLoads(ExprContext &Expressions, const KernelProgram &Kernel,
                                const std::vector<bool> &IsLeftOut);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_ALIASING_UNCERTAINMERGES_H
