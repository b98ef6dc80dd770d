//===- RequestSpace.cpp - All requests of one access, counted ---*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A region (a range for each block index and loop counter) is handled as a
/// whole where every guard is decided in it; else it is split in two along the
/// dimension that narrows the undecided comparisons most. What is left is a few
/// regions in which a dimension matters not at all, or only by its residue.
///
//===----------------------------------------------------------------------===//

#include "RequestSpace.h"

#include "cuda-memlint/Target/ByteRuns.h"
#include "cuda-memlint/Target/RequestCost.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/Support/MathExtras.h"

#include <bit>
#include <random>
#include <unordered_map>

using namespace llvm;

namespace memlint {

uint64_t invariantShift(const TargetModel &Target, MemorySpace Space) {
  switch (Space) {
  case MemorySpace::Global:
    // The older rules look at segments of up to 256 bytes.
    return Target.Global == GlobalRule::Sectors || Target.Global == GlobalRule::QuarterWavefronts
               ? Target.Shape.UnitBytes
               : 256;
  case MemorySpace::Shared:
    // A rotation of the banks changes nothing, unless rows of banks matter.
    if (Target.Shared == SharedRule::Phases || Target.Shared == SharedRule::PairedPhases ||
        Target.Shape.IsAmd)
      return Target.SharedBankBytes;
    return uint64_t(2) * Target.wavefrontBytes();
  default:
    return 0;
  }
}

namespace {

using Region = SmallVector<Interval, 8>;
using Point = SmallVector<int64_t, 8>;

uint64_t sizeOf(const Interval &Range) { return uint64_t(Range.High) - uint64_t(Range.Low) + 1; }
bool isConstant(const Interval &Range) { return Range.Low == Range.High; }

struct KeyHash {
  size_t operator()(const std::vector<int64_t> &Key) const {
    return hash_combine_range(Key.begin(), Key.end());
  }
};

/// What looking at a region takes, in evaluations of one request.
constexpr uint64_t StepsPerRegion = 32;

/// More requests, lanes or units than a launch makes in hours. Sums over all accesses, in bytes,
/// fit 64 bits with it.
constexpr uint64_t MostOfLaunch = uint64_t(1) << 56;

/// Points that are remembered before all are forgotten, which bounds memory.
constexpr size_t MostKnown = size_t(1) << 16;

/// The requests of one block in one iteration.
struct BlockRequests {
  CostTotals Sum;
  /// The sectors that they touch together, and the least that could hold their bytes.
  RequestCost Together;
};

/// How one dimension of a region is gone through: Classes values from the low
/// end, each standing for itself and those Period further on.
struct Walk {
  unsigned Dimension;
  uint64_t Classes;
  uint64_t Period;
};

class Counter {
public:
  Counter(const RequestSpace &Space, const TargetModel &Target, uint64_t Budget)
      : Space(Space), Compiled(Space.Compiled), Target(Target), Budget(Budget),
        Modulus(invariantShift(Target, Space.Space)), HasFootprint(Space.CountsFootprint) {
    unsigned Lanes = Target.Shape.WarpLanes;
    for (unsigned Warp = 0; Warp != Space.Block.warps(Lanes); ++Warp)
      Warps.push_back(threadsOfWarp(Space.Block, Warp, Lanes));
    for (const SequentialLoop &Loop : Space.Loops) {
      SequentialDimensions |= uint64_t(1) << Loop.Dimension;
      Exits.append(Loop.Exits.begin(), Loop.Exits.end());
    }
  }

  RequestTally run() {
    visit(Region(Space.Box.begin(), Space.Box.end()), 1);
    return finish();
  }

  RequestTally sample() {
    constexpr unsigned Points = 64;
    std::mt19937_64 Random(1);
    selectRoots(Space.Guards);
    for (unsigned Number = 0; Number != Points && !stopped(); ++Number) {
      Point Where;
      for (const Interval &Range : Space.Box) {
        uint64_t Size = sizeOf(Range);
        uint64_t Step = Number == 0   ? 0
                        : Number == 1 ? Size - 1
                                      : Random() % std::max<uint64_t>(Size, 1);
        Where.push_back(Range.Low + int64_t(Step));
      }
      evaluatePoint(Where, 1);
    }
    return finish();
  }

private:
  RequestTally finish() {
    Tally.Steps = Steps;
    if (Blocks > 0)
      Tally.RequestsPerBlock = double(Tally.Sum.Requests) / Blocks;
    if (HasFootprint && Blocks > 0)
      Tally.OfBlock = {Footprint.Sectors / Blocks, Footprint.Ideal / Blocks};
    return Tally;
  }

  bool stopped() const { return Tally.Result != RequestTally::Outcome::Complete; }

  /// \p Evaluations of one request, by the size of what is evaluated.
  void spend(uint64_t Evaluations) {
    constexpr size_t UsualSize = 16;
    Steps += Evaluations * (1 + Compiled.steps().size() / UsualSize);
    if (Steps > Budget && !stopped())
      Tally.Result = RequestTally::Outcome::OverBudget;
  }

  //===--- Regions --------------------------------------------------------===//

  /// Dimensions of more than one value on which \p Roots depend in the region
  /// that \p Bounds belong to.
  uint64_t liveDimensions(ArrayRef<unsigned> Roots, ArrayRef<Interval> Bounds) const {
    ArrayRef<Program::Step> All = Compiled.steps();
    std::vector<bool> Reached(All.size());
    for (unsigned Root : Roots)
      Reached[Root] = true;
    uint64_t Live = 0;
    for (size_t Number = All.size(); Number-- != 0;) {
      if (!Reached[Number] || isConstant(Bounds[Number]))
        continue;
      if (All[Number].isVariable())
        Live |= uint64_t(1) << All[Number].Number;
      All[Number].forEachOperand([&](unsigned Operand) { Reached[Operand] = true; });
    }
    return Live & ~SequentialDimensions;
  }

  /// Visits the bits of \p Set.
  template <typename Function> static void forEachBit(uint64_t Set, Function Visit) {
    for (; Set != 0; Set &= Set - 1)
      Visit(unsigned(std::countr_zero(Set)));
  }

  void visit(Region Box, uint64_t Multiplicity) {
    spend(StepsPerRegion);
    if (stopped())
      return;
    SmallVector<Interval, 64> Bounds;
    Compiled.intervals(Space.Block.Extent, Box, Bounds);
    SmallVector<unsigned, 4> Active;
    for (unsigned Guard : Space.Guards) {
      if (Bounds[Guard].Low == 0 && Bounds[Guard].High == 0)
        return;
      if (Bounds[Guard].Low <= 0 && Bounds[Guard].High >= 0)
        Active.push_back(Guard);
    }
    SmallVector<unsigned, 4> Exact = Active;
    Exact.append(Exits.begin(), Exits.end());
    uint64_t GuardDimensions = liveDimensions(Exact, Bounds);
    uint64_t Live = GuardDimensions | liveDimensions({Space.Offset}, Bounds);

    SmallVector<Walk, 4> Walks;
    uint64_t Splittable = 0;
    for (unsigned Dimension = 0; Dimension != Box.size(); ++Dimension) {
      bool Sequential = SequentialDimensions >> Dimension & 1;
      uint64_t Size = sizeOf(Box[Dimension]);
      if (Sequential || Size == 1)
        continue;
      bool Counted = !(Space.Uncounted >> Dimension & 1);
      uint64_t Period = 1;
      if (Live >> Dimension & 1)
        Period = findPeriod(Compiled, Dimension, Bounds, Exact, Space.Offset, Modulus, Size - 1);
      if (Period == 1) {
        Multiplicity = SaturatingMultiply(Multiplicity, Counted ? Size : 1);
        Box[Dimension].High = Box[Dimension].Low;
      } else if (Period == 0 && !Counted) {
        Tally.Result = RequestTally::Outcome::Irregular;
        Tally.Dimension = Dimension;
        return;
      } else if (Period == 0 && (GuardDimensions >> Dimension & 1)) {
        Splittable |= uint64_t(1) << Dimension;
      } else if (Period == 0) {
        Walks.push_back({Dimension, Size, Size});
      } else {
        Walks.push_back({Dimension, Period, Period});
      }
    }
    if (Splittable != 0)
      split(Box, Multiplicity, Exact, Splittable);
    else
      walk(Box, Multiplicity, Active, Walks);
  }

  /// Total width of what undecided comparisons compare: how far \p Roots are
  /// from being decided in \p Box.
  double indecision(ArrayRef<Interval> Box, ArrayRef<unsigned> Roots) const {
    SmallVector<Interval, 64> Bounds;
    Compiled.intervals(Space.Block.Extent, Box, Bounds);
    ArrayRef<Program::Step> All = Compiled.steps();
    std::vector<bool> Reached(All.size());
    for (unsigned Root : Roots)
      Reached[Root] = true;
    double Width = 0;
    for (size_t Number = All.size(); Number-- != 0;) {
      if (!Reached[Number] || isConstant(Bounds[Number]))
        continue;
      if (All[Number].isSum() || All[Number].isVariable())
        Width += double(Bounds[Number].High) - double(Bounds[Number].Low);
      All[Number].forEachOperand([&](unsigned Operand) { Reached[Operand] = true; });
    }
    return Width;
  }

  void split(const Region &Box, uint64_t Multiplicity, ArrayRef<unsigned> Exact,
             uint64_t Splittable) {
    unsigned Best = 0;
    double BestWidth = std::numeric_limits<double>::infinity();
    bool Single = std::has_single_bit(Splittable);
    forEachBit(Splittable, [&](unsigned Dimension) {
      Region Half = Box;
      Half[Dimension].High = middle(Box[Dimension]);
      double Width = Single ? 0 : indecision(Half, Exact);
      if (Width < BestWidth) {
        Best = Dimension;
        BestWidth = Width;
      }
    });
    Region Low = Box, High = Box;
    Low[Best].High = middle(Box[Best]);
    High[Best].Low = middle(Box[Best]) + 1;
    visit(std::move(Low), Multiplicity);
    visit(std::move(High), Multiplicity);
  }

  static int64_t middle(const Interval &Range) {
    return Range.Low + int64_t((sizeOf(Range) - 1) / 2);
  }

  /// Evaluates one point for each combination of residue classes.
  void walk(const Region &Box, uint64_t Multiplicity, ArrayRef<unsigned> Active,
            ArrayRef<Walk> Walks) {
    selectRoots(Active);
    Point Where;
    for (const Interval &Range : Box)
      Where.push_back(Range.Low);
    walkFrom(Box, Multiplicity, Walks, Where);
  }

  void walkFrom(const Region &Box, uint64_t Multiplicity, ArrayRef<Walk> Walks, Point &Where) {
    if (Walks.empty()) {
      evaluatePoint(Where, Multiplicity);
      return;
    }
    const Walk &First = Walks.front();
    const Interval &Range = Box[First.Dimension];
    bool Counted = !(Space.Uncounted >> First.Dimension & 1);
    for (uint64_t Class = 0; Class != First.Classes && !stopped(); ++Class) {
      Where[First.Dimension] = Range.Low + int64_t(Class);
      uint64_t Members = (sizeOf(Range) - Class + First.Period - 1) / First.Period;
      walkFrom(Box, SaturatingMultiply(Multiplicity, Counted ? Members : 1), Walks.drop_front(),
               Where);
    }
  }

  //===--- Points ---------------------------------------------------------===//

  /// Prepares for points where \p Guards are not decided by the region alone.
  void selectRoots(ArrayRef<unsigned> Guards) {
    Active.assign(Guards.begin(), Guards.end());
    SmallVector<unsigned, 8> Roots(Active.begin(), Active.end());
    Roots.append(Exits.begin(), Exits.end());
    Roots.push_back(Space.Offset);
    Needed = neededLanes(Compiled, Roots);
    OffsetReadElsewhere = false;
    for (unsigned Number : Needed)
      Compiled.steps()[Number].forEachOperand(
          [&](unsigned Operand) { OffsetReadElsewhere |= Operand == Space.Offset; });
  }

  int64_t reduced(int64_t Offset) const {
    return Modulus == 0 ? 0 : int64_t(uint64_t(Offset) % Modulus);
  }

  /// All that the lanes get to see of a point: the uniform operands of steps
  /// that vary by lane. Points with the same key have the same requests, up to a
  /// shift that costs nothing.
  void makeKey() {
    Key.assign(Active.begin(), Active.end());
    Key.push_back(-1);
    for (unsigned Number : Needed) {
      const Program::Step &Step = Compiled.steps()[Number];
      if (Step.DependsOn.none())
        continue;
      for (unsigned Operand : Step.Operands)
        if (!Compiled.steps()[Operand].Lane)
          Key.push_back(Uniform[Operand]);
      if (!Step.isSum())
        continue;
      bool MayShift = Number == Space.Offset && !OffsetReadElsewhere;
      Key.push_back(MayShift ? reduced(Uniform[Number]) : Uniform[Number]);
      for (const Program::Term &Part : Step.Terms) {
        uint64_t Product = 1;
        if (!Part.LaneFactors.empty())
          for (unsigned Factor : Part.UniformFactors)
            Product *= uint64_t(Uniform[Factor]);
        Key.push_back(int64_t(Product));
      }
    }
    for (unsigned Guard : Active)
      if (!Compiled.steps()[Guard].Lane)
        Key.push_back(Uniform[Guard] != 0);
    if (!Compiled.steps()[Space.Offset].Lane)
      Key.push_back(reduced(Uniform[Space.Offset]));
  }

  void evaluatePoint(Point &Where, uint64_t Multiplicity) {
    spend(1);
    if (stopped())
      return;
    Compiled.uniformValues(Where, Uniform);
    BlockRequests OfBlock;
    const CostTotals &Sum = OfBlock.Sum;
    if (!Space.Loops.empty()) {
      // Warps may be in different iterations.
      HasFootprint = false;
      for (unsigned Warp = 0; Warp != Warps.size() && !stopped(); ++Warp)
        iterate(0, Warp, Warps[Warp].Mask, Where, OfBlock.Sum);
    } else {
      makeKey();
      if (Known.size() == MostKnown)
        Known.clear();
      auto [Entry, IsNew] = Known.try_emplace(Key);
      if (IsNew) {
        Runs.clear();
        for (unsigned Warp = 0; Warp != Warps.size(); ++Warp) {
          laneValues(Compiled, Warps[Warp], Target.Shape.WarpLanes, Needed, Uniform, Lanes);
          request(Warp, guardMask(Active, Warps[Warp].Mask), Where, Entry->second.Sum);
        }
        if (HasFootprint && !Runs.empty())
          Entry->second.Together = unitsOf(Runs, Target.Shape.UnitBytes);
        spend(Warps.size());
      }
      OfBlock = Entry->second;
    }
    if (Sum.Requests != 0) {
      Blocks += double(Multiplicity);
      Footprint.Sectors += double(Multiplicity) * OfBlock.Together.Cost;
      Footprint.Ideal += double(Multiplicity) * OfBlock.Together.Ideal;
    }
    add(Tally.Sum.Requests, Multiplicity, Sum.Requests);
    add(Tally.Sum.Lanes, Multiplicity, Sum.Lanes);
    add(Tally.Sum.Cost, Multiplicity, Sum.Cost);
    add(Tally.Sum.Ideal, Multiplicity, Sum.Ideal);
  }

  void add(uint64_t &To, uint64_t Multiplicity, uint64_t Count) {
    To = SaturatingMultiplyAdd(Multiplicity, Count, To);
    if (To > MostOfLaunch && !stopped())
      Tally.Result = RequestTally::Outcome::TooMany;
  }

  /// The bytes from the first to the last that \p Request accesses, unless there are sectors
  /// between that it does not need.
  void addRun(const WarpRequest &Request, const RequestCost &Cost) {
    int64_t First = std::numeric_limits<int64_t>::max();
    int64_t Last = std::numeric_limits<int64_t>::min();
    for (unsigned Lane = 0; Lane != Target.Shape.WarpLanes; ++Lane)
      if (Request.ActiveMask >> Lane & 1) {
        First = std::min(First, Request.ByteOffset[Lane]);
        Last = std::max(Last, Request.ByteOffset[Lane]);
      }
    ByteRun Run = {First, Last + int64_t(Request.BytesPerLane)};
    HasFootprint &=
        divideCeil(uint64_t(Run.End - Run.First), uint64_t(Target.Shape.UnitBytes)) <= Cost.Ideal;
    Runs.push_back(Run);
  }

  /// Lanes of \p Mask for which all of \p Guards hold.
  LaneMask guardMask(ArrayRef<unsigned> Guards, LaneMask Mask) const {
    for (unsigned Guard : Guards) {
      if (Mask == 0)
        break;
      Mask &= nonZeroLanes(Guard);
    }
    return Mask;
  }

  LaneMask nonZeroLanes(unsigned Number) const {
    if (!Compiled.steps()[Number].Lane)
      return Uniform[Number] != 0 ? ~LaneMask(0) : 0;
    LaneMask Mask = 0;
    for (unsigned Lane = 0; Lane != Target.Shape.WarpLanes; ++Lane)
      Mask |= LaneMask(Lanes[Number][Lane] != 0) << Lane;
    return Mask;
  }

  /// The guards that depend on the counter of loop \p Level - 1 and on none
  /// further in: those that are decided once that many loops are entered.
  SmallVector<unsigned, 4> guardsAtLevel(size_t Level) const {
    SmallVector<unsigned, 4> Guards;
    for (unsigned Guard : Active) {
      size_t Deepest = 0;
      for (size_t Loop = 0; Loop != Space.Loops.size(); ++Loop)
        if (Compiled.steps()[Guard].dependsOn(Space.Loops[Loop].Dimension))
          Deepest = Loop + 1;
      if (Deepest == Level)
        Guards.push_back(Guard);
    }
    return Guards;
  }

  /// Follows the lanes of \p Mask, which have entered the first \p Level of the
  /// sequential loops, through the loops further in.
  void iterate(size_t Level, unsigned Warp, LaneMask Mask, Point &Where, CostTotals &Sum) {
    Compiled.uniformValues(Where, Uniform);
    laneValues(Compiled, Warps[Warp], Target.Shape.WarpLanes, Needed, Uniform, Lanes);
    spend(1);
    Mask = guardMask(guardsAtLevel(Level), Mask);
    if (Mask == 0 || stopped())
      return;
    if (Level == Space.Loops.size()) {
      request(Warp, Mask, Where, Sum);
      return;
    }
    const SequentialLoop &Loop = Space.Loops[Level];
    int64_t &Iteration = Where[Loop.Dimension];
    for (Iteration = 0; Mask != 0 && !stopped(); ++Iteration) {
      iterate(Level + 1, Warp, Mask, Where, Sum);
      Compiled.uniformValues(Where, Uniform);
      laneValues(Compiled, Warps[Warp], Target.Shape.WarpLanes, Needed, Uniform, Lanes);
      for (unsigned Exit : Loop.Exits)
        Mask &= ~nonZeroLanes(Exit);
    }
    Iteration = 0;
  }

  /// Adds the request of the lanes in \p Mask, at the values in Uniform and Lanes, which are those
  /// at \p Where.
  void request(unsigned Warp, LaneMask Mask, const Point &Where, CostTotals &Sum) {
    if (Mask == 0)
      return;
    WarpRequest Request;
    Request.Kind = Space.Kind;
    Request.Form = Space.Form;
    Request.BytesPerLane = Space.BytesPerLane;
    Request.ActiveMask = Mask;
    if (Compiled.steps()[Space.Offset].Lane)
      Request.ByteOffset = Lanes[Space.Offset];
    else
      Request.ByteOffset.fill(Uniform[Space.Offset]);
    RequestCost Cost = cost(Target, Space.Space, Request).value_or(RequestCost());
    bool First = Tally.Sum.Requests == 0 && !HaveWorst;
    auto Excess = [](const RequestCost &Cost) {
      return std::pair(Cost.Cost - Cost.Ideal, Cost.Cost);
    };
    if (First || Excess(Cost) > Excess(Tally.Worst)) {
      HaveWorst = true;
      Tally.Worst = Cost;
      Tally.WorstRequest = Request;
      Tally.WorstWarp = Warp;
      Tally.WorstPoint.assign(Where.begin(), Where.end());
    }
    if (Space.CountsFootprint && HasFootprint)
      addRun(Request, Cost);
    unsigned LaneCount = unsigned(std::popcount(Mask));
    Tally.SeveralLanes |= LaneCount > 1;
    Tally.LanesShare |= LaneCount > 1 && Cost.Cost < LaneCount;
    Sum.Requests += 1;
    Sum.Lanes += LaneCount;
    Sum.Cost += Cost.Cost;
    Sum.Ideal += Cost.Ideal;
  }

  const RequestSpace &Space;
  const Program &Compiled;
  const TargetModel &Target;
  uint64_t Budget;
  uint64_t Modulus;
  uint64_t SequentialDimensions = 0;
  SmallVector<unsigned, 4> Exits;
  std::vector<WarpThreads> Warps;

  RequestTally Tally;
  bool HaveWorst = false;
  /// So far, all requests are of one run of bytes each.
  bool HasFootprint;
  /// Sums over blocks and iterations, and their number.
  BlockFootprint Footprint;
  double Blocks = 0;
  uint64_t Steps = 0;

  /// Of the region being walked.
  SmallVector<unsigned, 4> Active;
  std::vector<unsigned> Needed;
  bool OffsetReadElsewhere = false;

  /// Of the point being evaluated.
  SmallVector<int64_t, 64> Uniform;
  std::vector<LaneValues> Lanes;
  std::vector<int64_t> Key;
  /// Of its warps.
  SmallVector<ByteRun, NvidiaWarpLanes> Runs;
  std::unordered_map<std::vector<int64_t>, BlockRequests, KeyHash> Known;
};

} // namespace

RequestTally tallyRequests(const RequestSpace &Space, const TargetModel &Target, uint64_t Budget) {
  return Counter(Space, Target, Budget).run();
}

RequestTally sampleRequests(const RequestSpace &Space, const TargetModel &Target) {
  constexpr uint64_t SampleBudget = 1u << 18;
  return Counter(Space, Target, SampleBudget).sample();
}

} // namespace memlint
