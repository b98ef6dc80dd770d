//===- AlignmentAssumptions.cpp - What must be a multiple -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Words the assumption that the unknown part of an address is aligned, and keeps what the access
/// costs where it is not.
///
//===----------------------------------------------------------------------===//

#include "AccessEvaluator.h"

#include "cuda-memlint/Analysis/Cost/LaunchValues.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <numeric>

using namespace llvm;

namespace memlint {

/// Whether the terms of \p Sum are products of arguments, indices and counters alone. A quotient,
/// as in `n / 4 * 4`, is often where a few elements are left over.
static bool isSumOfLeaves(ExprRef Sum) {
  return all_of(termsOf(Sum), [](const Term &Part) {
    return all_of(Part.Factors, [](ExprRef Factor) { return Factor->isLeaf(); });
  });
}

/// Keeps what the access costs if the arguments in \p Rest are not the multiples that its verdict
/// assumes since \p AssumedBefore. Data are nobody's to align, and where the aligned one of
/// \p Tallies, which is the first, exceeds its ideal, the verdict says so.
void AccessEvaluator::noteUnaligned(ArrayRef<RequestTally> Tallies, ExprRef Rest,
                                    size_t AssumedBefore) {
  const RequestTally &Aligned = Tallies.front();
  if (Site.Space != MemorySpace::Global || changesByIteration(Rest) || !isSumOfLeaves(Rest) ||
      Result.Assumptions.size() == AssumedBefore || Aligned.Sum.Cost != Aligned.Sum.Ideal ||
      Aligned.Sum.Cost == 0)
    return;
  const RequestTally &Worst =
      *max_element(Tallies, [](const RequestTally &Left, const RequestTally &Right) {
        return Left.Sum.Cost < Right.Sum.Cost;
      });
  CostIfUnaligned Other;
  Other.Worst = Worst.Worst;
  // Lanes may share elements: what they take where they are aligned is all that is needed.
  Other.Worst.Ideal = std::min(Other.Worst.Ideal, Aligned.Worst.Cost);
  Other.Ratio = double(Worst.Sum.Cost) / double(Aligned.Sum.Cost);
  Other.Unless.assign(Result.Assumptions.begin() + ptrdiff_t(AssumedBefore),
                      Result.Assumptions.end());
  Result.Unaligned = std::move(Other);
}

static uint64_t magnitude(int64_t Number) {
  return Number < 0 ? 0 - uint64_t(Number) : uint64_t(Number);
}

/// \p Sum without the factors that all of its terms have, where there are several terms: of
/// `last * rows - first * rows`, `last - first`, where both are multiples of it.
static ExprRef withoutCommonFactors(ExprContext &Context, ExprRef Sum) {
  SmallVector<Term> Terms = termsOf(Sum);
  if (Terms.size() < 2 || constantOf(Sum) != 0)
    return Sum;
  for (ExprRef Factor : SmallVector<ExprRef, 4>(Terms.front().Factors)) {
    if (!all_of(Terms, [&](const Term &Part) {
          return Part.Factors.size() > 1 && is_contained(Part.Factors, Factor);
        }))
      continue;
    for (Term &Part : Terms)
      Part.Factors.erase(find(Part.Factors, Factor));
  }
  ExprRef Reduced = Context.constant(0);
  for (const Term &Part : Terms)
    Reduced = Context.add(Reduced, productOf(Context, Part));
  return Reduced;
}

/// How much there is to read in \p Sum; of equals, that with arguments that come first is simpler.
static std::array<uint64_t, 3> sizeOf(ExprRef Sum) {
  std::array<uint64_t, 3> Size = {};
  for (const Term &Part : termsOf(Sum)) {
    ++Size[0];
    Size[1] += magnitude(Part.Coefficient);
    for (ExprRef Factor : Part.Factors)
      Size[2] += Factor->isLeaf() ? Factor->leaf().Id : 0;
  }
  return Size;
}

/// How many \p Row can be taken off \p Start for the least to be left: where some term of both
/// comes to nothing, or changes its sign.
static SmallVector<int64_t, 8> possibleRows(ExprRef Start, ExprRef Row) {
  SmallVector<int64_t, 8> Rows;
  for (const Term &OfStart : termsOf(Start))
    for (const Term &OfRow : termsOf(Row))
      if (OfStart.Factors == OfRow.Factors) {
        int64_t Whole = divideFloorSigned(OfStart.Coefficient, OfRow.Coefficient);
        Rows.append({Whole, Whole + 1});
      }
  llvm::sort(Rows);
  return Rows;
}

/// What is added to a start in rows is said of the rows: beside `last - first`, `first` and not
/// `2 * last - first`.
void AccessEvaluator::reduceStart(ExprContext &Context, MutableArrayRef<UnknownSum> Sums) {
  for (UnknownSum &Start : Sums) {
    if (!Start.IsOfStart)
      continue;
    ExprRef Written = Start.Sum;
    for (const UnknownSum &Row : Sums)
      if (!Row.IsOfStart && Start.Stride % Row.Stride == 0)
        for (int64_t Rows : possibleRows(Written, Row.Sum))
          if (ExprRef Less =
                  Context.subtract(Written, Context.multiply(Context.constant(Rows), Row.Sum));
              sizeOf(Less) < sizeOf(Start.Sum))
            Start.Sum = Less;
  }
}

/// The sums of unknowns that \p Rest has multiples of, each with the number of bytes that it
/// moves: with `row * (last - first)` elements of 4 bytes, 4 bytes for each of `last - first`.
/// Terms with the same known factors are one sum.
SmallVector<AccessEvaluator::UnknownSum, 4> AccessEvaluator::sumsIn(ExprRef Rest) {
  auto IsParameter = [](ExprRef Factor) {
    return Factor->isLeaf() && Factor->leaf().Kind == LeafKind::Parameter;
  };
  SmallVector<std::pair<ExprRef, SmallVector<Term, 2>>, 4> ByCofactor;
  for (const Term &Part : termsOf(Rest)) {
    // Of a row's length times a row's number, the length.
    bool OnlyParameters = any_of(Part.Factors, IsParameter);
    Term Unknown = {Part.Coefficient, {}};
    ExprRef Cofactor = Context.constant(1);
    for (ExprRef Factor : Part.Factors) {
      Ingredients Found = ingredientsOf(Factor, Leaves);
      if ((Found.UniformUnknown || Found.LaneUnknown) && (!OnlyParameters || IsParameter(Factor)))
        Unknown.Factors.push_back(Factor);
      else
        Cofactor = Context.multiply(Cofactor, Factor);
    }
    auto Alike = find_if(ByCofactor, [&](const auto &Other) { return Other.first == Cofactor; });
    if (Alike == ByCofactor.end())
      ByCofactor.push_back({Cofactor, {std::move(Unknown)}});
    else
      Alike->second.push_back(std::move(Unknown));
  }
  SmallVector<UnknownSum, 4> Sums;
  for (const auto &[Cofactor, Terms] : ByCofactor) {
    uint64_t Stride = 0;
    int64_t Positive = 0;
    for (const Term &Part : Terms) {
      Stride = std::gcd(Stride, magnitude(Part.Coefficient));
      Positive += Part.Coefficient > 0 ? 1 : -1;
    }
    // Of a sum and its negative, that with fewer minus signs; of `last - first` the one that is
    // written.
    bool Negate = Positive < 0;
    int64_t Unit = Negate ? -int64_t(Stride) : int64_t(Stride);
    ExprRef Sum = Context.constant(0);
    for (const Term &Part : Terms)
      Sum = Context.add(Sum, productOf(Context, {Part.Coefficient / Unit, Part.Factors}));
    bool IsOfStart = Cofactor->isConstant();
    if (int64_t Added = constantOf(Rest); IsOfStart && Added % Unit == 0)
      Sum = Context.add(Sum, Context.constant(Added / Unit));
    Sums.push_back({Sum, Stride, IsOfStart, Context.multiply(Context.constant(Unit), Cofactor)});
  }
  return Sums;
}

/// Whether \p Length is what lies between two arguments or their products, as `last - first` does.
static bool isBetweenArguments(ExprRef Length) {
  bool IsPositive = false, IsNegative = false;
  for (const Term &Part : termsOf(Length)) {
    (Part.Coefficient > 0 ? IsPositive : IsNegative) = true;
    if (!all_of(Part.Factors, [](ExprRef Factor) {
          return Factor->isLeaf() && Factor->leaf().Kind == LeafKind::Parameter;
        }))
      return false;
  }
  return IsPositive && IsNegative;
}

/// The coefficient in \p Sum of the product that \p Times, a product, is a multiple of.
static int64_t coefficientOf(ExprRef Sum, const Term &Times) {
  for (const Term &Part : termsOf(Sum))
    if (Part.Factors == Times.Factors)
      return Part.Coefficient;
  return 0;
}

/// Moves what is added to a difference of arguments in the length of rows, as in
/// `last - first + 1`, from the known part of an address to the unknown one: it is the length that
/// is taken to be a multiple then, not `last - first`. A start that has rows in it has as many of
/// what is added.
void AccessEvaluator::takeWholeLengths(SplitAddress &Split) {
  constexpr int64_t MostRows = 4;
  ExprRef Moved = Context.constant(0);
  SmallVector<UnknownSum, 4> Sums = sumsIn(Split.UniformRest), Reduced = Sums;
  reduceStart(Context, Reduced);
  for (const UnknownSum &Row : Sums) {
    SmallVector<Term> Times = termsOf(Row.Times);
    if (Row.IsOfStart || Times.size() != 1 || !isBetweenArguments(Row.Sum))
      continue;
    int64_t Added = coefficientOf(Split.Known, Times.front());
    if (Added == 0 || Added % Times.front().Coefficient != 0)
      continue;
    ExprRef Elements = Context.constant(Added / Times.front().Coefficient);
    Moved = Context.add(Moved, Context.multiply(Row.Times, Elements));
    for (const auto &[Start, Less] : zip_equal(Sums, Reduced))
      for (int64_t Rows = -MostRows; Start.IsOfStart && Rows <= MostRows; ++Rows)
        if (Context.subtract(Start.Sum, Less.Sum) ==
            Context.multiply(Context.constant(Rows), Row.Sum))
          Moved = Context.add(Moved, Context.multiply(Context.multiply(Start.Times, Elements),
                                                      Context.constant(Rows)));
  }
  Split.Known = Context.subtract(Split.Known, Moved);
  Split.UniformRest = Context.add(Split.UniformRest, Moved);
  takeWholeDistances(Split);
}

/// How often \p Known has \p Times, all terms of it: 3 of `4 * threadIdx.y` in `12 * threadIdx.y`.
static int64_t timesIn(ExprRef Known, ExprRef Times) {
  std::optional<int64_t> Often;
  for (const Term &Part : termsOf(Times)) {
    int64_t Found = coefficientOf(Known, Part);
    if (Found % Part.Coefficient != 0 || (Often && *Often != Found / Part.Coefficient))
      return 0;
    Often = Found / Part.Coefficient;
  }
  return constantOf(Times) == 0 ? Often.value_or(0) : 0;
}

/// What all of \p Parts with \p Cofactor, or less that, are multiples of together.
ExprRef AccessEvaluator::lengthBeside(ArrayRef<ScaledPart> Parts, ExprRef Cofactor) {
  ExprRef Length = Context.constant(0), Negative = Context.negate(Cofactor);
  for (const ScaledPart &Part : Parts)
    if (Part.Cofactor == Cofactor)
      Length = Context.add(Length, Part.Scale);
    else if (Part.Cofactor == Negative)
      Length = Context.subtract(Length, Part.Scale);
  return Length;
}

/// The same for rows that lanes are multiples of apart, as in `(last - first + 1) * threadIdx.y`:
/// what is added goes to one of the arguments, and to a start that is such a row.
void AccessEvaluator::takeWholeDistances(SplitAddress &Split) {
  for (ScaledPart &Part : Split.Scaled) {
    ExprRef Length = lengthBeside(Split.Scaled, Part.Cofactor);
    int64_t Added = timesIn(Split.Known, Part.Cofactor);
    if (Added == 0 || !isBetweenArguments(Length))
      continue;
    ExprRef Elements = Context.constant(Added);
    Split.Known = Context.subtract(Split.Known, Context.multiply(Part.Cofactor, Elements));
    for (const UnknownSum &Start : sumsIn(Split.UniformRest))
      if (Start.IsOfStart && Start.Sum == Length) {
        ExprRef Whole = Context.multiply(Start.Times, Elements);
        Split.Known = Context.subtract(Split.Known, Whole);
        Split.UniformRest = Context.add(Split.UniformRest, Whole);
      }
    WholeLengths.push_back(Context.add(Length, Elements));
    Part.Scale = standInFor(Context.add(Part.Scale, Elements), {});
    LongerScales.push_back(Part.Scale);
  }
}

/// Those in \p Rest in fewer words, of rows before those of starts.
SmallVector<AccessEvaluator::UnknownSum, 4> AccessEvaluator::unknownSums(ExprRef Rest) {
  SmallVector<UnknownSum, 4> Sums = sumsIn(Rest);
  for (UnknownSum &Each : Sums)
    Each.Sum = withoutCommonFactors(Context, Each.Sum);
  reduceStart(Context, Sums);
  SmallVector<UnknownSum, 4> InOrder;
  for (bool IsOfStart : {false, true})
    copy_if(Sums, std::back_inserter(InOrder),
            [&](const UnknownSum &Each) { return Each.IsOfStart == IsOfStart; });
  return InOrder;
}

/// Writes down that \p Rest is taken to be \p Residue modulo the shift.
void AccessEvaluator::assumeAligned(ExprRef Rest, uint64_t Residue) {
  if (Rest->isConstant())
    return;
  using Kind = CostAssumption::Kind;
  if (Residue != 0) {
    addOnce(Result.Assumptions, {Kind::Residue, {textOf(Rest)}, Shift, Residue});
    return;
  }
  // By unknown sum, the least multiple that makes all of its terms aligned.
  SmallVector<std::pair<ExprRef, uint64_t>, 4> Strides;
  for (auto [Unknown, Stride, IsOfStart, Times] : unknownSums(Rest)) {
    if (Unknown->isConstant())
      continue;
    // Of `2 * n`, `n`, with twice as many bytes for each.
    if (SmallVector<Term> Terms = termsOf(Unknown); Terms.size() == 1 && constantOf(Unknown) == 0) {
      Stride *= magnitude(Terms.front().Coefficient);
      Unknown = productOf(Context, {1, Terms.front().Factors});
    }
    auto Known = find_if(Strides, [&, Negative = Context.negate(Unknown)](const auto &Other) {
      return Other.first == Unknown || Other.first == Negative;
    });
    if (Known == Strides.end())
      Strides.push_back({Unknown, Stride});
    else
      Known->second = std::gcd(Known->second, Stride);
  }
  // Beside `width`, nothing is said of `width * height`: what the product has to be a multiple of,
  // the factor is taken to be.
  for (auto &[Factor, Stride] : Strides)
    for (const auto &[Product, OfProduct] : Strides)
      if (Product != Factor && termsOf(Product).size() == 1 && isFactorOf(Factor, Product))
        Stride = std::gcd(Stride, OfProduct);
  auto NeededMultiple = [&](uint64_t Stride) { return Shift / std::gcd(Shift, Stride); };
  // A product is a multiple of its coefficient times what one of its factors is assumed to be a
  // multiple of.
  auto FollowsFromFactor = [&](ExprRef Unknown, uint64_t Needed) {
    return all_of(termsOf(Unknown), [&](const Term &Part) {
      ExprRef Product = productOf(Context, {1, Part.Factors});
      uint64_t Assumed = 1;
      for (const auto &[Factor, Stride] : Strides)
        if (Factor != Unknown && isFactorOf(Factor, Product))
          Assumed = std::max(Assumed, NeededMultiple(Stride));
      return magnitude(Part.Coefficient) % Needed * Assumed % Needed == 0;
    });
  };
  for (auto &[Unknown, Stride] : Strides) {
    uint64_t Needed = NeededMultiple(Stride);
    if (Needed == 1 || FollowsFromFactor(Unknown, Needed))
      continue;
    addOnce(Result.Assumptions,
            {.What = Stride == Site.Bytes ? Kind::MultipleOfElements : Kind::Multiple,
             .Names = {textOf(Unknown)},
             .Number = Shift,
             .Factor = Needed});
  }
  bool IsInStart = any_of(sumsIn(Rest), [](const UnknownSum &Each) {
    return Each.IsOfStart && constantOf(Each.Sum) != 0;
  });
  if (Rest->constantTerm() % int64_t(Shift) != 0 && Rest->kind() == ExprKind::Polynomial &&
      !IsInStart)
    addOnce(Result.Assumptions, {Kind::MultipleOfBytes, {textOf(Rest)}, Shift});
}

} // namespace memlint
