//===- Hazard.cpp - What compute-sanitizer saw ----------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Sanitizer/Hazard.h"

#include "cuda-memlint/Support/NearestName.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

#include <tuple>

using namespace llvm;

namespace memlint {

StringRef sanitizerToolName(SanitizerTool Tool) {
  switch (Tool) {
  case SanitizerTool::Racecheck:
    return "racecheck";
  case SanitizerTool::Synccheck:
    return "synccheck";
  case SanitizerTool::Memcheck:
    return "memcheck";
  case SanitizerTool::Initcheck:
    return "initcheck";
  }
  llvm_unreachable("a tool without a name");
}

Expected<std::vector<SanitizerTool>> parseSanitizerTools(StringRef Names) {
  if (Names.empty())
    return std::vector<SanitizerTool>(AllSanitizerTools.begin(), AllSanitizerTools.end());
  SmallVector<StringRef, 4> Wanted;
  Names.split(Wanted, ',');
  for (StringRef Name : Wanted)
    if (none_of(AllSanitizerTools,
                [&](SanitizerTool Tool) { return sanitizerToolName(Tool) == Name; }))
      return createStringError("'" + Name +
                               "' is not a compute-sanitizer tool (expected racecheck, synccheck, "
                               "memcheck, initcheck, separated by commas)" +
                               didYouMean(Name, map_range(AllSanitizerTools, sanitizerToolName)));
  std::vector<SanitizerTool> Result;
  for (SanitizerTool Tool : AllSanitizerTools)
    if (is_contained(Wanted, sanitizerToolName(Tool)))
      Result.push_back(Tool);
  return Result;
}

StringRef hazardKindName(HazardKind Kind) {
  switch (Kind) {
  case HazardKind::Race:
    return "race";
  case HazardKind::Barrier:
    return "barrier";
  case HazardKind::OutOfBounds:
    return "out of bounds";
  case HazardKind::Misaligned:
    return "misaligned";
  case HazardKind::Uninitialised:
    return "uninitialised";
  case HazardKind::FailedCall:
    return "failed call";
  case HazardKind::Other:
    return "other";
  }
  llvm_unreachable("a kind without a name");
}

StringRef hazardSeverityName(HazardSeverity Severity) {
  switch (Severity) {
  case HazardSeverity::Error:
    return "error";
  case HazardSeverity::Warning:
    return "warning";
  case HazardSeverity::Info:
    return "info";
  }
  llvm_unreachable("a severity without a name");
}

/// What records must agree in to be merged. Code offsets count: a line may hold several
/// accesses.
static auto groupKey(const Hazard &Item) {
  return std::tie(Item.Tool, Item.Kind, Item.Severity, Item.Message, Item.Sides, Item.Space,
                  Item.Bytes);
}

/// A location in the order of a listing; hazards without one come last.
static auto locationKey(const Hazard &Item, size_t Side) {
  const SourceLine *Source = Side < Item.Sides.size() ? &Item.Sides[Side].Source : nullptr;
  bool Known = Source && !Source->Path.empty();
  return std::tuple(!Known, Known ? Source->Path : std::string(), Known ? Source->Line : 0);
}

static auto listingKey(const Hazard &Item) {
  return std::tuple(Item.Tool, locationKey(Item, 0), locationKey(Item, 1), StringRef(Item.Message),
                    Item.Bytes, Item.Sides.empty() ? std::nullopt : Item.Sides[0].CodeOffset);
}

std::vector<HazardGroup> mergeHazards(ArrayRef<Hazard> Hazards) {
  std::vector<HazardGroup> Groups;
  for (const Hazard &Item : Hazards) {
    auto Same = find_if(
        Groups, [&](const HazardGroup &Group) { return groupKey(Group.First) == groupKey(Item); });
    if (Same == Groups.end()) {
      Groups.push_back({Item, 1, Item.Address, Item.Address});
      continue;
    }
    ++Same->Records;
    Same->First.Count += Item.Count;
    if (!Item.Address)
      continue;
    Same->LowestAddress = std::min(*Item.Address, Same->LowestAddress.value_or(*Item.Address));
    Same->HighestAddress = std::max(*Item.Address, Same->HighestAddress.value_or(*Item.Address));
  }
  llvm::sort(Groups, [](const HazardGroup &A, const HazardGroup &B) {
    return listingKey(A.First) < listingKey(B.First);
  });
  return Groups;
}

/// Whether \p Whole ends in the folders and the name that \p Part consists of.
static bool isLastPart(StringRef Part, StringRef Whole) {
  return !Part.empty() && Whole.consume_back(Part) &&
         (Whole.empty() || sys::path::is_separator(Whole.back()));
}

bool namesSameFile(StringRef A, StringRef B) { return isLastPart(A, B) || isLastPart(B, A); }

static bool agree(const SourceLine &A, const SourceLine &B) {
  return A.Line == B.Line && namesSameFile(A.Path, B.Path);
}

bool HazardGroup::concerns(const SourceLine &Line, const std::optional<SourceLine> &Other) const {
  const std::vector<HazardSide> &Sides = First.Sides;
  if (!Other)
    return any_of(Sides, [&](const HazardSide &Side) { return agree(Side.Source, Line); });
  return Sides.size() == 2 && ((agree(Sides[0].Source, Line) && agree(Sides[1].Source, *Other)) ||
                               (agree(Sides[1].Source, Line) && agree(Sides[0].Source, *Other)));
}

} // namespace memlint
