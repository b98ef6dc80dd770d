//===- LanePatterns.h - Branches that leave lanes idle ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Conditions that hold for a pattern of lanes in each warp, such as every second one, and what is
/// done under them.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_LANES_LANEPATTERNS_H
#define CUDA_MEMLINT_ANALYSIS_LANES_LANEPATTERNS_H

#include "cuda-memlint/Analysis/Lanes/BlockActivity.h"

#include <vector>

namespace memlint {

struct KernelAnalysis;

/// Index % Modulus is Remainder.
struct ResidueClass {
  ExprRef Index = nullptr;
  ExprRef Modulus = nullptr;
  ExprRef Remainder = nullptr;
};

/// A condition, one part of a branch's, in a launch.
struct LanePattern {
  unsigned Launch = 0;
  /// The number of the node that decides.
  unsigned Branch = 0;
  ExprRef Condition = nullptr;
  /// What the condition says.
  ResidueClass Class;
  /// The innermost loop that the condition is evaluated anew in.
  std::optional<unsigned> Loop;
  /// Made only where it holds.
  std::vector<unsigned> Accesses;
  /// Nothing that is known keeps other threads of the block from the branch.
  bool IsAlone = false;
  Activity Active;
};

/// Of \p Kernel, in the first launch with a known block: conditions on a remainder, or on the low
/// bits, of an index that nothing but the thread and the iteration decide. Left out are those whose
/// other lanes work instead, and those that other conditions share lanes or unknown warps with.
std::vector<LanePattern> findLanePatterns(ExprContext &Context, const KernelAnalysis &Kernel);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_LANES_LANEPATTERNS_H
