//===- MisalignedAccess.cpp - Lanes that straddle one more sector ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AlignmentAdvice.h"
#include "CheckList.h"
#include "ExcessFinding.h"
#include "FindingParts.h"
#include "KernelTables.h"
#include "RowPitch.h"

#include "cuda-memlint/Analysis/Aliasing/LeftOutAccesses.h"
#include "cuda-memlint/Analysis/Cost/LaunchRelations.h"
#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Analysis/Mends/GlobalMends.h"
#include "cuda-memlint/Checks/CostReasonWording.h"
#include "cuda-memlint/Checks/FindingGroups.h"
#include "cuda-memlint/Checks/MendWording.h"
#include "cuda-memlint/Checks/Significance.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/LaunchArguments.h"
#include "cuda-memlint/Model/LaunchContexts.h"
#include "cuda-memlint/Symbolic/Bounds.h"
#include "cuda-memlint/Symbolic/ConstantDistance.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <vector>

using namespace llvm;

namespace memlint {

/// By how much an access must cost more to be worth a remark that depends on arguments.
constexpr double LeastConditionalRatio = 1.1;

/// Whether the active lanes together access one run of bytes, in any order.
static bool isContiguous(const WarpRequest &Request) {
  SmallVector<int64_t, MostWarpLanes> Offsets;
  for (unsigned Lane = 0; Lane < MostWarpLanes; ++Lane)
    if (Request.ActiveMask >> Lane & 1)
      Offsets.push_back(Request.ByteOffset[Lane]);
  llvm::sort(Offsets);
  for (auto [Low, High] : zip(ArrayRef(Offsets), ArrayRef(Offsets).drop_front()))
    if (High - Low > int64_t(Request.BytesPerLane))
      return false;
  return true;
}

/// The active lane of \p Request that starts first.
static unsigned lowestLane(const WarpRequest &Request) {
  unsigned Lowest = 0;
  int64_t Start = std::numeric_limits<int64_t>::max();
  for (unsigned Lane = 0; Lane < MostWarpLanes; ++Lane)
    if (Request.ActiveMask >> Lane & 1 && Request.ByteOffset[Lane] < Start) {
      Lowest = Lane;
      Start = Request.ByteOffset[Lane];
    }
  return Lowest;
}

/// How far past a boundary of units of \p UnitBytes the lowest active lane of \p Request starts.
static unsigned bytesPastUnit(const WarpRequest &Request, unsigned UnitBytes) {
  return unsigned(uint64_t(Request.ByteOffset[lowestLane(Request)]) % UnitBytes);
}

/// \p Offset without what is assumed to be whole sectors, which unknown numbers are part of: the
/// multiples of them, and of rows as many as of their unknown length.
static ExprRef withoutAssumed(ExprContext &Expressions, ExprRef Offset) {
  auto IsUnknown = [](ExprRef Leaf) {
    LeafKind Kind = Leaf->leaf().Kind;
    return Kind != LeafKind::ThreadIndex && Kind != LeafKind::BlockIndex &&
           Kind != LeafKind::LoopCounter;
  };
  SmallVector<Term> Terms = termsOf(Offset);
  std::vector<SmallVector<ExprRef, 4>> Rows;
  for (const Term &Part : Terms) {
    SmallVector<ExprRef, 4> Row;
    copy_if(Part.Factors, std::back_inserter(Row),
            [&](ExprRef Factor) { return !anyLeaf(Factor, IsUnknown); });
    if (Row.size() != Part.Factors.size())
      Rows.push_back(std::move(Row));
  }
  ExprRef Known = Expressions.constant(constantOf(Offset));
  for (const Term &Part : Terms)
    if (none_of(Part.Factors, [&](ExprRef Factor) { return anyLeaf(Factor, IsUnknown); }) &&
        !is_contained(Rows, Part.Factors))
      Known = Expressions.add(Known, productOf(Expressions, Part));
  return Known;
}

/// A power of two that the starts of any two warps, of any blocks and iterations, are multiples of
/// apart, given the assumptions of \p Cost; from 2^31 on, that.
static uint64_t distanceOfStarts(const CheckRun &In, const Access &Site,
                                 const LaunchContext &Launch, const AccessCost &Cost) {
  std::optional<uint64_t> Threads = Launch.threadsPerBlock();
  if (!Threads || !Launch.blockKnown())
    return 1;
  // What the host code says of arguments with unknown values.
  DenseMap<ExprRef, ExprRef> Arguments;
  forEachArgument(In.Kernel.Program.Parameters, Launch.Arguments, &KernelParameter::Value,
                  [&](ExprRef Parameter, const LaunchArgument &Argument) {
                    LeafInfo Info = Parameter->leaf();
                    Info.Modulus = congruenceOf(Argument);
                    if (Info.Modulus.LogModulus > Parameter->congruence().LogModulus)
                      Arguments[Parameter] = In.Expressions.leaf(Info);
                  });
  LaunchRelations Relations = relationsIn(In.Expressions, In.Kernel.Program, Launch);
  ExprRef Offset = In.Expressions.substitute(
      withLaunchValues(In.Expressions, Site.Offset, In.Kernel.Program, Launch),
      [&](ExprRef Leaf) { return Relations.Parameters.lookup(Leaf); });
  if (Cost.Known != Knowledge::Proved)
    Offset = withoutAssumed(In.Expressions, Offset);
  std::optional<Congruence> Starts;
  uint64_t WarpLanes = In.Target.Shape.WarpLanes;
  for (uint64_t First = 0; First < *Threads; First += WarpLanes) {
    // The last warp may lack lanes.
    uint64_t Thread = std::min(First + lowestLane(Cost.WorstRequest), *Threads - 1);
    uint64_t Width = *Launch.Block[0], Height = *Launch.Block[1];
    std::array<uint64_t, 3> Index = {Thread % Width, Thread / Width % Height,
                                     Thread / Width / Height};
    Congruence OfWarp =
        In.Expressions
            .substitute(Offset,
                        [&](ExprRef Leaf) -> ExprRef {
                          const LeafInfo &Info = Leaf->leaf();
                          return Info.Kind == LeafKind::ThreadIndex
                                     ? In.Expressions.constant(int64_t(Index[Info.Dimension]))
                                     : Arguments.lookup(Leaf);
                        })
            ->congruence();
    Starts = Starts ? joinCongruences(*Starts, OfWarp) : OfWarp;
  }
  return uint64_t(1) << std::min(Starts.value_or(Congruence()).LogModulus, 31u);
}

/// "8 B past a sector boundary", of all requests where that is so; else what is true of all, or
/// that it is so in the worst.
static std::string describeStart(const CheckRun &In, const Access &Site,
                                 const LaunchContext &Launch, const AccessCost &Cost) {
  uint64_t Unit = In.Target.Shape.UnitBytes;
  uint64_t InWorst = bytesPastUnit(Cost.WorstRequest, unsigned(Unit));
  std::string Boundary = " B past a " + costUnit(Site.Space, In.Target.Shape).str() + " boundary";
  uint64_t Apart = distanceOfStarts(In, Site, Launch, Cost);
  if (Apart >= Unit)
    return utostr(InWorst) + Boundary;
  // All starts differ by multiples of that, and the array's own does not depend on the request.
  uint64_t First = InWorst % Apart;
  if (First != 0 && 2 * First == Apart)
    return "an odd multiple of " + utostr(First) + Boundary;
  if (First != 0 && 2 * Apart == Unit)
    return utostr(First) + " or " + utostr(First + Apart) + Boundary;
  return utostr(InWorst) + Boundary + " in the worst request";
}

namespace {

/// Another load from the same array that lies so far from an access that no start suits both, such
/// as `a[i]` beside `a[i + 1]`.
struct Neighbour {
  const Access *Site = nullptr;
  /// It, or one in another row, has no fault: a start that suits the access would cost what it
  /// saves.
  bool IsAligned = false;
  /// Threads of a block have values of the neighbour's that others of the block load.
  bool IsInReach = false;
};

} // namespace

static bool isAligned(const KernelAnalysis &Kernel, const Access &Site, unsigned Launch) {
  const AccessCost &Cost = Kernel.Verdicts[Site.Id][Launch].Cost;
  return Cost.Known != Knowledge::Unknown && !Cost.NeverExecuted &&
         Cost.Worst.Cost == Cost.Worst.Ideal;
}

/// Instructions that exchange values cost something, too: not below the excess that a warning
/// needs, nor where the warps of a block are side by side and the L1 cache serves what they share,
/// which was measured to take less time (docs/accuracy.md, "Kernels of further repositories").
static bool isWorthExchanging(const AccessCost &Cost) {
  auto IsExcess = [](double Taken, double Needed) {
    return 100 * (Taken - Needed) >= Significance().LeastExcess * Taken;
  };
  return IsExcess(Cost.MeanCost, Cost.MeanIdeal) &&
         (!Cost.OfBlock || IsExcess(Cost.OfBlock->Sectors, Cost.OfBlock->Ideal));
}

/// Of several, one without fault, then one in reach; one that only the arguments of the launch say
/// the distance of, such as a row, after others. A load in another row that is as far from the
/// start of its row, up to whole sectors, is none: longer rows suit both.
static Neighbour neighbourOf(const CheckRun &In, const RowPitches &Rows, const Access &Site,
                             unsigned Launch) {
  Neighbour Found, ByArguments;
  if (Site.Kind != AccessKind::Load || !Site.Offset)
    return Found;
  int64_t Unit = In.Target.Shape.UnitBytes;
  int64_t Reach =
      int64_t(Site.Bytes) *
      int64_t(In.Kernel.Launches[Launch].threadsPerBlock().value_or(In.Target.Shape.WarpLanes));
  std::optional<int64_t> RowBytes = Rows.rowsOf(Site, Launch);
  auto InLaunch = [&](ExprRef Offset) {
    return withLaunchValues(In.Expressions, Offset, In.Kernel.Program, In.Kernel.Launches[Launch]);
  };
  ExprRef Offset = InLaunch(Site.Offset);
  for (const Access &Other : In.Kernel.Program.Accesses) {
    if (Other.Id == Site.Id || Other.Object != Site.Object || Other.Bytes != Site.Bytes ||
        Other.Kind != AccessKind::Load || !Other.Offset)
      continue;
    std::optional<int64_t> Apart = constantDistance(Site.Offset, Other.Offset);
    Neighbour &Best = Apart ? Found : ByArguments;
    if (!Apart)
      Apart = constantDistance(Offset, InLaunch(Other.Offset));
    if (!Apart || *Apart % Unit == 0)
      continue;
    if (RowBytes) {
      int64_t Between = divideFloorSigned(*Apart + *RowBytes / 2, *RowBytes);
      if (Between != 0 && (*Apart - Between * *RowBytes) % Unit == 0)
        continue;
    }
    Neighbour Next = {&Other, isAligned(In.Kernel, Other, Launch), std::abs(*Apart) < Reach};
    auto Rank = [](const Neighbour &Each) {
      return std::make_tuple(Each.IsAligned, Each.IsInReach);
    };
    if (!Best.Site || Rank(Best) < Rank(Next))
      Best = Next;
    if (Found.IsAligned && Found.IsInReach)
      break;
  }
  if (!Found.Site)
    return ByArguments;
  Found.IsAligned |= ByArguments.IsAligned;
  return Found;
}

/// Accesses to one array that are aligned if arguments are multiples of something.
struct ConditionalSites {
  std::vector<const Access *> Sites;
  /// Of the first.
  const AccessVerdict *Verdict = nullptr;
};

/// "1.5x", "1.25x on average".
static std::string describeRatio(const CostIfUnaligned &Cost) {
  std::string Ratio = formatRatio(Cost.Ratio);
  bool IsOfWorst = Ratio == formatRatio(double(Cost.Worst.Cost) / double(Cost.Worst.Ideal));
  return IsOfWorst ? Ratio : Ratio + " on average";
}

/// What to do where an argument is not the multiple that it is assumed to be: the length of a row
/// can be rounded up, a start cannot. \p Conditions: how many of these there are. Empty: there are
/// overlaps, which neither helps.
static std::string describeRounding(const CheckRun &In, const Access &Site, unsigned Launch,
                                    size_t Conditions) {
  bool IsOne = Conditions == 1;
  std::string If = IsOne ? "if it is not, " : "if they are not, ";
  std::string Unit = utostr(In.Target.Shape.UnitBytes) + " B";
  std::string Name = "`" + In.Kernel.Program.Objects[Site.Object].Name + "`";
  OpenParts Open = openPartsOf(In, Site, Launch, Conditions);
  if (Open.HasOverlap)
    return "";
  std::string Start = "make the base offset a multiple of " + Unit;
  if (!Open.HasRows)
    return If + Start;
  std::string Rows = (Open.HasStart ? "round the length of the rows"
                      : IsOne       ? "round it"
                                    : "round them") +
                     std::string(" up where ") + Name +
                     " is allocated and where it is indexed, as `cudaMallocPitch` does with rows";
  return If + Rows + (Open.HasStart ? ", and " + Start : "");
}

/// Reports accesses that no launch shows at fault but that are misaligned for other arguments, for
/// each array and condition once. \p AtFault: the accesses that are reported anyway.
static void reportConditional(const CheckRun &In, const std::set<unsigned> &AtFault) {
  const KernelProgram &Program = In.Kernel.Program;
  MapVector<std::pair<unsigned, std::string>, ConditionalSites,
            std::map<std::pair<unsigned, std::string>, unsigned>>
      ByCondition;
  for (const Access &Site : Program.Accesses) {
    if (AtFault.contains(Site.Id) || isLeftOut(Program, Site))
      continue;
    for (const AccessVerdict &Verdict : In.Kernel.Verdicts[Site.Id])
      if (const auto &Other = Verdict.Cost.Unaligned;
          Other && Other->Ratio >= LeastConditionalRatio) {
        ConditionalSites &Alike =
            ByCondition[{Site.Object, join(describe(Other->Unless), " and ")}];
        Alike.Sites.push_back(&Site);
        if (!Alike.Verdict)
          Alike.Verdict = &Verdict;
        break;
      }
  }
  for (const auto &[Key, Alike] : ByCondition) {
    const Access &Site = *Alike.Sites.front();
    const CostIfUnaligned &Other = *Alike.Verdict->Cost.Unaligned;
    Finding &Result = In.report(
        Site.Position, "misaligned " + describeAccess(Site.Kind).str() + " unless " + Key.second +
                           ": up to " +
                           formatNumberOf(Other.Worst.Cost, costUnit(Site.Space, In.Target.Shape)) +
                           " per request, " + formatCount(Other.Worst.Ideal) + " needed (" +
                           describeRatio(Other) + ")");
    Result.Level = FindingLevel::Remark;
    Result.Access = Site.Id;
    addCallNotes(Result, Site);
    std::vector<SourcePosition> Others;
    for (const Access *Each : ArrayRef(Alike.Sites).drop_front())
      Others.push_back(Each->Position);
    if (!Others.empty())
      addNote(Result, listOtherAccesses(Site.Position, Others, Program.Objects[Site.Object].Name));
    addLaunchNote(Result, In.Kernel, Alike.Verdict->Launch);
    std::string Rounding = describeRounding(In, Site, Alike.Verdict->Launch, Other.Unless.size());
    if (Rounding.empty())
      addNote(Result, NoAdvice + "arguments decide by how much blocks, threads or iterations "
                                 "overlap, which no start of the array and no length of rows "
                                 "aligns");
    else
      setHelp(Result, Rounding + ": up to " + utostr(Other.Worst.Cost) + " -> " +
                          utostr(Other.Worst.Ideal) + " " +
                          pluralOf(costUnit(Site.Space, In.Target.Shape)) + " per request");
    Result.NoFix = MissingFix{MissingFix::Reason::Allocation, "", {}};
  }
}

/// The loop around \p Site whose iterations move a window over one sequence, by less than a warp
/// accesses, as `a[i + k]` does: no start suits all iterations. Null: none.
static const Loop *slidingLoop(const CheckRun &In, const Access &Site, unsigned Launch) {
  ExprRef Offset =
      withLaunchValues(In.Expressions, Site.Offset, In.Kernel.Program, In.Kernel.Launches[Launch]);
  int64_t Run = int64_t(Site.Bytes) * In.Target.Shape.WarpLanes;
  for (const Term &Part : termsOf(Offset)) {
    int64_t Apart = std::abs(Part.Coefficient);
    if (Part.Factors.size() != 1 || !Part.Factors.front()->isLeaf() || Apart >= Run ||
        Apart % In.Target.Shape.UnitBytes == 0)
      continue;
    for (unsigned Number : Site.Loops)
      if (In.Kernel.Program.Loops[Number].Counter == Part.Factors.front())
        return &In.Kernel.Program.Loops[Number];
  }
  return nullptr;
}

static void adviseExchange(Finding &Result) {
  // The neighbour of a lane at the end of a warp is in another warp.
  setHelp(Result, "exchange values between lanes by a shuffle, with a load of their own for the "
                  "lanes at the ends of a warp, or through shared memory");
  Result.Meant = MeantChange{MeantChange::Kind::Exchange};
}

/// Rows of a block that are shorter than a warp have more ends than longer ones, and each end may
/// be in another sector. False: no other block saves any.
static bool adviseBlock(const CheckRun &In, const Access &Site, unsigned Launch, Finding &Result) {
  const LaunchContext &Of = In.Kernel.Launches[Launch];
  if (!Of.blockKnown() || *Of.Block[1] == 1 || *Of.Block[0] >= In.Target.Shape.WarpLanes)
    return false;
  const GlobalMends &Mends = In.Tables.Mends.of(Launch);
  const Mend *Best = Mends.findFor(Site.Id, Mend::Kind::BlockShape);
  if (!Best)
    return false;
  setHelp(Result, describeMend(In.Kernel, Launch, Mends, *Best, Site));
  Result.Meant = MeantChange{MeantChange::Kind::Threads, uint64_t(Best - Mends.Mends.data())};
  return true;
}

/// Whether lanes start at addresses that an access of this width must not have, if the array starts
/// where allocations do.
static bool isRefused(const Access &Site, const AccessCost &Cost) {
  return bytesPastUnit(Cost.WorstRequest, Site.Bytes) != 0;
}

/// Whether blocks follow each other in what \p Site accesses, each with a part that sectors do not
/// divide: `x[blockIdx.x * blockDim.x + threadIdx.x]` with blocks of 6.
static bool sharesSectorsWithNextBlock(const CheckRun &In, const Access &Site,
                                       const LaunchContext &Launch) {
  unsigned UnitBytes = In.Target.Shape.UnitBytes;
  std::optional<uint64_t> Threads = Launch.threadsPerBlock();
  if (!Threads || Launch.Block[0] != Threads || *Threads * Site.Bytes % UnitBytes == 0 ||
      UnitBytes % Site.Bytes != 0)
    return false;
  auto IsPart = [&](const Term &Part) {
    return Part.Factors.size() == 1 && Part.Factors.front()->isLeaf() &&
           Part.Factors.front()->leaf().Kind == LeafKind::BlockIndex &&
           Part.Factors.front()->leaf().Dimension == 0 &&
           Part.Coefficient == int64_t(*Threads * Site.Bytes);
  };
  return any_of(termsOf(withLaunchValues(In.Expressions, Site.Offset, In.Kernel.Program, Launch)),
                IsPart);
}

/// Blocks of as many threads as there are elements in whole sectors.
static void adviseWholeSectors(const Access &Site, const DeviceShape &Device, Finding &Result) {
  unsigned Elements = Device.UnitBytes / Site.Bytes;
  setHelp(Result, "launch blocks of a multiple of " + utostr(Elements) + " threads (better of " +
                      utostr(Device.WarpLanes) +
                      "), and let each block take as many elements: then no two blocks share a " +
                      costUnit(Site.Space, Device));
  Result.Meant = MeantChange{MeantChange::Kind::Threads, ~uint64_t(0)};
}

/// Where the data should start, or how far rows should be apart; else why that helps nothing.
static void adviseOrExplain(const CheckRun &In, const Access &Site, const Excess &Fault,
                            RowPitches &Rows, Finding &Result) {
  AlignmentAdvice Advice = adviseAlignment(In, Site, Fault.Worst->Launch, Rows);
  if (!Advice.Text.empty()) {
    setHelp(Result, Advice.Text);
    Result.Meant = Advice.Change;
    return;
  }
  bool HasBlock = adviseBlock(In, Site, Fault.Worst->Launch, Result);
  const LaunchContext &Launch = In.Kernel.Launches[Fault.Worst->Launch];
  if (!HasBlock && !isGuessed(Launch) && sharesSectorsWithNextBlock(In, Site, Launch)) {
    adviseWholeSectors(Site, In.Target.Shape, Result);
    return;
  }
  const Loop *Sliding =
      Site.Kind == AccessKind::Load ? slidingLoop(In, Site, Fault.Worst->Launch) : nullptr;
  if (Sliding) {
    Result.Level = FindingLevel::Remark;
    addNote(Result, "no base offset aligns all iterations of the loop here", Sliding->Position);
    if (!HasBlock && isWorthExchanging(Fault.Worst->Cost) && !Fault.wastesRequestsOnly())
      adviseExchange(Result);
  } else if (Advice.Rival) {
    Result.Level = FindingLevel::Remark;
    addNote(Result, "a base offset that aligns this access costs as much here",
            Advice.Rival->Position);
  } else if (!HasBlock) {
    addNote(Result, NoAdvice + "no start of the array and no length of rows that is tried helps");
  }
}

static void checkMisalignedAccess(const CheckRun &In) {
  std::set<unsigned> AtFault;
  RowPitches &Rows = In.Tables.Rows;
  forEachExcess(In, MemorySpace::Global, [&](const Access &Site, const Excess &Fault) {
    const AccessCost &Cost = Fault.Worst->Cost;
    AtFault.insert(Site.Id);
    if (!isOnlyMisaligned(Cost) || isForPitch(In, Site, Fault.Worst->Launch))
      return;
    Finding &Result = reportExcess(
        In, Site, Fault, "misaligned " + describeAccess(Site.Kind),
        ": " + std::string(isContiguous(Cost.WorstRequest) ? "contiguous, but " : "starts ") +
            describeStart(In, Site, In.Kernel.Launches[Fault.Worst->Launch], Cost) +
            describeExcess(Cost, costUnit(Site.Space, In.Target.Shape)));
    Result.NoFix = MissingFix{MissingFix::Reason::Allocation, "", {}};
    if (isRefused(Site, Cost)) {
      std::string Bytes = utostr(Site.Bytes) + " B";
      setHelp(Result, "start at a multiple of " + Bytes + ": the device refuses an access of " +
                          Bytes + " at any other address (`cudaErrorMisalignedAddress`)");
      return;
    }
    Neighbour Other = neighbourOf(In, Rows, Site, Fault.Worst->Launch);
    // What no layout avoids is not a fault of the layout.
    if (Other.IsAligned)
      Result.Level = FindingLevel::Remark;
    if (Other.Site) {
      addNote(Result, "no base offset aligns both this load and the one here",
              Other.Site->Position);
      // Lanes have the neighbour's value if all of them load it; else, as at the ends of a tile,
      // and where the cache serves one of the two loads, an exchange saves nothing.
      bool IsExchange =
          Other.IsInReach && Other.Site->Guards == Site.Guards && Other.Site->Loops == Site.Loops;
      if (!adviseBlock(In, Site, Fault.Worst->Launch, Result) && IsExchange &&
          isWorthExchanging(Cost) && !Fault.wastesRequestsOnly())
        adviseExchange(Result);
    } else {
      adviseOrExplain(In, Site, Fault, Rows, Result);
    }
  });
  reportConditional(In, AtFault);
}

const Check MisalignedAccess = {
    .Name = "cuda-misaligned-access",
    .Summary = "a global memory access straddles an extra sector because it is misaligned",
    .Level = FindingLevel::Warning,
    .Subject = FindingSubject::AccessCost,
    .Run = checkMisalignedAccess};

} // namespace memlint
