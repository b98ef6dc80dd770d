//===- HoistedLoads.h - Loads that compilers make before a loop -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_ALIASING_HOISTEDLOADS_H
#define CUDA_MEMLINT_ANALYSIS_ALIASING_HOISTEDLOADS_H

#include "cuda-memlint/Model/MemoryProgram.h"

#include <optional>

namespace memlint {

/// \p Load outside of the innermost loop around it, where compilers make it once before all
/// iterations: each of these makes it, at one address, whatever way it takes, and nothing in the
/// loop may change what is there. As with forwarded loads, this is what nvcc does at `-O3`; nothing
/// where that is not certain. \p Expressions must own the kernel's expressions.
std::optional<Access> hoistedLoad(ExprContext &Expressions, const KernelProgram &Kernel,
                                  const Access &Load);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_ALIASING_HOISTEDLOADS_H
