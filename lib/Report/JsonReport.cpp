//===- JsonReport.cpp - Everything that is known, for programs ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Report/JsonReport.h"

#include "ToolJson.h"
#include "VerificationJson.h"

#include "cuda-memlint/Checks/FixSafety.h"
#include "cuda-memlint/Checks/RaceWording.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Report/Fingerprint.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace memlint {

namespace {

class JsonReport {
public:
  JsonReport(raw_ostream &Stream, ArrayRef<FileVerification> Verified, const ToolFindings &Tools)
      : Json(Stream, /*IndentSize=*/1), Verified(Verified), Tools(Tools) {}

  void print(ArrayRef<FileAnalysis> Files);

private:
  void printFile(const FileAnalysis &File);
  void printKernel(const FileAnalysis &File, const KernelAnalysis &Kernel);
  void printAccess(const FileAnalysis &File, const KernelAnalysis &Kernel, const Access &Site,
                   StringRef Fingerprint);
  void printLaunch(const FileAnalysis &File, const KernelAnalysis &Kernel, const Access &Site,
                   const AccessVerdict &Verdict);
  const AccessOutcome *findOutcome(const FileAnalysis &File, const KernelAnalysis &Kernel,
                                   const Access &Site, unsigned Launch) const;
  void printRaces(const KernelAnalysis &Kernel);
  void printArguments(unsigned Index, const KernelParameter &Parameter,
                      const LaunchArgument *Argument);
  void printRaceVerdict(const KernelProgram &Kernel, const RaceVerdict &Verdict);
  void printFinding(const KernelAnalysis &Kernel, const Finding &Item, StringRef Fingerprint);
  void printPosition(const SourcePosition &Position);
  void printDimensions(StringRef Key, const std::array<std::optional<uint64_t>, 3> &Dimensions);

  void string(StringRef Key, StringRef Value) { Json.attribute(Key, json::fixUTF8(Value)); }
  /// Null where there is no value.
  template <typename Number> void number(StringRef Key, const std::optional<Number> &Value) {
    Json.attribute(Key, Value ? json::Value(*Value) : json::Value(nullptr));
  }

  json::OStream Json;
  ArrayRef<FileVerification> Verified;
  const ToolFindings &Tools;
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

void JsonReport::printPosition(const SourcePosition &Position) {
  string("path", Position.Path);
  Json.attribute("line", Position.Line);
  Json.attribute("column", Position.Column);
}

void JsonReport::printDimensions(StringRef Key,
                                 const std::array<std::optional<uint64_t>, 3> &Dimensions) {
  Json.attributeArray(Key, [&] {
    for (std::optional<uint64_t> Extent : Dimensions)
      Json.value(Extent ? json::Value(*Extent) : json::Value(nullptr));
  });
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

void JsonReport::printLaunch(const FileAnalysis &File, const KernelAnalysis &Kernel,
                             const Access &Site, const AccessVerdict &Verdict) {
  const LaunchContext &Launch = Kernel.Launches[Verdict.Launch];
  const AccessCost &Cost = Verdict.Cost;
  Json.object([&] {
    string("target", File.Target);
    printDimensions("grid", Launch.Grid);
    printDimensions("block", Launch.Block);
    number("dynamic_shared_bytes", Launch.DynamicSharedBytes);
    string("from", originName(Launch.Origin));
    if (Launch.Origin == LaunchOrigin::Inferred)
      string("inferred_from", Launch.InferredFrom);
    else
      Json.attribute("inferred_from", nullptr);
    if (Launch.Position.Line) {
      string("path", Launch.Position.Path);
      Json.attribute("line", Launch.Position.Line);
    } else {
      Json.attribute("path", nullptr);
      Json.attribute("line", nullptr);
    }
    Json.attributeArray("conditions", [&] {
      for (const std::string &Condition : Launch.Conditions)
        Json.value(json::fixUTF8(Condition));
    });
    string("known", knowledgeName(Cost.Known));
    Json.attributeArray("assumptions", [&] {
      for (const std::string &Assumption : Cost.Assumptions)
        Json.value(json::fixUTF8(Assumption));
      std::string Evidence = describeEvidence(File.Target, Site);
      if (Cost.Known != Knowledge::Unknown && !Evidence.empty())
        Json.value(json::fixUTF8(Evidence));
    });
    bool Known = Cost.Known != Knowledge::Unknown;
    std::optional<uint64_t> Requests, Lanes, Total, Ideal;
    if (Known && Cost.Totals) {
      Requests = Cost.Totals->Requests;
      Lanes = Cost.Totals->Lanes;
      Total = Cost.Totals->Cost;
      Ideal = Cost.Totals->Ideal;
    }
    number("requests", Requests);
    number("lanes", Lanes);
    number("cost", Total);
    number("ideal", Ideal);
    if (!Requests)
      string("why_null", Known ? Cost.WhyNoTotals : Cost.Reason);
    else
      Json.attribute("why_null", nullptr);
    Json.attribute("may_not_execute", Known && (Cost.MayNotExecute || Cost.NeverExecuted));
    bool PerRequest = Known && !Cost.NeverExecuted;
    auto Only = [&](auto Value) { return PerRequest ? std::optional(Value) : std::nullopt; };
    number("worst_per_request", Only(int64_t(Cost.Worst.Cost)));
    number("mean_per_request", Only(Cost.MeanCost));
    number("ideal_per_request", Only(Cost.MeanIdeal));
    if (const AccessOutcome *Outcome = findOutcome(File, Kernel, Site, Verdict.Launch)) {
      Json.attributeObject("verify", [&] {
        auto Counted = [&](uint64_t MeasuredTotals::*Member) -> std::optional<uint64_t> {
          if (!Outcome->Measured)
            return std::nullopt;
          return (*Outcome->Measured).*Member;
        };
        string("status", statusName(Outcome->Status));
        number("measured_lanes", Counted(&MeasuredTotals::Lanes));
        number("measured_cost", Counted(&MeasuredTotals::Cost));
        number("measured_ideal", Counted(&MeasuredTotals::Ideal));
      });
    } else {
      Json.attribute("verify", nullptr);
    }
  });
}

void JsonReport::printAccess(const FileAnalysis &File, const KernelAnalysis &Kernel,
                             const Access &Site, StringRef Fingerprint) {
  Json.object([&] {
    Json.attribute("id", Site.Id);
    string("fingerprint", Fingerprint);
    printPosition(Site.Position);
    string("text", Site.Text);
    Json.attributeArray("inlined_from", [&] {
      for (const InlineFrame &Frame : Site.InlinedThrough)
        Json.object([&] { printPosition(Frame.CallSite); });
    });
    string("space", spaceName(Site.Space));
    string("kind", kindName(Site.Kind));
    Json.attribute("bytes", Site.Bytes);
    string("object", Kernel.Program.Objects[Site.Object].Name);
    Json.attribute("guarded", !Site.Guards.empty());
    if (Site.Offset)
      string("address", toString(Site.Offset));
    else
      Json.attribute("address", nullptr);
    string("class", addressClassName(classifyAddress(Site)));
    string("reason", Site.Reason);
    Json.attributeArray("launches", [&] {
      for (const AccessVerdict &Verdict : Kernel.Verdicts[Site.Id])
        printLaunch(File, Kernel, Site, Verdict);
    });
  });
}

void JsonReport::printKernel(const FileAnalysis &File, const KernelAnalysis &Kernel) {
  std::vector<std::string> Fingerprints = fingerprintAccesses(Kernel.Program);
  Json.object([&] {
    string("name", Kernel.Program.Name);
    string("path", Kernel.Program.Position.Path);
    Json.attribute("line", Kernel.Program.Position.Line);
    Json.attribute("analysed", Kernel.Program.Analysed);
    string("reason", Kernel.Program.Reason);
    string("assumption", Kernel.Assumption);
    Json.attributeArray("accesses", [&] {
      for (auto [Site, Fingerprint] : zip(Kernel.Program.Accesses, Fingerprints))
        printAccess(File, Kernel, Site, Fingerprint);
    });
    printRaces(Kernel);
  });
}

static StringRef outcomeName(RaceOutcome Outcome) {
  switch (Outcome) {
  case RaceOutcome::Race:
    return "race";
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
    string("name", Parameter.Value ? Parameter.Value->leaf().Name : Parameter.Name);
    bool IsAddress = Parameter.IsPointer || Parameter.IsReference;
    string("form", IsAddress ? "pointer" : Parameter.Value ? "integer" : "other");
    Json.attribute("first_bit", Parameter.FirstBit);
    Json.attribute("bits", Parameter.Bits);
    number("value", Argument ? Argument->Value : std::nullopt);
  });
}

void JsonReport::printRaces(const KernelAnalysis &Kernel) {
  Json.attributeArray("races", [&] {
    for (auto [Launch, Report] : zip(Kernel.Launches, Kernel.Races))
      Json.object([&] {
        printDimensions("grid", Launch.Grid);
        printDimensions("block", Launch.Block);
        number("dynamic_shared_bytes", Launch.DynamicSharedBytes);
        Json.attributeArray("arguments", [&] {
          for (auto [Index, Parameter] : enumerate(Kernel.Program.Parameters))
            printArguments(unsigned(Index), Parameter,
                           Index < Launch.Arguments.size() ? &Launch.Arguments[Index] : nullptr);
        });
        string("reason", Report.Reason);
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
    string("outcome", outcomeName(Verdict.Outcome));
    string("threads", threadPairName(Verdict.Threads));
    string("reason", Verdict.Reason);
    Json.attribute("first", Verdict.First);
    Json.attribute("second", Verdict.Second);
    if (Verdict.Outcome == RaceOutcome::Undecided)
      return;
    Json.attributeArray("assumptions", [&] {
      for (const std::string &Value : describeValues(Verdict))
        Json.value(json::fixUTF8(Value));
      for (const std::string &Assumption : Verdict.Assumptions)
        Json.value(json::fixUTF8(Assumption));
    });
    Json.attributeArray("values", [&] {
      for (const auto &[Name, Value] : Verdict.Values)
        Json.object([&] {
          string("name", Name);
          Json.attribute("value", Value);
        });
    });
    Json.attribute("conditions_left_out", Verdict.ConditionsLeftOut);
    Json.attributeArray("witness", [&] {
      for (bool IsFirst : {true, false})
        Json.object([&] {
          const RaceParticipant *Who = IsFirst ? &Verdict.FirstThread : &Verdict.SecondThread;
          const Access &Site = Kernel.Accesses[IsFirst ? Verdict.First : Verdict.Second];
          Json.attribute("thread", json::Array{Who->Thread[0], Who->Thread[1], Who->Thread[2]});
          Json.attribute("block", json::Array{Who->Block[0], Who->Block[1], Who->Block[2]});
          Json.attribute("offset", Who->Offset);
          Json.attributeArray("calls", [&] {
            for (const InlineFrame &Call : Site.InlinedThrough)
              Json.object([&] {
                printPosition(Call.CallSite);
                string("function", Call.Callee);
              });
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
    if (const auto &Block = Verdict.NotFoundWithBlock)
      Json.attribute("not_found_with_block", json::Array{(*Block)[0], (*Block)[1], (*Block)[2]});
    else
      Json.attribute("not_found_with_block", nullptr);
  });
}

void JsonReport::printFile(const FileAnalysis &File) {
  Json.object([&] {
    string("path", File.Path);
    string("parsed", parseStateName(File.Parsed));
    Json.attribute("complete", File.Parsed < ParseState::Incomplete);
    Json.attribute("errors", File.ErrorCount);
    Json.attributeArray("messages", [&] {
      for (const SourceError &Error : File.Errors)
        Json.object([&] {
          printPosition(Error.Position);
          string("message", Error.Message);
        });
    });
    Json.attributeArray("kernels", [&] {
      for (const KernelAnalysis &Kernel : File.Kernels)
        printKernel(File, Kernel);
    });
    Json.attributeArray("kernels_elsewhere", [&] {
      for (const KernelElsewhere &Kernel : File.KernelsElsewhere)
        Json.object([&] {
          string("name", Kernel.Name);
          string("path", Kernel.Position.Path);
          Json.attribute("line", Kernel.Position.Line);
          string("file", Kernel.File);
        });
    });
  });
}

void JsonReport::printFinding(const KernelAnalysis &Kernel, const Finding &Item,
                              StringRef Fingerprint) {
  Json.object([&] {
    string("check", Item.Check);
    string("level", levelName(Item.Level));
    printPosition(Item.Position);
    string("kernel", Kernel.Program.Name);
    if (Item.Access)
      string("access", Fingerprint);
    else
      Json.attribute("access", nullptr);
    if (Item.Race)
      string("race_outcome",
             outcomeName(Kernel.Races[Item.Race->first].Verdicts[Item.Race->second].Outcome));
    else
      Json.attribute("race_outcome", nullptr);
    if (Item.Suppressed != Suppression::None)
      string("suppressed", suppressionName(Item.Suppressed));
    string("message", Item.Message);
    Json.attributeArray("notes", [&] {
      for (const FindingNote &Note : allNotes(Item))
        Json.object([&] {
          if (Note.Position.Line)
            printPosition(Note.Position);
          string("message", Note.Message);
        });
    });
    if (Item.FixTitle.empty())
      Json.attribute("fix_title", nullptr);
    else
      string("fix_title", Item.FixTitle);
    auto StringOrNull = [&](StringRef Name, StringRef Value) {
      if (Value.empty())
        Json.attribute(Name, nullptr);
      else
        string(Name, Value);
    };
    StringOrNull("fix_safety", fixSafetyName(Item));
    StringOrNull("fix_reason", fixReasonName(Item));
    Json.attributeArray("fixes", [&] {
      for (const FindingFix &Fix : Item.Fixes)
        Json.object([&] {
          printPosition(Fix.Position);
          Json.attribute("end_line", Fix.Position.EndLine);
          Json.attribute("end_column", Fix.Position.EndColumn);
          string("replacement", Fix.Replacement);
        });
    });
  });
}

void JsonReport::print(ArrayRef<FileAnalysis> Files) {
  Json.object([&] {
    Json.attribute("version", JsonReportVersion);
    Json.attributeArray("files", [&] {
      for (const FileAnalysis &File : Files)
        printFile(File);
    });
    Json.attributeArray("findings", [&] {
      for (const FileAnalysis &File : Files)
        for (const KernelAnalysis &Kernel : File.Kernels) {
          std::vector<std::string> Fingerprints = fingerprintAccesses(Kernel.Program);
          for (const Finding &Item : Kernel.Findings)
            printFinding(Kernel, Item, Item.Access ? Fingerprints[*Item.Access] : "");
        }
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
                     ArrayRef<FileVerification> Verified, const ToolFindings &Tools) {
  JsonReport(Stream, Verified, Tools).print(Files);
  Stream << '\n';
}

} // namespace memlint
