//===- AccessEvaluation.cpp - What one access costs in one launch -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The steps: substitute the values of the launch; find the iterations of the loops;
/// sort guards and address into what is known and what is not; settle each
/// unknown by its congruence, or by an assumption that is written down; count
/// the requests of what remains.
///
//===----------------------------------------------------------------------===//

#include "AccessEvaluator.h"

#include "cuda-memlint/Analysis/Cost/AccessEvaluation.h"
#include "cuda-memlint/Target/LaunchLimits.h"
#include "cuda-memlint/Target/RequestCost.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace llvm;

namespace memlint {

AccessCost AccessEvaluator::run() {
  if (!checkPreconditions()) {
    noteLoops();
    return Result;
  }
  Result.Known = Knowledge::Proved;
  enterLoops();
  if (neverPasses())
    return neverExecuted();
  sortGuards();
  evaluateAddress();
  finish();
  return Result;
}

void AccessEvaluator::enterLoops() {
  specialiseBuiltins();
  for (unsigned Loop : Site.Loops)
    enterLoop(Kernel.Loops[Loop]);
}

/// Finds out which loops are bounded where the address is not understood.
void AccessEvaluator::noteLoops() {
  if (!Launch.blockKnown() || Result.Refused != LaunchFault::None)
    return;
  AccessCost Kept = Result;
  enterLoops();
  Kept.OpenLoops = std::move(Result.OpenLoops);
  Kept.Iterations = Result.Iterations;
  Kept.MostIterations = Result.MostIterations;
  Result = std::move(Kept);
}

AccessCost &AccessEvaluator::unknown(UnknownCost Reason) {
  Result.Known = Knowledge::Unknown;
  Result.Reason = std::move(Reason);
  Result.Assumptions.clear();
  return Result;
}

bool AccessEvaluator::checkPreconditions() {
  using Kind = UnknownCost::Kind;
  if (Launch.blockKnown() && !isValidBlock()) {
    Result.Refused = LaunchFault::BlockSize;
    unknown({.Why = Kind::BlockSize,
             .Numbers = {*Launch.Block[0], *Launch.Block[1], *Launch.Block[2]}});
  } else if (is_contained(Launch.Grid, std::optional<uint64_t>(0))) {
    Result.Refused = LaunchFault::EmptyGrid;
    unknown({Kind::EmptyGrid});
  } else if (std::optional<uint64_t> Extent = excessiveGridExtent()) {
    Result.Refused = LaunchFault::GridSize;
    unknown({.Why = Kind::GridSize, .Numbers = {*Extent}});
  } else if (!Site.Offset || !Site.Reason.empty()) {
    unknown(Site.Reason.empty() ? UnknownCost{Kind::Address}
                                : UnknownCost{Kind::Lowering, {Site.Reason}});
  } else if (Site.Space == MemorySpace::Generic) {
    unknown({Kind::Space});
  } else if (Site.Space == MemorySpace::Local) {
    unknown({Kind::LocalMemory});
  } else if (Site.Space == MemorySpace::Shared && Site.Form == RequestForm::AtomicLoop) {
    unknown({Kind::AtomicLoop});
  } else if (Site.Space == MemorySpace::Shared && Site.Offset->varies() < Uniformity::Lane &&
             (Site.Form == RequestForm::NativeAtomic ||
              (Site.Form == RequestForm::Increment && !Target.countsIncrements()))) {
    unknown({Kind::AggregatedAtomics});
  } else if (evidenceFor(Target, Site.Space, Site.Kind, Site.Bytes, Site.Form) ==
             Evidence::Unknown) {
    unknown({.Why = Site.Form == RequestForm::BypassingCopy ? Kind::BypassingCopy : Kind::NoModel,
             .Numbers = {Site.Bytes},
             .Space = Site.Space,
             .Access = Site.Kind});
  } else if (!Launch.blockKnown()) {
    unknown({Kind::BlockDimensions});
  } else {
    return true;
  }
  return false;
}

std::optional<uint64_t> AccessEvaluator::excessiveGridExtent() const {
  for (unsigned Dimension = 0; Dimension != 3; ++Dimension)
    if (Launch.Grid[Dimension] && *Launch.Grid[Dimension] > launchLimits(Target).Grid[Dimension])
      return Launch.Grid[Dimension];
  return std::nullopt;
}

bool AccessEvaluator::isValidBlock() {
  for (unsigned Dimension = 0; Dimension != 3; ++Dimension) {
    Block.Extent[Dimension] = *Launch.Block[Dimension];
    if (Block.Extent[Dimension] == 0 ||
        Block.Extent[Dimension] > launchLimits(Target).Block[Dimension])
      return false;
  }
  return Block.threads() <= Target.MaxThreadsPerBlock;
}

/// Whether warps of a block that access parts of one sector pay for it once: the L1 cache keeps
/// what is loaded, and stores were measured to take hardly longer (docs/accuracy.md, "Misaligned
/// warps of a block").
bool AccessEvaluator::sharesSectors() const {
  bool IsPlain = !Site.IsVolatile && Site.Order == AccessOrder::Weak;
  return Site.Space == MemorySpace::Global && Target.cachesGlobalLoads() && IsPlain &&
         (Site.Kind == AccessKind::Load || Site.Kind == AccessKind::Store);
}

/// What the target does not count together is an atomic like others.
RequestForm AccessEvaluator::countedForm() const {
  bool TakesTurns = Site.Form == RequestForm::Increment && !Target.countsIncrements();
  return TakesTurns ? RequestForm::NativeAtomic : Site.Form;
}

RequestTally AccessEvaluator::tally(ExprRef Offset) {
  RequestSpace Space(Block);
  declareDimensions(Space);
  Space.Space = Site.Space;
  Space.Kind = Site.Kind;
  Space.Form = countedForm();
  Space.BytesPerLane = Site.Bytes;
  Space.CountsFootprint = sharesSectors();
  for (const auto &[Counter, Exits] : Sequential) {
    SequentialLoop Loop;
    for (size_t Number = 0; Number != Dimensions.size(); ++Number)
      if (Dimensions[Number].Leaf == Counter)
        Loop.Dimension = unsigned(Number);
    for (ExprRef Exit : Exits)
      Loop.Exits.push_back(Space.Compiled.add(Exit));
    Space.Loops.push_back(std::move(Loop));
  }
  for (ExprRef Guard : Guards)
    Space.Guards.push_back(Space.Compiled.add(Guard));
  Space.Offset = Space.Compiled.add(Offset);
  // Once over budget, the possible alignments that are left are sampled too.
  if (Result.Steps < Budget) {
    RequestTally Tally = tallyRequests(Space, Target, Budget - Result.Steps);
    Result.Steps += Tally.Steps;
    Tally.Offset = Offset;
    AreTooMany |= Tally.Result == RequestTally::Outcome::TooMany;
    if (Tally.Result != RequestTally::Outcome::OverBudget &&
        Tally.Result != RequestTally::Outcome::TooMany)
      return Tally;
  }
  RequestTally Tally = sampleRequests(Space, Target);
  Tally.Offset = Offset;
  Result.Steps += Tally.Steps;
  Tally.Result = RequestTally::Outcome::OverBudget;
  return Tally;
}

void AccessEvaluator::adopt(const RequestTally &Tally) {
  if (Tally.Result == RequestTally::Outcome::Irregular) {
    ExprRef Leaf = Dimensions[Tally.Dimension].Leaf;
    unknown({UnknownCost::Kind::Range, {Leaf->leaf().Name}});
    return;
  }
  if (Tally.Result == RequestTally::Outcome::OverBudget) {
    IsOverBudget = true;
    addOnce(Result.Assumptions, {CostAssumption::Kind::Sample});
  }
  if (Tally.Sum.Requests != 0)
    Counted = {Tally.Offset, Tally.WorstPoint};
  Result.Worst = Tally.Worst;
  Result.WorstRequest = Tally.WorstRequest;
  Result.WorstWarp = Tally.WorstWarp;
  if (HasWarpDistances)
    Result.OfBlock = Tally.OfBlock;
  Result.NeverExecuted = Tally.Sum.Requests == 0;
  if (Tally.Sum.Requests != 0) {
    Result.MeanCost = double(Tally.Sum.Cost) / double(Tally.Sum.Requests);
    Result.MeanIdeal = double(Tally.Sum.Ideal) / double(Tally.Sum.Requests);
  }
  Result.RequestsPerBlock = Tally.RequestsPerBlock;
  Result.Totals = Tally.Sum;
  Result.HoldsForAnyLanes = Result.GuardUnknown && !OneLaneMayPass && isPaidByLane(Tally);
}

/// Any two lanes of a request cost more than they need. A cost of one unit per lane means that no
/// two lanes share one. Wider shared accesses are served in phases, in which two lanes may be
/// ideal.
bool AccessEvaluator::isPaidByLane(const RequestTally &Tally) const {
  if (!Tally.SeveralLanes || Tally.LanesShare)
    return false;
  switch (Site.Space) {
  case MemorySpace::Global:
    return Target.Global == GlobalRule::Sectors;
  case MemorySpace::Shared:
    // On AMD's devices, lanes in different groups each take a cycle anyway.
    return Site.Bytes <= 4 && Site.Form == RequestForm::Plain && !Target.Shape.IsAmd;
  default:
    return true;
  }
}

CostUnit AccessEvaluator::globalUnit() const {
  return Target.Shape.IsAmd ? CostUnit::CacheLine : CostUnit::Sector;
}

/// Writes down what is taken for granted where which lanes take part is not known.
void AccessEvaluator::assumeAnyLanes() {
  CostUnit Unit = Site.Space == MemorySpace::Global   ? globalUnit()
                  : Site.Space == MemorySpace::Shared ? CostUnit::Wavefront
                                                      : CostUnit::Address;
  addOnce(Result.Assumptions, {.What = CostAssumption::Kind::TwoLanes, .Unit = Unit});
}

MissingTotals AccessEvaluator::whyNoTotals() const {
  using Limit = MissingTotals::Limit;
  return {MissingForTotals,
          AreTooMany     ? Limit::Numbers
          : IsOverBudget ? Limit::Steps
                         : Limit::None,
          Budget};
}

void AccessEvaluator::finish() {
  if (Result.Known == Knowledge::Unknown) {
    Result.Totals.reset();
    return;
  }
  if (Result.HoldsForAnyLanes)
    assumeAnyLanes();
  Result.WhyNoTotals = whyNoTotals();
  if (!Result.WhyNoTotals.empty())
    Result.Totals.reset();
  bool IsMeasured =
      evidenceFor(Target, Site.Space, Site.Kind, Site.Bytes, Site.Form) == Evidence::Measured;
  if (!Result.Assumptions.empty() || !IsMeasured)
    Result.Known = Knowledge::Assumed;
  if (Site.Space == MemorySpace::Global)
    Result.WorstCostIfAligned = costIfAligned();
}

uint32_t AccessEvaluator::costIfAligned() const {
  WarpRequest Aligned = Result.WorstRequest;
  if (Aligned.ActiveMask == 0 || Result.NeverExecuted)
    return 0;
  int64_t Lowest = std::numeric_limits<int64_t>::max();
  for (unsigned Lane = 0; Lane != MostWarpLanes; ++Lane)
    if (Aligned.ActiveMask >> Lane & 1)
      Lowest = std::min(Lowest, Aligned.ByteOffset[Lane]);
  for (int64_t &Offset : Aligned.ByteOffset)
    Offset -= Lowest;
  return globalCost(Target, Aligned).Cost;
}

AccessCost evaluateAccess(ExprContext &Context, const KernelProgram &Kernel, const Access &Site,
                          const LaunchContext &Launch, const TargetModel &Target, uint64_t Budget) {
  return AccessEvaluator(Context, Kernel, Site, Launch, Target, Budget).run();
}

} // namespace memlint
