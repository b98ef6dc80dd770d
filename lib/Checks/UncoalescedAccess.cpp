//===- UncoalescedAccess.cpp - Lanes spread over too many sectors ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "ExcessFinding.h"
#include "FindingParts.h"
#include "KernelTables.h"
#include "RowPitch.h"

#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Analysis/Layout/RecordVisits.h"
#include "cuda-memlint/Analysis/Mends/GlobalMends.h"
#include "cuda-memlint/Analysis/Mends/SharedLoop.h"
#include "cuda-memlint/Checks/MendWording.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/LaunchArguments.h"
#include "cuda-memlint/Model/LaunchContexts.h"
#include "cuda-memlint/Symbolic/ConstantDistance.h"
#include "cuda-memlint/Target/MemoryThroughput.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <array>
#include <cstdlib>
#include <map>
#include <set>

using namespace llvm;

namespace memlint {

static bool isParameter(ExprRef Factor) {
  return Factor->isLeaf() && Factor->leaf().Kind == LeafKind::Parameter;
}

/// `1 << shift`, of an argument.
static bool isShift(ExprRef Factor) {
  return Factor->kind() == ExprKind::ShiftLeft && Factor->operands()[0]->isConstant(1) &&
         isParameter(Factor->operands()[1]);
}

/// What lanes may be a multiple of apart.
static bool isStride(ExprRef Factor) { return isParameter(Factor) || isShift(Factor); }

static bool isByLane(ExprRef Factor) { return Factor->varies() == Uniformity::Lane; }

/// Whether the lanes of a warp share one value of \p Factor: an index of threads in `y` or `z`
/// where the rows of a block are whole warps.
static bool isSharedByWarp(ExprRef Factor, const LaunchContext &Launch, unsigned WarpLanes) {
  return Factor->isLeaf() && Factor->leaf().Kind == LeafKind::ThreadIndex &&
         Factor->leaf().Dimension != 0 && Launch.Block[0] && *Launch.Block[0] % WarpLanes == 0;
}

static bool isThreadInRow(ExprRef Factor) {
  return Factor->isLeaf() && Factor->leaf().Kind == LeafKind::ThreadIndex &&
         Factor->leaf().Dimension == 0;
}

/// The column of a thread in rows that \p Offset is made of: `threadIdx.x`, or `i % n` of an index
/// that counts threads.
static bool isColumn(ExprRef Factor) {
  return isThreadInRow(Factor) || (Factor->kind() == ExprKind::Remainder &&
                                   any_of(termsOf(Factor->operands()[0]), [](const Term &Part) {
                                     return Part.Coefficient == 1 && Part.Factors.size() == 1 &&
                                            isThreadInRow(Part.Factors.front());
                                   }));
}

/// Which row it is, `i / n` or what it is simplified to: lanes of a warp that are in one row share
/// it.
static bool isRow(ExprRef Factor) {
  if (Factor->kind() == ExprKind::Remainder)
    return isRow(Factor->operands()[0]);
  return Factor->kind() == ExprKind::Divide && !Factor->operands()[1]->isConstant() &&
         !isByLane(Factor->operands()[1]);
}

/// \p Offset with `i << shift` as a product with `1 << shift`.
static ExprRef withShiftsAsProducts(ExprContext &Expressions, ExprRef Offset) {
  return Expressions.substituteFactors(Offset, [&](ExprRef Factor) -> ExprRef {
    if (Factor->kind() != ExprKind::ShiftLeft || isShift(Factor) ||
        !isParameter(Factor->operands()[1]))
      return nullptr;
    return Expressions.multiply(
        Factor->operands()[0],
        Expressions.shiftLeft(Expressions.constant(1), Factor->operands()[1]));
  });
}

namespace {

struct UnknownStride {
  ExprRef Argument = nullptr;
  /// How far apart lanes are for each unit of it, or where it is a shift, of 1 shifted by it.
  uint64_t Bytes = 0;
  /// The value at which lanes are that far apart.
  int64_t Least = 1;
};

} // namespace

/// The argument that neighbouring lanes are apart in \p Offset, as in `x[i * stride]`, or a
/// multiple of, as in `x[2 * i * stride]`, or that shifts them apart, as in `x[i << shift]`, where
/// nothing says that it is the length of a row: no other index counts elements, as that of the
/// column does in `x[row * pitch + column]`, and it is not the length of one of several dimensions,
/// as in `x[i * rows * columns]`. Where it is 1, the lanes of a warp are neighbours: nothing else
/// in \p Offset differs between them.
static std::optional<UnknownStride> strideArgument(ExprRef Offset, const Access &Site,
                                                   const LaunchContext &Launch,
                                                   unsigned WarpLanes) {
  UnknownStride Stride;
  for (const Term &Part : termsOf(Offset)) {
    if (all_of(Part.Factors, isStride))
      continue;
    if (none_of(Part.Factors, isStride))
      return std::nullopt;
    if (none_of(Part.Factors, [&](ExprRef Factor) {
          return isByLane(Factor) && !isRow(Factor) && !isSharedByWarp(Factor, Launch, WarpLanes);
        }))
      continue;
    bool IsProduct = Part.Factors.size() == 2 && any_of(Part.Factors, isColumn);
    if (Stride.Argument || !IsProduct || Part.Coefficient <= 0 ||
        Part.Coefficient % int64_t(Site.Bytes) != 0)
      return std::nullopt;
    ExprRef Found = *find_if(Part.Factors, isStride);
    Stride = {isShift(Found) ? Found->operands()[1] : Found, uint64_t(Part.Coefficient),
              isShift(Found) ? 0 : 1};
  }
  return Stride.Argument ? std::optional(Stride) : std::nullopt;
}

/// Whether \p Stride, by a parameter of \p Program, may be the least by what the host code says of
/// it.
static bool mayBeLeast(const KernelProgram &Program, const LaunchContext &Launch,
                       const UnknownStride &Stride) {
  bool MayBe = true;
  forEachArgument(Program.Parameters, Launch.Arguments, &KernelParameter::Value,
                  [&](ExprRef Parameter, const LaunchArgument &Passed) {
                    if (Parameter == Stride.Argument)
                      MayBe = (Stride.Least == 0 || Passed.Multiple == 1) &&
                              Passed.Range.contains({Stride.Least, Stride.Least});
                  });
  return MayBe;
}

static bool leavesAdjacent(const UnknownStride &Stride, const Access &Site) {
  return Stride.Bytes == Site.Bytes;
}

/// "lanes are 8 B apart if `step` is 1: 8 sectors per request, 4 needed". \p Offset has shifts as
/// products.
static std::string describeLeast(const CheckRun &In, const Access &Site, unsigned Launch,
                                 const UnknownStride &Stride, ExprRef Offset) {
  std::string If = " if `" + toString(Stride.Argument) + "` is " + utostr(uint64_t(Stride.Least));
  if (leavesAdjacent(Stride, Site))
    return "lanes are adjacent" + If;
  ExprContext &Expressions = In.Expressions;
  ExprRef Least = Expressions.substituteFactors(Offset, [&](ExprRef Factor) -> ExprRef {
    if (isShift(Factor) && Factor->operands()[1] == Stride.Argument)
      return Expressions.constant(1);
    return Factor == Stride.Argument ? Expressions.constant(Stride.Least) : nullptr;
  });
  AccessCost Cost = In.Tables.Rows.costOf(Site, Least, Launch);
  std::string Apart = "lanes are " + formatCount(Stride.Bytes) + " B apart" + If;
  if (Cost.Known == Knowledge::Unknown || Cost.NeverExecuted)
    return Apart;
  return Apart + (Stride.Least == 0 ? ", which costs the least: " : ": ") +
         formatNumberOf(Cost.Worst.Cost, costUnit(Site.Space, In.Target.Shape)) + " per request, " +
         formatCount(Cost.Worst.Ideal) + " needed";
}

/// Whether the kernel accesses one member of the structures in \p Array.
static bool accessesOneMember(const KernelProgram &Program, const MemoryObject &Array) {
  std::optional<int64_t> Member;
  return all_of(Program.Accesses, [&](const Access &Each) {
    if (Each.Object != Array.Id)
      return true;
    if (!Each.Offset)
      return false;
    // Before the element of the lane, too, as in `a[i - 1].y`.
    auto Size = int64_t(Array.ElementBytes);
    int64_t InRecord = (constantOf(Each.Offset) % Size + Size) % Size;
    if (!Member)
      Member = InRecord;
    return *Member == InRecord;
  });
}

/// Whether \p Array holds pairs of floating-point numbers, as libraries lay out complex ones, in
/// memory that the host code that is seen does not allocate: whoever does decides on the layout.
/// Where the kernel needs both numbers, it could access them together.
static bool isLaidOutElsewhere(const KernelProgram &Program, const MemoryObject &Array,
                               const LaunchContext &Launch) {
  if (!Array.IsVectorElement || Array.Members.size() != 2 || !Array.Members.front().IsFloating ||
      Array.Kind != ObjectKind::Parameter || !accessesOneMember(Program, Array))
    return false;
  const LaunchArgument *Argument = argumentOf(Array, Launch);
  return !Argument || !Argument->Allocation;
}

static constexpr StringLiteral NoLaunch =
    "no advice: no wider access and no other layout that is tried helps; blocks, thread orders and "
    "tiles are tried for a known launch";

/// How far apart neighbouring threads are at \p Site, in bytes; 0: they are not, or in another way.
static int64_t bytesBetweenThreads(const CheckRun &In, const Access &Site,
                                   const LaunchContext &Launch) {
  for (const Term &Part :
       termsOf(withLaunchValues(In.Expressions, Site.Offset, In.Kernel.Program, Launch)))
    if (Part.Factors.size() == 1 && isThreadInRow(Part.Factors.front()))
      return Part.Coefficient;
  return 0;
}

/// An access to the same array at which neighbouring threads are in other places of it, which
/// keeps any order of its elements from suiting both.
static const Access *findOtherOrder(const CheckRun &In, const Access &Site,
                                    const LaunchContext &Launch) {
  int64_t Own = bytesBetweenThreads(In, Site, Launch);
  if (Own == 0)
    return nullptr;
  const std::vector<Access> &Accesses = In.Kernel.Program.Accesses;
  auto Found = find_if(Accesses, [&](const Access &Other) {
    if (Other.Object != Site.Object || !Other.Offset || Other.IsUnused)
      return false;
    int64_t Apart = bytesBetweenThreads(In, Other, Launch);
    return Apart != 0 && Apart != Own;
  });
  return Found == Accesses.end() ? nullptr : &*Found;
}

/// What to do where a thread stores parts of a word, as bytes of a pixel, under several conditions,
/// which keeps compilers from storing them together; empty: it does not.
static std::string describePartsInBranches(const CheckRun &In, const Access &Site) {
  constexpr int64_t WordBytes = 4;
  if (Site.Kind != AccessKind::Store || Site.Bytes >= WordBytes || !Site.Offset)
    return "";
  std::set<int64_t> Places = {0};
  bool HasOtherConditions = false;
  for (const Access &Other : In.Kernel.Program.Accesses) {
    if (Other.Object != Site.Object || Other.Kind != Site.Kind || Other.Bytes != Site.Bytes ||
        Other.Loops != Site.Loops || !Other.Offset)
      continue;
    std::optional<int64_t> Apart = constantDistance(Site.Offset, Other.Offset);
    if (!Apart || std::abs(*Apart) >= WordBytes)
      continue;
    Places.insert(*Apart);
    HasOtherConditions |= Other.Guards != Site.Guards;
  }
  int64_t Bytes = *Places.rbegin() - *Places.begin() + int64_t(Site.Bytes);
  if (!HasOtherConditions || Bytes != WordBytes || Places.size() * Site.Bytes != WordBytes)
    return "";
  return "if each thread stores all " + utostr(Bytes) + " adjacent B of `" +
         In.Kernel.Program.Objects[Site.Object].Name +
         "` in one branch or another, and they start at a multiple of " + utostr(Bytes) +
         " B, collect them in a local variable and store that once, behind the branches";
}

/// The reason that nothing is advised.
static std::string whyNoMend(const CheckRun &In, const Access &Site, const GlobalMends &Mends,
                             const LaunchContext &Launch,
                             const std::optional<UnknownStride> &Stride) {
  // Of a function that takes the stride of its callers' data, such as one of BLAS.
  if (isGuessed(Launch) && Stride && leavesAdjacent(*Stride, Site))
    return NoAdvice.str() + "callers choose `" + toString(Stride->Argument) +
           "`, and those that pass " + utostr(uint64_t(Stride->Least)) + " have nothing to mend";
  if (isGuessed(Launch) && Mends.Before.Unknown.empty())
    return NoLaunch.str();
  if (!Mends.Before.Unknown.empty())
    return NoAdvice.str() +
           "the cost of other accesses is unknown, so blocks, thread orders and tiles "
           "cannot be weighed";
  if (std::string Why = describeInVain(In.Kernel, Mends, Site); !Why.empty())
    return NoAdvice.str() + Why;
  if (const Access *Other = findOtherOrder(In, Site, Launch))
    return NoAdvice.str() + "neighbouring threads are " +
           formatCount(uint64_t(std::abs(bytesBetweenThreads(In, *Other, Launch)))) + " B of `" +
           In.Kernel.Program.Objects[Site.Object].Name + "` apart at line " +
           utostr(Other->Position.Line) + ", so that no order of its elements suits both";
  if (Launch.Block[1] != 1 && !In.Kernel.Program.WarpOperations.empty())
    return NoAdvice.str() + "no wider access and no other layout that is tried helps, and the "
                            "lanes of a warp, which exchange values, stay as they are";
  return NoAdvice.str() + "none of the changes that are tried helps";
}

/// Whether \p Site loads a column, and the next block in x the one beside it, the threads and
/// iterations of a block along its rows: the lanes of a warp could be at columns side by side. That
/// leaves few blocks, which have to be enough for all multiprocessors of an H100.
static bool isColumnOfBlock(const Access &Site, const LaunchContext &Launch, unsigned WarpLanes) {
  const MemoryThroughput *Device = findMemoryThroughput("NVIDIA H100 80GB HBM3");
  if (!Device || Site.Kind != AccessKind::Load || isGuessed(Launch) || Launch.Block[1] != 1 ||
      Launch.Block[2] != 1 ||
      (Launch.gridKnown() && *Launch.Grid[0] < WarpLanes * Device->Multiprocessors))
    return false;
  SmallVector<Term> Terms = termsOf(Site.Offset);
  auto IsOfBlock = [](const Term &Part) {
    return any_of(Part.Factors, [](ExprRef Each) { return Each->varies() == Uniformity::Block; });
  };
  auto IsColumn = [&](const Term &Part) {
    return Part.Factors.size() == 1 && Part.Factors.front()->isLeaf() &&
           Part.Factors.front()->leaf().Kind == LeafKind::BlockIndex &&
           Part.Factors.front()->leaf().Dimension == 0 && Part.Coefficient == int64_t(Site.Bytes);
  };
  auto IsRow = [](const Term &Part) { return any_of(Part.Factors, isThreadInRow); };
  auto IsIteration = [](const Term &Part) {
    return any_of(Part.Factors, [](ExprRef Each) {
      return Each->isLeaf() && Each->leaf().Kind == LeafKind::LoopCounter;
    });
  };
  return count_if(Terms, IsOfBlock) == 1 && count_if(Terms, IsColumn) == 1 &&
         count_if(Terms, IsRow) == 1 && any_of(Terms, IsIteration) &&
         all_of(Terms,
                [&](const Term &Part) { return IsRow(Part) || none_of(Part.Factors, isByLane); });
}

static std::string describeColumns(const Access &Site, const AccessCost &Cost,
                                   const DeviceShape &Device) {
  unsigned Before = Cost.Worst.Cost, After = Device.WarpLanes * Site.Bytes / Device.UnitBytes;
  return "give each block " + formatCount(Device.WarpLanes) +
         " columns side by side, one for each lane of a warp, and let iterations and warps go "
         "through the rows: " +
         describeChange(formatCount(Before), formatCount(After),
                        costUnit(MemorySpace::Global, Device)) +
         " per request";
}

static MeantChange meantBy(const GlobalMends &Mends, const Mend &Change) {
  constexpr std::array OfThreads = {Mend::Kind::BlockShape, Mend::Kind::ExchangeThreads,
                                    Mend::Kind::ExchangeAxes};
  return {is_contained(OfThreads, Change.What) ? MeantChange::Kind::Threads
                                               : MeantChange::Kind::Mend,
          uint64_t(&Change - Mends.Mends.data())};
}

/// The layouts of the structures in the array of \p Site that help it: the best of those that take
/// them apart and the best of those that keep them together, first that of \p Best.
static std::vector<RecordChange> recordChanges(const CheckRun &In, unsigned Launch,
                                               const GlobalMends &Mends, const Mend &Best,
                                               const Access &Site) {
  std::vector<RecordChange> Changes;
  auto Add = [&](const Mend *Change) {
    bool TakesApart = Change && Change->What == Mend::Kind::SplitRecord;
    if (Change &&
        none_of(Changes, [&](const RecordChange &Known) { return Known.TakesApart == TakesApart; }))
      Changes.push_back({TakesApart,
                         Mends.Before.Sectors - Change->After.Sectors,
                         {describeMend(In.Kernel, Launch, Mends, *Change, Site), {}},
                         meantBy(Mends, *Change)});
  };
  constexpr std::array Layouts = {Mend::Kind::AlignRecord, Mend::Kind::AccessWhole,
                                  Mend::Kind::SplitRecord};
  if (is_contained(Layouts, Best.What)) {
    Add(&Best);
    for (Mend::Kind Each : Layouts)
      Add(Mends.findFor(Site.Id, Each));
  }
  return Changes;
}

static void checkUncoalescedAccess(const CheckRun &In) {
  SharedLoops Loops(In.Expressions, In.Kernel, In.Target);
  forEachExcess(In, MemorySpace::Global, [&](const Access &Site, const Excess &Fault) {
    const AccessCost &Cost = Fault.Worst->Cost;
    if (isOnlyMisaligned(Cost) || isForPitch(In, Site, Fault.Worst->Launch))
      return;
    Finding &Result = reportExcess(In, Site, Fault, "uncoalesced " + describeAccess(Site.Kind),
                                   ": " + describePattern(In, Site, Fault) +
                                       describeExcess(Cost, costUnit(Site.Space, In.Target.Shape)));
    unsigned Launch = Fault.Worst->Launch;
    const LaunchContext &Of = In.Kernel.Launches[Launch];
    ExprRef Offset = withShiftsAsProducts(
        In.Expressions, withLaunchValues(In.Expressions, Site.Offset, In.Kernel.Program, Of));
    std::optional<UnknownStride> Stride =
        strideArgument(Offset, Site, Of, In.Target.Shape.WarpLanes);
    if (Stride && !mayBeLeast(In.Kernel.Program, Of, *Stride))
      Stride.reset();
    if (Stride) {
      // A shift that leaves lanes apart in any case is at fault in any case.
      if (leavesAdjacent(*Stride, Site) || Stride->Least != 0)
        Result.Level = FindingLevel::Remark;
      addNote(Result, describeLeast(In, Site, Launch, *Stride, Offset));
    }
    const GlobalMends &Mends = In.Tables.Mends.of(Launch);
    const Mend *Best = Mends.findFor(Site.Id);
    std::optional<SharedLoop> Shared;
    // A warp that walks one row leaves wider accesses of each lane to its own row far behind, and
    // the array as it is. What is loaded once before the loop does not depend on its iterations.
    if (!Fault.MovedFrom &&
        (!Best || Best->What == Mend::Kind::JoinIterations || Best->What == Mend::Kind::SplitRows))
      Shared = Loops.findAround(Site, Launch);
    const MemoryObject &Array = In.Kernel.Program.Objects[Site.Object];
    if (!Shared && Best && Best->What == Mend::Kind::SplitRecord &&
        isLaidOutElsewhere(In.Kernel.Program, Array, Of)) {
      Result.LoweredFrom = Result.Level;
      Result.Level = FindingLevel::Remark;
      addNote(Result, "`" + Array.Name + "` is not allocated in visible code; its pairs may be a " +
                          "library's complex type");
      return;
    }
    if (Shared) {
      setHelp(Result, describeSharedLoop(In.Kernel, *Shared));
      Result.Meant = MeantChange{MeantChange::Kind::SharedLoop, Shared->Loop};
    } else if (Best) {
      setHelp(Result, describeMend(In.Kernel, Launch, Mends, *Best, Site));
      Result.Meant = meantBy(Mends, *Best);
      Result.RecordChanges = recordChanges(In, Launch, Mends, *Best, Site);
    } else if (isColumnOfBlock(Site, Of, In.Target.Shape.WarpLanes)) {
      setHelp(Result, describeColumns(Site, Cost, In.Target.Shape));
      Result.Meant = MeantChange{MeantChange::Kind::Threads, Mends.Mends.size()};
    } else if (std::string Parts = describePartsInBranches(In, Site); !Parts.empty()) {
      setHelp(Result, Parts);
      Result.Meant = MeantChange{MeantChange::Kind::Index};
    } else {
      addNote(Result, whyNoMend(In, Site, Mends, Of, Stride));
    }
  });
}

namespace {

/// Kernels that say how structures of one type should be laid out.
struct RecordAdvice {
  std::vector<std::pair<const KernelAnalysis *, Finding *>> Findings;

  bool isOf(bool TakesApart) const {
    return all_of(Findings, [&](const auto &Each) {
      return Each.second->RecordChanges.front().TakesApart == TakesApart;
    });
  }
  std::optional<double> savingOf(bool TakesApart) const;
};

} // namespace

static const RecordChange *changeOf(const Finding &Item, bool TakesApart) {
  auto Found = find_if(Item.RecordChanges,
                       [&](const RecordChange &Each) { return Each.TakesApart == TakesApart; });
  return Found == Item.RecordChanges.end() ? nullptr : &*Found;
}

/// What all kernels together save; nothing where it does not help one of them.
std::optional<double> RecordAdvice::savingOf(bool TakesApart) const {
  std::map<const KernelAnalysis *, double> ByKernel;
  for (auto [Kernel, Item] : Findings) {
    const RecordChange *Change = changeOf(*Item, TakesApart);
    if (!Change)
      return std::nullopt;
    ByKernel[Kernel] = std::max(ByKernel[Kernel], Change->Saved);
  }
  double Sum = 0;
  for (auto [Kernel, Saved] : ByKernel)
    Sum += Saved;
  return Sum;
}

using RecordType = std::pair<std::string, uint64_t>;

static RecordType recordTypeOf(const MemoryObject &Array) {
  return {Array.ElementType, Array.ElementBytes};
}

/// Whether \p Visit is of more than one member of a structure in \p Array.
static bool isOfSeveralMembers(const MemoryObject &Array, const RecordVisit &Visit) {
  return count_if(Array.Members, [&](const MemberLayout &Member) {
           return any_of(Visit.Parts, [&](const RecordPart &Part) {
             return Part.FirstByte <= Member.FirstByte &&
                    Member.FirstByte < Part.FirstByte + Part.Bytes;
           });
         }) > 1;
}

/// The kernels that access several members of structures whose index is data: with an array for
/// each member, each lane would touch a sector for each of them.
static std::map<RecordType, const KernelAnalysis *> findGathers(ArrayRef<FileAnalysis> Files) {
  std::map<RecordType, const KernelAnalysis *> Found;
  for (const FileAnalysis &File : Files)
    for (const KernelAnalysis &Kernel : File.Kernels)
      for (const RecordVisit &Visit : findRecordVisits(*File.Expressions, Kernel.Program)) {
        const Access &First = *Visit.Parts.front().Site;
        const MemoryObject &Array = Kernel.Program.Objects[First.Object];
        if (isOfSeveralMembers(Array, Visit) &&
            any_of(Kernel.Verdicts[First.Id],
                   [](const AccessVerdict &Verdict) { return Verdict.Cost.Bounds.has_value(); }))
          Found.try_emplace(recordTypeOf(Array), &Kernel);
      }
  return Found;
}

/// \p Item advises another layout of structures of \p Type, which \p Gathering needs together.
static void keepTogether(Finding &Item, const RecordType &Type, const KernelAnalysis &Gathering) {
  if (const RecordChange *Together = changeOf(Item, false)) {
    Item.Help = Together->Help;
    Item.Meant = Together->Meant;
    return;
  }
  Item.Help.reset();
  Item.Meant.reset();
  addNote(Item, "no advice: `" + Gathering.Program.Name + "` gathers elements of `" + Type.first +
                    "`, whose members an array for each would spread over as many sectors");
}

/// "`--launch='reduce<<<_, (16,4)>>>'`", with the block that was assumed.
static std::string launchOption(const KernelAnalysis &Kernel, const Finding &Item) {
  return "`--launch='" + Kernel.Program.Name + "<<<_, " +
         describeDimensions(Kernel.Launches[*Item.Launch].Block) + ">>>'`";
}

/// Says once for \p Kernel, with a warning if there is one, how a launch is given.
static void nameLaunchOption(KernelAnalysis &Kernel) {
  Finding *First = nullptr;
  auto ReasonOf = [](Finding &Item) {
    auto Found =
        find_if(Item.Notes, [](const FindingNote &Each) { return Each.Message == NoLaunch; });
    return Found == Item.Notes.end() ? nullptr : &*Found;
  };
  for (Finding &Item : Kernel.Findings)
    if (ReasonOf(Item) &&
        (!First || (First->Level == FindingLevel::Remark && Item.Level > FindingLevel::Remark)))
      First = &Item;
  if (First)
    ReasonOf(*First)->Message +=
        ", which " + launchOption(Kernel, *First) + " gives (with your block)";
}

/// Structures of one type have one layout in all kernels: that which saves most, if it helps each.
static void agreeOnUncoalescedAccess(MutableArrayRef<FileAnalysis> Files) {
  for (FileAnalysis &File : Files)
    for (KernelAnalysis &Kernel : File.Kernels)
      nameLaunchOption(Kernel);
  std::map<RecordType, RecordAdvice> ByType;
  for (FileAnalysis &File : Files)
    for (KernelAnalysis &Kernel : File.Kernels)
      for (Finding &Item : Kernel.Findings)
        if (!Item.RecordChanges.empty()) {
          const Access &Site = Kernel.Program.Accesses[*Item.Access];
          const MemoryObject &Array = Kernel.Program.Objects[Site.Object];
          // Vectors of one type may be anything.
          if (!Array.IsVectorElement)
            ByType[recordTypeOf(Array)].Findings.emplace_back(&Kernel, &Item);
        }
  if (ByType.empty())
    return;
  std::map<RecordType, const KernelAnalysis *> Gathers = findGathers(Files);
  for (auto &[Type, Advice] : ByType) {
    if (auto Gathering = Gathers.find(Type); Gathering != Gathers.end()) {
      for (auto [Kernel, Item] : Advice.Findings)
        if (Item->RecordChanges.front().TakesApart)
          keepTogether(*Item, Type, *Gathering->second);
      continue;
    }
    if (Advice.isOf(true) || Advice.isOf(false))
      continue;
    std::optional<double> Apart = Advice.savingOf(true), Together = Advice.savingOf(false);
    for (auto [Kernel, Item] : Advice.Findings) {
      if (!Apart && !Together) {
        Item->Help.reset();
        Item->Meant.reset();
        addNote(*Item, "no advice: some kernels need the members of `" + Type.first +
                           "` together and others apart");
        continue;
      }
      const RecordChange &Change = *changeOf(*Item, !Together || (Apart && *Apart > *Together));
      Item->Help = Change.Help;
      Item->Meant = Change.Meant;
    }
  }
}

const Check UncoalescedAccess = {
    .Name = "cuda-uncoalesced-access",
    .Summary = "a global memory access touches more 32-byte sectors than its lanes need",
    .Level = FindingLevel::Warning,
    .Subject = FindingSubject::AccessCost,
    .Run = checkUncoalescedAccess,
    .Agree = agreeOnUncoalescedAccess};

} // namespace memlint
