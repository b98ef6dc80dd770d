//===- Residues.cpp - Indices modulo a small power of two -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Rings and swizzles: `(head + threadIdx.x) & 31` is a function of the lane and of what `head` is
/// modulo 32. All residues that an unknown number can have are tried.
///
//===----------------------------------------------------------------------===//

#include "AccessEvaluator.h"

#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace memlint {

/// Longer rows are taken not to end within a warp.
static constexpr int64_t LongestRing = 64;

/// What \p Node is a remainder of, by \p Length, a small power of two; null where it is none.
static ExprRef dividendOf(ExprRef Node, int64_t &Length) {
  bool IsMask = Node->kind() == ExprKind::BitAnd;
  if (!IsMask && Node->kind() != ExprKind::Remainder)
    return nullptr;
  ExprRef Dividend = Node->operands()[0], Divisor = Node->operands()[1];
  if (IsMask && Dividend->isConstant())
    std::swap(Dividend, Divisor);
  // The remainder of a negative number is not what its low bits are.
  if (!Divisor->isConstant() || (!IsMask && Dividend->range().Low < 0))
    return nullptr;
  Length = Divisor->constantTerm() + (IsMask ? 1 : 0);
  if (Length < 2 || Length > LongestRing || !isPowerOf2_64(uint64_t(Length)))
    return nullptr;
  // A longer power of two, which low bits do not see.
  return Dividend->kind() == ExprKind::Wrap ? Dividend->operands()[0] : Dividend;
}

/// Splits \p Dividend into what is known and what is unknown but uniform; false where a term mixes
/// them.
bool AccessEvaluator::splitDividend(ExprRef Dividend, ExprRef &Known, ExprRef &Unknown) {
  SplitAddress Split = splitAddress(Context, Dividend, Leaves);
  Known = Split.Known;
  Unknown = Split.UniformRest;
  return !Split.Obstacle && Split.Scaled.empty() && !Unknown->isConstant();
}

/// \p Offset without remainders of an unknown number plus a function of the lane, if there is one
/// such number and the access costs the same for each of its residues.
ExprRef AccessEvaluator::settleResidues(ExprRef Offset) {
  ExprRef Number = nullptr;
  int64_t Longest = 1;
  bool IsSingle = true;
  auto Visit = [&](ExprRef Node) {
    int64_t Length = 0;
    ExprRef Known = nullptr, Unknown = nullptr;
    ExprRef Dividend = dividendOf(Node, Length);
    if (Dividend && ingredientsOf(Dividend, Leaves).Threads &&
        splitDividend(Dividend, Known, Unknown)) {
      IsSingle &= !Number || Number == Unknown;
      Number = Unknown;
      Longest = std::max(Longest, Length);
    }
    return false;
  };
  anyNode(Offset, Visit);
  BaseAlignment Base = baseAlignment(Site.Object);
  if (!Number || !IsSingle || Base.Bytes < Shift)
    return Offset;

  const Congruence &Modulus = Number->congruence();
  int64_t Step = std::min<int64_t>(Longest, int64_t(1) << std::min(Modulus.LogModulus, 32u));
  // Warps and iterations may have different residues, so that equal sums are not enough.
  bool MayChange = Number->varies() != Uniformity::Grid || changesByIteration(Number);
  std::optional<RequestTally> First;
  ExprRef Settled = nullptr;
  for (int64_t Residue = int64_t(Modulus.Residue) % Step; Residue < Longest; Residue += Step) {
    ExprRef Tried = rewrite(Context, Offset, [&](ExprRef Node) -> ExprRef {
      int64_t Length = 0;
      ExprRef Known = nullptr, Unknown = nullptr;
      ExprRef Dividend = dividendOf(Node, Length);
      if (!Dividend || !ingredientsOf(Dividend, Leaves).Threads ||
          !splitDividend(Dividend, Known, Unknown))
        return nullptr;
      return Context.bitAnd(Context.add(Known, Context.constant(Residue)),
                            Context.constant(Length - 1));
    });
    SplitAddress Split = splitAddress(Context, Tried, Leaves);
    bool CostsNothing = Split.UniformRest->isConstant() || Shift == 0 ||
                        Split.UniformRest->congruence().isMultipleOf(Shift);
    if (Split.Obstacle || !Split.Scaled.empty() || !CostsNothing)
      return Offset;
    RequestTally Tally = tally(Context.add(Split.Known, Context.constant(int64_t(Base.Residue))));
    if (Tally.Result != RequestTally::Outcome::Complete)
      return Offset;
    if ((First && !sameCosts(*First, Tally)) || (MayChange && !costsAlike(Tally)))
      return Offset;
    if (!First)
      Settled = Tried;
    First = Tally;
  }
  noteUnknowns(Number);
  return Settled;
}

} // namespace memlint
