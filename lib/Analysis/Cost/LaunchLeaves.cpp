//===- LaunchLeaves.cpp - Launch values in an access ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Substitutes the values of the launch, and finds which iterations of the loops around an access
/// are counted.
///
//===----------------------------------------------------------------------===//

#include "AccessEvaluator.h"

#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Model/LaunchArguments.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

ExprRef AccessEvaluator::builtin(LeafKind Kind, uint8_t Dimension, Uniformity Varies,
                                 StringRef Name, int64_t Highest) {
  LeafInfo Info;
  Info.Kind = Kind;
  Info.Dimension = Dimension;
  Info.Varies = Varies;
  Info.Range = {0, Highest};
  Info.Name = (Name + "." + StringRef("xyz").substr(Dimension, 1)).str();
  return Context.leaf(Info);
}

void AccessEvaluator::specialiseBuiltins() {
  for (uint8_t Dimension = 0; Dimension != 3; ++Dimension) {
    Threads[Dimension] = builtin(LeafKind::ThreadIndex, Dimension, Uniformity::Lane, "threadIdx",
                                 int64_t(Block.Extent[Dimension]) - 1);
    std::optional<uint64_t> Blocks = Launch.Grid[Dimension];
    int64_t Highest =
        (Blocks ? int64_t(*Blocks) : CommonLimits::gridExtents(Target.Shape)[Dimension]) - 1;
    this->Blocks[Dimension] =
        builtin(LeafKind::BlockIndex, Dimension, Uniformity::Block, "blockIdx", Highest);
    addDimension(this->Blocks[Dimension], {0, Highest}, Blocks.has_value());
  }
  Replaced = leavesUnderFacts(Context, Kernel.Facts);
  forEachArgument(Kernel.Parameters, Launch.Arguments, &KernelParameter::Value,
                  [&](ExprRef Parameter, const LaunchArgument &Argument) {
                    if (Argument.Value)
                      Replaced[Parameter] = Context.constant(*Argument.Value);
                    else
                      replaceByCongruence(Parameter, congruenceOf(Argument));
                  });
  forEachArgument(Kernel.Parameters, Launch.Arguments, &KernelParameter::Present,
                  [&](ExprRef Present, const LaunchArgument &Argument) {
                    if (Argument.IsNull)
                      Replaced[Present] = Context.constant(!*Argument.IsNull);
                  });
  relateParameters();
}

void AccessEvaluator::relateParameters() {
  Relations = relationsIn(Context, Kernel, Launch);
  auto WithKnown = [&](ExprRef Root) {
    return Context.substitute(Root, [&](ExprRef Leaf) { return Replaced.lookup(Leaf); });
  };
  // Those in whose terms others are given are not replaced by terms.
  for (auto &[Parameter, Known] : Relations.Parameters)
    Known = WithKnown(Known);
  for (ExprRef &Blocks : Relations.Grid)
    Blocks = Blocks ? WithKnown(Blocks) : nullptr;
  for (auto [Parameter, Known] : Relations.Parameters)
    Replaced[Parameter] = Known;
  noteUnknownGrid();
}

void AccessEvaluator::noteUnknownGrid() {
  for (unsigned Dimension = 0; Dimension != 3; ++Dimension)
    if (ExprRef Blocks = Relations.Grid[Dimension])
      noteUnknowns(Blocks);
    else if (!Launch.Grid[Dimension])
      addOnce(MissingForTotals, {UnknownQuantity::Kind::GridSize});
}

void AccessEvaluator::replaceByCongruence(ExprRef Parameter, Congruence Class) {
  ExprRef Known = Replaced.lookup(Parameter);
  // Facts may say what it is.
  if (Known && !Known->isLeaf())
    return;
  LeafInfo Info = (Known ? Known : Parameter)->leaf();
  if (Class.LogModulus <= Info.Modulus.LogModulus)
    return;
  Info.Modulus = Class;
  Replaced[Parameter] = Context.leaf(Info);
}

void AccessEvaluator::addDimension(ExprRef Leaf, Interval Range, bool Counted) {
  if (Leaf->isConstant())
    return;
  Dimensions.push_back({Leaf, Range});
  (Counted ? Leaves.Counted : Leaves.Uncounted).insert(Leaf);
}

ExprRef AccessEvaluator::replacement(ExprRef Leaf) {
  if (auto Known = Replaced.find(Leaf); Known != Replaced.end())
    return Known->second;
  const LeafInfo &Info = Leaf->leaf();
  switch (Info.Kind) {
  case LeafKind::ThreadIndex:
    return Threads[Info.Dimension];
  case LeafKind::BlockIndex:
    return Blocks[Info.Dimension];
  case LeafKind::Loaded:
    return warpUniformLoad(Leaf);
  default:
    return builtinInLaunch(Context, Leaf, Launch.Block, Launch.Grid);
  }
}

ExprRef AccessEvaluator::specialise(ExprRef Root) {
  return Context.substitute(Root, [&](ExprRef Leaf) { return replacement(Leaf); });
}

UnknownQuantity AccessEvaluator::tripCountOf(const Loop &Around) {
  return {.What = UnknownQuantity::Kind::TripCount, .Line = Around.Position.Line};
}

void AccessEvaluator::enterLoop(const Loop &Inner) {
  SmallVector<ExprRef, 4> Exits, KnownExits;
  for (ExprRef Exit : Inner.Exits)
    for (ExprRef Written : partsOf(Exit, ExprKind::Or))
      Exits.append(partsOf(specialise(Written), ExprKind::Or));
  erase_if(Exits, [](ExprRef Exit) { return Exit->isConstant(0); });
  KnownLeaves Within = Leaves;
  Within.Counted.insert(Inner.Counter);
  for (ExprRef Exit : Exits)
    if (ingredientsOf(Exit, Within).isKnown())
      KnownExits.push_back(Exit);

  IterationRange Range = findIterations(Block, Dimensions, Inner.Counter, KnownExits);
  ExprRef Counter = Inner.Counter;
  if (Range.Known == IterationRange::Kind::Bounded) {
    Counter = narrowCounter(Inner.Counter, {0, Range.Last});
    addDimension(Counter, {0, Range.Last}, true);
  } else if (Range.Known == IterationRange::Kind::Sequential) {
    Interval All = {0, std::numeric_limits<int64_t>::max()};
    addDimension(Counter, All, true);
    Sequential.push_back({Counter, KnownExits});
  } else {
    Interval All = {0, std::min(LargestCounter, Inner.Counter->range().High)};
    Counter = narrowCounter(Inner.Counter, All);
    addDimension(Counter, All, false);
    Result.OpenLoops.push_back(Inner.Id);
    addOnce(MissingForTotals, tripCountOf(Inner));
  }
  Replaced[Inner.Counter] = Counter;
  UniformLoads.clear();
  if (Range.Known == IterationRange::Kind::Bounded) {
    // In the last one some accesses are not reached any more.
    bool IsBehindExit = any_of(KnownExits, [&](ExprRef Exit) {
      return isGuardedBy(Context.logicalNot(specialise(Exit)));
    });
    double Iterations = double(Range.Last) + (IsBehindExit ? 0 : 1);
    Result.MostIterations *= Iterations;
    if (Result.Iterations)
      *Result.Iterations *= Iterations;
  }
  for (ExprRef Exit : Range.EarlyExits)
    addStillInLoop(Exit, Inner.Counter, Counter);
  for (ExprRef Exit : Exits)
    LoopConditions.push_back(Context.logicalNot(specialise(Exit)));
  for (ExprRef Exit : Exits)
    if (!is_contained(KnownExits, Exit)) {
      if (Range.Known == IterationRange::Kind::Bounded)
        Result.Iterations.reset();
      noteUnknownExit(specialise(Exit), Inner);
    }
}

ExprRef AccessEvaluator::narrowCounter(ExprRef Counter, Interval Range) {
  LeafInfo Info = Counter->leaf();
  Info.Range = Range;
  Info.Modulus = {};
  return Context.leaf(Info);
}

/// A lane is in the loop in iteration k > 0 if \p Exit did not hold in the one
/// before.
void AccessEvaluator::addStillInLoop(ExprRef Exit, ExprRef OldCounter, ExprRef Counter) {
  // A site behind the condition itself: it implies the earlier ones.
  if (isGuardedBy(Context.logicalNot(specialise(Exit))))
    return;
  ExprRef Before = Context.add(Counter, Context.constant(-1));
  ExprRef ExitBefore =
      Context.substitute(Exit, [&](ExprRef Leaf) { return Leaf == OldCounter ? Before : nullptr; });
  ExprRef First = Context.equal(Counter, Context.constant(0));
  StillInLoop.push_back(Context.logicalOr(First, Context.logicalNot(ExitBefore)));
}

bool AccessEvaluator::isGuardedBy(ExprRef Condition) {
  return any_of(Site.Guards, [&](ExprRef Guard) {
    return is_contained(partsOf(specialise(Guard), ExprKind::And), Condition);
  });
}

void AccessEvaluator::noteUnknownExit(ExprRef Exit, const Loop &Around) {
  noteUnknowns(Exit);
  addOnce(MissingForTotals, tripCountOf(Around));
  if (!ingredientsOf(Exit, Leaves).variesByLane())
    return;
  ExprRef Condition = Context.logicalNot(Exit);
  if (isGuardedBy(Condition))
    return;
  if (classifyGuard(Context, Condition, Leaves, LoopConditions, Block, Target.Shape.WarpLanes) ==
      UnknownGuard::AllPass) {
    addOnce(Result.Assumptions, {CostAssumption::Kind::AllPass, {conditionText(Condition)}});
    return;
  }
  Result.GuardUnknown = true;
  addOnce(Result.Assumptions, {CostAssumption::Kind::AllStay, {}, Around.Position.Line});
}

} // namespace memlint
