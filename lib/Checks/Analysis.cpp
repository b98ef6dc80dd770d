//===- Analysis.cpp - Verdicts and findings of one kernel -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Checks/Analysis.h"

#include "AmdWording.h"
#include "HipWording.h"
#include "KernelTables.h"
#include "SourceOrder.h"

#include "cuda-memlint/Analysis/Cost/AccessEvaluation.h"
#include "cuda-memlint/Analysis/Races/RaceAnalysis.h"
#include "cuda-memlint/Checks/FindingGroups.h"
#include "cuda-memlint/Checks/TimeEstimate.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/RefusedLaunches.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>
#include <tuple>

using namespace llvm;

namespace memlint {

/// The message, which does not name the part yet, the notes and the advice.
static std::string allText(const Finding &Item) {
  std::string Text = Item.Message;
  for (const FindingNote &Note : Item.Notes)
    Text += "\n" + Note.Message;
  if (Item.Help)
    Text += "\n" + Item.Help->Message;
  return Text;
}

/// " (part 1 of 4)", " (2 of 4 parts)" or " (each of 4 parts)".
static std::string describeParts(const Access &Site, unsigned Parts) {
  std::string All = utostr(Site.Parts);
  if (Parts == 1)
    return " (part " + utostr(Site.Part + 1) + " of " + All + ")";
  if (Parts == Site.Parts)
    return " (each of " + All + " parts)";
  return " (" + utostr(Parts) + " of " + All + " parts)";
}

/// Merges the findings on the parts that a structure is copied by where only the part differs,
/// and names the parts. \p Findings are in source order.
static void joinParts(const KernelProgram &Kernel, std::vector<Finding> &Findings) {
  struct Group {
    size_t First;
    unsigned Parts = 0;
  };
  std::map<std::tuple<unsigned, StringRef, FindingLevel, std::string>, Group> Groups;
  std::vector<bool> IsFirst(Findings.size(), true);
  for (auto [Index, Item] : enumerate(Findings)) {
    if (!Item.Access || Kernel.Accesses[*Item.Access].Parts <= 1)
      continue;
    const Access &Site = Kernel.Accesses[*Item.Access];
    auto [Known, IsNew] = Groups.try_emplace(
        {Site.Id - Site.Part, Item.Check, Item.Level, allText(Item)}, Group{Index});
    ++Known->second.Parts;
    IsFirst[Index] = IsNew;
  }
  for (const auto &[Key, Joined] : Groups) {
    Finding &Item = Findings[Joined.First];
    if (Item.PartOffset)
      Item.Message.insert(*Item.PartOffset,
                          describeParts(Kernel.Accesses[*Item.Access], Joined.Parts));
  }
  std::vector<Finding> Kept;
  for (auto [Index, Item] : enumerate(Findings))
    if (IsFirst[Index])
      Kept.push_back(std::move(Item));
  Findings = std::move(Kept);
}

/// Whether with more than \p Given more may be found: who spends much of it may have had too little
/// for one of several questions.
static bool isNearlyAll(uint64_t Spent, uint64_t Given) { return Spent >= Given - Given / 4; }

static void decideRaces(ExprContext &Expressions, KernelAnalysis &Kernel, const TargetModel &Target,
                        ArrayRef<const Check *> Enabled, RaceAllowance &Allowance) {
  Kernel.Races.clear();
  Kernel.RacesDeferred = false;
  if (none_of(Enabled, [](const Check *Item) { return Item->ReadsRaces; }))
    return;
  RaceOptions Options;
  Options.PossibleRaces = Kernel.PossibleRaces;
  Options.Launches = &Kernel.Launches;
  Options.IndependentThreads = Target.schedulesThreadsIndependently();
  auto Decided = uint64_t(count_if(enumerate(Kernel.Launches), [&](const auto &Each) {
    return Each.value().blockKnown() && !isRefused(Kernel, unsigned(Each.index()));
  }));
  for (auto [Number, Launch] : enumerate(Kernel.Launches)) {
    if (isRefused(Kernel, unsigned(Number))) {
      RaceReport Unknown;
      Unknown.Reason = {UnsearchedPairs::Kind::RefusedLaunch};
      Kernel.Races.push_back(std::move(Unknown));
    } else if (Launch.blockKnown()) {
      uint64_t Spent = 0, SpentEntries = 0;
      Options.Budget = Allowance.Values.next(Decided);
      Options.SetEntries = Allowance.Entries.next(Decided);
      Options.Spent = &Spent;
      Options.SpentEntries = &SpentEntries;
      Kernel.Races.push_back(analyseRaces(Expressions, Kernel.Program, Launch, Options));
      compareWithOtherBlocks(Expressions, Kernel.Program, Launch, Options, Kernel.Races.back());
      if (Allowance.IsShort)
        Kernel.RacesDeferred |=
            isNearlyAll(Spent, Options.Budget) || isNearlyAll(SpentEntries, Options.SetEntries);
      Allowance.Values.spend(Decided, Spent);
      Allowance.Entries.spend(Decided, SpentEntries);
    } else {
      RaceReport Unknown;
      Unknown.Reason = {UnsearchedPairs::Kind::UnknownBlock};
      Kernel.Races.push_back(std::move(Unknown));
    }
  }
}

/// Whether \p Item, a check or a finding, has something to say of \p Target.
template <typename T> static bool isFor(const T &Item, const TargetModel &Target) {
  return isGiven(Item.Basis, Target.Shape.IsAmd, /*IsHip=*/false);
}

static void sortFindings(std::vector<Finding> &Findings) {
  llvm::sort(Findings, [](const Finding &Left, const Finding &Right) {
    return sourceOrder(Left) < sourceOrder(Right);
  });
}

/// Whether findings on \p Subject hold whatever the arguments of a template are: they are about the
/// order of accesses, and say themselves what they need.
static bool isAboutOrder(FindingSubject Subject) {
  return Subject == FindingSubject::Order || Subject == FindingSubject::SuperfluousOrder;
}

/// Of a kernel that was made up nothing is known to exist.
static void lowerFindingsOfGuess(KernelAnalysis &Kernel) {
  if (Kernel.Assumption.empty())
    return;
  for (Finding &Item : Kernel.Findings)
    if (!isAboutOrder(Item.Subject))
      Item.Level = FindingLevel::Remark;
}

void findFaults(ExprContext &Expressions, KernelAnalysis &Kernel, const TargetModel &Target,
                ArrayRef<const Check *> Enabled, RaceAllowance &Allowance) {
  Kernel.Findings.clear();
  decideRaces(Expressions, Kernel, Target, Enabled, Allowance);
  auto ReadRaces =
      uint64_t(count_if(Enabled, [](const Check *Item) { return Item->Run && Item->ReadsRaces; }));
  KernelTables Tables(Expressions, Kernel, Target);
  uint64_t Arrivals = Allowance.Arrivals.next(/*Launches=*/1), ArrivalsLeft = Arrivals;
  for (const Check *Item : Enabled) {
    if (!Item->Run || !isFor(*Item, Target))
      continue;
    uint64_t Mends = Item->ReadsRaces ? Allowance.Mends.next(ReadRaces) : 0, Left = Mends;
    Item->Run(
        {*Item, Kernel, Target, Expressions, Kernel.Findings, Tables, Enabled, Left, ArrivalsLeft});
    if (!Item->ReadsRaces)
      continue;
    if (Allowance.IsShort)
      Kernel.RacesDeferred |= isNearlyAll(Mends - Left, Mends);
    Allowance.Mends.spend(ReadRaces, Mends - Left);
  }
  Allowance.Arrivals.spend(/*Launches=*/1, Arrivals - ArrivalsLeft);
  erase_if(Kernel.Findings, [&](const Finding &Item) { return !isFor(Item, Target); });
  lowerFindingsOfGuess(Kernel);
  sortFindings(Kernel.Findings);
  joinParts(Kernel.Program, Kernel.Findings);
  numberCauses(Expressions, Kernel);
  estimateTimes(Kernel);
}

void analyseKernel(ExprContext &Expressions, KernelAnalysis &Kernel, const TargetModel &Target,
                   ArrayRef<const Check *> Enabled, FileAllowance &Allowance) {
  Kernel.Verdicts.clear();
  for (const Access &Site : Kernel.Program.Accesses) {
    std::vector<AccessVerdict> &Verdicts = Kernel.Verdicts.emplace_back();
    for (auto [Index, Launch] : enumerate(Kernel.Launches)) {
      AccessVerdict Verdict;
      Verdict.Launch = unsigned(Index);
      Verdict.Cost =
          evaluateAccess(Expressions, Kernel.Program, Site, Launch, Target, Allowance.Costs.next());
      Allowance.Costs.spend(Verdict.Cost.Steps);
      if (!Kernel.Assumption.empty() && Verdict.Cost.Known != Knowledge::Unknown) {
        Verdict.Cost.Known = Knowledge::Assumed;
        Verdict.Cost.Assumptions.push_back({CostAssumption::Kind::Instance, {Kernel.Assumption}});
      }
      Verdicts.push_back(std::move(Verdict));
    }
  }
  findFaults(Expressions, Kernel, Target, Enabled, Allowance.Races);
}

/// The kernel that shows what is found in \p File; null: there is none.
static KernelAnalysis *kernelShowing(FileAnalysis &File, MutableArrayRef<FileAnalysis> Files) {
  auto IsOfFile = [](const KernelAnalysis &Each) { return !Each.Program.Position.InHeader; };
  if (auto Own = find_if(File.Kernels, IsOfFile); Own != File.Kernels.end())
    return &*Own;
  if (!File.Kernels.empty())
    return &File.Kernels.front();
  for (const KernelElsewhere &Listed : File.KernelsElsewhere)
    for (FileAnalysis &Other : Files)
      if (Other.Path == Listed.File && Other.Target == File.Target && !Other.Kernels.empty())
        return &Other.Kernels.front();
  return nullptr;
}

void findFaultsOfFile(FileAnalysis &File, MutableArrayRef<FileAnalysis> Files,
                      ArrayRef<const Check *> Enabled) {
  KernelAnalysis *Shown = kernelShowing(File, Files);
  Expected<const TargetModel *> Target = findTarget(File.Target);
  if (!Shown || !Target)
    return consumeError(Target.takeError());
  std::vector<Finding> Found;
  for (const Check *Item : Enabled)
    if (Item->RunOnFile && isFor(*Item, **Target))
      Item->RunOnFile({*Item, File.Facts, **Target, Found});
  for (Finding &Each : Found)
    if (none_of(Shown->Findings,
                [&](const Finding &Known) { return sourceOrder(Known) == sourceOrder(Each); }))
      Shown->Findings.push_back(std::move(Each));
  sortFindings(Shown->Findings);
}

void agreeOnFindings(MutableArrayRef<FileAnalysis> Files) {
  for (const Check *Item : allChecks())
    if (Item->Agree)
      Item->Agree(Files);
  wordForHip(Files);
  wordForAmd(Files);
}

} // namespace memlint
