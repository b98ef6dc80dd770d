//===- FindingGroups.cpp - Findings with one cause ------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Checks/FindingGroups.h"

#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <map>
#include <tuple>

using namespace llvm;

namespace memlint {

/// The terms of \p Offset in which lanes differ.
static ExprRef lanePart(ExprContext &Expressions, ExprRef Offset) {
  ExprRef Sum = Expressions.constant(0);
  for (const Term &Part : termsOf(Offset))
    if (any_of(Part.Factors, [](ExprRef Factor) { return Factor->varies() == Uniformity::Lane; }))
      Sum = Expressions.add(Sum, productOf(Expressions, Part));
  return Sum;
}

void numberCauses(ExprContext &Expressions, KernelAnalysis &Kernel) {
  using Place = std::tuple<StringRef, unsigned, std::optional<unsigned>, unsigned>;
  using Layout = std::tuple<Place, unsigned, ExprRef>;
  // Any array's: no object has this number.
  constexpr unsigned AnyObject = ~0u;
  std::map<Layout, unsigned> ByLayout;
  std::map<std::pair<Place, MeantChange>, unsigned> ByChange;
  std::vector<Finding *> Numbered;
  IntEqClasses Causes(Kernel.Findings.size());
  for (Finding &Item : Kernel.Findings) {
    Item.Cause.reset();
    if (!Item.Launch || !Item.Access)
      continue;
    const Access &Site = Kernel.Program.Accesses[*Item.Access];
    if (!Site.Offset)
      continue;
    unsigned Number = unsigned(Numbered.size());
    Numbered.push_back(&Item);
    Place Array = {Item.Check, Site.Object, Item.BufferPart, *Item.Launch};
    ExprRef Offset =
        withLaunchValues(Expressions, Site.Offset, Kernel.Program, Kernel.Launches[*Item.Launch]);
    auto Join = [&](auto &Known, auto Key) {
      Causes.join(Number, Known.try_emplace(std::move(Key), Number).first->second);
    };
    Place AnyArray = {Item.Check, AnyObject, std::nullopt, *Item.Launch};
    ExprRef Lanes = lanePart(Expressions, Offset);
    Join(ByLayout, Layout(Array, Site.Bytes, Lanes));
    if (!Item.Help && Site.Space == MemorySpace::Global)
      Join(ByLayout, Layout(AnyArray, Site.Bytes, Lanes));
    if (Item.Meant)
      Join(ByChange, std::pair(Item.Meant->What == MeantChange::Kind::Threads ? AnyArray : Array,
                               *Item.Meant));
  }
  Causes.compress();
  for (auto [Number, Item] : enumerate(Numbered))
    Item->Cause = Causes[unsigned(Number)];
}

namespace {

/// What the access of a finding has in excess, in a block: loops of unknown trip count around it,
/// then units of the memory space in one iteration of those.
struct BlockExcess {
  size_t Loops = 0;
  double Units = 0;

  bool isLessThanHalfOf(const BlockExcess &Other) const {
    return Loops < Other.Loops || (Loops == Other.Loops && 2 * Units < Other.Units);
  }
};

} // namespace

/// \p Item has a cause, so that it is about an access in a launch.
static BlockExcess excessOf(const KernelAnalysis &Kernel, const Finding &Item) {
  const AccessCost &Cost = Kernel.Verdicts[*Item.Access][*Item.Launch].Cost;
  return {Cost.OpenLoops.size(), Cost.RequestsPerBlock * Cost.Iterations.value_or(1) *
                                     std::max(Cost.MeanCost - Cost.MeanIdeal, 0.0)};
}

/// Whether \p Item stands for others rather than \p First, which comes before it.
static bool standsFor(const KernelAnalysis &Kernel, const Finding &Item, const Finding &First) {
  if (Item.Level != First.Level)
    return Item.Level > First.Level;
  return excessOf(Kernel, First).isLessThanHalfOf(excessOf(Kernel, Item));
}

std::vector<FindingGroup> groupFindings(const KernelAnalysis &Kernel, ArrayRef<Finding> Findings) {
  std::vector<FindingGroup> Groups;
  std::map<std::pair<unsigned, bool>, size_t> ByCause;
  for (auto [Index, Item] : enumerate(Findings)) {
    if (Item.Cause) {
      bool IsSuppressed = Item.Suppressed != Suppression::None;
      auto [Known, IsNew] = ByCause.try_emplace({*Item.Cause, IsSuppressed}, Groups.size());
      if (!IsNew) {
        FindingGroup &Group = Groups[Known->second];
        Group.Others.push_back(Index);
        if (standsFor(Kernel, Item, Findings[Group.First]))
          std::swap(Group.First, Group.Others.back());
        continue;
      }
    }
    Groups.push_back({Index, {}});
  }
  for (FindingGroup &Group : Groups)
    llvm::sort(Group.Others);
  return Groups;
}

std::string listOtherAccesses(const SourcePosition &First, ArrayRef<SourcePosition> Others,
                              StringRef Array) {
  MapVector<std::pair<StringRef, unsigned>, unsigned,
            std::map<std::pair<StringRef, unsigned>, unsigned>>
      ByLine;
  for (const SourcePosition &At : Others)
    ++ByLine[{At.Path, At.Line}];
  constexpr size_t MostNamed = 8;
  SmallVector<std::string> Lines;
  // A file is named before the first of its lines.
  StringRef Named = First.Path;
  for (const auto &[At, Count] : ByLine) {
    if (Lines.size() == MostNamed) {
      Lines.push_back(formatNumberOf(ByLine.size() - MostNamed, "more line"));
      break;
    }
    std::string Place = At.first == Named ? "" : At.first.str() + ":";
    Named = At.first;
    Lines.push_back(Place + utostr(At.second) + (Count == 1 ? "" : " (" + utostr(Count) + ")"));
  }
  std::string Text =
      "and " + formatNumberOf(Others.size(), "more access") + " to `" + Array.str() + "`";
  if (ByLine.size() == 1 && ByLine.contains({First.Path, First.Line}))
    return Text + " on this line";
  std::string Last = Lines.pop_back_val();
  return Text + ": " + (Lines.empty() ? "line " : "lines " + join(Lines, ", ") + " and ") + Last;
}

std::string describeOthers(const KernelAnalysis &Kernel, const FindingGroup &Group) {
  const Finding &First = Kernel.Findings[Group.First];
  MapVector<std::string, std::vector<SourcePosition>, std::map<std::string, unsigned>> ByArray;
  auto NameOf = [&](const Finding &Item) {
    const Access &Site = Kernel.Program.Accesses[*Item.Access];
    const MemoryObject &Array = Kernel.Program.Objects[Site.Object];
    return Item.BufferPart ? nameInBuffer(Array, Site) : Array.Name;
  };
  for (size_t Index : Group.Others) {
    const Finding &Item = Kernel.Findings[Index];
    ByArray[NameOf(Item)].push_back(Item.Position);
  }
  return join(map_range(ByArray,
                        [&](const auto &Each) {
                          return listOtherAccesses(First.Position, Each.second, Each.first);
                        }),
              ", ");
}

} // namespace memlint
