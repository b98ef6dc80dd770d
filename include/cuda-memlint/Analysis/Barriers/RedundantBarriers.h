//===- RedundantBarriers.h - Barriers that order no accesses ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_BARRIERS_REDUNDANTBARRIERS_H
#define CUDA_MEMLINT_ANALYSIS_BARRIERS_REDUNDANTBARRIERS_H

#include "cuda-memlint/Analysis/Races/RaceAnalysis.h"

namespace memlint {

struct KernelAnalysis;

struct NeedlessBarrier {
  BarrierRemoval Removal;
  /// The proof uses the size of the block that a launch states, that of the grid, and the
  /// arguments.
  bool RestsOnBlock = false;
  bool RestsOnGrid = false;
  bool RestsOnArguments = false;
  /// It uses some of these, and which is not known.
  bool RestsOnLaunch = false;
};

/// The barriers of \p Kernel that order no conflicting accesses in any of its launches, by
/// position: those asked about are one in the source, and redundant even when those before are
/// gone.
std::vector<NeedlessBarrier> findRedundantBarriers(ExprContext &Expressions,
                                                   const KernelAnalysis &Kernel);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_BARRIERS_REDUNDANTBARRIERS_H
