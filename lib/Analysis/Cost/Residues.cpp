//===- Residues.cpp - Indices modulo a small power of two -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Rings and swizzles: `(head + threadIdx.x) & 31` is a function of the lane and of what `head` is
/// modulo 32. All residues that an unknown number can have are tried. In a longer ring, and with
/// bits flipped, those are enough that differ in what is not moved as a whole.
///
//===----------------------------------------------------------------------===//

#include "AccessEvaluator.h"

#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SaveAndRestore.h"

#include <numeric>

using namespace llvm;

namespace memlint {

/// Longer rows are taken not to end within a warp.
static constexpr int64_t LongestRing = 64;

/// What \p Node is a remainder of, by \p Length, a power of two up to \p Longest; null where it is
/// none.
static ExprRef dividendOf(ExprRef Node, int64_t Longest, int64_t &Length) {
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
  if (Length < 2 || Length > Longest || !isPowerOf2_64(uint64_t(Length)))
    return nullptr;
  if (Dividend->kind() != ExprKind::Wrap)
    return Dividend;
  // A longer power of two, which low bits do not see; but of a shorter one the sign is in all bits.
  bool IsLonger = Dividend->wrapBits() >= 64 || Length <= int64_t(1) << Dividend->wrapBits();
  return IsLonger ? Dividend->operands()[0] : nullptr;
}

/// Splits \p Dividend into what is known and what is unknown but uniform; false where a term mixes
/// them.
bool AccessEvaluator::splitDividend(ExprRef Dividend, ExprRef &Known, ExprRef &Unknown) {
  SplitAddress Split = splitAddress(Context, Dividend, Leaves);
  Known = Split.Known;
  Unknown = Split.UniformRest;
  return !Split.Obstacle && Split.Scaled.empty() && !Unknown->isConstant();
}

/// \p Offset with a residue of \p Number below \p Longest put in by \p WithResidue, if the access
/// costs the same for each that there can be; else null.
ExprRef AccessEvaluator::sameForResidues(ExprRef Number, int64_t Longest,
                                         function_ref<ExprRef(int64_t)> WithResidue) {
  BaseAlignment Base = baseAlignment(Site.Object);
  const Congruence &Modulus = Number->congruence();
  int64_t Step = std::min<int64_t>(Longest, int64_t(1) << std::min(Modulus.LogModulus, 32u));
  // Warps and iterations may have different residues, so that equal sums are not enough.
  bool MayChange = Number->varies() != Uniformity::Grid || changesByIteration(Number) ||
                   ingredientsOf(Number, Leaves).LoopCounters;
  std::optional<RequestTally> First;
  ExprRef Settled = nullptr;
  for (int64_t Residue = int64_t(Modulus.Residue) % Step; Residue < Longest; Residue += Step) {
    ExprRef Tried = WithResidue(Residue);
    SplitAddress Split = splitAddress(Context, Tried, Leaves);
    bool CostsNothing = Split.UniformRest->isConstant() || Shift == 0 ||
                        Split.UniformRest->congruence().isMultipleOf(Shift);
    if (Split.Obstacle || !Split.Scaled.empty() || !CostsNothing)
      return nullptr;
    RequestTally Tally = tally(Context.add(Split.Known, Context.constant(int64_t(Base.Residue))));
    if (Tally.Result != RequestTally::Outcome::Complete)
      return nullptr;
    if ((First && !sameCosts(*First, Tally)) || (MayChange && !costsAlike(Tally)))
      return nullptr;
    if (!First)
      Settled = Tried;
    First = Tally;
  }
  noteUnknowns(Number);
  return Settled;
}

/// \p Offset without remainders, by small numbers, of an unknown number plus a function of the
/// lane, if there is one such number and the access costs the same for each of its residues; else
/// null.
ExprRef AccessEvaluator::settleRings(ExprRef Offset) {
  ExprRef Number = nullptr;
  int64_t Longest = 1;
  bool IsSingle = true;
  auto Visit = [&](ExprRef Node) {
    int64_t Length = 0;
    ExprRef Known = nullptr, Unknown = nullptr;
    ExprRef Dividend = dividendOf(Node, LongestRing, Length);
    if (Dividend && ingredientsOf(Dividend, Leaves).Threads &&
        splitDividend(Dividend, Known, Unknown)) {
      IsSingle &= !Number || Number == Unknown;
      Number = Unknown;
      Longest = std::max(Longest, Length);
    }
    return false;
  };
  anyNode(Offset, Visit);
  if (!Number || !IsSingle || baseAlignment(Site.Object).Bytes < Shift)
    return nullptr;
  return sameForResidues(Number, Longest, [&](int64_t Residue) {
    return rewrite(Context, Offset, [&](ExprRef Node) -> ExprRef {
      int64_t Length = 0;
      ExprRef Known = nullptr, Unknown = nullptr;
      ExprRef Dividend = dividendOf(Node, LongestRing, Length);
      if (!Dividend || !ingredientsOf(Dividend, Leaves).Threads ||
          !splitDividend(Dividend, Known, Unknown))
        return nullptr;
      return Context.bitAnd(Context.add(Known, Context.constant(Residue)),
                            Context.constant(Length - 1));
    });
  });
}

/// The part of \p Sum that threads differ in, where that is one number times another, which is
/// returned; null: it is not.
static ExprRef onlyThreadTerm(ExprRef Sum, const KnownLeaves &Leaves, int64_t &Times) {
  ExprRef Found = nullptr;
  for (const Term &Part : termsOf(Sum)) {
    if (none_of(Part.Factors,
                [&](ExprRef Factor) { return ingredientsOf(Factor, Leaves).Threads; }))
      continue;
    if (Found || Part.Factors.size() != 1)
      return nullptr;
    Found = Part.Factors.front();
    Times = Part.Coefficient;
  }
  return Found;
}

/// Splits \p Node, an exclusive or, into a function of the threads and an unknown number that is
/// uniform; false where it is none of these.
bool AccessEvaluator::splitXor(ExprRef Node, ExprRef &Known, ExprRef &Unknown) {
  if (Node->kind() != ExprKind::BitXor)
    return false;
  Known = Node->operands()[0], Unknown = Node->operands()[1];
  if (ingredientsOf(Unknown, Leaves).Threads)
    std::swap(Known, Unknown);
  Ingredients OfKnown = ingredientsOf(Known, Leaves), OfUnknown = ingredientsOf(Unknown, Leaves);
  return OfKnown.Threads && OfKnown.isKnown() && OfUnknown.UniformUnknown &&
         !OfUnknown.variesByLane() && !OfUnknown.Uncounted;
}

/// Whether an access at a sum of \p Times something and a number of \p Rest is in the unit in which
/// the former is: the same member of structures that units hold several of.
bool AccessEvaluator::staysInUnits(const Congruence &Rest, int64_t Times) const {
  uint64_t Slot = std::gcd(Shift, uint64_t(std::abs(Times)));
  return Rest.isMultipleOf(Shift) ||
         (Rest.LogModulus >= Log2_64(Shift) && Rest.Residue % Shift + Site.Bytes <= Slot);
}

/// \p Offset with a number put in for one that is unknown, where that moves whole sectors, or what
/// lies in the same banks, to the place of others: `(threadIdx.x * 5 + seed) & 1023` goes round in
/// a ring that is a multiple of them, and `threadIdx.x ^ mask` exchanges such for each bit above
/// theirs. What is left of the number is tried. Null: the offset is none of these, or the access
/// does not cost the same for all of them.
ExprRef AccessEvaluator::settlePermutations(ExprRef Offset) {
  constexpr int64_t LongestMoved = int64_t(1) << 32, LineBytes = 128;
  BaseAlignment Base = baseAlignment(Site.Object);
  int64_t Times = 0;
  ExprRef Moved = onlyThreadTerm(Offset, Leaves, Times);
  if (!Moved || Shift == 0 || Base.Bytes < Shift || Base.Residue % Shift != 0 ||
      Times % int64_t(Site.Bytes) != 0)
    return nullptr;
  ExprRef Rest = Context.subtract(Offset, Context.multiply(Moved, Context.constant(Times)));
  // What moves as a whole: sectors of one line, or words with all banks.
  int64_t Whole = Site.Space == MemorySpace::Shared ? 2 * int64_t(Target.wavefrontBytes())
                                                    : std::max(LineBytes, int64_t(Shift));
  int64_t Longest = 1;
  while (Times % Whole != 0 && Longest * Times % Whole != 0)
    Longest *= 2;
  int64_t Length = 0;
  ExprRef Dividend = dividendOf(Moved, LongestMoved, Length);
  if (!staysInUnits(Rest->congruence(), Times) || Longest > Whole || (Dividend && Length < Longest))
    return nullptr;
  auto InRing = [&](ExprRef Number) {
    return Dividend ? Context.bitAnd(Number, Context.constant(Length - 1)) : Number;
  };
  ExprRef Known = nullptr, Unknown = nullptr;
  bool IsXor = splitXor(Dividend ? Dividend : Moved, Known, Unknown);
  if (!IsXor && (!Dividend || !splitDividend(Dividend, Known, Unknown)))
    return nullptr;
  return sameForResidues(Unknown, Longest, [&](int64_t Residue) {
    ExprRef Number = Context.constant(Residue);
    ExprRef Tried = InRing(IsXor ? Context.bitXor(Known, Number) : Context.add(Known, Number));
    return Context.add(Rest, Context.multiply(Tried, Context.constant(Times)));
  });
}

ExprRef AccessEvaluator::settleResidues(ExprRef Offset) {
  if (ExprRef Settled = settleRings(Offset))
    return Settled;
  // What is tried in vain leaves its steps to what is tried next.
  constexpr uint64_t ShareOfBudget = 4;
  uint64_t StepsBefore = Result.Steps;
  bool WereTooMany = AreTooMany;
  SaveAndRestore Limit(Budget, std::max(StepsBefore, Budget / ShareOfBudget));
  if (ExprRef Settled = settlePermutations(Offset))
    return Settled;
  Result.Steps = StepsBefore;
  AreTooMany = WereTooMany;
  return Offset;
}

} // namespace memlint
