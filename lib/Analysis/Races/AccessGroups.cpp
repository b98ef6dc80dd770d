//===- AccessGroups.cpp - The accesses to each object ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessGroups.h"

#include "Conflicts.h"
#include "SelectedAccesses.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

AccessGroups::AccessGroups(const RaceSetting &Setting, const RaceOptions &Options)
    : Setting(Setting), Kernel(Setting.Kernel), Options(Options) {
  for (const Access &Site : Kernel.Accesses) {
    // In the source a store of a value that was never set is a store.
    if (Site.IsUnused && !writes(Site))
      continue;
    if (!isAmbiguous(Kernel, Site))
      add(Site);
    else if (!Options.Removal && !Options.Case && isChosenByData(Kernel, Site))
      Global[Site.Object].push_back(&Site);
  }
  auto IsOnlyRead = [](const auto &Group) {
    return none_of(Group.second, [](const Access *Site) { return writes(*Site); });
  };
  erase_if(Shared, IsOnlyRead);
  erase_if(Global, IsOnlyRead);
}

void AccessGroups::add(const Access &Site) {
  for (Access &One : accessesByObject(Setting.Context, Kernel, Site)) {
    if (!isLookedAt(One.Space))
      continue;
    // An atomic does not leave a value that another write may equal.
    if (One.Kind == AccessKind::Atomic)
      One.Value = nullptr;
    // Which thread copies what is not known.
    if (One.IsDivided)
      One.Offset = nullptr;
    Placed.push_back(std::move(One));
    const Access *At = &Placed.back();
    if (auto Position = positionOf(*At); Position && Position->Offset != 0 && At->Offset) {
      Access Moved = *At;
      Moved.Offset = Setting.Context.add(At->Offset, Setting.Context.constant(Position->Offset));
      Placed.push_back(std::move(Moved));
      InAllocation[At] = &Placed.back();
    }
    (At->Space == MemorySpace::Shared ? Shared : Global)[objectOf(*At)].push_back(At);
  }
}

/// Where \p Site's object is in an allocation that the launch passes twice; empty: in none.
std::optional<PositionInAllocation> AccessGroups::positionOf(const Access &Site) const {
  if (Options.Removal)
    return std::nullopt;
  return positionInAllocation(Kernel.Objects[Site.Object], Setting.Launch);
}

std::pair<const Access *, const Access *> AccessGroups::asPair(const Access &First,
                                                               const Access &Second) const {
  if (First.Object == Second.Object)
    return {&First, &Second};
  auto Moved = [&](const Access &Site) {
    auto Known = InAllocation.find(&Site);
    return Known == InAllocation.end() ? &Site : Known->second;
  };
  return {Moved(First), Moved(Second)};
}

void AccessGroups::makeRelative(const Access &First, const Access &Second,
                                RaceVerdict &Verdict) const {
  if (auto Position = positionOf(Second); Position && First.Object != Second.Object)
    for (RaceParticipant *Who : {&Verdict.FirstThread, &Verdict.SecondThread})
      Who->Offset -= Position->Offset;
}

/// Dynamic shared arrays all begin at one address, and parameters may. Of pointers into one
/// allocation the offsets are those in the allocation.
unsigned AccessGroups::objectOf(const Access &Site) const {
  if (auto Position = positionOf(Site))
    for (const MemoryObject &Each : Kernel.Objects)
      if (auto Other = positionInAllocation(Each, Setting.Launch);
          Other && Other->Allocation == Position->Allocation)
        return Each.Id;
  ObjectKind Kind = Kernel.Objects[Site.Object].Kind;
  bool IsJoined =
      Kind == ObjectKind::DynamicShared || (Kind == ObjectKind::Parameter && Options.Removal);
  if (!IsJoined)
    return Site.Object;
  for (const MemoryObject &Each : Kernel.Objects)
    if (Each.Kind == Kind && Each.Space == Site.Space)
      return Each.Id;
  return Site.Object;
}

} // namespace memlint
