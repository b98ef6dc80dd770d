//===- ClosedForm.cpp - A loop-carried value by iteration -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClosedForm.h"

#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace memlint {

static bool isNewInIteration(ExprRef Leaf, unsigned FirstInner) {
  LeafKind Kind = Leaf->leaf().Kind;
  bool Runtime =
      Kind == LeafKind::Opaque || Kind == LeafKind::Loaded || Kind == LeafKind::LoopCounter;
  return Runtime && Leaf->number() > FirstInner;
}

bool LoopSetting::isInvariant(ExprRef Root) const {
  return allLeaves(Root, [&](ExprRef Leaf) {
    return Leaf != Counter && !Symbols.contains(Leaf) && !isNewInIteration(Leaf, FirstInner);
  });
}

bool LoopSetting::dependsOnCounterOnly(ExprRef Root) const {
  return allLeaves(Root, [&](ExprRef Leaf) {
    return !Symbols.contains(Leaf) && !isNewInIteration(Leaf, FirstInner);
  });
}

/// \p Root is Factor * Symbol; returns Factor, or 0.
static int64_t factorOf(ExprRef Root, ExprRef Symbol) {
  if (Root->kind() != ExprKind::Polynomial || Root->constantTerm() != 0 ||
      Root->terms().size() != 1)
    return 0;
  const Monomial &Part = Root->terms().front();
  return Part.Factors.size() == 1 && Part.Factors[0] == Symbol ? Part.Coefficient : 0;
}

/// \p Root as Rest + Slope * Counter with neither holding Counter; Slope 0 when
/// it is not of that form.
static std::pair<ExprRef, int64_t> splitByCounter(ExprContext &Exprs, ExprRef Root,
                                                  ExprRef Counter) {
  int64_t Slope = 0;
  if (Root == Counter) {
    Slope = 1;
  } else {
    for (const Monomial &Part : Root->terms())
      if (Part.Factors.size() == 1 && Part.Factors[0] == Counter)
        Slope = Part.Coefficient;
  }
  ExprRef Rest = Exprs.subtract(Root, Exprs.multiply(Counter, Exprs.constant(Slope)));
  bool Clean = allLeaves(Rest, [&](ExprRef Leaf) { return Leaf != Counter; });
  return Clean ? std::pair(Rest, Slope) : std::pair(Rest, int64_t(0));
}

/// Initial plus the steps of iterations 0 ... Counter - 1, each Rest + Slope times
/// its number; null when \p Step is not of that form.
static ExprRef sumOfSteps(ExprContext &Exprs, ExprRef Initial, ExprRef Step, ExprRef Counter) {
  auto [Rest, Slope] = splitByCounter(Exprs, Step, Counter);
  if (Slope == 0)
    return nullptr;
  ExprRef Pairs = Exprs.divide(Exprs.multiply(Counter, Exprs.subtract(Counter, Exprs.constant(1))),
                               Exprs.constant(2));
  return Exprs.add(Exprs.add(Initial, Exprs.multiply(Counter, Rest)),
                   Exprs.multiply(Pairs, Exprs.constant(Slope)));
}

/// x = f * x + c with a power of two f: (x0 + d) * f^k - d where d = c / (f - 1).
static ExprRef affineGrowth(ExprContext &Exprs, const LoopSetting &Setting, ExprRef Initial,
                            ExprRef Symbol, ExprRef End) {
  int64_t Factor = 0;
  for (const Monomial &Part : End->terms())
    if (Part.Factors.size() == 1 && Part.Factors[0] == Symbol)
      Factor = Part.Coefficient;
  if (Factor < 2 || !isPowerOf2_64(uint64_t(Factor)) || End->terms().size() != 1)
    return nullptr;
  int64_t Constant = End->constantTerm();
  if (Constant == 0 || Constant % (Factor - 1) != 0 || !Setting.isInvariant(Initial))
    return nullptr;
  ExprRef Shift =
      Exprs.multiply(Setting.Counter, Exprs.constant(int64_t(Log2_64(uint64_t(Factor)))));
  ExprRef Displacement = Exprs.constant(Constant / (Factor - 1));
  return Exprs.subtract(
      Exprs.multiply(Exprs.add(Initial, Displacement), Exprs.shiftLeft(Exprs.constant(1), Shift)),
      Displacement);
}

/// if (++x == n) x = 0, started from 0 on; also with >=, started within [0, n), and
/// written as ?:.
static ExprRef circularUpdate(ExprContext &Exprs, ExprRef Initial, ExprRef Symbol, ExprRef End,
                              ExprRef Counter, bool MayWrap) {
  if (End->kind() != ExprKind::Select)
    return nullptr;
  ExprRef Condition = End->operands()[0], AtEnd = End->operands()[1], Next = End->operands()[2];
  if (Condition->kind() != ExprKind::Equal && Condition->kind() != ExprKind::Less)
    return nullptr;
  // x is so much behind, or before, what it is compared with.
  ExprRef Difference = Exprs.subtract(Condition->operands()[1], Condition->operands()[0]);
  ExprRef Behind = Exprs.subtract(Difference, Symbol), Before = Exprs.add(Difference, Symbol);
  ExprRef Last = nullptr;
  if (Before->isConstant()) {
    // x == n - 1 comes round, or all but x < n - 1.
    Last = Before;
    if (Condition->kind() == ExprKind::Less)
      std::swap(AtEnd, Next);
  } else if (Behind->isConstant()) {
    // So does x > n - 2.
    Last = Exprs.negate(Behind);
    if (Condition->kind() == ExprKind::Less)
      Last = Exprs.add(Last, Exprs.constant(1));
  }
  if (!Last || !AtEnd->isConstant(0) || Exprs.subtract(Next, Symbol) != Exprs.constant(1) ||
      Initial->range().Low < 0)
    return nullptr;
  ExprRef Sum = Exprs.add(Initial, Counter);
  ExprRef InRing = Exprs.remainder(Sum, Exprs.add(Last, Exprs.constant(1)));
  if (Initial->range().High <= Last->constantTerm())
    return InRing;
  // What starts behind the last number never equals it, unless its type ends before.
  return Condition->kind() == ExprKind::Equal && !MayWrap
             ? Exprs.select(Exprs.less(Last, Initial), Sum, InRing)
             : nullptr;
}

/// The number whose low bits, as many as those of a mask, \p End is, and the mask; nulls
/// when it is not such a thing.
static std::pair<ExprRef, ExprRef> lowBits(ExprContext &Exprs, ExprRef End) {
  ExprRef Number = nullptr, Mask = nullptr;
  if (End->kind() == ExprKind::BitAnd) {
    unsigned Side = End->operands()[0]->isConstant() ? 0 : 1;
    Mask = End->operands()[Side];
    Number = End->operands()[1 - Side];
  } else if (End->kind() == ExprKind::Remainder && End->operands()[0]->range().Low >= 0) {
    Mask = Exprs.subtract(End->operands()[1], Exprs.constant(1));
    Number = End->operands()[0];
  }
  if (!Mask || !Mask->isConstant() || !isMask_64(uint64_t(Mask->constantTerm())))
    return {};
  // They are the same before a type wraps and after.
  if (Number->kind() == ExprKind::Wrap &&
      Number->wrapBits() > Log2_64(uint64_t(Mask->constantTerm())))
    Number = Number->operands()[0];
  return {Number, Mask};
}

/// x = (x + d) & (2^n - 1), from any start; d may be negative.
static ExprRef maskedUpdate(ExprContext &Exprs, const LoopSetting &Setting, ExprRef Initial,
                            ExprRef Symbol, ExprRef End) {
  auto [Number, Mask] = lowBits(Exprs, End);
  if (!Number)
    return nullptr;
  ExprRef Step = Exprs.subtract(Number, Symbol);
  if (!Setting.isInvariant(Step))
    return nullptr;
  ExprRef Masked = Exprs.bitAnd(Exprs.add(Initial, Exprs.multiply(Setting.Counter, Step)), Mask);
  bool MaskedBefore = Initial->range().Low >= 0 && Initial->range().High <= Mask->constantTerm();
  ExprRef IsFirst = Exprs.equal(Setting.Counter, Exprs.constant(0));
  return MaskedBefore ? Masked : Exprs.select(IsFirst, Initial, Masked);
}

bool mayHaveWrapped(ExprRef Root, unsigned Bits) {
  // Narrow types are followed exactly.
  bool IsLarge = Bits >= 32 && Root->range().High >> (std::min(Bits, 64u) - 1) != 0;
  if (Root->isConstant())
    return IsLarge;
  return IsLarge && anyNode(Root, [&](ExprRef Node) {
           return Node->kind() == ExprKind::Wrap && !Node->wrapSigned() && Node->wrapBits() == Bits;
         });
}

namespace {

/// A number x that becomes End, a function of Symbol (x at the start of the iteration) and of the
/// iteration's number, in each iteration. Each form of it is null where it has another one.
struct Recurrence {
  ExprContext &Exprs;
  const LoopSetting &Setting;
  ExprRef Initial;
  ExprRef Symbol;
  ExprRef End;

  ExprRef halved() const;
  ExprRef mirrored(ExprRef Wrapped) const;
  ExprRef scaled() const;
  ExprRef halvedUp() const;
  ExprRef shifted() const;
  ExprRef flipped() const;
  ExprRef turnedInRing() const;
  ExprRef leftBehind(ExprRef Set) const;

private:
  /// The logarithm of the constant power of two, above 1, that End is something divided by; 0 where
  /// it is not.
  unsigned dividedByPower() const;
  ExprRef isOdd() const { return Exprs.remainder(Setting.Counter, Exprs.constant(2)); }
  ExprRef timesCounter(ExprRef Step) const { return Exprs.multiply(Setting.Counter, Step); }
};

} // namespace

unsigned Recurrence::dividedByPower() const {
  if (End->kind() != ExprKind::Divide || !End->operands()[1]->isConstant())
    return 0;
  int64_t Divisor = End->operands()[1]->constantTerm();
  return Divisor > 1 && isPowerOf2_64(uint64_t(Divisor)) ? Log2_64(uint64_t(Divisor)) : 0;
}

/// x = x / 2, and so on.
ExprRef Recurrence::halved() const {
  unsigned Log = dividedByPower();
  if (Log == 0 || End->operands()[0] != Symbol || Initial->range().Low < 0)
    return nullptr;
  return Exprs.shiftRight(Initial, timesCounter(Exprs.constant(Log)));
}

/// x = c - x alternates, where c - x, which is \p Wrapped if that is not null, need not wrap.
ExprRef Recurrence::mirrored(ExprRef Wrapped) const {
  ExprRef Sum = Exprs.add(End, Symbol);
  if (!Setting.isInvariant(Sum))
    return nullptr;
  ExprRef Other = Exprs.subtract(Sum, Initial);
  if (Wrapped && Exprs.wrap(Other, Wrapped->wrapBits(), Wrapped->wrapSigned()) != Other)
    return nullptr;
  return Exprs.select(isOdd(), Other, Initial);
}

/// x = 2 * x, and so on.
ExprRef Recurrence::scaled() const {
  int64_t Factor = factorOf(End, Symbol);
  if (Factor <= 1 || !isPowerOf2_64(uint64_t(Factor)))
    return nullptr;
  ExprRef Shift = timesCounter(Exprs.constant(Log2_64(uint64_t(Factor))));
  return Exprs.multiply(Initial, Exprs.shiftLeft(Exprs.constant(1), Shift));
}

/// x = (x + 1) / 2, and so on: halves rounded up.
ExprRef Recurrence::halvedUp() const {
  unsigned Log = dividedByPower();
  if (Log == 0 || Initial->range().Low < 0 ||
      Exprs.subtract(End->operands()[0], Symbol) !=
          Exprs.constant(End->operands()[1]->constantTerm() - 1))
    return nullptr;
  ExprRef Shift = timesCounter(Exprs.constant(Log));
  ExprRef Power = Exprs.shiftLeft(Exprs.constant(1), Shift);
  return Exprs.shiftRight(Exprs.add(Initial, Exprs.subtract(Power, Exprs.constant(1))), Shift);
}

/// x = x >> d.
ExprRef Recurrence::shifted() const {
  if (End->kind() != ExprKind::ShiftRight || End->operands()[0] != Symbol ||
      !Setting.isInvariant(End->operands()[1]))
    return nullptr;
  return Exprs.shiftRight(Initial, timesCounter(End->operands()[1]));
}

/// x = x ^ c and x = !x alternate.
ExprRef Recurrence::flipped() const {
  if (End->kind() == ExprKind::BitXor)
    for (unsigned Side : {0u, 1u})
      if (End->operands()[Side] == Symbol && Setting.isInvariant(End->operands()[1 - Side]))
        return Exprs.select(isOdd(), Exprs.bitXor(Initial, End->operands()[1 - Side]), Initial);
  if (End != Exprs.logicalNot(Symbol) && End != Exprs.equal(Symbol, Exprs.constant(0)))
    return nullptr;
  ExprRef Not = Exprs.logicalNot(Initial);
  return Exprs.select(isOdd(), Not, Exprs.logicalNot(Not));
}

/// x = (x + d) % n, started within [0, n).
ExprRef Recurrence::turnedInRing() const {
  if (End->kind() != ExprKind::Remainder || !End->operands()[1]->isConstant())
    return nullptr;
  int64_t Period = End->operands()[1]->constantTerm();
  ExprRef Step = Exprs.subtract(End->operands()[0], Symbol);
  if (Period <= 0 || Initial->range().Low < 0 || Initial->range().High >= Period ||
      Step->range().Low < 0 || !Setting.isInvariant(Step))
    return nullptr;
  return Exprs.remainder(Exprs.add(Initial, timesCounter(Step)), End->operands()[1]);
}

/// \p Set anew in each iteration: what the previous one left behind.
ExprRef Recurrence::leftBehind(ExprRef Set) const {
  if (!Setting.dependsOnCounterOnly(Set))
    return nullptr;
  ExprRef Counter = Setting.Counter;
  ExprRef Previous = Exprs.substitute(Set, [&](ExprRef Leaf) -> ExprRef {
    return Leaf == Counter ? Exprs.subtract(Counter, Exprs.constant(1)) : nullptr;
  });
  return Exprs.select(Exprs.equal(Counter, Exprs.constant(0)), Initial, Previous);
}

ExprRef closedForm(ExprContext &Exprs, const LoopSetting &Setting, ExprRef Initial, ExprRef Symbol,
                   ExprRef End, unsigned UnsignedBits) {
  ExprRef Counter = Setting.Counter;
  ExprRef Wrapped = nullptr;
  if (End->kind() == ExprKind::Wrap) {
    Wrapped = End;
    End = End->operands()[0];
  }
  const Recurrence Of{Exprs, Setting, Initial, Symbol, End};

  bool FromBelow = UnsignedBits != 0 && mayHaveWrapped(Initial, UnsignedBits);
  ExprRef Step = Exprs.subtract(End, Symbol);
  if (Setting.isInvariant(Step)) {
    // x = x + d; counting down past zero in an unsigned type wraps.
    ExprRef Sum = Exprs.add(Initial, Exprs.multiply(Counter, Step));
    if (Wrapped)
      return Exprs.wrap(Sum, Wrapped->wrapBits(), Wrapped->wrapSigned());
    // What starts below zero comes back to it.
    return FromBelow ? Exprs.wrap(Sum, UnsignedBits, /*Signed=*/false) : Sum;
  }
  // What has wrapped is a number of its type, and halving leaves it one.
  if (!FromBelow || Initial->isConstant() || Initial->kind() == ExprKind::Wrap)
    if (ExprRef Halved = Of.halved())
      return Halved;
  if (!FromBelow) {
    if (ExprRef Turned = circularUpdate(Exprs, Initial, Symbol, End, Counter, Wrapped))
      return Turned;
    if (ExprRef Mirrored = Of.mirrored(Wrapped))
      return Mirrored;
  }
  // The forms below are those of numbers that fit their type in each iteration.
  if (Wrapped)
    return Of.leftBehind(Wrapped);
  if (ExprRef Masked = maskedUpdate(Exprs, Setting, Initial, Symbol, End))
    return Masked;
  if (FromBelow)
    return nullptr;

  // x = x + a + b * k.
  if (Setting.dependsOnCounterOnly(Step))
    if (ExprRef Sum = sumOfSteps(Exprs, Initial, Step, Counter))
      return Sum;
  if (ExprRef Grown = affineGrowth(Exprs, Setting, Initial, Symbol, End))
    return Grown;
  for (ExprRef (Recurrence::*Form)() const :
       {&Recurrence::scaled, &Recurrence::halvedUp, &Recurrence::shifted, &Recurrence::flipped,
        &Recurrence::turnedInRing})
    if (ExprRef Closed = (Of.*Form)())
      return Closed;
  return Of.leftBehind(End);
}

ExprRef setInOneIteration(ExprContext &Exprs, const LoopSetting &Setting, ExprRef Initial,
                          ExprRef Symbol, ExprRef End) {
  ExprRef Counter = Setting.Counter;
  auto At = [&](ExprRef Root, ExprRef Iteration) {
    return Exprs.substitute(
        Root, [&](ExprRef Leaf) -> ExprRef { return Leaf == Counter ? Iteration : nullptr; });
  };
  // Set anew in each iteration, and not before the loop.
  if (!Initial && Setting.dependsOnCounterOnly(End))
    return At(End, Exprs.subtract(Counter, Exprs.constant(1)));
  if (End->kind() != ExprKind::Select || End->operands()[2] != Symbol ||
      !Setting.dependsOnCounterOnly(End->operands()[1]))
    return nullptr;
  ExprRef When = End->operands()[0];
  if (When->kind() != ExprKind::Equal)
    return nullptr;
  auto [Rest, Slope] =
      splitByCounter(Exprs, Exprs.subtract(When->operands()[0], When->operands()[1]), Counter);
  if ((Slope != 1 && Slope != -1) || !Setting.isInvariant(Rest))
    return nullptr;
  ExprRef Iteration = Slope == 1 ? Exprs.negate(Rest) : Rest;
  ExprRef Set = At(End->operands()[1], Iteration);
  if (!Initial)
    return Set;
  ExprRef IsPast = Exprs.logicalAnd(Exprs.logicalNot(Exprs.less(Iteration, Exprs.constant(0))),
                                    Exprs.less(Iteration, Counter));
  return Exprs.select(IsPast, Set, Initial);
}

/// What \p Root is before it wraps, when it counts down in an unsigned type in
/// steps of at most \p MaximumStep; else \p Root.
static ExprRef beforeWrapping(ExprContext &Exprs, ExprRef Root, ExprRef Counter,
                              int64_t MaximumStep) {
  if (Root->kind() != ExprKind::Wrap || Root->wrapSigned())
    return Root;
  ExprRef Inner = Root->operands()[0];
  auto [Start, Slope] = splitByCounter(Exprs, Inner, Counter);
  return Slope < 0 && Slope >= -MaximumStep && Start->range().Low >= 0 ? Inner : Root;
}

/// Tries iterations one by one, when nothing but the counter is in \p Condition; null where a
/// number grows out of a type of 32 bits first: the loop may end there, as `while (bit) bit <<= 1;`
/// does.
static ExprRef countByTrying(ExprContext &Exprs, ExprRef Condition, ExprRef Counter) {
  constexpr int64_t MaximumIterations = 1 << 16;
  bool OnlyCounter = allLeaves(Condition, [&](ExprRef Leaf) { return Leaf == Counter; });
  if (!OnlyCounter)
    return nullptr;
  llvm::SmallVector<ExprRef, 2> Shifts;
  anyNode(Condition, [&](ExprRef Node) {
    if (Node->kind() == ExprKind::ShiftLeft)
      Shifts.push_back(Node->operands()[1]);
    return false;
  });
  for (int64_t Iteration = 0; Iteration != MaximumIterations; ++Iteration) {
    auto Now = [&](ExprRef) { return Iteration; };
    if (llvm::any_of(Shifts, [&](ExprRef Shift) { return evaluate(Shift, Now) >= 32; }))
      return nullptr;
    if (evaluate(Condition, Now) == 0)
      return Exprs.constant(Iteration);
  }
  return nullptr;
}

/// Writes the iterations of a short loop out, one by one.
static ExprRef countByListing(ExprContext &Exprs, ExprRef Condition, ExprRef Counter) {
  constexpr int64_t MaximumIterations = 16;
  if (Counter->range().High > MaximumIterations)
    return nullptr;
  ExprRef Count = Exprs.constant(NeverLeft);
  for (int64_t Iteration = Counter->range().High; Iteration >= 0; --Iteration) {
    ExprRef Holds = Exprs.substitute(Condition, [&](ExprRef Leaf) -> ExprRef {
      return Leaf == Counter ? Exprs.constant(Iteration) : nullptr;
    });
    Count = Exprs.select(Holds, Count, Exprs.constant(Iteration));
  }
  return Count;
}

ExprRef firstFailure(ExprContext &Exprs, const LoopSetting &Setting, ExprRef Condition,
                     bool MayNeverFail) {
  ExprRef Counter = Setting.Counter;
  if (Condition->isConstant(0))
    return Exprs.constant(0);
  if (Condition->isConstant() || !Setting.dependsOnCounterOnly(Condition))
    return nullptr;
  if (Condition->kind() == ExprKind::And) {
    // The first that fails ends it.
    ExprRef Left = firstFailure(Exprs, Setting, Condition->operands()[0], MayNeverFail);
    ExprRef Right =
        Left ? firstFailure(Exprs, Setting, Condition->operands()[1], MayNeverFail) : nullptr;
    return Right ? Exprs.minimum(Left, Right) : countByTrying(Exprs, Condition, Counter);
  }
  bool Unequal =
      Condition->kind() == ExprKind::Not && Condition->operands()[0]->kind() == ExprKind::Equal;
  ExprRef Compared = Unequal ? Condition->operands()[0] : Condition;
  if (Unequal || Condition->kind() == ExprKind::Less) {
    ExprRef Left = Compared->operands()[0], Right = Compared->operands()[1];
    // x > c fails, and x != c too, before steps of c + 1 or 1 can pass below zero.
    if (Left->isConstant() && Left->constantTerm() >= 0)
      Right = beforeWrapping(Exprs, Right, Counter, Unequal ? 1 : Left->constantTerm() + 1);
    else if (Unequal && Right->isConstant() && Right->constantTerm() >= 0)
      Left = beforeWrapping(Exprs, Left, Counter, 1);
    ExprRef Margin = Exprs.subtract(Right, Left);
    auto [Rest, Slope] = splitByCounter(Exprs, Margin, Counter);
    if (Unequal && (Slope == 1 || Slope == -1)) {
      ExprRef Count = Slope == 1 ? Exprs.negate(Rest) : Rest;
      if (Count->range().Low >= 0)
        return Count;
      if (MayNeverFail)
        return Exprs.select(Exprs.less(Count, Exprs.constant(0)), Exprs.constant(NeverLeft), Count);
    }
    if (!Unequal && Slope < 0 && Slope > -(int64_t(1) << 31)) {
      // Rest - |Slope| * k > 0 as long as k < ceil(Rest / |Slope|).
      ExprRef Count =
          Exprs.divide(Exprs.add(Rest, Exprs.constant(-Slope - 1)), Exprs.constant(-Slope));
      return Exprs.select(Exprs.less(Exprs.constant(0), Rest), Count, Exprs.constant(0));
    }
  }
  if (ExprRef Count = countByTrying(Exprs, Condition, Counter))
    return Count;
  return MayNeverFail ? countByListing(Exprs, Condition, Counter) : nullptr;
}

/// By how many bits per iteration \p Shift moves; 0: it does not move in equal steps from 0 on.
static int64_t shiftStep(ExprRef Shift, ExprRef Counter) {
  return Shift == Counter ? 1 : factorOf(Shift, Counter);
}

/// The binary digits of \p Root, which is not negative and has 32 bits.
static ExprRef binaryDigits(ExprContext &Exprs, ExprRef Root) {
  return Exprs.subtract(Exprs.constant(32), Exprs.unary(ExprKind::LeadingZeros, Root));
}

ExprRef countShifts(ExprContext &Exprs, const LoopSetting &Setting, ExprRef Condition) {
  bool Unequal =
      Condition->kind() == ExprKind::Not && Condition->operands()[0]->kind() == ExprKind::Equal;
  ExprRef Compared = Unequal ? Condition->operands()[0] : Condition;
  if (!Unequal && Condition->kind() != ExprKind::Less)
    return nullptr;
  ExprRef Left = Compared->operands()[0], Right = Compared->operands()[1];
  if (Unequal && Right->isConstant(0))
    std::swap(Left, Right);
  // x >> k is above zero as long as x has more than k digits, and 1 << k is below x as long as x -
  // 1 has.
  bool IsHalved = Left->isConstant(0) && Right->kind() == ExprKind::ShiftRight;
  bool IsDoubled =
      !Unequal && Left->kind() == ExprKind::ShiftLeft && Left->operands()[0]->isConstant(1);
  if (!IsHalved && !IsDoubled)
    return nullptr;
  ExprRef Number = IsHalved ? Right->operands()[0] : Exprs.subtract(Right, Exprs.constant(1));
  int64_t Step = shiftStep((IsHalved ? Right : Left)->operands()[1], Setting.Counter);
  if (Step <= 0 || !Setting.isInvariant(Number) ||
      Number->range().High > std::numeric_limits<uint32_t>::max() ||
      (Unequal && Number->range().Low < 0))
    return nullptr;
  ExprRef Count = Exprs.divide(Exprs.add(binaryDigits(Exprs, Number), Exprs.constant(Step - 1)),
                               Exprs.constant(Step));
  return Exprs.select(Exprs.less(Exprs.constant(0), Number), Count, Exprs.constant(0));
}

} // namespace memlint
