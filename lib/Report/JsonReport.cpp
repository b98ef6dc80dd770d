//===- JsonReport.cpp - Everything that is known, for programs ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Report/JsonReport.h"
#include "cuda-memlint/Checks/CostReasonWording.h"

#include "Explanation.h"
#include "JsonWriter.h"
#include "KernelTotals.h"
#include "RequestJson.h"
#include "SummaryJson.h"
#include "ToolJson.h"
#include "VerificationJson.h"

#include "cuda-memlint/Analysis/Layout/LocalArrays.h"
#include "cuda-memlint/Checks/CompiledCosts.h"
#include "cuda-memlint/Checks/FindingGroups.h"
#include "cuda-memlint/Checks/FixSafety.h"
#include "cuda-memlint/Checks/RaceReasonWording.h"
#include "cuda-memlint/Checks/RaceWording.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Report/Fingerprint.h"
#include "cuda-memlint/Report/ShownFindings.h"
#include "cuda-memlint/Report/SourceErrors.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

#include <optional>

using namespace llvm;

namespace memlint {

namespace {

class JsonReport {
public:
  JsonReport(raw_ostream &Stream, ArrayRef<FileVerification> Verified, const ToolFindings &Tools,
             const TextReportOptions &Shown)
      : Json(Stream), Verified(Verified), Tools(Tools), Shown(Shown) {}

  void print(ArrayRef<FileAnalysis> Files);

private:
  void printFile(const FileAnalysis &File);
  void printKernel(const FileAnalysis &File, const KernelAnalysis &Kernel);
  void printAccess(const FileAnalysis &File, const KernelAnalysis &Kernel, const Access &Site,
                   StringRef Fingerprint, bool InRegisters, const CompiledCosts &Costs);
  void printGridTerms(const KernelProgram &Kernel, const LaunchContext &Launch);
  void printLaunch(const FileAnalysis &File, const KernelAnalysis &Kernel, const Access &Site,
                   const AccessVerdict &Verdict, const CompiledCosts &Costs);
  void printCost(const AccessCost &Cost, bool IsLeftOut);
  const AccessOutcome *findOutcome(const FileAnalysis &File, const KernelAnalysis &Kernel,
                                   const Access &Site, unsigned Launch) const;
  void printRaces(const KernelAnalysis &Kernel);
  void printArguments(unsigned Index, const KernelParameter &Parameter,
                      const LaunchArgument *Argument);
  void printRaceVerdict(const KernelProgram &Kernel, const RaceVerdict &Verdict);
  void printFindings(const KernelAnalysis &Kernel);
  void printBudget(const Finding &Item);
  void printExcessTime(const KernelAnalysis &Kernel, const Finding &Item);
  void printRunTraffic(const KernelAnalysis &Kernel, const Finding &Item);
  void printFinding(const KernelAnalysis &Kernel, const Finding &Item, StringRef Fingerprint,
                    StringRef AccessFingerprint, std::optional<size_t> SameCauseAs);

  JsonWriter Json;
  SourceTexts Sources;
  ArrayRef<FileVerification> Verified;
  const ToolFindings &Tools;
  /// What the report in text shows.
  const TextReportOptions &Shown;
  /// Of all files; set when they are printed.
  std::optional<RunTraffic> Traffic;
  /// By which the next one is numbered.
  size_t FindingsPrinted = 0;
  /// Of findings that the text joins with others, the number of the one that it shows first.
  DenseMap<const Finding *, size_t> ShownWith;
};

} // namespace

static StringRef parseStateName(ParseState State) {
  switch (State) {
  case ParseState::Whole:
    return "whole";
  case ParseState::WithErrors:
  case ParseState::Incomplete:
    return "with-errors";
  case ParseState::Not:
    return "not";
  }
  llvm_unreachable("covered switch");
}

static StringRef suppressionName(Suppression Why) {
  switch (Why) {
  case Suppression::None:
    return "";
  case Suppression::Comment:
    return "comment";
  case Suppression::Baseline:
    return "baseline";
  case Suppression::Elsewhere:
    break;
  }
  llvm_unreachable("not reported at all");
}

/// The measured outcome of an access in the launches that the source has as number \p Launch, in
/// the first build: what was refuted, if anything was; null when none of them ran.
const AccessOutcome *JsonReport::findOutcome(const FileAnalysis &File, const KernelAnalysis &Kernel,
                                             const Access &Site, unsigned Launch) const {
  const AccessOutcome *Found = nullptr;
  for (const FileVerification &Verification : Verified) {
    if (Verification.File != &File || Verification.Builds.empty())
      continue;
    for (const LaunchComparison &Ran : Verification.Builds.front().Launches) {
      if (&File.Kernels[Ran.Kernel] != &Kernel || Ran.Context != Launch)
        continue;
      for (const AccessOutcome &Outcome : Ran.Accesses)
        if (Outcome.Access == Site.Id && (!Found || Outcome.Status == VerifyStatus::Refuted))
          Found = &Outcome;
    }
  }
  return Found;
}

/// What is known of a grid whose extents are not.
void JsonReport::printGridTerms(const KernelProgram &Kernel, const LaunchContext &Launch) {
  std::optional<std::array<std::string, 3>> Texts;
  if (!Launch.gridKnown())
    Texts = gridInTermsOfArguments(Kernel, Launch);
  if (Texts)
    Json.strings("grid_in_arguments", *Texts);
  else
    Json.attribute("grid_in_arguments", nullptr);
}

/// \p IsLeftOut: what it costs is counted at the access that it is merged into, or the thread has
/// the value.
void JsonReport::printCost(const AccessCost &Cost, bool IsLeftOut) {
  bool Known = Cost.Known != Knowledge::Unknown;
  std::optional<uint64_t> Requests, Lanes, Total, Ideal;
  if (Known && Cost.Totals) {
    Requests = IsLeftOut ? 0 : Cost.Totals->Requests;
    Lanes = IsLeftOut ? 0 : Cost.Totals->Lanes;
    Total = IsLeftOut ? 0 : Cost.Totals->Cost;
    Ideal = IsLeftOut ? 0 : Cost.Totals->Ideal;
  }
  Json.number("requests", Requests);
  Json.number("lanes", Lanes);
  Json.number("cost", Total);
  Json.number("ideal", Ideal);
  if (!Requests)
    Json.string("why_null", Known ? describe(Cost.WhyNoTotals) : describe(Cost.Reason));
  else
    Json.attribute("why_null", nullptr);
  Json.attribute("may_not_execute", Known && (Cost.MayNotExecute || Cost.NeverExecuted));
  bool PerRequest = Known && !Cost.NeverExecuted && !IsLeftOut;
  auto Only = [&](auto Value) { return PerRequest ? std::optional(Value) : std::nullopt; };
  Json.number("worst_per_request", Only(int64_t(Cost.Worst.Cost)));
  Json.number("mean_per_request", Only(Cost.MeanCost));
  Json.number("ideal_per_request", Only(Cost.MeanIdeal));
}

void JsonReport::printLaunch(const FileAnalysis &File, const KernelAnalysis &Kernel,
                             const Access &Site, const AccessVerdict &Verdict,
                             const CompiledCosts &Costs) {
  const LaunchContext &Launch = Kernel.Launches[Verdict.Launch];
  const AccessCost &Cost = Verdict.Cost;
  Json.object([&] {
    Json.string("target", File.Target);
    Json.numbers("grid", Launch.Grid);
    printGridTerms(Kernel.Program, Launch);
    Json.numbers("block", Launch.Block);
    Json.numbersOrNull("cluster", Launch.Cluster);
    Json.number("dynamic_shared_bytes", Launch.DynamicSharedBytes);
    Json.string("from", originName(Launch.Origin));
    Json.number("count", Launch.Count ? std::optional(Launch.Count) : std::nullopt);
    Json.number("nanoseconds",
                Launch.Time ? std::optional(Launch.Time->Nanoseconds) : std::nullopt);
    Json.stringOrNull("device", Launch.Time ? Launch.Time->Device : "");
    Json.stringOrNull("inferred_from",
                      Launch.Origin == LaunchOrigin::Inferred ? Launch.InferredFrom : "");
    Json.stringOrNull("path", Launch.Position.Line ? Launch.Position.Path : "");
    Json.number("line", Launch.Position.Line ? std::optional(Launch.Position.Line) : std::nullopt);
    Json.strings("conditions", Launch.Conditions);
    Json.string("known", knowledgeName(Cost.Known));
    Json.attributeArray("assumptions", [&] {
      for (const std::string &Assumption : describe(Cost.Assumptions))
        Json.value(json::fixUTF8(Assumption));
      std::string Evidence = describeEvidence(File.Target, Site);
      if (Cost.Known != Knowledge::Unknown && !Evidence.empty())
        Json.value(json::fixUTF8(Evidence));
    });
    printCost(Cost, /*IsLeftOut=*/false);
    std::optional<AccessCost> Compiled = Costs.costOf(Site, Verdict.Launch);
    if (Costs.isChanged(Site))
      Json.attributeObject("as_compiled", [&] {
        printCost(Compiled.value_or(Cost), /*IsLeftOut=*/!Compiled);
        if (Costs.isMost(Site, Verdict.Launch))
          Json.attribute("at_most", true);
      });
    if (const AccessOutcome *Outcome = findOutcome(File, Kernel, Site, Verdict.Launch)) {
      Json.attributeObject("verify", [&] {
        auto Counted = [&](uint64_t MeasuredTotals::*Member) -> std::optional<uint64_t> {
          if (!Outcome->Measured)
            return std::nullopt;
          return (*Outcome->Measured).*Member;
        };
        Json.string("status", statusName(Outcome->Status));
        Json.number("measured_lanes", Counted(&MeasuredTotals::Lanes));
        Json.number("measured_cost", Counted(&MeasuredTotals::Cost));
        Json.number("measured_ideal", Counted(&MeasuredTotals::Ideal));
      });
    } else {
      Json.attribute("verify", nullptr);
    }
  });
}

void JsonReport::printAccess(const FileAnalysis &File, const KernelAnalysis &Kernel,
                             const Access &Site, StringRef Fingerprint, bool InRegisters,
                             const CompiledCosts &Costs) {
  Json.object([&] {
    Json.attribute("id", Site.Id);
    Json.string("fingerprint", Fingerprint);
    Json.position(Site.Position);
    Json.string("text", Site.Text);
    Json.objects("inlined_from", Site.InlinedThrough,
                 [&](const InlineFrame &Frame) { Json.position(Frame.CallSite); });
    Json.string("space", spaceName(Site.Space));
    Json.string("kind", kindName(Site.Kind));
    Json.attribute("bytes", Site.Bytes);
    Json.string("object", Kernel.Program.Objects[Site.Object].Name);
    Json.attribute("guarded", !Site.Guards.empty());
    Json.stringOrNull("address", Site.Offset ? toString(Site.Offset) : "");
    Json.string("class", addressClassName(classifyAddress(Site)));
    Json.string("reason", Site.Reason);
    if (InRegisters)
      Json.attribute("in_registers", true);
    if (Costs.isMerged(Site)) {
      Json.attribute("merged_bytes", Costs.bytesOf(Site));
      Json.number("merged_into", Costs.mergedInto(Site));
    }
    Json.attributeArray("launches", [&] {
      for (const AccessVerdict &Verdict : Kernel.Verdicts[Site.Id])
        printLaunch(File, Kernel, Site, Verdict, Costs);
    });
    if (Shown.ExplainLine == Site.Position.Line) {
      std::string Explanation;
      raw_string_ostream Stream(Explanation);
      printExplanation(Stream, *File.Expressions, Kernel, Site.Id);
      Json.string("explanation", Explanation);
      printPicture(Json, *File.Expressions, Kernel, Site.Id, *cantFail(findTarget(File.Target)));
    }
  });
}

void JsonReport::printKernel(const FileAnalysis &File, const KernelAnalysis &Kernel) {
  std::vector<std::string> Fingerprints = fingerprintAccesses(Kernel.Program);
  std::vector<bool> InRegisters = findAccessesInRegisters(Kernel.Program);
  CompiledCosts Costs(File, Kernel);
  Json.object([&] {
    Json.string("name", Kernel.Program.Name);
    Json.string("path", Kernel.Program.Position.Path);
    Json.attribute("line", Kernel.Program.Position.Line);
    Json.attribute("analysed", Kernel.Program.Analysed);
    Json.string("reason", Kernel.Program.Reason);
    Json.string("assumption", Kernel.Assumption);
    Json.attributeArray("accesses", [&] {
      for (auto [Site, Fingerprint] : zip(Kernel.Program.Accesses, Fingerprints))
        printAccess(File, Kernel, Site, Fingerprint, InRegisters[Site.Id], Costs);
    });
    printRaces(Kernel);
    if (Kernel.RacesDeferred)
      Json.attribute("races_deferred", true);
    if (Shown.Summary)
      printSummaries(Json, File, Kernel, codeOf(Kernel.Program, File, Tools.Code));
  });
}

static StringRef outcomeName(RaceOutcome Outcome) {
  switch (Outcome) {
  case RaceOutcome::Race:
    return "race";
  case RaceOutcome::DataRace:
    return "data-race";
  case RaceOutcome::Benign:
    return "benign";
  case RaceOutcome::MayRace:
    return "may-race";
  case RaceOutcome::Absent:
    return "absent";
  case RaceOutcome::Undecided:
    return "undecided";
  }
  llvm_unreachable("covered switch");
}

static StringRef formName(DataRaceForm Form) {
  switch (Form) {
  case DataRaceForm::LostUpdate:
    return "lost-update";
  case DataRaceForm::Claim:
    return "claim";
  case DataRaceForm::PlainBesideAtomic:
    return "plain-beside-atomic";
  case DataRaceForm::PlainBeforeAtomic:
    return "plain-before-atomic";
  case DataRaceForm::NarrowScope:
    return "narrow-scope";
  case DataRaceForm::Overtaken:
    return "overtaken";
  case DataRaceForm::BehindKey:
    return "behind-key";
  case DataRaceForm::None:
    break;
  }
  llvm_unreachable("only races that data decide about have a form");
}

static StringRef dependenceName(RaceDependence What) {
  switch (What) {
  case RaceDependence::Data:
    return "data";
  case RaceDependence::LoopEnd:
    return "loop-end";
  case RaceDependence::Stride:
    return "stride";
  case RaceDependence::Shift:
    return "shift";
  case RaceDependence::Condition:
    return "condition";
  case RaceDependence::GridSize:
    return "grid";
  case RaceDependence::SkippedBarrier:
    return "skipped-barrier";
  case RaceDependence::PointerOverlap:
    return "pointer-overlap";
  }
  llvm_unreachable("covered switch");
}

static std::vector<std::string> dependenceNames(const RaceVerdict &Verdict) {
  std::vector<std::string> Names;
  for (RaceDependence Each : Verdict.DependsOn)
    Names.push_back(dependenceName(Each).str());
  return Names;
}

static StringRef threadPairName(ThreadPair Threads) {
  switch (Threads) {
  case ThreadPair::SameWarp:
    return "same-warp";
  case ThreadPair::DifferentWarps:
    return "same-block";
  case ThreadPair::DifferentBlocks:
    return "different-blocks";
  }
  llvm_unreachable("covered switch");
}

/// The numbers, pointers and other scalars that \p Parameter is made of.
void JsonReport::printArguments(unsigned Index, const KernelParameter &Parameter,
                                const LaunchArgument *Argument) {
  for (auto [Number, Field] : enumerate(Parameter.Fields))
    printArguments(Index, Field,
                   Argument && Number < Argument->Fields.size() ? &Argument->Fields[Number]
                                                                : nullptr);
  if (!Parameter.Fields.empty())
    return;
  Json.object([&] {
    Json.attribute("parameter", Index);
    Json.string("name", Parameter.Value ? Parameter.Value->leaf().Name : Parameter.Name);
    bool IsAddress = Parameter.IsPointer || Parameter.IsReference;
    Json.string("form", IsAddress ? "pointer" : Parameter.Value ? "integer" : "other");
    Json.attribute("first_bit", Parameter.FirstBit);
    Json.attribute("bits", Parameter.Bits);
    Json.number("value", Argument ? Argument->Value : std::nullopt);
  });
}

void JsonReport::printRaces(const KernelAnalysis &Kernel) {
  Json.attributeArray("races", [&] {
    for (auto [Launch, Report] : zip(Kernel.Launches, Kernel.Races))
      Json.object([&] {
        Json.numbers("grid", Launch.Grid);
        Json.numbers("block", Launch.Block);
        Json.numbersOrNull("cluster", Launch.Cluster);
        Json.number("dynamic_shared_bytes", Launch.DynamicSharedBytes);
        Json.attributeArray("arguments", [&] {
          for (auto [Index, Parameter] : enumerate(Kernel.Program.Parameters))
            printArguments(unsigned(Index), Parameter,
                           Index < Launch.Arguments.size() ? &Launch.Arguments[Index] : nullptr);
        });
        Json.string("reason", describe(Report.Reason));
        Json.attribute("pairs", Report.Pairs);
        Json.attribute("absent", Report.Absent);
        Json.attributeArray("verdicts", [&] {
          for (const RaceVerdict &Verdict : Report.Verdicts)
            printRaceVerdict(Kernel.Program, Verdict);
        });
      });
  });
}

void JsonReport::printRaceVerdict(const KernelProgram &Kernel, const RaceVerdict &Verdict) {
  Json.object([&] {
    Json.string("outcome", outcomeName(Verdict.Outcome));
    Json.string("threads", threadPairName(Verdict.Threads));
    Json.string("reason", describe(Verdict.Reason));
    Json.attribute("first", Verdict.First);
    Json.attribute("second", Verdict.Second);
    if (Verdict.Outcome == RaceOutcome::Undecided)
      return;
    Json.strings("depends_on", dependenceNames(Verdict));
    if (Verdict.Form != DataRaceForm::None) {
      Json.string("form", formName(Verdict.Form));
      Json.string("needs", describe(Verdict.Needs));
      return;
    }
    if (!Verdict.Needs.empty())
      Json.string("needs", describe(Verdict.Needs));
    Json.attributeArray("assumptions", [&] {
      for (const std::string &Value : describeValues(Verdict))
        Json.value(json::fixUTF8(Value));
      for (const RaceAssumption &Assumption : Verdict.Assumptions)
        Json.value(json::fixUTF8(describe(Assumption)));
    });
    Json.attributeArray("values", [&] {
      for (const auto &[Name, Value] : Verdict.Values)
        Json.object([&] {
          Json.string("name", Name);
          Json.attribute("value", Value);
        });
    });
    Json.attribute("conditions_left_out", Verdict.ConditionsLeftOut);
    Json.attributeArray("witness", [&] {
      for (bool IsFirst : {true, false})
        Json.object([&] {
          const RaceParticipant *Who = IsFirst ? &Verdict.FirstThread : &Verdict.SecondThread;
          const Access &Site = Kernel.Accesses[IsFirst ? Verdict.First : Verdict.Second];
          Json.numbers("thread", Who->Thread);
          Json.numbers("block", Who->Block);
          Json.attribute("offset", Who->Offset);
          Json.objects("calls", Site.InlinedThrough, [&](const InlineFrame &Call) {
            Json.position(Call.CallSite);
            Json.string("function", Call.Callee);
          });
          Json.attributeArray("iterations", [&] {
            for (const auto &[Loop, Iteration] : Who->Iterations)
              Json.object([&] {
                Json.attribute("line", Kernel.Loops[Loop].Position.Line);
                Json.attribute("iteration", Iteration);
              });
          });
        });
    });
    Json.attribute("offsets_are_relative", Verdict.OffsetsAreRelative);
    Json.numbersOrNull("not_found_with_block", Verdict.NotFoundWithBlock);
  });
}

void JsonReport::printFile(const FileAnalysis &File) {
  Json.object([&] {
    Json.string("path", File.Path);
    if (!File.OtherTargets.empty())
      Json.strings("other_targets", File.OtherTargets);
    Json.string("parsed", parseStateName(File.Parsed));
    Json.attribute("complete", File.Parsed < ParseState::Incomplete);
    if (const SourceError *Cause = whyIncomplete(File))
      Json.attributeObject("incomplete_because", [&] {
        Json.position(Cause->Position);
        Json.string("message", describeCause(File, *Cause));
      });
    else
      Json.attribute("incomplete_because", nullptr);
    Json.attribute("remarks_shown", Shown.Remarks || Shown.RemarksOf.contains(File.Path));
    Json.attribute("errors", File.ErrorCount);
    Json.objects("messages", File.Errors, [&](const SourceError &Error) {
      Json.position(Error.Position);
      Json.string("message", Error.Message);
    });
    Json.attributeArray("kernels", [&] {
      for (const KernelAnalysis &Kernel : File.Kernels)
        printKernel(File, Kernel);
    });
    Json.objects("kernels_elsewhere", File.KernelsElsewhere, [&](const KernelElsewhere &Kernel) {
      Json.string("name", Kernel.Name);
      Json.string("path", Kernel.Position.Path);
      Json.attribute("line", Kernel.Position.Line);
      Json.string("file", Kernel.File);
    });
  });
}

void JsonReport::printBudget(const Finding &Item) {
  if (!Item.Budget)
    return Json.attribute("budget", nullptr);
  Json.attributeObject("budget", [&] {
    Json.string("limit", Item.Budget->Limit);
    Json.attribute("allowed", Item.Budget->Allowed);
    Json.number("reached", Item.Budget->Reached);
  });
}

void JsonReport::printExcessTime(const KernelAnalysis &Kernel, const Finding &Item) {
  if (!Item.ExcessTime)
    return Json.attribute("excess_time", nullptr);
  const LaunchContext &Launch = Kernel.Launches[*Item.Launch];
  Json.attributeObject("excess_time", [&] {
    Json.attribute("least_nanoseconds", Item.ExcessTime->Least);
    Json.attribute("most_nanoseconds", Item.ExcessTime->Most);
    Json.attribute("run_least_nanoseconds", Item.RunExcessTime.Least);
    Json.attribute("run_most_nanoseconds", Item.RunExcessTime.Most);
    Json.attribute("launch_nanoseconds", Launch.Time->Nanoseconds);
    Json.attribute("launches", Launch.Count);
    Json.string("device", Launch.Time->Device);
  });
}

void JsonReport::printRunTraffic(const KernelAnalysis &Kernel, const Finding &Item) {
  std::optional<RunBytes> Own = Traffic->ofFinding(Kernel, Item);
  if (!Own)
    return Json.attribute("run_traffic", nullptr);
  RunBytes OfKernel = *Traffic->ofKernel(Kernel), OfProgram = *Traffic->ofProgram();
  Json.attributeObject("run_traffic", [&] {
    Json.attribute("bytes", Own->Bytes);
    Json.attribute("excess_bytes", Own->Excess);
    Json.attribute("kernel_bytes", OfKernel.Bytes);
    Json.attribute("program_bytes", OfProgram.Bytes);
    Json.attribute("complete", OfProgram.IsComplete);
  });
}

void JsonReport::printFinding(const KernelAnalysis &Kernel, const Finding &Item,
                              StringRef Fingerprint, StringRef AccessFingerprint,
                              std::optional<size_t> SameCauseAs) {
  Json.object([&] {
    Json.string("check", Item.Check);
    Json.string("level", levelName(Item.Level));
    Json.position(Item.Position);
    Json.string("kernel", Kernel.Program.Name);
    Json.string("fingerprint", Fingerprint);
    Json.stringOrNull("access", AccessFingerprint);
    if (SameCauseAs)
      Json.attribute("same_cause_as", *SameCauseAs);
    if (auto First = ShownWith.find(&Item); First != ShownWith.end())
      Json.attribute("shown_with", First->second);
    const RaceVerdict *Race =
        Item.Race ? &Kernel.Races[Item.Race->first].Verdicts[Item.Race->second] : nullptr;
    Json.stringOrNull("race_outcome", Race ? outcomeName(Race->Outcome) : "");
    if (Race && !Race->DependsOn.empty())
      Json.strings("race_depends_on", dependenceNames(*Race));
    if (!Item.Devices.empty())
      Json.strings("devices", Item.Devices);
    if (Item.Suppressed != Suppression::None)
      Json.string("suppressed", suppressionName(Item.Suppressed));
    Json.string("message", Item.Message);
    auto PrintNote = [&](const FindingNote &Note) {
      if (Note.Position.Line)
        Json.position(Note.Position);
      Json.string("message", Note.Message);
    };
    Json.objects("notes", allNotes(Item), PrintNote);
    if (Item.Help)
      Json.attributeObject("help", [&] { PrintNote(*Item.Help); });
    else
      Json.attribute("help", nullptr);
    printBudget(Item);
    printExcessTime(Kernel, Item);
    printRunTraffic(Kernel, Item);
    Json.stringOrNull("fix_title", Item.FixTitle);
    Json.stringOrNull("fix_safety", fixSafetyName(Item));
    Json.stringOrNull("fix_reason", fixReasonName(Item));
    Json.objects("fixes", Item.Fixes, [&](const FindingFix &Fix) {
      Json.position(Fix.Position);
      Json.attribute("end_line", Fix.Position.EndLine);
      Json.attribute("end_column", Fix.Position.EndColumn);
      Json.string("replacement", Fix.Replacement);
    });
  });
}

void JsonReport::printFindings(const KernelAnalysis &Kernel) {
  std::vector<std::string> Accesses = fingerprintAccesses(Kernel.Program);
  std::vector<std::string> Fingerprints = fingerprintFindings(Kernel, Sources);
  std::vector<std::optional<size_t>> SameCauseAs(Kernel.Findings.size());
  for (const FindingGroup &Group : groupFindings(Kernel, Kernel.Findings))
    for (size_t Other : Group.Others)
      SameCauseAs[Other] = FindingsPrinted + Group.First;
  for (auto [Item, Fingerprint, Leader] : zip_equal(Kernel.Findings, Fingerprints, SameCauseAs))
    printFinding(Kernel, Item, Fingerprint, Item.Access ? Accesses[*Item.Access] : "", Leader);
  FindingsPrinted += Kernel.Findings.size();
}

/// For each finding that reads like another one, or is that of another instantiation, the number of
/// the one that stands for it.
static DenseMap<const Finding *, size_t> findShownWith(ArrayRef<FileAnalysis> Files) {
  DenseMap<const Finding *, size_t> Numbers, Result;
  for (const FileAnalysis &File : Files)
    for (const KernelAnalysis &Kernel : File.Kernels)
      for (const Finding &Item : Kernel.Findings)
        Numbers.try_emplace(&Item, Numbers.size());
  ShownFindings Joined = mergeFindings(Files, {});
  for (const auto &[File, OfFile] : Joined.OfFile)
    for (const std::vector<ShownFinding> &Same : OfFile)
      for (const ShownFinding &Other : drop_begin(Same))
        Result[Other.Item] = Numbers.lookup(Same.front().Item);
  return Result;
}

void JsonReport::print(ArrayRef<FileAnalysis> Files) {
  Traffic.emplace(Files);
  ShownWith = findShownWith(Files);
  Sources.addTextsOf(Files);
  Json.object([&] {
    Json.attribute("version", JsonReportVersion);
    Json.attributeArray("files", [&] {
      for (const FileAnalysis &File : Files)
        printFile(File);
    });
    Json.attributeArray("findings", [&] {
      for (const FileAnalysis &File : Files)
        for (const KernelAnalysis &Kernel : File.Kernels)
          printFindings(Kernel);
    });
    if (!Verified.empty())
      Json.attributeArray("verifications", [&] {
        for (const FileVerification &Verification : Verified)
          for (const FileComparison &Build : Verification.Builds)
            printVerification(Json, *Verification.File, Build);
      });
    if (!Tools.Hazards.empty())
      Json.attributeArray("sanitizer_runs", [&] {
        for (const FileHazards &Hazards : Tools.Hazards)
          printHazards(Json, Hazards);
      });
    if (!Tools.Code.empty())
      Json.attributeArray("generated_code", [&] {
        for (const FileCode &Generated : Tools.Code)
          printCode(Json, Generated);
      });
  });
  Json.flush();
}

void printJsonReport(raw_ostream &Stream, ArrayRef<FileAnalysis> Files,
                     ArrayRef<FileVerification> Verified, const ToolFindings &Tools,
                     const TextReportOptions &Shown) {
  JsonReport(Stream, Verified, Tools, Shown).print(Files);
  Stream << '\n';
}

} // namespace memlint
