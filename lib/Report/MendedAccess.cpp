//===- MendedAccess.cpp - An access after its finding is mended ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MendedAccess.h"

#include "cuda-memlint/Analysis/Cost/AccessEvaluation.h"
#include "cuda-memlint/Checks/MendWording.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace memlint {

static std::string describeLayout(const MemoryObject &Array, const MovedAccess &Moved) {
  std::string Name = "`" + Array.Name + "`", Number = utostr(Moved.Number);
  switch (Moved.How) {
  case MovedAccess::Kind::Padding:
    return Name + " with rows of " + Number + " elements";
  case MovedAccess::Kind::Swizzle:
    return Name + " with column c of row r at c ^ (r" +
           (Moved.Shift ? " >> " + utostr(Moved.Shift) : "") + " & " + Number + ")";
  case MovedAccess::Kind::Skew:
    return Name + " with element i at i + i / " + Number;
  }
  llvm_unreachable("covered switch");
}

std::optional<MendedAccess> MendedAccesses::find(const Finding &Item) {
  if (Item.Subject != FindingSubject::AccessCost || !Item.Access || !Item.Launch || !Item.Help)
    return std::nullopt;
  const Access &Site = Kernel.Program.Accesses[*Item.Access];
  std::optional<MendedAccess> Found;
  if (Site.Space == MemorySpace::Shared)
    Found = findShared(Site, *Item.Launch);
  else if (Site.Space == MemorySpace::Global)
    Found = findGlobal(Item, Site, *Item.Launch);
  if (!Found || Found->Cost.Cost.Known == Knowledge::Unknown)
    return std::nullopt;
  return Found;
}

std::optional<MendedAccess> MendedAccesses::findShared(const Access &Site, unsigned Launch) {
  std::optional<MovedAccess> Moved = Layouts.move(Site, Launch);
  // What compilers merge is not one access of the program.
  if (!Moved ||
      Moved->UnitBytes >
          std::max<uint64_t>(Site.Bytes, Kernel.Program.Objects[Site.Object].ElementBytes))
    return std::nullopt;
  Access After = Site;
  After.Offset = Moved->Offset;
  const LaunchContext &In = Kernel.Launches[Launch];
  return MendedAccess{
      describeLayout(Kernel.Program.Objects[Site.Object], *Moved), In.Block,
      formulateAccess(Expressions, Kernel.Program, After, In, Target, DefaultCostBudget)};
}

/// The mend is looked for again, and known by its words.
std::optional<MendedAccess> MendedAccesses::findGlobal(const Finding &Item, const Access &Site,
                                                       unsigned Launch) {
  auto [Known, IsNew] = Mends.try_emplace(Launch);
  if (IsNew)
    Known->second = findGlobalMends(Expressions, Kernel, Target, Launch);
  const Mend *Best = Known->second.findFor(Site.Id);
  if (!Best || describeMend(Kernel, Launch, Known->second, *Best, Site) != Item.Help->Message)
    return std::nullopt;
  std::optional<ChangedKernel> After = withMend(Expressions, Kernel, Launch, *Best, Site);
  if (!After)
    return std::nullopt;
  MendedAccess Result{Item.Help->Message, After->Launch.Block,
                      formulateAccess(Expressions, After->Program, After->Program.Accesses[Site.Id],
                                      After->Launch, Target, DefaultCostBudget)};
  if (Best->What != Mend::Kind::Stage)
    return Result;
  KernelProgram Program = withTile(Kernel.Program);
  StagedAccesses Use = useTile(Expressions, Program, Kernel.Launches[Launch], Site, Best->Tile);
  auto [Rows, Pitch] = Best->Tile.Extents;
  std::string Tile = "`tile[" + utostr(Rows) + "][" + utostr(Pitch) + "]`";
  auto Add = [&](AccessKind Kind, const char *Words, const Access &InTile,
                 const LaunchContext &In) {
    Result.Tile.push_back(
        {Kind, Words + Tile, In.Block,
         formulateAccess(Expressions, Program, InTile, In, Target, DefaultCostBudget)});
  };
  Add(AccessKind::Store, "stores to ", Use.AsThreadsAre, Kernel.Launches[Launch]);
  Add(AccessKind::Load, "loads from ", Use.Across, Use.LaunchAcross);
  return Result;
}

} // namespace memlint
