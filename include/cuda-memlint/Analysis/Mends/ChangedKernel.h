//===- ChangedKernel.h - A kernel with a change in place --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Memory programs of kernels whose source is changed: what a mend is tried on.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_MENDS_CHANGEDKERNEL_H
#define CUDA_MEMLINT_ANALYSIS_MENDS_CHANGEDKERNEL_H

#include "cuda-memlint/Model/LaunchContext.h"
#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <array>
#include <map>

namespace memlint {

struct ChangedKernel {
  KernelProgram Program;
  LaunchContext Launch;
  /// Accesses that stand for several that cost the same, by Id, and for how many.
  std::map<unsigned, unsigned> StandsFor = {};
};

/// All that decides what accesses cost: addresses, guards, exits of loops, and facts.
bool allCostExpressions(const KernelProgram &Kernel, llvm::function_ref<bool(ExprRef)> Holds);

/// \p Kernel with \p Map applied to the expressions that decide what \p Site costs, apart from the
/// loops around it.
void mapAccess(Access &Site, llvm::function_ref<ExprRef(ExprRef)> Map);

/// Whether threadIdx.x and threadIdx.y, or threadIdx.z, can be exchanged: a thread does what
/// another one of its block did, and nothing depends on which of them are in one warp.
bool canExchangeThreads(const KernelProgram &Kernel);

/// \p Root with dimensions x and \p Other of threadIdx and blockDim exchanged.
ExprRef exchangeWithX(ExprContext &Expressions, ExprRef Root, unsigned Other);

/// \p Kernel with dimensions x and \p Other, y or z, of threadIdx and blockDim exchanged, launched
/// with blocks whose extents are exchanged: what each thread did, another thread of its block does.
ChangedKernel exchangeThreads(ExprContext &Expressions, const KernelProgram &Kernel,
                              const LaunchContext &Launch, unsigned Other);

/// \p Launch with blocks of other extents and as many blocks in each dimension that as many threads
/// are there; nothing where that takes no whole number of blocks.
std::optional<LaunchContext> withBlock(const LaunchContext &Launch,
                                       const std::array<uint64_t, 3> &Block);

/// A kernel with blockDim in place of constants, and the dimensions in which it has these.
struct StatedBlock {
  KernelProgram Program;
  std::array<bool, 3> IsConstant = {};
};

/// \p Kernel with blockDim in place of the extents of the block of \p Launch that it states as
/// constants: where x is written as blockIdx.x * 16 + threadIdx.x for blocks of 16.
StatedBlock withBlockDimensions(ExprContext &Expressions, const KernelProgram &Kernel,
                                const LaunchContext &Launch);

/// \p Kernel, which uses global indices only, with x and y of them exchanged, launched with blocks
/// as in \p Launch over as many elements of each: nothing where that takes no whole number of
/// blocks.
std::optional<ChangedKernel> exchangeAxes(ExprContext &Expressions, const KernelProgram &Kernel,
                                          const LaunchContext &Launch);

/// \p Root with 0 for each value that a load of \p Kernel gives.
ExprRef withoutResults(ExprContext &Expressions, const KernelProgram &Kernel, ExprRef Root);

/// Whether x, y and z of threadIdx, blockIdx and blockDim occur in \p Kernel only as
/// blockIdx * blockDim + threadIdx, as far as it can be seen: in all that decides what accesses
/// cost, in conditions and in the integers that are stored, other than what loads give.
bool usesGlobalIndicesOnly(ExprContext &Expressions, const KernelProgram &Kernel);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_MENDS_CHANGEDKERNEL_H
