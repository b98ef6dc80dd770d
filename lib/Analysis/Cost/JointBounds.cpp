//===- JointBounds.cpp - Bounds that few threads are within ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JointBounds.h"

#include "cuda-memlint/Analysis/Cost/LaunchValues.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>

using namespace llvm;

namespace memlint {

namespace {

/// `Uniform + ByLane <= 0`.
struct Bound {
  ExprRef Uniform = nullptr;
  ExprRef ByLane = nullptr;
};

} // namespace

static bool isThreadIndex(ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::ThreadIndex; }

static std::optional<Bound> boundOf(ExprContext &Context, ExprRef Guard) {
  bool Negated = Guard->kind() == ExprKind::Not;
  ExprRef Order = Negated ? Guard->operands()[0] : Guard;
  if (Order->kind() != ExprKind::Less && Order->kind() != ExprKind::LessUnsigned)
    return std::nullopt;
  ExprRef Difference =
      Context.withoutAddressWraps(Context.subtract(Order->operands()[0], Order->operands()[1]));
  // a < b is a - b + 1 <= 0, its opposite b - a <= 0.
  ExprRef Sum = Negated ? Context.multiply(Difference, Context.constant(-1))
                        : Context.add(Difference, Context.constant(1));
  Bound Result{Context.constant(constantOf(Sum)), Context.constant(0)};
  for (const Term &Part : termsOf(Sum)) {
    ExprRef Product = productOf(Context, Part);
    if (Product->varies() < Uniformity::Lane)
      Result.Uniform = Context.add(Result.Uniform, Product);
    else if (allLeaves(Product, isThreadIndex))
      Result.ByLane = Context.add(Result.ByLane, Product);
    else
      return std::nullopt;
  }
  return Result;
}

static LaneValues valuesOf(ExprRef ByLane, const WarpThreads &Threads) {
  LaneValues Values = {};
  for (unsigned Lane = 0; Lane != MostWarpLanes; ++Lane)
    if (Threads.Mask >> Lane & 1)
      Values[Lane] = evaluate(
          ByLane, [&](ExprRef Leaf) { return Threads.Index[Leaf->leaf().Dimension][Lane]; });
  return Values;
}

CommonLanes commonLanes(ExprContext &Context, ExprRef First, ExprRef Second,
                        const BlockShape &Block, unsigned WarpLanes) {
  std::optional<Bound> Left = boundOf(Context, First), Right = boundOf(Context, Second);
  if (!Left || !Right)
    return CommonLanes::All;
  ExprRef Rest = Context.add(Left->Uniform, Right->Uniform);
  if (!Rest->isConstant())
    return CommonLanes::All;
  WarpThreads Threads = threadsOfWarp(Block, 0, WarpLanes);
  LaneValues Lefts = valuesOf(Left->ByLane, Threads), Rights = valuesOf(Right->ByLane, Threads);
  // The sum of the two bounds, without the unknowns: it holds for each lane in the one and each in
  // the other.
  auto AgreeOn = [&](unsigned Lane, unsigned Other) {
    return Lefts[Lane] + Rights[Other] + Rest->constantTerm() <= 0;
  };
  bool All = true, Several = false;
  for (unsigned Lane = 0; Lane != MostWarpLanes; ++Lane)
    for (unsigned Other = 0; Other != Lane; ++Other) {
      if (!(Threads.Mask >> Lane & 1))
        continue;
      bool Both = AgreeOn(Lane, Other) && AgreeOn(Other, Lane) && AgreeOn(Lane, Lane) &&
                  AgreeOn(Other, Other);
      All &= Both;
      Several |= Both;
    }
  return All ? CommonLanes::All : Several ? CommonLanes::Several : CommonLanes::One;
}

} // namespace memlint
