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
#include "JointBounds.h"

#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

void AccessEvaluator::noteUnknowns(ExprRef Root) {
  for (ExprRef Leaf : unknownLeaves(asWritten(Root), Leaves))
    if (Leaf->leaf().Kind != LeafKind::GridDimension)
      addOnce(MissingForTotals, quantityOf(Leaf->leaf()));
}

/// Looks at the parts of each guard, too: that one is never true may not be seen of the whole
/// (`i < min(n, i)`).
bool AccessEvaluator::neverPasses() {
  return any_of(Site.Guards, [&](ExprRef Guard) {
    SmallVector<ExprRef, 4> Parts;
    splitBounds(specialise(Guard), Parts);
    return any_of(Parts, [](ExprRef Part) { return Part->isConstant(0); });
  });
}

AccessCost &AccessEvaluator::neverExecuted() {
  Result.NeverExecuted = true;
  Result.Totals = CostTotals();
  return Result;
}

void AccessEvaluator::sortGuards() {
  for (ExprRef Guard : Site.Guards) {
    for (ExprRef Part : partsOf(Guard, ExprKind::And)) {
      SmallVector<ExprRef, 4> Parts;
      splitBounds(specialise(Part), Parts);
      for (ExprRef Special : Parts)
        sortGuard(Special, Parts.size() == 1 ? Part : Special);
    }
  }
  for (ExprRef Guard : StillInLoop)
    sortGuard(specialise(Guard), Guard);
}

/// The operands of \p Factor, a minimum or maximum of \p Kind; none of another factor. It may be
/// converted to an unsigned type where it is not negative: each of its operands is not, or is not
/// known, and then assumed to be a bound that threads are inside of.
static ArrayRef<ExprRef> clampedBounds(ExprRef Factor, ExprKind Kind, const KnownLeaves &Known) {
  bool IsUnsigned = Factor->kind() == ExprKind::Wrap && !Factor->wrapSigned();
  ExprRef Clamped = IsUnsigned ? Factor->operands()[0] : Factor;
  if (Clamped->kind() != Kind)
    return {};
  bool IsSafe = all_of(Clamped->operands(), [&](ExprRef Bound) {
    return Bound->range().Low >= 0 || ingredientsOf(Bound, Known).UniformUnknown;
  });
  return !IsUnsigned || IsSafe ? Clamped->operands() : ArrayRef<ExprRef>();
}

/// Adds to \p Parts what \p Guard is the conjunction of. A comparison with a clamped bound is one:
/// `x < min(a, b)` is `x < a && x < b`, and `x >= max(a, b)` alike.
void AccessEvaluator::splitBounds(ExprRef Guard, SmallVectorImpl<ExprRef> &Parts) {
  if (Guard->kind() == ExprKind::And) {
    for (ExprRef Part : Guard->operands())
      splitBounds(Part, Parts);
    return;
  }
  bool Negated = Guard->kind() == ExprKind::Not;
  ExprRef Order = Negated ? Guard->operands()[0] : Guard;
  if (Order->kind() == ExprKind::Less) {
    ExprRef Difference = Context.subtract(Order->operands()[0], Order->operands()[1]);
    for (const Monomial &Term : Difference->terms()) {
      if (Term.Factors.size() != 1 || (Term.Coefficient != 1 && Term.Coefficient != -1))
        continue;
      ExprRef Bound = Term.Factors.front();
      bool IsMinimum = (Term.Coefficient == -1) != Negated;
      ArrayRef<ExprRef> Choices =
          clampedBounds(Bound, IsMinimum ? ExprKind::Minimum : ExprKind::Maximum, Leaves);
      for (ExprRef Choice : Choices) {
        ExprRef Change =
            Context.multiply(Context.constant(Term.Coefficient), Context.subtract(Choice, Bound));
        ExprRef Part = Context.less(Context.add(Difference, Change), Context.constant(0));
        splitBounds(Negated ? Context.logicalNot(Part) : Part, Parts);
      }
      if (!Choices.empty())
        return;
    }
  }
  Parts.push_back(Guard);
}

/// \p Condition for readers: what is compared with zero twice, `!!flag`, is one condition. One that
/// depends on how often a loop has gone round is as the source writes it, which has variables in
/// place of counters, where it does so on one line.
std::string AccessEvaluator::conditionText(ExprRef Condition) {
  while (Condition->kind() == ExprKind::Not && Condition->operands()[0]->kind() == ExprKind::Not)
    Condition = Condition->operands()[0]->operands()[0];
  auto IsCounter = [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::LoopCounter; };
  if (anyLeaf(Condition, IsCounter)) {
    constexpr size_t LongestText = 80;
    ExprRef Opposite = Context.logicalNot(Condition);
    for (const Node &Each : Kernel.Nodes) {
      StringRef Text = Each.Text;
      if (Each.Kind != NodeKind::Branch || !Each.Condition || Text.empty() ||
          Text.size() > LongestText || Text.contains('\n'))
        continue;
      for (ExprRef Written : {Each.Condition, specialise(Each.Condition)}) {
        if (Written == Condition)
          return Text.str();
        if (Written == Opposite)
          return ("!(" + Text + ")").str();
      }
    }
  }
  return toString(Condition);
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
  if (holdsInWholeGrid(Context, Guard, Relations, Block.Extent))
    return;
  if (isUniformInWarps(Guard, Leaves, [&](ExprRef Value) { return isWarpUniform(Value); })) {
    Result.MayNotExecute = true;
    return;
  }
  using Kind = CostAssumption::Kind;
  if (classifyGuard(Context, Guard, Leaves, LoopConditions, Block, Target.Shape.WarpLanes) ==
      UnknownGuard::AllPass) {
    CommonLanes Within = CommonLanes::All;
    for (ExprRef Other : Passed)
      Within = std::max(Within, commonLanes(Context, Guard, Other, Block, Target.Shape.WarpLanes));
    if (Within == CommonLanes::All) {
      Passed.push_back(Guard);
      addOnce(Result.Assumptions, {Kind::AllPass, {conditionText(Written)}});
      return;
    }
    OneLaneMayPass |= Within == CommonLanes::One;
  }
  Result.GuardUnknown = true;
  Result.MayNotExecute = true;
  OneLaneMayPass |= maySelectOneLane(Guard);
  addOnce(Result.Assumptions, {Kind::AnyPass, {conditionText(Written)}});
}

/// The guard may be how the source selects one lane: the thread, or data, equals a number that is
/// not known (`threadIdx.x == leader`), or an atomic operation decides who comes first.
bool AccessEvaluator::maySelectOneLane(ExprRef Guard) const {
  return anyNode(Guard, [&](ExprRef Node) {
    if (Node->kind() == ExprKind::Equal) {
      Ingredients Found = ingredientsOf(Node, Leaves);
      return Found.variesByLane() && (Found.Threads || Found.UniformUnknown);
    }
    return Node->isLeaf() && any_of(Kernel.Accesses, [&](const Access &Each) {
             return Each.Kind == AccessKind::Atomic && Each.Result == Node;
           });
  });
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
