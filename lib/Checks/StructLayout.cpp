//===- StructLayout.cpp - Layouts of structures that cost sectors ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "ExcessFinding.h"
#include "FindingParts.h"
#include "KernelShare.h"
#include "KernelTables.h"

#include "cuda-memlint/Analysis/Layout/RecordLayout.h"
#include "cuda-memlint/Analysis/Mends/GlobalMends.h"
#include "cuda-memlint/Checks/CompiledCosts.h"
#include "cuda-memlint/Checks/LaunchTraffic.h"
#include "cuda-memlint/Checks/Significance.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

static std::string describe(const VisitCost &Cost) {
  return formatNumberOf(Cost.Requests, "request") + " and " + formatMean(Cost.Sectors) +
         (Cost.Sectors == 1 ? " sector" : " sectors") + " per warp";
}

static std::string alignment(const RecordLayout::Alternative &Layout) {
  return "`__align__(" + utostr(Layout.Alignment) + ")`";
}

/// Why the record stays as it is; nothing: its alignment can be stated.
static std::optional<MissingFix::Reason>
findObstacle(const KernelProgram &Program, const RecordLayout &Layout, const SourcePosition &Name) {
  using Reason = MissingFix::Reason;
  if (!Layout.Aligned)
    return Layout.Padded ? Reason::RecordSize : Reason::RecordUses;
  if (Name.Line == 0)
    return Reason::RecordDefinition;
  if (Name.InMacro)
    return Reason::InMacro;
  if (Name.Path != Program.Position.Path)
    return Reason::RecordFile;
  return std::nullopt;
}

/// The fix, where the record is in this file and says nothing of its alignment.
static void addFix(const KernelProgram &Program, const RecordLayout &Layout, Finding &Result) {
  const MemoryObject &Object = Program.Objects[Layout.site().Object];
  const SourcePosition &Name = Object.ElementRecord;
  if (std::optional<MissingFix::Reason> Why = findObstacle(Program, Layout, Name)) {
    Result.NoFix = MissingFix{*Why, Object.ElementType, {}};
    return;
  }
  if (Name.InHeader)
    Result.Unsafe = UnsafeFix{UnsafeFix::Reason::SharedLayout, Object.ElementType, {}};
  std::string Attribute = "__align__(" + utostr(Layout.Aligned->Alignment) + ")";
  bool HasName = Name.Column != Name.EndColumn;
  Result.Fixes.push_back(insertBefore(Name, HasName ? Attribute + " " : " " + Attribute));
  Result.FixTitle =
      "align `" + Object.ElementType + "` to " + utostr(Layout.Aligned->Alignment) + " B";
}

/// The best of the other layouts is the advice, another one a note.
static void addAlternatives(const RecordLayout &Layout, const MemoryObject &Object,
                            Finding &Result) {
  std::string Split = Layout.Split ? "one array per field: " + describe(*Layout.Split) : "";
  if (Layout.Aligned) {
    setHelp(Result,
            "declare `" + Object.ElementType + "` with " + alignment(*Layout.Aligned) +
                ", which does not change its size: " + describe(Layout.Aligned->Cost),
            Object.ElementRecord);
    if (Layout.Split)
      addNote(Result, Split);
    return;
  }
  if (!Layout.Padded) {
    setHelp(Result, "use " + Split);
    return;
  }
  const RecordLayout::Alternative &Padded = *Layout.Padded;
  std::string Text =
      " to " + formatCount(Padded.Stride) + " B with " + alignment(Padded) + ": " +
      describe(Padded.Cost) + "; its arrays take " +
      formatShare(double(Padded.Stride - Object.ElementBytes) / double(Object.ElementBytes)) +
      " more memory";
  if (Layout.isBestSplit()) {
    addNote(Result, "padding" + Text, Object.ElementRecord);
    setHelp(Result, "use " + Split);
    return;
  }
  setHelp(Result, "pad `" + Object.ElementType + "`" + Text, Object.ElementRecord);
  if (Layout.Split)
    addNote(Result, Split);
}

/// What the accesses that would gain take of what the kernel does, where no layout can lower that
/// by as much as matters.
static void addNoteIfMinor(const CheckRun &In, const CompiledCosts &Costs,
                           const RecordLayout &Layout, Finding &Result) {
  LaunchTraffic All = trafficOf(Costs, In.Kernel, Layout.Launch);
  const SpaceTraffic &Global = All[MemorySpace::Global];
  if (!Global.isWhole() || Global.Cost == 0)
    return;
  uint64_t Own = 0;
  for (unsigned Number : Layout.Accesses)
    if (std::optional<AccessCost> Cost =
            Costs.costOf(In.Kernel.Program.Accesses[Number], Layout.Launch))
      Own += Cost->Totals->Cost;
  constexpr double LeastShown = 0.001;
  double Share = double(Own) / double(Global.Cost);
  if (100 * Share < Significance().LeastShare)
    addNote(Result,
            "minor: these accesses take " + (Share < LeastShown ? "less than " : std::string()) +
                describeShare(std::max(Share, LeastShown), MemorySpace::Global, In.Target.Shape));
}

static void report(const CheckRun &In, const CompiledCosts &Costs, const RecordLayout &Layout) {
  const Access &Site = Layout.site();
  const MemoryObject &Object = In.Kernel.Program.Objects[Site.Object];
  uint64_t Bytes = 0;
  for (const RecordPart &Part : Layout.Visit.Parts)
    Bytes += Part.Bytes;
  Finding &Result =
      In.report(Site.Position,
                std::string("inefficient structure layout: ") +
                    (Site.Kind == AccessKind::Load ? "loading " : "storing ") + formatCount(Bytes) +
                    " of the " + formatCount(Object.ElementBytes) + " B of `" + Object.ElementType +
                    "`, aligned to " + formatCount(Object.ElementAlignment) + " B, takes " +
                    describe(Layout.Now));
  Result.Access = Site.Id;
  addAlternatives(Layout, Object, Result);
  addNote(Result, "for " + describeLaunch(In.Kernel, Layout.Launch) +
                      "; sectors are those requested from L1, which may already hold some");
  if (Layout.Visits > 1)
    addNote(Result, formatNumberOf(Layout.Visits - 1, "other access") +
                        " of this kernel would gain as well");
  addNoteIfMinor(In, Costs, Layout, Result);
  addCallNotes(Result, Site);
  addFix(In.Kernel.Program, Layout, Result);
}

/// Whether what an access costs is reported, with an array for each member as the help: \p Layout
/// has nothing better to say.
static bool isSaidOfCost(const CheckRun &In, const RecordLayout &Layout) {
  if (Layout.Aligned || !is_contained(In.Enabled, &UncoalescedAccess))
    return false;
  return any_of(Layout.Visit.Parts, [&](const RecordPart &Part) {
    const std::optional<Excess> &Fault = In.Tables.Excesses.of(*Part.Site);
    if (!Fault || isOnlyMisaligned(Fault->Worst->Cost))
      return false;
    const Mend *Best = In.Tables.Mends.of(Fault->Worst->Launch).findFor(Part.Site->Id);
    return Best && Best->What == Mend::Kind::SplitRecord;
  });
}

static void checkStructLayout(const CheckRun &In) {
  std::vector<RecordLayout> Layouts = findBetterLayouts(In.Expressions, In.Kernel, In.Target);
  erase_if(Layouts, [&](const RecordLayout &Each) { return isSaidOfCost(In, Each); });
  if (Layouts.empty())
    return;
  CompiledCosts Costs(&In.Expressions, In.Kernel, In.Target);
  for (const RecordLayout &Each : Layouts)
    report(In, Costs, Each);
}

const Check StructLayout = {
    .Name = "cuda-struct-layout",
    .Summary = "accesses to structures take more requests or sectors than with another layout",
    .Level = FindingLevel::Remark,
    .Subject = FindingSubject::JointCost,
    .Run = checkStructLayout,
    .Basis = FindingBasis::Nvidia};

} // namespace memlint
