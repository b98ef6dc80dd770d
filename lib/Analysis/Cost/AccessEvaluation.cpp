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
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace llvm;

namespace memlint {

static StringRef nameOfSpace(MemorySpace Space) {
  switch (Space) {
  case MemorySpace::Global:
    return "global";
  case MemorySpace::Shared:
    return "shared";
  case MemorySpace::Constant:
    return "constant";
  case MemorySpace::Local:
    return "local";
  case MemorySpace::Generic:
    return "generic";
  }
  return "";
}

static StringRef kindNames(AccessKind Kind) {
  switch (Kind) {
  case AccessKind::Load:
    return "loads";
  case AccessKind::Store:
    return "stores";
  case AccessKind::Atomic:
    return "atomics";
  case AccessKind::AsyncCopy:
    return "asynchronous copies";
  }
  return "";
}

std::string listOf(ArrayRef<std::string> Names) {
  if (Names.size() < 3)
    return join(Names, " and ");
  return join(Names.drop_back(), ", ") + ", and " + Names.back();
}

void addOnce(std::vector<std::string> &Texts, const std::string &Text) {
  if (!is_contained(Texts, Text))
    Texts.push_back(Text);
}

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

AccessCost &AccessEvaluator::unknown(const Twine &Reason) {
  Result.Known = Knowledge::Unknown;
  Result.Reason = Reason.str();
  Result.Assumptions.clear();
  if (Result.WhyNoTotals.empty())
    Result.WhyNoTotals = Result.Reason;
  return Result;
}

bool AccessEvaluator::checkPreconditions() {
  if (Launch.blockKnown() && !isValidBlock()) {
    Result.Refused = LaunchFault::BlockSize;
    unknown(Twine("a block of ") + Twine(*Launch.Block[0]) + " x " + Twine(*Launch.Block[1]) +
            " x " + Twine(*Launch.Block[2]) + " threads cannot be launched");
  } else if (is_contained(Launch.Grid, std::optional<uint64_t>(0))) {
    Result.Refused = LaunchFault::EmptyGrid;
    unknown("a grid without blocks cannot be launched");
  } else if (std::optional<uint64_t> Extent = excessiveGridExtent()) {
    Result.Refused = LaunchFault::GridSize;
    bool LostSign = *Extent > INT32_MAX && *Extent <= UINT32_MAX;
    unknown(Twine("a grid of ") + Twine(*Extent) + " blocks in one dimension cannot be launched" +
            (LostSign ? " (as a signed number, " + Twine(int32_t(*Extent)) + ")" : Twine("")));
  } else if (!Site.Offset || !Site.Reason.empty()) {
    unknown(Site.Reason.empty() ? "the address is not understood" : Site.Reason);
  } else if (Site.Space == MemorySpace::Generic) {
    unknown("unknown memory space");
  } else if (Site.Space == MemorySpace::Local) {
    unknown("no cost model for local memory");
  } else if (Site.Space == MemorySpace::Shared && Site.Form == RequestForm::AtomicLoop) {
    unknown("no native shared memory atomic: compiled to a compare-and-swap loop whose trip count "
            "depends on contention");
  } else if (Site.Space == MemorySpace::Shared && Site.Offset->varies() < Uniformity::Lane &&
             (Site.Form == RequestForm::NativeAtomic ||
              (Site.Form == RequestForm::Increment && !Target.countsIncrements()))) {
    unknown("the compiler may aggregate atomics of a warp on one address");
  } else if (evidenceFor(Target, Site.Space, Site.Kind, Site.Bytes, Site.Form) ==
             Evidence::Unknown) {
    if (Site.Form == RequestForm::BypassingCopy)
      unknown("no cost model for `cp.async.cg`");
    else
      unknown(Twine("no cost model for ") + Twine(Site.Bytes) + "-byte " + nameOfSpace(Site.Space) +
              " " + kindNames(Site.Kind));
  } else if (!Launch.blockKnown()) {
    unknown("unknown block dimensions");
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
    unknown("the address depends on `" + Leaf->leaf().Name + "`, which has an unknown range");
    return;
  }
  if (Tally.Result == RequestTally::Outcome::OverBudget) {
    IsOverBudget = true;
    addOnce(Result.Assumptions, "a sample of the blocks and iterations is representative");
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

/// Writes down what is taken for granted where which lanes take part is not known.
void AccessEvaluator::assumeAnyLanes() {
  bool HasLines = Target.Shape.IsAmd;
  StringRef Unit = Site.Space == MemorySpace::Global && HasLines ? "touches a cache line of its own"
                   : Site.Space == MemorySpace::Global           ? "touches a sector of its own"
                   : Site.Space == MemorySpace::Shared           ? "takes a wavefront of its own"
                                                                 : "reads an address of its own";
  addOnce(Result.Assumptions,
          "at least two threads of a warp take part; each " + Unit.str() + ", whichever they are");
}

std::string AccessEvaluator::whyNoTotals() const {
  std::string Text;
  if (!MissingForTotals.empty())
    Text = "unknown " + listOf(MissingForTotals);
  if (AreTooMany)
    Text += (Text.empty() ? "" : "; ") + std::string("counts above 2^56");
  else if (IsOverBudget)
    Text += (Text.empty() ? "" : "; ") +
            formatv("counting all requests takes more than {0:N} steps", Budget).str();
  return Text;
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
