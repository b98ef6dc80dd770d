//===- UnevenLoops.h - Loops that lanes leave at different times *- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loops whose trip count is a function of the thread, and how many lanes their iterations have.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_LANES_UNEVENLOOPS_H
#define CUDA_MEMLINT_ANALYSIS_LANES_UNEVENLOOPS_H

#include "cuda-memlint/Analysis/Lanes/BlockActivity.h"

#include <vector>

namespace memlint {

struct KernelAnalysis;

struct UnevenLoop {
  unsigned Launch = 0;
  unsigned Loop = 0;
  /// Made in its iterations, whatever else is around them.
  std::vector<unsigned> Accesses;
  /// Of the iterations. PackedWarps: as many warps as they would take if threads with equal trip
  /// counts were consecutive.
  Activity Active;
};

/// Of \p Kernel, in the first launch with a known block: loops that nothing but the thread, outer
/// iterations and known arguments decide the end of, which nearly all lanes come to.
std::vector<UnevenLoop> findUnevenLoops(ExprContext &Context, const KernelAnalysis &Kernel);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_LANES_UNEVENLOOPS_H
