//===- PlacedSite.cpp - An access within an interval ----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlacedSite.h"

#include "cuda-memlint/Analysis/Cost/LaunchRelations.h"
#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Model/LaunchArguments.h"
#include "cuda-memlint/Target/CommonLimits.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

using Crossing = IntervalPosition::Crossing;

RaceSetting::RaceSetting(ExprContext &Context, const KernelProgram &Kernel,
                         const LaunchContext &Launch, const ArgumentCase *Case)
    : Context(Context), Kernel(Kernel), Launch(Launch), Case(Case),
      Given(knownArguments(Context, Kernel, Launch)), OfLaunch(Context) {
  for (unsigned Dimension = 0; Dimension != 3; ++Dimension)
    Block[Dimension] = Launch.Block[Dimension].value_or(1);
  auto Look = [&](ExprRef Leaf) {
    const LeafInfo &Info = Leaf->leaf();
    if (Info.Kind == LeafKind::BlockIndex || Info.Kind == LeafKind::GridDimension)
      AsksForBlock[Info.Dimension] = true;
  };
  for (const Access &Site : Kernel.Accesses) {
    if (Site.Offset)
      forEachLeaf(Site.Offset, Look);
    for (ExprRef Guard : Site.Guards)
      forEachLeaf(Guard, Look);
  }
  narrowArguments();
  relateToArguments();
  for (ExprRef Fact : Kernel.Facts)
    Facts.push_back(specialise(Fact));
}

/// Arguments that are not known, in the range that the host code leaves them.
void RaceSetting::narrowArguments() {
  forEachArgument(Kernel.Parameters, Launch.Arguments, &KernelParameter::Value,
                  [&](ExprRef Parameter, const LaunchArgument &Argument) {
                    Interval Of = Parameter->range(), Range = Argument.Range;
                    if (Argument.Value)
                      Range = {*Argument.Value, *Argument.Value};
                    else if (Range.contains(Of))
                      return;
                    if (!Of.contains(Range)) {
                      Given.erase(Parameter);
                      Converted.insert(Parameter);
                    } else if (Range.Low == Range.High) {
                      Given[Parameter] = Context.constant(Range.Low);
                    } else {
                      Given[Parameter] = withRange(Context, Parameter, Range);
                    }
                  });
}

/// What is not a number in the launch, in terms of arguments.
void RaceSetting::relateToArguments() {
  LaunchRelations Relations = relationsIn(Context, Kernel, Launch);
  auto InRange = [&](ExprRef Root) {
    return Context.substitute(Root, [&](ExprRef Leaf) { return Given.lookup(Leaf); });
  };
  DenseMap<ExprRef, ExprRef> Related;
  for (auto [Parameter, Others] : Relations.Parameters)
    Related[Parameter] = InRange(Others);
  for (auto [Parameter, Others] : Related) {
    // A number below zero becomes a large one.
    if (Parameter->range().Low >= 0 && Others->range().Low < 0)
      Converted.insert(Parameter);
    else
      Given[Parameter] = Others;
  }
  for (uint8_t Dimension = 0; Dimension != 3; ++Dimension) {
    if (!Relations.Grid[Dimension])
      continue;
    ExprRef Blocks = GridTerms[Dimension] = InRange(Relations.Grid[Dimension]);
    if (!AsksForBlock[Dimension])
      continue;
    LeafInfo Index;
    Index.Kind = LeafKind::BlockIndex;
    Index.Dimension = Dimension;
    Index.Varies = Uniformity::Block;
    Index.Range = {0, CommonLimits::gridExtents(Kernel.Device)[Dimension] - 1};
    Facts.push_back(Context.less(Context.constant(0), Blocks));
    IndexBounds.push_back(Context.less(Context.leaf(Index), Blocks));
  }
}

const ThreadIndices &RaceSetting::threadIndices() const {
  if (!Threads)
    Threads.emplace(BlockShape{Block});
  return *Threads;
}

ExprRef RaceSetting::replacement(ExprRef Leaf) const {
  if (auto Known = Given.find(Leaf); Known != Given.end())
    return Known->second;
  const LeafInfo &Info = Leaf->leaf();
  // A loop's counter may have become known more narrowly later on.
  if (Info.Kind == LeafKind::LoopCounter && Info.Id < Kernel.Loops.size())
    return Kernel.Loops[Info.Id].Counter;
  if (Info.Kind == LeafKind::GridDimension && GridTerms[Info.Dimension])
    return GridTerms[Info.Dimension];
  return builtinInLaunch(Context, Leaf, {Block[0], Block[1], Block[2]}, Launch.Grid);
}

ExprRef RaceSetting::specialise(ExprRef Root) const {
  ExprRef Known = OfLaunch.apply(Root, [&](ExprRef Leaf) { return replacement(Leaf); });
  return Case ? Case->apply(Context, Known) : Known;
}

void RaceSetting::addGuards(PlacedSite &To, ExprRef Guard) const {
  for (ExprRef Part : partsOf(Guard, ExprKind::And))
    if (Part->isConstant())
      To.IsNever |= Part->isConstant(0);
    else if (!is_contained(To.Guards, Part))
      To.Guards.push_back(Part);
}

SmallVector<IteratedLoop, 2> RaceSetting::loopsOf(const BarrierInterval &Interval) const {
  SmallVector<IteratedLoop, 2> Loops;
  for (unsigned Number : Interval.Loops) {
    IteratedLoop &New = Loops.emplace_back();
    New.Loop = Number;
    New.Counter = Kernel.Loops[Number].Counter;
    for (ExprRef Exit : Kernel.Loops[Number].Exits)
      New.Exits.push_back(specialise(Exit));
  }
  return Loops;
}

ExprRef RaceSetting::ownCounter(unsigned Loop, unsigned Side) const {
  LeafInfo Info = Kernel.Loops[Loop].Counter->leaf();
  Info.Id |= (Side + 1) << 28;
  return Context.leaf(Info);
}

void RaceSetting::addStart(PlacedSite &To, const BarrierInterval &Interval,
                           ArrayRef<ExprRef> Conditions, const Loop *Crossed) const {
  auto Add = [&](ExprRef Guard) {
    bool IsOfStart =
        Crossed && anyLeaf(Guard, [&](ExprRef Leaf) {
          LeafKind Kind = Leaf->leaf().Kind;
          return (Kind == LeafKind::Loaded || Kind == LeafKind::Opaque) && Crossed->makes(Leaf);
        });
    if (!IsOfStart)
      addGuards(To, Guard);
  };
  for (ExprRef Condition : Conditions)
    Add(Condition);
  if (Interval.Start)
    for (ExprRef Guard : Kernel.Barriers[*Interval.Start].Guards)
      Add(specialise(Guard));
}

void RaceSetting::finish(PlacedSite &Placed, const DenseMap<ExprRef, ExprRef> &Iterations,
                         ArrayRef<unsigned> Own) const {
  const Access &Site = *Placed.Site;
  Substitution OfIterations(Context);
  auto Rewrite = [&](ExprRef Root) {
    ExprRef InLaunch = specialise(Root);
    if (Iterations.empty())
      return InLaunch;
    return OfIterations.apply(InLaunch, [&](ExprRef Leaf) -> ExprRef {
      auto Known = Iterations.find(Leaf);
      return Known == Iterations.end() ? nullptr : Known->second;
    });
  };
  if (Site.Offset)
    Placed.Offset = Rewrite(Site.Offset);
  if (Site.Value)
    Placed.Value = Rewrite(Site.Value);
  for (ExprRef Guard : Site.Guards)
    addGuards(Placed, Rewrite(Guard));
  for (ExprRef Bound : IndexBounds)
    addGuards(Placed, Bound);
  for (unsigned Number : Own) {
    IteratedLoop &New = Placed.Loops.emplace_back();
    New.Loop = Number;
    New.Counter = Iterations.lookup(Kernel.Loops[Number].Counter);
    for (ExprRef Exit : Kernel.Loops[Number].Exits)
      New.Exits.push_back(Rewrite(Exit));
  }
  Placed.IsNever |= any_of(Placed.Guards, [&](ExprRef Guard) {
    return isOneValue(Guard) && is_contained(Placed.Guards, Context.logicalNot(Guard));
  });
}

PlacedSite RaceSetting::place(const Access &Site, const BarrierInterval &Interval,
                              const ReachedNode &Reached, unsigned Side) const {
  PlacedSite Placed;
  Placed.Site = &Site;
  const IntervalPosition &Position = Reached.Position;
  DenseMap<ExprRef, ExprRef> Iterations;
  SmallVector<unsigned, 2> Own;
  auto SetIteration = [&](unsigned Number, ExprRef Iteration) {
    Iterations[Kernel.Loops[Number].Counter] = Iteration;
    Placed.Iterations.push_back({Number, Iteration});
  };
  for (unsigned Number : Site.Loops) {
    ExprRef Counter = Kernel.Loops[Number].Counter;
    unsigned Depth = unsigned(find(Interval.Loops, Number) - Interval.Loops.begin());
    bool IsCrossed = Position.Crossed != Crossing::None && Depth == Position.Same &&
                     Depth != Interval.Loops.size();
    if (Depth < Position.Same) {
      SetIteration(Number, Counter);
    } else if (IsCrossed && Position.Crossed == Crossing::Once) {
      SetIteration(Number, Context.add(Counter, Context.constant(1)));
    } else if (IsCrossed || is_contained(Reached.Rounds, Number)) {
      SetIteration(Number, ownCounter(Number, Side));
      Own.push_back(Number);
      Placed.IsWidened |= IsCrossed;
      if (IsCrossed)
        addGuards(Placed, Context.less(Context.add(Counter, Context.constant(1)),
                                       Placed.Iterations.back().second));
    } else {
      SetIteration(Number, Context.constant(0));
    }
  }
  bool IsCrossed = Position.Crossed != Crossing::None;
  addStart(Placed, Interval, Reached.Conditions,
           IsCrossed ? &Kernel.Loops[Interval.Loops[Position.Same]] : nullptr);
  finish(Placed, Iterations, Own);
  return Placed;
}

PlacedSite RaceSetting::placeInFlight(const Access &Copy, const BarrierInterval &Interval,
                                      const CopyInFlight &At, unsigned Side) const {
  PlacedSite Placed;
  Placed.Site = &Copy;
  DenseMap<ExprRef, ExprRef> Iterations;
  SmallVector<unsigned, 2> Own;
  auto Require = [&](ExprRef Left, ExprRef Right, bool IsLess) {
    ExprRef Less = Context.less(Left, Right);
    addGuards(Placed, IsLess ? Less : Context.logicalNot(Less));
  };
  for (auto [Depth, Number] : enumerate(Copy.Loops)) {
    ExprRef Counter = Kernel.Loops[Number].Counter;
    ExprRef Ahead = Context.constant(int64_t(At.Ahead));
    ExprRef Iteration = nullptr;
    bool IsCrossed = Depth == At.Same && At.Ahead != 0;
    if (Depth < At.Same) {
      Iteration = Counter;
    } else if (IsCrossed && At.Ahead < CopyInFlight::Most) {
      Iteration = Context.subtract(Counter, Ahead);
      Require(Counter, Ahead, /*IsLess=*/false);
    } else {
      Iteration = ownCounter(Number, Side);
      Own.push_back(Number);
      if (IsCrossed)
        Require(Counter, Context.add(Iteration, Ahead), /*IsLess=*/false);
    }
    Iterations[Counter] = Iteration;
    Placed.Iterations.push_back({Number, Iteration});
  }
  for (const auto &[Number, Iteration] : At.Entered) {
    ExprRef Counter = Kernel.Loops[Number].Counter;
    ExprRef Exact = Context.constant(int64_t(Iteration));
    if (Iteration < CopyInFlight::Most)
      addGuards(Placed, Context.equal(Counter, Exact));
    else
      Require(Counter, Exact, /*IsLess=*/false);
  }
  bool IsAhead = At.Ahead != 0 && At.Same < Copy.Loops.size();
  addStart(Placed, Interval, {}, IsAhead ? &Kernel.Loops[Copy.Loops[At.Same]] : nullptr);
  finish(Placed, Iterations, Own);
  return Placed;
}

bool RaceSetting::isOneValue(ExprRef Root) const {
  return allLeaves(Root, [&](ExprRef Leaf) {
    LeafKind Kind = Leaf->leaf().Kind;
    return (Kind != LeafKind::Loaded && Kind != LeafKind::Opaque) ||
           none_of(Kernel.Loops, [&](const Loop &Each) { return Each.makes(Leaf); });
  });
}

bool RaceSetting::isUnknown(const LeafInfo &Leaf) {
  return Leaf.Kind != LeafKind::ThreadIndex && Leaf.Kind != LeafKind::BlockIndex &&
         Leaf.Kind != LeafKind::LoopCounter;
}

bool RaceSetting::isThreadUnknown(const LeafInfo &Leaf) {
  return isUnknown(Leaf) && Leaf.Varies > Uniformity::Block;
}

bool RaceSetting::isCommon(const LeafInfo &Leaf, ThreadPair Relation) {
  if (Relation == ThreadPair::DifferentBlocks)
    return isUnknown(Leaf) && Leaf.Varies == Uniformity::Grid;
  return Leaf.Kind == LeafKind::BlockIndex || (isUnknown(Leaf) && !isThreadUnknown(Leaf));
}

bool RaceSetting::hasThreadUnknown(ExprRef Root) {
  return anyLeaf(Root, [&](ExprRef Leaf) { return isThreadUnknown(Leaf->leaf()); });
}

} // namespace memlint
