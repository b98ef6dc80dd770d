//===- Unknowns.cpp - What is not known of an access ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Unknowns.h"

#include "Iterations.h"

#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace memlint {

Ingredients ingredientsOf(ExprRef Root, const KnownLeaves &Known) {
  Ingredients Found;
  forEachLeaf(Root, [&](ExprRef Leaf) {
    Found.LoopCounters |= Leaf->leaf().Kind == LeafKind::LoopCounter;
    if (Leaf->leaf().Kind == LeafKind::ThreadIndex)
      Found.Threads = true;
    else if (Known.Uncounted.contains(Leaf))
      Found.Uncounted = true;
    else if (!Known.Counted.contains(Leaf))
      (Leaf->varies() == Uniformity::Lane ? Found.LaneUnknown : Found.UniformUnknown) = true;
  });
  return Found;
}

SmallVector<ExprRef, 4> unknownLeaves(ExprRef Root, const KnownLeaves &Known) {
  SmallVector<ExprRef, 4> Unknown;
  forEachLeaf(Root, [&](ExprRef Leaf) {
    if (Leaf->leaf().Kind != LeafKind::ThreadIndex && !Known.Counted.contains(Leaf) &&
        !Known.Uncounted.contains(Leaf))
      Unknown.push_back(Leaf);
  });
  return Unknown;
}

UnknownQuantity quantityOf(const LeafInfo &Leaf) {
  using Kind = UnknownQuantity::Kind;
  switch (Leaf.Kind) {
  case LeafKind::Loaded:
    return {Kind::Loaded, Leaf.Name};
  case LeafKind::Opaque:
    return {Leaf.Reason == OpaqueReason::DataDependent ? Kind::DataDependent : Kind::Expression,
            Leaf.Name};
  default:
    return {Kind::Value, Leaf.Name};
  }
}

bool isUniformInWarps(ExprRef Root, const KnownLeaves &Known,
                      function_ref<bool(ExprRef)> IsWarpUniform) {
  Ingredients Found = ingredientsOf(Root, Known);
  if (!Found.variesByLane())
    return true;
  if (Found.isKnown())
    return IsWarpUniform(Root);
  if (Root->isLeaf())
    return false;
  bool AllUniform = true;
  forEachOperand(Root, [&](ExprRef Operand) {
    AllUniform = AllUniform && isUniformInWarps(Operand, Known, IsWarpUniform);
  });
  return AllUniform;
}

namespace {

/// Sorts the terms of a difference that is compared with zero.
struct ComparedSides {
  bool ThreadTerms = false;
  bool CounterTerms = false;
  bool UnknownTerms = false;
  /// A term that is neither a function of the thread nor a uniform unknown.
  bool Mixed = false;
};

ComparedSides sidesOf(ExprRef Difference, const KnownLeaves &Known) {
  ComparedSides Sides;
  auto Sort = [&](ArrayRef<ExprRef> Factors) {
    Ingredients Found;
    for (ExprRef Factor : Factors) {
      Ingredients In = ingredientsOf(Factor, Known);
      Found.Threads |= In.Threads;
      Found.LoopCounters |= In.LoopCounters;
      Found.UniformUnknown |= In.UniformUnknown;
      Found.LaneUnknown |= In.LaneUnknown;
    }
    Sides.Mixed |= Found.LaneUnknown || (Found.UniformUnknown && Found.Threads);
    Sides.ThreadTerms |= Found.Threads;
    Sides.UnknownTerms |= Found.UniformUnknown;
    Sides.CounterTerms |= Found.LoopCounters;
  };
  if (Difference->kind() == ExprKind::Polynomial)
    for (const Monomial &Part : Difference->terms())
      Sort(Part.Factors);
  else if (!Difference->isConstant())
    Sort({Difference});
  return Sides;
}

/// By how much \p Difference, whose lane-varying terms are multiples of thread indices, differs
/// between lanes of one warp at most; none where they are something else.
std::optional<uint64_t> spanInWarps(ExprRef Difference, const BlockShape &Block,
                                    unsigned WarpLanes) {
  std::array<int64_t, 3> Coefficients = {};
  for (const Monomial &Part : Difference->terms()) {
    if (none_of(Part.Factors, [](ExprRef Each) { return Each->varies() == Uniformity::Lane; }))
      continue;
    ExprRef Only = Part.Factors.front();
    if (Part.Factors.size() != 1 || !Only->isLeaf() || Only->leaf().Kind != LeafKind::ThreadIndex ||
        Part.Coefficient != int32_t(Part.Coefficient))
      return std::nullopt;
    Coefficients[Only->leaf().Dimension] = Part.Coefficient;
  }
  uint64_t Span = 0;
  for (unsigned Warp = 0; Warp != Block.warps(WarpLanes); ++Warp) {
    WarpThreads Threads = threadsOfWarp(Block, Warp, WarpLanes);
    int64_t Low = std::numeric_limits<int64_t>::max(), High = std::numeric_limits<int64_t>::min();
    for (unsigned Lane = 0; Lane != WarpLanes; ++Lane) {
      if (!(Threads.Mask >> Lane & 1))
        continue;
      int64_t Value = 0;
      for (unsigned Dimension = 0; Dimension != 3; ++Dimension)
        Value += Coefficients[Dimension] * Threads.Index[Dimension][Lane];
      Low = std::min(Low, Value);
      High = std::max(High, Value);
    }
    Span = std::max(Span, uint64_t(High) - uint64_t(Low));
  }
  return Span;
}

/// Every loop counter in \p Difference changes it by more than the lanes of a warp differ.
bool movesWarpsOn(ExprRef Difference, const BlockShape &Block, unsigned WarpLanes) {
  std::optional<uint64_t> Span = spanInWarps(Difference, Block, WarpLanes);
  return Span && all_of(Difference->terms(), [&](const Monomial &Part) {
           unsigned Counters = 0;
           uint64_t Step =
               Part.Coefficient < 0 ? 0 - uint64_t(Part.Coefficient) : uint64_t(Part.Coefficient);
           for (ExprRef Factor : Part.Factors) {
             auto IsCounter = [](ExprRef Leaf) {
               return Leaf->leaf().Kind == LeafKind::LoopCounter;
             };
             if (Factor->isLeaf() && IsCounter(Factor))
               ++Counters;
             else if (anyLeaf(Factor, IsCounter))
               return false;
             else
               Step = SaturatingMultiply(Step, uint64_t(std::max<int64_t>(Factor->range().Low, 0)));
           }
           return Counters == 0 || (Counters == 1 && Step > *Span);
         });
}

} // namespace

UnknownGuard classifyGuard(ExprContext &Context, ExprRef Guard, const KnownLeaves &Known,
                           ArrayRef<ExprRef> LoopConditions, const BlockShape &Block,
                           unsigned WarpLanes) {
  ExprRef Comparison = Guard;
  bool Negated = Guard->kind() == ExprKind::Not;
  if (Negated)
    Comparison = Guard->operands()[0];
  ExprKind Kind = Comparison->kind();
  if (!Negated && (Kind == ExprKind::And || Kind == ExprKind::Or)) {
    auto Passes = [&](ExprRef Part) {
      return classifyGuard(Context, Part, Known, LoopConditions, Block, WarpLanes) ==
             UnknownGuard::AllPass;
    };
    bool Left = Passes(Comparison->operands()[0]);
    bool Right = Passes(Comparison->operands()[1]);
    bool Pass = Kind == ExprKind::And ? Left && Right : Left || Right;
    return Pass ? UnknownGuard::AllPass : UnknownGuard::Undecided;
  }
  bool IsOrder = Kind == ExprKind::Less || Kind == ExprKind::LessUnsigned;
  bool IsInequality = Kind == ExprKind::Equal && Negated;
  if (!IsOrder && !IsInequality)
    return UnknownGuard::Undecided;
  ExprRef Difference = Context.withoutAddressWraps(
      Context.subtract(Comparison->operands()[0], Comparison->operands()[1]));
  ComparedSides Sides = sidesOf(Difference, Known);
  if (Sides.Mixed || !Sides.ThreadTerms)
    return UnknownGuard::Undecided;
  if (Sides.CounterTerms && !is_contained(LoopConditions, Guard) &&
      !movesWarpsOn(Difference, Block, WarpLanes))
    return UnknownGuard::Undecided;
  return UnknownGuard::AllPass;
}

namespace {

class AddressSplitter {
public:
  AddressSplitter(ExprContext &Context, const KnownLeaves &Known) : Context(Context), Known(Known) {
    Result.Known = Result.UniformRest = Context.constant(0);
  }

  SplitAddress run(ExprRef Offset) {
    if (Offset->kind() == ExprKind::Polynomial) {
      Result.Known = Context.constant(Offset->constantTerm());
      for (const Monomial &Part : Offset->terms())
        place(Part.Coefficient, Part.Factors);
    } else if (Offset->isConstant()) {
      Result.Known = Offset;
    } else {
      place(1, {Offset});
    }
    return Result;
  }

private:
  void place(int64_t Coefficient, ArrayRef<ExprRef> Factors) {
    ExprRef Cofactor = Context.constant(Coefficient);
    ExprRef Scale = Context.constant(1);
    SmallVector<ExprRef, 2> UnknownFactors;
    bool Lanes = false;
    for (ExprRef Factor : Factors) {
      Ingredients Found = ingredientsOf(Factor, Known);
      Lanes |= Found.Threads;
      if (Found.LaneUnknown || (Found.UniformUnknown && Found.Threads)) {
        if (!Result.Obstacle)
          Result.Obstacle = obstacleIn(Factor, Found.LaneUnknown);
        return;
      }
      if (Found.UniformUnknown) {
        UnknownFactors.push_back(Factor);
        Scale = Context.multiply(Scale, Factor);
      } else {
        Cofactor = Context.multiply(Cofactor, Factor);
      }
    }
    if (UnknownFactors.empty()) {
      Result.Known = Context.add(Result.Known, Cofactor);
    } else if (!Lanes) {
      Result.UniformRest = Context.add(Result.UniformRest, Context.multiply(Cofactor, Scale));
    } else {
      for (ScaledPart &Part : Result.Scaled)
        if (Part.Scale == Scale) {
          Part.Cofactor = Context.add(Part.Cofactor, Cofactor);
          return;
        }
      Result.Scaled.push_back({UnknownFactors, Scale, Cofactor});
    }
  }

  ExprRef obstacleIn(ExprRef Factor, bool OfLanes) const {
    for (ExprRef Leaf : unknownLeaves(Factor, Known))
      if (!OfLanes || Leaf->varies() == Uniformity::Lane)
        return Leaf;
    return Factor;
  }

  ExprContext &Context;
  const KnownLeaves &Known;
  SplitAddress Result;
};

} // namespace

SplitAddress splitAddress(ExprContext &Context, ExprRef Offset, const KnownLeaves &Known) {
  return AddressSplitter(Context, Known).run(Offset);
}

} // namespace memlint
