//===- Unknowns.h - What is not known of an access --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sorting the parts of addresses and guards by whether they are known before
/// the kernel runs. Internal to the cost library.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_COST_UNKNOWNS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_COST_UNKNOWNS_H

#include "cuda-memlint/Model/CostReasons.h"
#include "cuda-memlint/Symbolic/Expression.h"
#include "cuda-memlint/Target/BlockShape.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace memlint {

/// The leaves that can be enumerated: besides thread indices, block indices and
/// loop counters. The others are unknown.
struct KnownLeaves {
  llvm::DenseSet<ExprRef> Counted;
  /// Consecutive values, how many is not known.
  llvm::DenseSet<ExprRef> Uncounted;
};

/// What kinds of leaves an expression has.
struct Ingredients {
  bool Threads = false;
  bool Uncounted = false;
  bool LoopCounters = false;
  /// Not known, but the same for all lanes of a warp.
  bool UniformUnknown = false;
  bool LaneUnknown = false;

  bool isKnown() const { return !Uncounted && !UniformUnknown && !LaneUnknown; }
  bool variesByLane() const { return Threads || LaneUnknown; }
};

Ingredients ingredientsOf(ExprRef Root, const KnownLeaves &Known);

/// The leaves of \p Root that are not known, in source terms, each once.
llvm::SmallVector<ExprRef, 4> unknownLeaves(ExprRef Root, const KnownLeaves &Known);

/// What an unknown leaf stands for.
UnknownQuantity quantityOf(const LeafInfo &Leaf);

/// All lanes of each warp have the same value of \p Root, whatever the unknowns are.
/// \p IsWarpUniform decides it for an expression without unknowns.
bool isUniformInWarps(ExprRef Root, const KnownLeaves &Known,
                      llvm::function_ref<bool(ExprRef)> IsWarpUniform);

/// How a guard that is not known is taken.
enum class UnknownGuard : uint8_t {
  AllPass,  ///< a bounds check: taken to hold for all threads
  Undecided ///< any lanes may be left out
};

/// Classes a guard that varies by lane and has unknown leaves. Only comparisons
/// of a function of the thread with an unknown that is the same for all threads
/// are bounds checks. Counters may be on the thread's side in \p LoopConditions, the conditions of
/// the loops around it, and where each iteration moves a warp of \p Block, of \p WarpLanes, past
/// all that it covered before, so that at most one of its iterations is partly inside the bounds.
UnknownGuard classifyGuard(ExprContext &Context, ExprRef Guard, const KnownLeaves &Known,
                           llvm::ArrayRef<ExprRef> LoopConditions, const BlockShape &Block,
                           unsigned WarpLanes);

/// Terms of an address in which known lane-varying parts are multiplied by one
/// unknown product.
struct ScaledPart {
  llvm::SmallVector<ExprRef, 2> UnknownFactors;
  /// UnknownFactors as an expression.
  ExprRef Scale = nullptr;
  /// What Scale is multiplied with.
  ExprRef Cofactor = nullptr;
};

/// An address as the sum of what is known, what is unknown but the same for all
/// lanes, and what is a known function of the lane times an unknown.
struct SplitAddress {
  ExprRef Known = nullptr;
  ExprRef UniformRest = nullptr;
  llvm::SmallVector<ScaledPart, 2> Scaled;
  /// A leaf that makes the address impossible to split; null when there is none.
  ExprRef Obstacle = nullptr;
};

SplitAddress splitAddress(ExprContext &Context, ExprRef Offset, const KnownLeaves &Known);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_COST_UNKNOWNS_H
