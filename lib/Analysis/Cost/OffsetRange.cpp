//===- OffsetRange.cpp - Which bytes an access may touch ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Cost/OffsetRange.h"
#include "cuda-memlint/Model/LaunchArguments.h"

#include "Iterations.h"

#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace memlint {

namespace {

constexpr int64_t Unbounded = std::numeric_limits<int64_t>::max();
/// Bytes that an offset computed from an integer of any value exceeds.
constexpr int64_t BoundOfType = int64_t(1) << 30;
/// Values that an index program can have besides thread indices.
constexpr size_t MostDimensions = 63;

/// Larger < Smaller does not hold, or Smaller <= Larger - Gap does.
struct Order {
  ExprRef Smaller = nullptr;
  ExprRef Larger = nullptr;
  /// 1 for "less", 0 for "less or equal".
  int64_t Gap = 0;
};

class RangeFinder {
public:
  RangeFinder(ExprContext &Context, const KernelProgram &Kernel, const LaunchContext &Launch,
              LoadedRange Loaded)
      : Context(Context), Kernel(Kernel), Loaded(Loaded) {
    for (unsigned Dimension = 0; Dimension != 3; ++Dimension) {
      Block.Extent[Dimension] = Launch.Block[Dimension].value_or(1);
      BlockExtents[Dimension] = Block.Extent[Dimension];
      GridExtents[Dimension] = Launch.Grid[Dimension].value_or(1);
    }
    Replaced = knownArguments(Context, Kernel, Launch);
  }

  std::optional<Interval> ofAccess(const Access &Site) {
    for (unsigned Number : Site.Loops)
      enterLoop(Kernel.Loops[Number], Site);
    std::vector<Order> Orders;
    for (ExprRef Guard : Site.Guards)
      collectOrders(specialise(Guard), /*Holds=*/true, Orders);
    ExprRef Offset = specialise(Site.Offset);
    Interval Range = Offset->range();
    for (const Order &Each : Orders)
      Range = intersectIntervals(Range, under(Offset, Each));
    if (Range.Low <= -Unbounded || Range.High == Unbounded || Range.Low > Range.High)
      return std::nullopt;
    // What is left of a value that may be anything is the range of its type.
    if ((Range.High >= BoundOfType || Range.Low <= -BoundOfType) && hasOpenLeaf(Offset))
      return std::nullopt;
    return Range;
  }

  bool hasOpenLeaf(ExprRef Root) const {
    return anyLeaf(Root, [&](ExprRef Leaf) {
      const LeafInfo &Info = Leaf->leaf();
      return Info.Kind == LeafKind::Opaque || OpenLeaves.contains(Leaf);
    });
  }

  Interval inFirstIterations(ExprRef Root) {
    for (const Loop &Each : Kernel.Loops)
      Replaced[Each.Counter] = Context.constant(0);
    return specialise(Root)->range();
  }

private:
  ExprRef launchLeaf(ExprRef Leaf) {
    const LeafInfo &Info = Leaf->leaf();
    if (Info.Kind != LeafKind::Loaded) {
      ExprRef Known = builtinInLaunch(Context, Leaf, BlockExtents, GridExtents);
      return Known ? Known : Leaf;
    }
    if (std::optional<Interval> Range = Loaded(Leaf))
      return withRange(Context, Leaf, intersectIntervals(*Range, Info.Range));
    OpenLeaves.insert(Leaf);
    return Leaf;
  }

  ExprRef replacement(ExprRef Leaf) {
    if (auto Known = Replaced.find(Leaf); Known != Replaced.end())
      return Known->second;
    ExprRef New = launchLeaf(Leaf);
    Replaced[Leaf] = New;
    return New;
  }

  ExprRef specialise(ExprRef Root) {
    return Context.substitute(Root, [&](ExprRef Leaf) { return replacement(Leaf); });
  }

  /// What the exits say, and what guards say of the counter itself.
  void enterLoop(const Loop &Inner, const Access &Site) {
    SmallVector<ExprRef, 4> Exits;
    for (ExprRef Exit : Inner.Exits)
      Exits.append(partsOf(specialise(Exit), ExprKind::Or));
    Interval Range = {0, std::min(LargestCounter, Inner.Counter->range().High)};
    SmallVector<CountedLeaf, 8> Outer;
    for (ExprRef Exit : Exits)
      forEachLeaf(Exit, [&](ExprRef Leaf) {
        if (Leaf->leaf().Kind != LeafKind::ThreadIndex && Leaf != Inner.Counter &&
            none_of(Outer, [&](const CountedLeaf &Known) { return Known.Leaf == Leaf; }))
          Outer.push_back({Leaf, Leaf->range()});
      });
    if (Outer.size() < MostDimensions) {
      IterationRange Iterations = findIterations(Block, Outer, Inner.Counter, Exits);
      if (Iterations.Known == IterationRange::Kind::Bounded)
        Range.High = std::min(Range.High, Iterations.Last);
    }
    std::vector<Order> Orders;
    for (ExprRef Guard : Site.Guards)
      collectOrders(specialise(Guard), /*Holds=*/true, Orders);
    for (const Order &Each : Orders)
      Range = intersectIntervals(
          Range, intersectIntervals(under(Inner.Counter, Each), belowBound(Inner.Counter, Each)));
    LeafInfo Info = Inner.Counter->leaf();
    Info.Range = Range.Low <= Range.High ? Range : Interval{0, 0};
    Info.Modulus = {};
    ExprRef Counter = Context.leaf(Info);
    if (Info.Range.High >= LargestCounter)
      OpenLeaves.insert(Counter);
    Replaced[Inner.Counter] = Counter;
  }

  /// The comparisons that hold where \p Condition does, or where it does not.
  void collectOrders(ExprRef Condition, bool Holds, std::vector<Order> &Orders) {
    switch (Condition->kind()) {
    case ExprKind::Not:
      return collectOrders(Condition->operands()[0], !Holds, Orders);
    case ExprKind::And:
    case ExprKind::Or:
      if ((Condition->kind() == ExprKind::And) == Holds)
        for (ExprRef Part : Condition->operands())
          collectOrders(Part, Holds, Orders);
      return;
    case ExprKind::LessUnsigned:
      // Of numbers below zero it says something else.
      if (Condition->operands()[0]->range().Low < 0 || Condition->operands()[1]->range().Low < 0)
        return;
      [[fallthrough]];
    case ExprKind::Less: {
      ExprRef Left = Condition->operands()[0], Right = Condition->operands()[1];
      if (Holds)
        Orders.push_back({Left, Right, 1});
      else
        Orders.push_back({Right, Left, 0});
      return;
    }
    case ExprKind::Equal:
      if (Holds) {
        Orders.push_back({Condition->operands()[0], Condition->operands()[1], 0});
        Orders.push_back({Condition->operands()[1], Condition->operands()[0], 0});
      }
      return;
    default:
      return;
    }
  }

  /// Bounds of \p Value where \p Known holds: it is Factor * side + rest, and the other side
  /// bounds that side.
  Interval under(ExprRef Value, const Order &Known) {
    Interval Result;
    if (int64_t Factor = factorOf(Known.Smaller, Value)) {
      int64_t High = Known.Larger->range().High;
      if (High != Unbounded)
        Result = intersectIntervals(
            Result, sideBounds(Value, Known.Smaller, Factor, {-Unbounded - 1, High - Known.Gap}));
    }
    if (int64_t Factor = factorOf(Known.Larger, Value)) {
      int64_t Low = Known.Smaller->range().Low;
      if (Low > -Unbounded)
        Result = intersectIntervals(
            Result, sideBounds(Value, Known.Larger, Factor, {Low + Known.Gap, Unbounded}));
    }
    return Result;
  }

  /// What `16 * k < 16` says of the counter k: it is 0.
  static Interval belowBound(ExprRef Counter, const Order &Known) {
    Interval Result;
    ExprRef Side = Known.Smaller;
    int64_t High = Known.Larger->range().High;
    SmallVector<Term> Terms = termsOf(Side);
    if (Terms.size() != 1 || Terms.front().Coefficient <= 1 || Terms.front().Factors.size() != 1 ||
        Terms.front().Factors.front() != Counter || High >= LargestCounter || High < 0)
      return Result;
    Result.High = divideFloorSigned(High - Known.Gap - constantOf(Side), Terms.front().Coefficient);
    return Result;
  }

  Interval sideBounds(ExprRef Value, ExprRef Side, int64_t Factor, Interval OfSide) {
    ExprRef Times = Context.constant(Factor);
    ExprRef Rest = Context.subtract(Value, Context.multiply(Times, Side));
    return addIntervals(Rest->range(), multiplyIntervals(constantInterval(Factor), OfSide));
  }

  /// How often \p Side is contained in \p Value, by its first term; 0: not at all.
  static int64_t factorOf(ExprRef Side, ExprRef Value) {
    if (Side->isConstant())
      return 0;
    if (Side == Value)
      return 1;
    int64_t Own = 1;
    SmallVector<ExprRef, 2> Factors = {Side};
    if (Side->kind() == ExprKind::Polynomial) {
      const Monomial &First = Side->terms().front();
      Own = First.Coefficient;
      Factors.assign(First.Factors.begin(), First.Factors.end());
    }
    if (Value->kind() != ExprKind::Polynomial)
      return Factors.size() == 1 && Factors.front() == Value && (Own == 1 || Own == -1) ? Own : 0;
    for (const Monomial &Term : Value->terms())
      if (Term.Factors == ArrayRef<ExprRef>(Factors))
        return Term.Coefficient % Own == 0 ? Term.Coefficient / Own : 0;
    return 0;
  }

  ExprContext &Context;
  const KernelProgram &Kernel;
  LoadedRange Loaded;
  BlockShape Block;
  LaunchExtents BlockExtents, GridExtents;
  DenseMap<ExprRef, ExprRef> Replaced;
  /// Nothing bounds them but their type.
  DenseSet<ExprRef> OpenLeaves;
};

} // namespace

std::optional<Interval> offsetRange(ExprContext &Context, const KernelProgram &Kernel,
                                    const Access &Site, const LaunchContext &Launch,
                                    LoadedRange Loaded) {
  if (!Site.Offset)
    return std::nullopt;
  return RangeFinder(Context, Kernel, Launch, Loaded).ofAccess(Site);
}

Interval valueInFirstIterations(ExprContext &Context, const KernelProgram &Kernel, ExprRef Root,
                                const LaunchContext &Launch) {
  auto Anything = [](ExprRef) -> std::optional<Interval> { return std::nullopt; };
  return RangeFinder(Context, Kernel, Launch, Anything).inFirstIterations(Root);
}

} // namespace memlint
