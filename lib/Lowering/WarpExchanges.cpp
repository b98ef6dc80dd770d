//===- WarpExchanges.cpp - Shuffles and votes of a warp ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Intrinsics.h"

using namespace clang;

namespace memlint {

namespace {

/// The index of a thread along x, y and z, and the extents of its block.
struct ThreadIndices {
  std::array<ExprRef, 3> Index;
  std::array<ExprRef, 3> Extent;
};

/// What \p Exchanged, a number that each lane has, is in the lane that a shuffle reads from. Null:
/// not known for each lane.
ExprRef shuffled(ExprContext &Exprs, ShuffleSource Source, const ThreadIndices &Thread,
                 ExprRef Exchanged, ExprRef Lane, int64_t Width, int64_t WarpLanes) {
  bool Known = true;
  auto Check = [&](ExprRef Leaf) {
    LeafKind Kind = Leaf->leaf().Kind;
    Known &= Leaf->varies() < Uniformity::Lane || Kind == LeafKind::ThreadIndex ||
             Kind == LeafKind::LoopCounter;
  };
  forEachLeaf(Exchanged, Check);
  forEachLeaf(Lane, Check);
  if (!Known)
    return nullptr;
  const auto &[Index, Extent] = Thread;
  ExprRef Linear =
      Exprs.add(Index[0], Exprs.multiply(Extent[0],
                                         Exprs.add(Index[1], Exprs.multiply(Extent[1], Index[2]))));
  ExprRef Size = Exprs.constant(Width);
  ExprRef Own = Exprs.remainder(Linear, Size);
  ExprRef From, Inside;
  switch (Source) {
  case ShuffleSource::Below:
    From = Exprs.subtract(Own, Lane);
    Inside = Exprs.less(Exprs.constant(-1), From);
    break;
  case ShuffleSource::Above:
    From = Exprs.add(Own, Lane);
    Inside = Exprs.less(From, Size);
    break;
  case ShuffleSource::Exchanged:
    // Lanes of a part before one's own can be read, those of a later one cannot.
    if (Width != WarpLanes && (Lane->range().Low < 0 || Lane->range().High >= Width))
      return nullptr;
    From = Exprs.bitXor(Own, Lane);
    Inside = Exprs.less(From, Size);
    break;
  case ShuffleSource::Named:
    From = Exprs.bitAnd(Lane, Exprs.constant(Width - 1));
    Inside = Exprs.constant(1);
    break;
  }
  ExprRef There = Exprs.add(Exprs.subtract(Linear, Own), From);
  ExprRef Rows = Exprs.divide(There, Extent[0]);
  std::array<ExprRef, 3> Other = {Exprs.remainder(There, Extent[0]),
                                  Exprs.remainder(Rows, Extent[1]), Exprs.divide(Rows, Extent[1])};
  ExprRef Read = Exprs.substitute(Exchanged, [&](ExprRef Leaf) -> ExprRef {
    const LeafInfo &Info = Leaf->leaf();
    return Info.Kind == LeafKind::ThreadIndex ? Other[Info.Dimension] : nullptr;
  });
  return Exprs.select(Inside, Read, Exchanged);
}

} // namespace

bool Intrinsics::meetLanes(const DeviceFunction &Known, const CallExpr *Call) {
  if (Known.HasMask)
    return Out.emitWarpOperation(laneMask(Code.number(Call->getArg(0)), Builtins.warpLanes()),
                                 Builtins.warpLanes(), Call);
  // Who else is there may be up to a barrier before.
  Out.noteUnseen(Call);
  return false;
}

Value Intrinsics::shuffle(const DeviceFunction &Known, const CallExpr *Call) {
  unsigned ValueAt = Known.HasMask ? 1 : 0;
  auto WarpLanes = int64_t(Builtins.warpLanes());
  Value Exchanged = Code.evaluate(Call->getArg(ValueAt));
  Value Source = Code.evaluate(Call->getArg(ValueAt + 1));
  // The last argument, the width, is that of a warp where it is left out.
  bool HasWidth =
      Call->getNumArgs() > ValueAt + 2 && !isa<CXXDefaultArgExpr>(Call->getArg(ValueAt + 2));
  ExprRef Width = HasWidth ? Code.number(Call->getArg(ValueAt + 2)) : Exprs.constant(WarpLanes);
  meetLanes(Known, Call);
  // What every lane has alike is what every lane gets.
  if (uniformity(Exchanged) < Uniformity::Lane)
    return Exchanged;
  if (Exchanged.isScalar() && Source.isScalar() && Call->getType()->isIntegralOrEnumerationType() &&
      Width->isConstant() && llvm::isPowerOf2_64(uint64_t(Width->constantTerm())) &&
      Width->constantTerm() <= WarpLanes) {
    ThreadIndices Thread;
    for (unsigned Dimension = 0; Dimension != 3; ++Dimension) {
      Thread.Index[Dimension] = Builtins.leaf(LeafKind::ThreadIndex, Dimension);
      Thread.Extent[Dimension] = Builtins.leaf(LeafKind::BlockDimension, Dimension);
    }
    if (ExprRef Read = shuffled(Exprs, Known.Source, Thread, Exchanged.Number, Source.Number,
                                Width->constantTerm(), WarpLanes))
      return Value::scalar(Read);
  }
  bool FromOneLane = Known.Source == ShuffleSource::Named && Width->isConstant(WarpLanes) &&
                     uniformity(Source) < Uniformity::Lane;
  return unknown(Call, FromOneLane ? Uniformity::Warp : Uniformity::Lane);
}

Value Intrinsics::vote(const DeviceFunction &Known, const CallExpr *Call) {
  // __match_all_sync writes through a pointer, too.
  for (const clang::Expr *Argument : llvm::drop_begin(Call->arguments(), Known.HasMask ? 1 : 0))
    Code.havocReachableFrom(Code.evaluate(Argument), "written by a vote");
  meetLanes(Known, Call);
  return unknown(Call, Known.Result);
}

Value Intrinsics::ballot(const DeviceFunction &Known, const CallExpr *Call) {
  ExprRef Vote = Code.condition(Call->getArg(1));
  bool IsNoted = meetLanes(Known, Call);
  Value Ballot = unknown(Call, Known.Result);
  if (IsNoted)
    Out.noteBallot(Vote, Ballot.Number);
  return Ballot;
}

} // namespace memlint
