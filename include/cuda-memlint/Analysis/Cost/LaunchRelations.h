//===- LaunchRelations.h - How a launch's numbers hang together -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Numbers of a launch that are not known, in terms of the kernel's parameters: a launch with
/// `<<<n / 256, 256>>>(a, n, 2 * n)` has a grid of `n / 256` blocks and a third argument of
/// `2 * n`, whatever `n` is.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_COST_LAUNCHRELATIONS_H
#define CUDA_MEMLINT_ANALYSIS_COST_LAUNCHRELATIONS_H

#include "cuda-memlint/Model/LaunchContext.h"
#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/DenseMap.h"

#include <array>

namespace memlint {

struct LaunchRelations {
  /// Integer parameters, in terms of others that are not in the map, or as constants.
  llvm::DenseMap<ExprRef, ExprRef> Parameters;
  /// Blocks of the grid, in terms of parameters that are not in the map; null: the extent is a
  /// number, or depends on what the kernel is not given.
  std::array<ExprRef, 3> Grid = {};
};

/// What \p Launch says of the parameters of \p Kernel, whose expressions are of \p Context.
LaunchRelations relationsIn(ExprContext &Context, const KernelProgram &Kernel,
                            const LaunchContext &Launch);

/// Whether no thread of a launch with \p Relations and \p Block fails \p Guard, an expression under
/// the launch's values: `i < n` with a grid of `n / 256` blocks of 256 threads.
bool holdsInWholeGrid(ExprContext &Context, ExprRef Guard, const LaunchRelations &Relations,
                      const std::array<uint64_t, 3> &Block);

/// Parameters that have to be of some size for the grid to have a block, with leaves of that range:
/// with a grid of `n / 16` blocks, `n` is 16 or more.
llvm::DenseMap<ExprRef, ExprRef> narrowedByGrid(ExprContext &Context,
                                                const LaunchRelations &Relations);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_COST_LAUNCHRELATIONS_H
