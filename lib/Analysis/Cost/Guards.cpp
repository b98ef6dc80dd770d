//===- Guards.cpp - Who takes part in an access -----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sorts the conditions around an access: those that are counted, and those that are
/// assumed.
///
//===----------------------------------------------------------------------===//

#include "AccessEvaluator.h"

#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

void AccessEvaluator::noteUnknowns(ExprRef Root) {
  for (ExprRef Leaf : unknownLeaves(Root, Leaves))
    if (Leaf->leaf().Kind != LeafKind::GridDimension)
      addOnce(MissingForTotals, nameOfUnknown(Leaf->leaf()));
}

bool AccessEvaluator::neverPasses() {
  return any_of(Site.Guards, [&](ExprRef Guard) { return specialise(Guard)->isConstant(0); });
}

AccessCost &AccessEvaluator::neverExecuted() {
  Result.NeverExecuted = true;
  Result.Totals = CostTotals();
  return Result;
}

void AccessEvaluator::sortGuards() {
  for (ExprRef Guard : Site.Guards) {
    for (ExprRef Part : partsOf(Guard, ExprKind::And)) {
      SmallVector<ExprRef, 4> Parts = partsOf(specialise(Part), ExprKind::And);
      for (ExprRef Special : Parts)
        sortGuard(Special, Parts.size() == 1 ? Part : Special);
    }
  }
  for (ExprRef Guard : StillInLoop)
    sortGuard(specialise(Guard), Guard);
}

/// \p Written is the guard before specialisation, in which it is printed.
void AccessEvaluator::sortGuard(ExprRef Guard, ExprRef Written) {
  if (Guard->isConstant())
    return;
  Ingredients Found = ingredientsOf(Guard, Leaves);
  if (Found.isKnown()) {
    Guards.push_back(Guard);
    return;
  }
  noteUnknowns(Guard);
  if (!Found.variesByLane()) {
    // Of a block index, some block passes.
    Result.MayNotExecute |= Found.UniformUnknown;
    return;
  }
  if (!Found.UniformUnknown && !Found.LaneUnknown && isPeriodic(Guard)) {
    Guards.push_back(Guard);
    return;
  }
  std::string Text = "`" + toString(Written) + "`";
  if (classifyGuard(Context, Guard, Leaves, LoopConditions) == UnknownGuard::AllPass) {
    addOnce(Result.Assumptions, "all threads satisfy " + Text);
    return;
  }
  Result.GuardUnknown = true;
  Result.MayNotExecute = true;
  addOnce(Result.Assumptions, "any thread may satisfy " + Text + "; the cost assumes that all do");
}

/// The guard repeats along every uncounted dimension.
bool AccessEvaluator::isPeriodic(ExprRef Guard) {
  RequestSpace Space(Block);
  declareDimensions(Space);
  unsigned Root = Space.Compiled.add(Guard);
  unsigned Zero = Space.Compiled.add(Context.constant(0));
  SmallVector<Interval, 32> Bounds;
  Space.Compiled.intervals(Block.Extent, Space.Box, Bounds);
  for (unsigned Dimension = 0; Dimension != Space.Box.size(); ++Dimension)
    if ((Space.Uncounted >> Dimension & 1) &&
        findPeriod(Space.Compiled, Dimension, Bounds, {Root}, Zero, 0, MostClasses) == 0)
      return false;
  return true;
}

void AccessEvaluator::declareDimensions(RequestSpace &Space) {
  for (const CountedLeaf &Dimension : Dimensions) {
    unsigned Number = Space.Compiled.addVariable(Dimension.Leaf);
    Space.Box.push_back(Dimension.Range);
    if (Leaves.Uncounted.contains(Dimension.Leaf))
      Space.Uncounted |= uint64_t(1) << Number;
  }
}

} // namespace memlint
