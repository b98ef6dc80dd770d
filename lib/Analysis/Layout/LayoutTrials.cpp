//===- LayoutTrials.cpp - Accesses to a shared array ----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutTrials.h"

#include "cuda-memlint/Analysis/Cost/AccessEvaluation.h"
#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Analysis/Cost/OffsetRange.h"
#include "cuda-memlint/Analysis/Layout/JoinedFields.h"
#include "cuda-memlint/Analysis/Layout/SharedLayout.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/LaunchContexts.h"

#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cstdlib>
#include <functional>
#include <map>

using namespace llvm;

namespace memlint {

/// Whether an access of \p Cost that data decide takes no more for any data than lanes with
/// consecutive elements do.
static bool isFreeForAnyData(const AccessCost &Cost) {
  return Cost.Bounds && Cost.Bounds->Highest <= Cost.Bounds->Consecutive;
}

bool LayoutTrials::collectUses(unsigned Object, unsigned WorstLaunch) {
  for (const Access &Site : Kernel.Program.Accesses) {
    if (Site.Space != MemorySpace::Shared || Site.Object != Object)
      continue;
    for (const AccessVerdict &Verdict : Kernel.Verdicts[Site.Id]) {
      bool IsByData = Verdict.Cost.Known == Knowledge::Unknown;
      if ((IsByData && !isFreeForAnyData(Verdict.Cost)) || Verdict.Cost.NeverExecuted ||
          !Site.Offset)
        continue;
      const LaunchContext &Launch = Kernel.Launches[Verdict.Launch];
      if (isGuessed(Launch) && Verdict.Launch != WorstLaunch)
        continue;
      (IsByData ? FreeUses : Uses)
          .push_back(
              {&Site, &Launch, withLaunchValues(Expressions, Site.Offset, Kernel.Program, Launch),
               Verdict.Cost.Totals ? std::optional(Verdict.Cost.Totals->Requests) : std::nullopt});
    }
  }
  return !Uses.empty();
}

/// The bytes of the array that \p Item accesses, from the first to the last.
std::optional<Interval> LayoutTrials::bytesOf(const SharedUse &Item) const {
  auto Anything = [](ExprRef) -> std::optional<Interval> { return std::nullopt; };
  std::optional<Interval> Starts =
      offsetRange(Expressions, Kernel.Program, *Item.Site, *Item.Launch, Anything);
  if (!Starts)
    return std::nullopt;
  return Interval{Starts->Low, Starts->High + int64_t(Item.Site->Bytes) - 1};
}

static Interval hullOf(const std::optional<Interval> &Known, const Interval &Bytes) {
  return Known ? Interval{std::min(Known->Low, Bytes.Low), std::max(Known->High, Bytes.High)}
               : Bytes;
}

std::vector<unsigned> LayoutTrials::findParts() const {
  // Each is compared with each.
  constexpr size_t MostUses = 256;
  if (Uses.size() > MostUses)
    return {};
  std::vector<Interval> Bytes;
  IntEqClasses Classes(unsigned(Kernel.Program.Accesses.size()));
  for (auto [Index, Item] : enumerate(Uses)) {
    std::optional<Interval> Own = bytesOf(Item);
    if (!Own)
      return {};
    for (size_t Other = 0; Other != Index; ++Other)
      if (Uses[Other].Launch == Item.Launch && Bytes[Other].Low <= Own->High &&
          Own->Low <= Bytes[Other].High)
        Classes.join(Uses[Other].Site->Id, Item.Site->Id);
    Bytes.push_back(*Own);
  }
  std::vector<unsigned> Parts;
  for (unsigned Id = 0; Id != Kernel.Program.Accesses.size(); ++Id)
    Parts.push_back(Classes.findLeader(Id));
  bool IsOne = all_of(Uses, [&](const SharedUse &Item) {
    return Parts[Item.Site->Id] == Parts[Uses.front().Site->Id];
  });
  return IsOne ? std::vector<unsigned>() : Parts;
}

uint64_t LayoutTrials::bytesOfPart(ArrayRef<unsigned> Parts, unsigned Part,
                                   const LaunchContext &Launch) const {
  std::optional<Interval> Own;
  for (const SharedUse &Item : Uses)
    if (Item.Launch == &Launch && Parts[Item.Site->Id] == Part)
      Own = hullOf(Own, *bytesOf(Item));
  return Own ? uint64_t(Own->High - Own->Low) + 1 : 0;
}

SmallVector<const LaunchContext *> LayoutTrials::launches() const {
  SmallVector<const LaunchContext *> Found;
  for (const SharedUse &Item : Uses)
    if (!is_contained(Found, Item.Launch))
      Found.push_back(Item.Launch);
  return Found;
}

bool LayoutTrials::haveAllOfBuffer() const {
  auto MayBeDynamic = [&](unsigned Object) {
    return any_of(Kernel.Program.basesOf(Object), [&](unsigned Base) {
      return Kernel.Program.Objects[Base].Kind == ObjectKind::DynamicShared;
    });
  };
  auto IsUse = [&](const Access &Site, const LaunchContext &Launch) {
    return findUse(Site, Launch) ||
           any_of(Kernel.Verdicts[Site.Id], [&](const AccessVerdict &Verdict) {
             return &Kernel.Launches[Verdict.Launch] == &Launch && Verdict.Cost.NeverExecuted;
           });
  };
  SmallVector<const LaunchContext *> Launches = launches();
  return all_of(Kernel.Program.Unseen, [](const UnseenEffect &Each) { return Each.OnlyPrints; }) &&
         all_of(Kernel.Program.Accesses, [&](const Access &Site) {
           return !MayBeDynamic(Site.Object) ||
                  all_of(Launches, [&](const LaunchContext *Each) { return IsUse(Site, *Each); });
         });
}

std::optional<BufferUse>
LayoutTrials::findBufferUse(const LaunchContext &Launch,
                            function_ref<BufferRole(const Access &)> RoleOf) const {
  BufferUse Buffer;
  Buffer.LaunchBytes = Launch.DynamicSharedBytes.value_or(0);
  std::optional<Interval> Rows;
  SmallVector<std::pair<Interval, const Access *>> Others;
  for (const SharedUse &Item : Uses) {
    if (Item.Launch != &Launch)
      continue;
    std::optional<Interval> Bytes = bytesOf(Item);
    if (!Bytes || Bytes->Low < 0 || Bytes->High >= int64_t(Buffer.LaunchBytes))
      return std::nullopt;
    switch (RoleOf(*Item.Site)) {
    case BufferRole::Rows:
      Rows = hullOf(Rows, *Bytes);
      break;
    case BufferRole::Staying:
      Buffer.StayingEnd = std::max(Buffer.StayingEnd, uint64_t(Bytes->High) + 1);
      break;
    case BufferRole::Apart:
      Others.push_back({*Bytes, Item.Site});
    }
  }
  if (!Rows)
    return std::nullopt;
  Buffer.Begin = uint64_t(Rows->Low);
  Buffer.End = uint64_t(Rows->High) + 1;
  for (const auto &[Bytes, Site] : Others) {
    if (Bytes.High < Rows->High)
      continue;
    uint64_t Start = uint64_t(Bytes.Low);
    Buffer.Next = std::min(Buffer.Next.value_or(Start), Start);
    Buffer.LastEnd = std::max(Buffer.LastEnd, uint64_t(Bytes.High) + 1);
    Buffer.Alignment = std::max(Buffer.Alignment, Site->Bytes);
    Buffer.Behind.push_back(Site);
  }
  return Buffer;
}

void LayoutTrials::keepPart(ArrayRef<unsigned> Parts, unsigned Part) {
  erase_if(Uses, [&](const SharedUse &Item) { return Parts[Item.Site->Id] != Part; });
  FreeUses.clear();
  std::map<const LaunchContext *, int64_t> Start;
  for (const SharedUse &Item : Uses) {
    int64_t Low = bytesOf(Item)->Low;
    auto [First, IsNew] = Start.try_emplace(Item.Launch, Low);
    First->second = std::min(First->second, Low);
  }
  for (SharedUse &Item : Uses)
    Item.Offset = Expressions.add(Item.Offset, Expressions.constant(-Start[Item.Launch]));
}

std::optional<unsigned> LayoutTrials::commonBytes() const {
  unsigned Bytes = Uses.front().Site->Bytes;
  bool IsCommon = all_of(Uses, [&](const SharedUse &Item) { return Item.Site->Bytes == Bytes; });
  return IsCommon ? std::optional(Bytes) : std::nullopt;
}

std::optional<uint64_t> LayoutTrials::rowsOfSubscripts(const Access &Conflicting,
                                                       uint64_t ElementBytes) const {
  std::optional<uint64_t> RowBytes;
  auto First = llvm::lower_bound(
      Uses, Conflicting.Id, [](const SharedUse &Item, unsigned Id) { return Item.Site->Id < Id; });
  for (const SharedUse &Item : make_range(First, Uses.end())) {
    if (Item.Site != &Conflicting)
      break;
    uint64_t Largest = 0;
    for (const Term &Part : termsOf(Item.Offset))
      if (any_of(Part.Factors, [](ExprRef Factor) { return Factor->varies() == Uniformity::Lane; }))
        Largest = std::max(Largest, uint64_t(std::abs(Part.Coefficient)));
    if (Largest <= ElementBytes || Largest % ElementBytes || (RowBytes && *RowBytes != Largest))
      return std::nullopt;
    RowBytes = Largest;
  }
  return RowBytes;
}

SmallVector<uint64_t> LayoutTrials::laneDistances(const Access &Conflicting,
                                                  uint64_t ElementBytes) const {
  SmallVector<uint64_t> Distances;
  auto Found = find_if(Uses, [&](const SharedUse &Item) { return Item.Site == &Conflicting; });
  if (Found == Uses.end())
    return Distances;
  for (const Term &Part : termsOf(Found->Offset)) {
    uint64_t Apart = uint64_t(std::abs(Part.Coefficient));
    if (Apart > ElementBytes && Apart % ElementBytes == 0 &&
        any_of(Part.Factors, [](ExprRef Factor) { return Factor->varies() == Uniformity::Lane; }))
      Distances.push_back(Apart);
  }
  llvm::sort(Distances, std::greater<>());
  return Distances;
}

/// The bytes at which \p InRow may be as far as the threads of the block decide that its guards
/// let pass; other leaves are looked at where they are 0, as loop counters are at first.
std::optional<Interval> LayoutTrials::rangeOf(ExprRef InRow, const SharedUse &Item) const {
  Access First = *Item.Site;
  First.Offset = Expressions.substitute(InRow, [&](ExprRef Leaf) -> ExprRef {
    const LeafInfo &Info = Leaf->leaf();
    bool IsThreads = Info.Kind == LeafKind::ThreadIndex || Info.Varies == Uniformity::Lane;
    return IsThreads ? nullptr : Expressions.constant(0);
  });
  erase_if(First.Guards, [](ExprRef Guard) {
    return !allLeaves(Guard, [](ExprRef Leaf) {
      return Leaf->leaf().Kind == LeafKind::ThreadIndex ||
             Leaf->leaf().Kind == LeafKind::BlockDimension;
    });
  });
  auto Anything = [](ExprRef) -> std::optional<Interval> { return std::nullopt; };
  return offsetRange(Expressions, Kernel.Program, First, *Item.Launch, Anything);
}

/// The same in all iterations, as all its guards let pass.
std::optional<Interval> LayoutTrials::rangeInLoops(ExprRef InRow, const SharedUse &Item) const {
  Access Moved = *Item.Site;
  Moved.Offset = InRow;
  auto Anything = [](ExprRef) -> std::optional<Interval> { return std::nullopt; };
  return offsetRange(Expressions, Kernel.Program, Moved, *Item.Launch, Anything);
}

std::optional<RowSplit> LayoutTrials::split(const SharedUse &Item, int64_t RowBytes) const {
  for (TermRows Rows : {TermRows::Whole, TermRows::Nearest}) {
    RowSplit Split = splitAtRows(Expressions, Item.Offset, RowBytes, Rows);
    std::optional<Interval> Range = rangeOf(Split.InRow, Item);
    if (!Range)
      continue;
    // Threads from 16 on may have the first row begin before them.
    int64_t Before = divideFloorSigned(Range->Low, RowBytes);
    if (divideFloorSigned(Range->High, RowBytes) != Before)
      continue;
    Split.Row = Expressions.add(Split.Row, Expressions.constant(Before));
    Split.InRow = Expressions.add(Split.InRow, Expressions.constant(-Before * RowBytes));
    return Split;
  }
  auto WithLaunch = [&](ExprRef Root) {
    return withLaunchValues(Expressions, Root, Kernel.Program, *Item.Launch);
  };
  if (std::optional<RowSplit> Written =
          splitAtSubscripts(Expressions, Kernel.Program, *Item.Site)) {
    RowSplit Split = {WithLaunch(Written->Row), WithLaunch(Written->InRow)};
    // At first, or in all iterations, where a condition relates threads to these.
    Interval Row = {0, RowBytes - 1};
    std::optional<Interval> Range = rangeOf(Split.InRow, Item);
    if (!Range || !Row.contains(*Range))
      Range = rangeInLoops(Split.InRow, Item);
    if (Range && Row.contains(*Range))
      return Split;
  }
  return std::nullopt;
}

const WarpRequest &LayoutTrials::requestOf(const SharedUse &Item) const {
  size_t Launch = Item.Launch - Kernel.Launches.data();
  return Kernel.Verdicts[Item.Site->Id][Launch].Cost.WorstRequest;
}

/// The row and what is left where \p Item accesses a declared array of several dimensions through a
/// pointer, such as `((float4 *)tile)[i]`, or one whose rows are those of matrices: nothing is
/// written of rows there.
std::optional<RowSplit> LayoutTrials::splitFlat(const SharedUse &Item, int64_t RowBytes) const {
  bool IsDeclared = Kernel.Program.Objects[Item.Site->Object].Extents.size() >= 2;
  bool HasRows =
      IsDeclared ? Item.Site->Subscripts.empty() : any_of(Uses, [](const SharedUse &Each) {
        return Each.Site->Form == RequestForm::MatrixRows ||
               Each.Site->Form == RequestForm::WarpMatrix;
      });
  // A fragment has rows of its own length.
  if (Item.Site->Form == RequestForm::WarpMatrix) {
    std::optional<uint64_t> Own = rowsOfFragments(requestOf(Item));
    HasRows &= Own && *Own % uint64_t(RowBytes) == 0;
  }
  std::optional<Interval> Range = rangeOf(Item.Offset, Item);
  bool LiesInRows = RowBytes % Item.Site->Bytes == 0 && Range && Range->Low >= 0 &&
                    Item.Offset->congruence().isMultipleOf(Item.Site->Bytes);
  if (!HasRows || !LiesInRows)
    return std::nullopt;
  ExprRef Row = Expressions.constant(RowBytes);
  return RowSplit{Expressions.divide(Item.Offset, Row), Expressions.remainder(Item.Offset, Row)};
}

bool LayoutTrials::splitAll(uint64_t RowBytes) {
  for (SharedUse &Item : concat<SharedUse>(Uses, FreeUses)) {
    std::optional<RowSplit> Split = split(Item, int64_t(RowBytes));
    Item.IsFlat = !Split;
    if (!Split)
      Split = splitFlat(Item, int64_t(RowBytes));
    Item.Split = Split.value_or(RowSplit{nullptr, nullptr});
  }
  // Rows that no access knows are none.
  return any_of(Uses, [](const SharedUse &Item) { return !Item.IsFlat; });
}

bool LayoutTrials::haveColumns() const {
  return any_of(
      Uses, [](const SharedUse &Item) { return !Item.IsFlat && !Item.Split.InRow->isConstant(); });
}

bool LayoutTrials::haveRows() const {
  return all_of(concat<const SharedUse>(Uses, FreeUses),
                [](const SharedUse &Item) { return Item.Split.Row != nullptr; });
}

std::optional<unsigned> LayoutTrials::flatAccess() const {
  // Of a declared array, `flat[y * 32 + x]` has rows of its own length, which its address shows and
  // no subscript.
  auto HasOwnRows = [&](const SharedUse &Item) {
    const Access &Site = *Item.Site;
    return Kernel.Program.Objects[Site.Object].Extents.size() >= 2 && Site.Subscripts.empty() &&
           Site.Written == SourceForm::Expression && Site.Form == RequestForm::Plain &&
           Item.Split.Row && !Item.Split.Row->isConstant();
  };
  auto Found =
      find_if(Uses, [&](const SharedUse &Item) { return Item.IsFlat || HasOwnRows(Item); });
  return Found == Uses.end() ? std::nullopt : std::optional(Found->Site->Id);
}

const SharedUse *LayoutTrials::findUse(const Access &Site, const LaunchContext &Launch) const {
  auto Found = find_if(
      Uses, [&](const SharedUse &Item) { return Item.Site == &Site && Item.Launch == &Launch; });
  return Found == Uses.end() ? nullptr : &*Found;
}

unsigned LayoutTrials::accessCount() const {
  unsigned Count = 0;
  const Access *Previous = nullptr;
  for (const SharedUse &Item : concat<const SharedUse>(Uses, FreeUses))
    if (Item.Site != Previous) {
      Previous = Item.Site;
      ++Count;
    }
  return Count;
}

std::vector<const Access *> LayoutTrials::sitesInRows() const {
  std::vector<const Access *> Sites;
  for (const SharedUse &Item : Uses)
    if (!Item.IsFlat && (Sites.empty() || Sites.back() != Item.Site))
      Sites.push_back(Item.Site);
  return Sites;
}

unsigned LayoutTrials::widestBytes() const {
  unsigned Widest = 1;
  constexpr unsigned MatrixRowBytes = 16;
  for (const SharedUse &Item : Uses)
    Widest = std::max(Widest, Item.Site->Form == RequestForm::WarpMatrix ? MatrixRowBytes
                                                                         : Item.Site->Bytes);
  return Widest;
}

bool LayoutTrials::haveFragments() const {
  return any_of(Uses,
                [](const SharedUse &Item) { return Item.Site->Form == RequestForm::WarpMatrix; });
}

bool LayoutTrials::knowsRequests() const {
  return all_of(Uses, [](const SharedUse &Item) { return Item.Requests.has_value(); });
}

bool LayoutTrials::knowsWeights() const {
  if (knowsRequests())
    return true;
  return all_of(Uses, [&](const SharedUse &Item) {
    return !Item.Requests && Item.Launch == Uses.front().Launch &&
           Item.Site->Loops == Uses.front().Site->Loops;
  });
}

bool LayoutTrials::remainFree(function_ref<ExprRef(const SharedUse &)> NewOffset) {
  constexpr uint64_t Budget = 1u << 16;
  return all_of(FreeUses, [&](const SharedUse &Item) {
    Access Moved = *Item.Site;
    Moved.Offset = NewOffset(Item);
    return !Moved.Offset || Moved.Offset == Item.Offset ||
           isFreeForAnyData(
               evaluateAccess(Expressions, Kernel.Program, Moved, *Item.Launch, Target, Budget));
  });
}

/// What compilers make of several iterations of \p Site, if that is all of them.
std::optional<JoinedAccess> LayoutTrials::mergedIterations(const Access &Site) const {
  std::optional<JoinedAccess> Merged = joinIterations(Expressions, Kernel.Program, Site);
  return Merged && Merged->IsWholeLoop ? Merged : std::nullopt;
}

unsigned LayoutTrials::widestMergedBytes() {
  unsigned Widest = 1;
  for (const SharedUse &Item : Uses)
    if (std::optional<JoinedAccess> Merged = mergedIterations(*Item.Site))
      Widest = std::max(Widest, Merged->Bytes);
  return Widest;
}

/// Of one request of \p Site, which takes \p Cost: where compilers merge iterations, its share of
/// what they make of them.
double LayoutTrials::excessOf(const Access &Site, const AccessCost &Cost) const {
  bool IsUniform = Cost.MeanCost == Cost.Worst.Cost && Cost.MeanIdeal == Cost.Worst.Ideal;
  std::optional<JoinedAccess> Joined = IsUniform ? mergedIterations(Site) : std::nullopt;
  if (Joined)
    if (std::optional<RequestCost> Merged = costOfJoined(Target, Site, Cost, *Joined))
      return (double(Merged->Cost) - double(Merged->Ideal)) / Joined->Iterations;
  return Cost.MeanCost - Cost.MeanIdeal;
}

/// Steps of one trial, which compares layouts and does not have to count a whole launch.
static constexpr uint64_t TrialBudget = 1u << 14;

/// The share of one iteration of \p Item in what the access takes that \p Merged is, at
/// \p NewOffset; empty: that is not known.
std::optional<double> LayoutTrials::excessOfMerged(const SharedUse &Item, ExprRef NewOffset,
                                                   const JoinedAccess &Merged) const {
  Access Whole = *Item.Site;
  Whole.Bytes = Merged.Bytes;
  Whole.Offset = Expressions.subtract(
      NewOffset, Expressions.remainder(NewOffset, Expressions.constant(int64_t(Merged.Bytes))));
  AccessCost Cost =
      evaluateAccess(Expressions, Kernel.Program, Whole, *Item.Launch, Target, TrialBudget);
  if (Cost.Known == Knowledge::Unknown)
    return std::nullopt;
  return (Cost.MeanCost - Cost.MeanIdeal) / Merged.Iterations;
}

std::optional<double> LayoutTrials::excess(function_ref<ExprRef(const SharedUse &)> NewOffset,
                                           uint64_t KeptBytes) {
  double Sum = 0;
  for (const SharedUse &Item : Uses) {
    Access Moved = *Item.Site;
    Moved.Offset = NewOffset(Item);
    if (!Moved.Offset)
      continue;
    std::optional<JoinedAccess> Merged =
        KeptBytes > Moved.Bytes ? mergedIterations(*Item.Site) : std::nullopt;
    if (Merged && KeptBytes % Merged->Bytes == 0) {
      if (std::optional<double> Share = excessOfMerged(Item, Moved.Offset, *Merged)) {
        Sum += *Share * double(Item.Requests.value_or(1));
        continue;
      }
    }
    AccessCost Cost =
        evaluateAccess(Expressions, Kernel.Program, Moved, *Item.Launch, Target, TrialBudget);
    if (Cost.Known == Knowledge::Unknown) {
      HasUnknownTrial = true;
      return std::nullopt;
    }
    Sum += excessOf(Moved, Cost) * double(Item.Requests.value_or(1));
    if (Cost.Worst.Cost > Cost.Worst.Ideal && Cost.MeanCost <= Cost.MeanIdeal)
      Sum += 1;
  }
  if (!remainFree(NewOffset))
    return std::nullopt;
  return Sum;
}

} // namespace memlint
