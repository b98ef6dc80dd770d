//===- AddressCost.cpp - Addresses with unknown parts -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Settles what is not known of an address by its congruence, or by an assumption that is
/// written down.
///
//===----------------------------------------------------------------------===//

#include "AccessEvaluator.h"
#include "MixedFactors.h"

#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Model/LaunchArguments.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <bit>

using namespace llvm;

namespace memlint {

AccessEvaluator::BaseAlignment AccessEvaluator::baseAlignment(unsigned Object) const {
  const MemoryObject &Base = Kernel.Objects[Object];
  if (!Base.OneOf.empty()) {
    BaseAlignment Common = baseAlignment(Base.OneOf.front());
    for (unsigned Other : Base.OneOf) {
      BaseAlignment Next = baseAlignment(Other);
      Common.Bytes = std::min(Common.Bytes, Next.Bytes);
      while (Common.Bytes > 1 && (Common.Residue - Next.Residue) % Common.Bytes != 0)
        Common.Bytes /= 2;
    }
    Common.Residue %= Common.Bytes;
    return Common;
  }
  if (const LaunchArgument *Argument = argumentOf(Base, Launch))
    return {std::max<uint64_t>(Argument->AlignmentBytes, 1), Argument->AlignmentResidue};
  return {std::max<uint64_t>(Base.AlignmentBytes, 1), 0};
}

void AccessEvaluator::evaluateAddress() {
  ExprRef Offset = settleResidues(Context.withoutAddressWraps(specialise(Site.Offset)));
  std::vector<CostAssumption> Taken;
  Offset = separateMixedFactors(
      Context, Offset, Leaves, Target.Shape.WarpLanes,
      [&](ExprRef Value) { return isWarpUniform(Value); },
      [&](ExprRef Value) { return spanInWarps(Value); }, Taken);
  SplitAddress Split = splitAddress(Context, Offset, Leaves);
  if (Split.Obstacle) {
    boundCost(Offset, Split.Obstacle);
    const LeafInfo &Leaf = Split.Obstacle->isLeaf() ? Split.Obstacle->leaf() : LeafInfo();
    if (Leaf.Name.empty())
      unknown({UnknownCost::Kind::Lowering, {Site.Reason}});
    else
      unknown({.Why = UnknownCost::Kind::Quantity, .DependsOn = quantityOf(Leaf)});
    return;
  }
  if (!Taken.empty())
    noteUnknowns(specialise(Site.Offset));
  for (const CostAssumption &Each : Taken)
    addOnce(Result.Assumptions, Each);
  moveWarpUniformParts(Split);
  if (Split.Scaled.size() > MostScales) {
    unknown({UnknownCost::Kind::Quantities});
    return;
  }
  BaseAlignment Base = baseAlignment(Site.Object);
  if (Site.Space == MemorySpace::Global)
    takeWholeLengths(Split);
  ExprRef Known = Context.add(Split.Known, Context.constant(int64_t(Base.Residue)));
  if (Site.Space == MemorySpace::Shared) {
    evaluateShared(Split, Known, Base);
    return;
  }
  Known = Context.add(Known, takeResidues(Split));
  evaluateFarApart(Split, Known, Base);
}

/// A leaf in place of \p Written, which is a multiple of a power of two, as \p Modulus says.
ExprRef AccessEvaluator::standInFor(ExprRef Written, Congruence Modulus) {
  LeafInfo Info;
  Info.Kind = LeafKind::Parameter;
  Info.Varies = Written->varies();
  Info.Range = Written->range();
  Info.Modulus = Modulus;
  Info.Name = "multiple of " + toString(Written);
  ExprRef Multiple = Context.leaf(Info);
  Multiples[Multiple] = Written;
  return Multiple;
}

/// The multiple of a power of two that \p Sum is near: of 4 * n + 2, 2 less. Null: nothing is known
/// of it, or it is one.
ExprRef AccessEvaluator::multipleNear(ExprRef Sum) {
  const Congruence &Class = Sum->congruence();
  if (Class.Residue == 0 || Sum->isConstant())
    return nullptr;
  auto Modulus = int64_t(1) << Class.LogModulus, Above = int64_t(Class.Residue);
  if (2 * Above > Modulus)
    Above -= Modulus;
  return standInFor(Context.subtract(Sum, Context.constant(Above)), {Class.LogModulus, 0});
}

/// Moves what the launch says of numbers modulo powers of two from the unknown parts of an address
/// to what is returned, so that nothing else is assumed: where the host passes 4 * n + 2, not that
/// it is a multiple of 8, but that 2 less is.
ExprRef AccessEvaluator::takeResidues(SplitAddress &Split) {
  ExprRef Taken = Context.constant(0);
  auto MultipleOf = [&](ExprRef Sum, ExprRef Times) {
    ExprRef Multiple = multipleNear(Sum);
    if (Multiple)
      Taken = Context.add(
          Taken, Context.multiply(Times, Context.subtract(Sum, Multiples.lookup(Multiple))));
    return Multiple;
  };
  ExprRef Rest = Split.UniformRest;
  SmallVector<UnknownSum, 4> Sums = sumsIn(Split.UniformRest), Reduced = Sums;
  reduceStart(Context, Reduced);
  for (const auto &[Whole, Part] : zip_equal(Sums, Reduced)) {
    ExprRef Multiple = MultipleOf(Part.Sum, Whole.Times);
    if (Multiple)
      Rest = Context.add(Rest, Context.multiply(Whole.Times, Context.subtract(Multiple, Part.Sum)));
  }
  if (!Taken->isConstant(0))
    Split.UniformRest = Rest;
  for (ScaledPart &Part : Split.Scaled) {
    bool IsAlone = none_of(Split.Scaled, [&](const ScaledPart &Other) {
      return &Other != &Part &&
             (Other.Cofactor == Part.Cofactor || Other.Cofactor == Context.negate(Part.Cofactor));
    });
    if (ExprRef Multiple = IsAlone ? MultipleOf(Part.Scale, Part.Cofactor) : nullptr) {
      Part.Scale = Multiple;
      Part.UnknownFactors = {Multiple};
    }
  }
  return Taken;
}

/// \p Value in terms of the arguments.
ExprRef AccessEvaluator::asWritten(ExprRef Value) {
  return Context.substitute(Value, [&](ExprRef Leaf) { return Multiples.lookup(Leaf); });
}

std::string AccessEvaluator::textOf(ExprRef Value) { return toString(asWritten(Value)); }

/// \p Scale with \p Example in its place, for words about distances.
UnknownScale AccessEvaluator::scaleOf(ExprRef Scale, int64_t Example) {
  UnknownScale Result = {Example, textOf(Scale), 0, Scale->range().Low < 0};
  if (ExprRef Written = Multiples.lookup(Scale)) {
    Result.Above = -constantOf(Written);
    Result.Text = toString(Context.add(Written, Context.constant(Result.Above)));
  }
  return Result;
}

/// A cofactor that is the same for all lanes of each warp makes its part an
/// addend like any other uniform one.
void AccessEvaluator::moveWarpUniformParts(SplitAddress &Split) {
  erase_if(Split.Scaled, [&](const ScaledPart &Part) {
    if (!isWarpUniform(Part.Cofactor))
      return false;
    Split.UniformRest = Context.add(Split.UniformRest, Context.multiply(Part.Cofactor, Part.Scale));
    return true;
  });
}

bool AccessEvaluator::isWarpUniform(ExprRef Value) {
  Program Compiled;
  SmallVector<int64_t, 8> Point;
  for (const CountedLeaf &Dimension : Dimensions) {
    Compiled.addVariable(Dimension.Leaf);
    Point.push_back(Dimension.Range.Low);
  }
  unsigned Root = Compiled.add(Value);
  if (!Compiled.steps()[Root].Lane)
    return true;
  // Only lane factors that are uniform by themselves are recognised.
  SmallVector<unsigned, 8> Parts;
  if (Compiled.steps()[Root].isSum())
    for (const Program::Term &Part : Compiled.steps()[Root].Terms)
      Parts.append(Part.LaneFactors.begin(), Part.LaneFactors.end());
  else
    Parts.push_back(Root);
  SmallVector<int64_t, 32> Uniform;
  std::vector<LaneValues> Lanes;
  Compiled.uniformValues(Point, Uniform);
  auto Needed = neededLanes(Compiled, Parts);
  for (unsigned Part : Parts)
    if (Compiled.steps()[Part].DependsOn.any())
      return false;
  unsigned WarpLanes = Target.Shape.WarpLanes;
  for (unsigned Warp = 0; Warp != Block.warps(WarpLanes); ++Warp) {
    WarpThreads Threads = threadsOfWarp(Block, Warp, WarpLanes);
    laneValues(Compiled, Threads, WarpLanes, Needed, Uniform, Lanes);
    for (unsigned Part : Parts)
      for (unsigned Lane = 0; Lane != WarpLanes; ++Lane)
        if ((Threads.Mask >> Lane & 1) && Lanes[Part][Lane] != Lanes[Part][0])
          return false;
  }
  return true;
}

/// The most by which \p Value, a function of the thread alone, differs between two lanes of a warp.
int64_t AccessEvaluator::spanInWarps(ExprRef Value) {
  Program Compiled;
  unsigned Root = Compiled.add(Value);
  if (!Compiled.steps()[Root].Lane || Compiled.steps()[Root].DependsOn.any())
    return 0;
  SmallVector<int64_t, 32> Uniform;
  std::vector<LaneValues> Lanes;
  Compiled.uniformValues({}, Uniform);
  auto Needed = neededLanes(Compiled, {Root});
  unsigned WarpLanes = Target.Shape.WarpLanes;
  int64_t Widest = 0;
  for (unsigned Warp = 0; Warp != Block.warps(WarpLanes); ++Warp) {
    WarpThreads Threads = threadsOfWarp(Block, Warp, WarpLanes);
    laneValues(Compiled, Threads, WarpLanes, Needed, Uniform, Lanes);
    SmallVector<int64_t, MostWarpLanes> Values;
    for (unsigned Lane = 0; Lane != WarpLanes; ++Lane)
      if (Threads.Mask >> Lane & 1)
        Values.push_back(Lanes[Root][Lane]);
    auto [Least, Most] = std::minmax_element(Values.begin(), Values.end());
    Widest = std::max(Widest, *Most - *Least);
  }
  return Widest;
}

/// A fact says that so many elements fit into a sector.
bool AccessEvaluator::liesNearBy(ExprRef Elements) const {
  if (!Elements->isLeaf())
    return false;
  const Interval &Range = Elements->leaf().Range;
  int64_t Most = int64_t(Target.Shape.UnitBytes) / int64_t(std::max<uint64_t>(Site.Bytes, 1));
  return Range.Low > -Most && Range.High < Most;
}

/// \p Length as a number of elements: what \p Cofactor, which is at most 0, multiplies is a sum
/// with the other signs.
ExprRef AccessEvaluator::lengthOf(ExprRef Length, ExprRef Cofactor) {
  bool IsTurned = Cofactor->range().High <= 0 && termsOf(Length).size() > 1;
  return IsTurned ? Context.subtract(Context.constant(0), Length) : Length;
}

/// The lengths of the rows that the lanes are multiples of apart, in quotation marks: `l - f` where
/// each of the two is multiplied with one number, whatever its sign. Without those below.
std::vector<std::string> AccessEvaluator::rowLengths(ArrayRef<ScaledPart> Parts) {
  SmallVector<std::pair<ExprRef, ExprRef>, 2> ByCofactor;
  for (const ScaledPart &Part : Parts) {
    ExprRef Negated = Context.multiply(Part.Cofactor, Context.constant(-1));
    auto Known = find_if(ByCofactor, [&](const auto &Other) {
      return Other.first == Part.Cofactor || Other.first == Negated;
    });
    if (Known == ByCofactor.end())
      ByCofactor.push_back({Part.Cofactor, Part.Scale});
    else if (Known->first == Part.Cofactor)
      Known->second = Context.add(Known->second, Part.Scale);
    else
      Known->second = Context.subtract(Known->second, Part.Scale);
  }
  std::vector<std::string> Rows;
  // Beside `width`, nothing is said of `width * height`.
  for (const auto &[Cofactor, Length] : ByCofactor)
    if (none_of(ByCofactor,
                [Length = Length](const auto &Other) {
                  return Other.second != Length && termsOf(Length).size() == 1 &&
                         isFactorOf(Other.second, Length);
                }) &&
        !Multiples.contains(Length))
      addOnce(Rows, textOf(lengthOf(Length, Cofactor)));
  return Rows;
}

/// The lengths that are known to be near multiples of powers of two, each with the multiple: where
/// the host passes 4 * n + 2 as `c`, `c` and `c - 2`.
std::vector<std::pair<std::string, std::string>>
AccessEvaluator::rowsNearMultiples(ArrayRef<ScaledPart> Parts) {
  std::vector<std::pair<std::string, std::string>> Rows;
  for (const ScaledPart &Part : Parts)
    if (Multiples.contains(Part.Scale) && !is_contained(LongerScales, Part.Scale))
      Rows.push_back({scaleOf(Part.Scale, 0).Text, textOf(Part.Scale)});
  return Rows;
}

/// Global and constant memory: lanes with different multipliers of an unknown
/// are taken to be far apart.
void AccessEvaluator::evaluateFarApart(SplitAddress &Split, ExprRef Known, BaseAlignment Base) {
  bool IsGlobal = Site.Space == MemorySpace::Global;
  // A rest that differs between warps puts them at unknown distances from each other.
  HasWarpDistances = Split.UniformRest->varies() <= Uniformity::Block;
  ExprRef Offset = Known;
  int64_t Scale = int64_t(256) << 15;
  std::vector<std::string> Rows = rowLengths(Split.Scaled);
  for (const ScaledPart &Part : Split.Scaled) {
    if (IsGlobal && liesNearBy(Part.Scale)) {
      unknown({UnknownCost::Kind::RowDistance, {textOf(Part.Scale)}});
      return;
    }
    noteUnknowns(Part.Scale);
    // An odd factor keeps different scales from having common multiples.
    Offset = Context.add(Offset, Context.multiply(Part.Cofactor, Context.constant(Scale + 256)));
    Result.UnknownScales.push_back(scaleOf(Part.Scale, Scale + 256));
    Scale <<= 12;
  }
  using Kind = CostAssumption::Kind;
  auto Assume = [&](std::vector<std::string> Lengths, Kind InGlobal) {
    addOnce(Result.Assumptions, {.What = IsGlobal ? InGlobal : Kind::DistinctRows,
                                 .Names = std::move(Lengths),
                                 .Unit = globalUnit()});
  };
  if (!Rows.empty())
    Assume(std::move(Rows), Kind::AlignedRows);
  // Rows that are some elements longer than a multiple of a power of two do not all start there,
  // which matters to lanes side by side only.
  bool HasNeighbours = Split.Known->varies() == Uniformity::Lane;
  for (const auto &[Length, Multiple] : rowsNearMultiples(Split.Scaled))
    if (HasNeighbours && IsGlobal)
      Assume({Length, Multiple}, Kind::WholeRowsNearby);
    else
      Assume({Length}, Kind::DistantRows);
  // Terms that are whole rows are on a sector boundary with them.
  ExprRef Rest = withoutMultiplesOf(Split);
  if (Shift == 0) {
    noteUnknowns(Split.UniformRest);
    adopt(tally(Offset));
    return;
  }
  evaluateResidues(Offset, Rest, Base);
}

/// \p Rest without whole rows of lengths such as `last - first + 1`, whose terms are not rows.
ExprRef AccessEvaluator::withoutWholeLengths(ExprRef Rest) {
  if (WholeLengths.empty())
    return Rest;
  for (const UnknownSum &Each : sumsIn(Rest))
    if (Each.Stride % Site.Bytes == 0 && (is_contained(WholeLengths, Each.Sum) ||
                                          is_contained(WholeLengths, Context.negate(Each.Sum))))
      Rest = Context.subtract(Rest, Context.multiply(Each.Sum, Each.Times));
  return Rest;
}

ExprRef AccessEvaluator::withoutMultiplesOf(const SplitAddress &Split) {
  ExprRef UniformRest = withoutWholeLengths(Split.UniformRest);
  if (Split.Scaled.empty() || UniformRest->isConstant())
    return UniformRest;
  ExprRef Rest = Context.constant(0);
  auto AddTerm = [&](int64_t Coefficient, ArrayRef<ExprRef> Factors) {
    for (const ScaledPart &Part : Split.Scaled)
      if (all_of(Part.UnknownFactors, [&](ExprRef F) { return is_contained(Factors, F); }) &&
          Coefficient % int64_t(Site.Bytes) == 0)
        return;
    ExprRef Term = Context.constant(Coefficient);
    for (ExprRef Factor : Factors)
      Term = Context.multiply(Term, Factor);
    Rest = Context.add(Rest, Term);
  };
  if (UniformRest->kind() == ExprKind::Polynomial)
    for (const Monomial &Part : UniformRest->terms())
      AddTerm(Part.Coefficient, Part.Factors);
  else
    AddTerm(1, {UniformRest});
  return Rest;
}

AccessEvaluator::Residues AccessEvaluator::possibleResidues(ExprRef Rest,
                                                            BaseAlignment Base) const {
  const Congruence &Modulus = Rest->congruence();
  uint64_t Step = std::min({uint64_t(1) << Modulus.LogModulus, Base.Bytes, Shift});
  return {Modulus.Residue % Step, Step};
}

/// A hardware access is a multiple of its size; others would fault.
bool AccessEvaluator::isAligned(ExprRef Known, uint64_t Residue) const {
  uint64_t Bytes = std::min<uint64_t>(Site.Bytes, uint64_t(1) << Known->congruence().LogModulus);
  return (Known->congruence().Residue + Residue) % Bytes == 0;
}

void AccessEvaluator::evaluateResidues(ExprRef Known, ExprRef Rest, BaseAlignment Base) {
  Residues Possible = possibleResidues(Rest, Base);
  if (Possible.Step == Shift) {
    adopt(tally(Context.add(Known, Context.constant(int64_t(Possible.First)))));
    return;
  }
  SmallVector<uint64_t, 32> Values;
  for (uint64_t Value = Possible.First; Value < Shift; Value += Possible.Step)
    if (isAligned(Known, Value))
      Values.push_back(Value);
  if (Values.empty())
    Values.push_back(Possible.First);
  SmallVector<RequestTally, 8> Tallies;
  for (uint64_t Value : Values)
    Tallies.push_back(tally(Context.add(Known, Context.constant(int64_t(Value)))));
  // A start that is not known may be a good one.
  size_t Chosen = 0;
  if (Base.Bytes < Shift &&
      all_of(
          Tallies,
          [&](const RequestTally &Tally) { return Tally.Result == Tallies.front().Result; }))
    for (size_t Index = 1; Index != Tallies.size(); ++Index)
      if (Tallies[Index].Sum.Cost < Tallies[Chosen].Sum.Cost)
        Chosen = Index;
  adopt(Tallies[Chosen]);
  // What is not the same in every block and iteration may have another residue
  // in each, so that equal sums are not enough.
  bool MayChange = Rest->varies() != Uniformity::Grid || changesByIteration(Rest) ||
                   ingredientsOf(Rest, Leaves).LoopCounters;
  if (all_of(Tallies, [&](const RequestTally &Tally) {
        return sameCosts(Tally, Tallies.front()) && (!MayChange || costsAlike(Tally));
      }))
    return;
  noteUnknowns(Rest);
  if (Base.Bytes < Shift) {
    addOnce(MissingForTotals, {UnknownQuantity::Kind::Alignment, Kernel.Objects[Site.Object].Name});
    uint64_t RestModulus = std::min(Shift, uint64_t(1) << Rest->congruence().LogModulus);
    uint64_t OfRest = Rest->congruence().Residue % RestModulus;
    uint64_t OfBase = (Base.Residue + Values[Chosen] + Shift - OfRest) % Shift;
    addOnce(Result.Assumptions,
            {CostAssumption::Kind::Start, {Kernel.Objects[Site.Object].Name}, Shift, OfBase});
    assumeAligned(Rest, OfRest);
    return;
  }
  size_t AssumedBefore = Result.Assumptions.size();
  assumeAligned(Rest, Values.front());
  noteUnaligned(Tallies, Rest, AssumedBefore);
}

bool AccessEvaluator::sameCosts(const RequestTally &Left, const RequestTally &Right) {
  return Left.Result == Right.Result && Left.Sum.Requests == Right.Sum.Requests &&
         Left.Sum.Lanes == Right.Sum.Lanes && Left.Sum.Cost == Right.Sum.Cost &&
         Left.Sum.Ideal == Right.Sum.Ideal && Left.Worst == Right.Worst;
}

/// Values read from memory and those without a closed form.
bool AccessEvaluator::changesByIteration(ExprRef Rest) {
  return anyLeaf(Rest, [&](ExprRef Leaf) {
    return Leaf->leaf().Kind == LeafKind::Loaded || Leaf->leaf().Kind == LeafKind::Opaque;
  });
}

/// All requests cost the same.
bool AccessEvaluator::costsAlike(const RequestTally &Tally) {
  return Tally.Sum.Cost == Tally.Sum.Requests * Tally.Worst.Cost &&
         Tally.Sum.Ideal == Tally.Sum.Requests * Tally.Worst.Ideal;
}

} // namespace memlint
