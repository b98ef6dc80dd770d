//===- SarifReport.cpp - Findings for code scanning -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Report/SarifReport.h"

#include "JsonWriter.h"
#include "ReportPaths.h"
#include "VerificationJson.h"

#include "cuda-memlint/Checks/Check.h"
#include "cuda-memlint/Checks/FindingGroups.h"
#include "cuda-memlint/Checks/FixSafety.h"
#include "cuda-memlint/Checks/RaceWording.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Documentation/CheckPage.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Report/Fingerprint.h"
#include "cuda-memlint/Report/SourceErrors.h"
#include "cuda-memlint/Report/SourceText.h"
#include "cuda-memlint/Support/RealPaths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace memlint {

static StringRef sarifLevel(FindingLevel Level) {
  switch (Level) {
  case FindingLevel::Remark:
    return "note";
  case FindingLevel::Warning:
    return "warning";
  case FindingLevel::Error:
    return "error";
  }
  llvm_unreachable("covered switch");
}

/// What messages and strings with places to fill in them want written otherwise (SARIF 2.1.0,
/// 3.11.5).
static std::string withBracesDoubled(StringRef Text) {
  std::string Result;
  for (char Letter : Text)
    Result.append(Letter == '{' || Letter == '}' ? 2 : 1, Letter);
  return Result;
}

/// "SharedBankConflict" of "cuda-shared-bank-conflict".
static std::string ruleName(StringRef Check) {
  Check.consume_front("cuda-");
  std::string Name;
  for (StringRef Word : split(Check, '-')) {
    Name += toUpper(Word.front());
    Name += Word.drop_front();
  }
  return Name;
}

/// What relative paths are relative to, whatever the reader's machine calls it.
static constexpr StringLiteral SourceRoot = "%SRCROOT%";

namespace {

class SarifReport {
public:
  SarifReport(raw_ostream &Stream, const SarifRun &Run, ArrayRef<FileVerification> Verified)
      : Json(Stream), Run(Run), Verified(Verified) {
    sys::fs::current_path(CurrentFolder);
  }

  void print(ArrayRef<FileAnalysis> Files);

private:
  void printRules();
  void printInvocation(ArrayRef<FileAnalysis> Files);
  void printNotification(const FileAnalysis &File, const SourceError &Error);
  void printResult(const FileAnalysis &File, const KernelAnalysis &Kernel, const Finding &Item,
                   StringRef AccessFingerprint, StringRef Fingerprint, StringRef SameCauseAs);
  void printThreads(const KernelAnalysis &Kernel, unsigned Launch, unsigned Number);
  void printSuppression(const Finding &Item);
  void printFix(const Finding &Item);
  void printMeasured(const FileAnalysis &File, const KernelAnalysis &Kernel, unsigned Access);
  void printArtifact(StringRef Path);
  void printRegion(StringRef Key, const SourcePosition &Position);
  void printPosition(const SourcePosition &Position);

  void message(StringRef Key, StringRef Text) {
    Json.attributeObject(Key, [&] { Json.string("text", withBracesDoubled(Text)); });
  }

  JsonWriter Json;
  const SarifRun &Run;
  ArrayRef<FileVerification> Verified;
  SourceTexts Sources;
  SmallString<256> CurrentFolder;
};

} // namespace

/// A path in the current folder is relative to it, in the simplest form; no other is.
void SarifReport::printArtifact(StringRef Path) {
  SmallString<256> Absolute = Path;
  sys::fs::make_absolute(CurrentFolder, Absolute);
  sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  StringRef Below = pathBelow(Absolute, CurrentFolder);
  bool IsBelow = !Below.empty();
  Json.attributeObject("artifactLocation", [&] {
    Json.attribute("uri", IsBelow ? percentEncoded(Below) : "file://" + percentEncoded(Absolute));
    if (IsBelow)
      Json.attribute("uriBaseId", SourceRoot);
  });
}

void SarifReport::printRegion(StringRef Key, const SourcePosition &Position) {
  Json.attributeObject(Key, [&] {
    Json.attribute("startLine", Position.Line);
    if (Position.Column != 0)
      Json.attribute("startColumn",
                     Sources.characterAt(Position.Path, Position.Line, Position.Column));
    if (Position.EndLine == 0)
      return;
    Json.attribute("endLine", Position.EndLine);
    if (Position.EndColumn != 0)
      Json.attribute("endColumn",
                     Sources.characterAt(Position.Path, Position.EndLine, Position.EndColumn));
  });
}

void SarifReport::printPosition(const SourcePosition &Position) {
  Json.attributeObject("physicalLocation", [&] {
    printArtifact(Position.Path);
    if (Position.Line != 0)
      printRegion("region", Position);
  });
}

void SarifReport::printRules() {
  Json.objects("rules", allChecks(), [&](const Check *Item) {
    Json.string("id", Item->Name);
    Json.string("name", ruleName(Item->Name));
    std::string Introduction = introductionOf(*Item);
    message("shortDescription", Item->Summary);
    message("fullDescription", Introduction);
    Json.attributeObject("help", [&] {
      // The help of a rule has no placeholders, so that braces in it stand for themselves.
      Json.string("text", Introduction + "\n\n`cuda-memlint --explain-check=" + Item->Name.str() +
                              "` shows more.");
      Json.string("markdown", pageOf(*Item));
    });
    Json.attributeObject("defaultConfiguration",
                         [&] { Json.string("level", sarifLevel(Item->Level)); });
  });
}

void SarifReport::printNotification(const FileAnalysis &File, const SourceError &Error) {
  bool IsCause = File.Parsed == ParseState::Incomplete && &Error == firstCause(File);
  Json.object([&] {
    Json.string("level", File.Parsed == ParseState::Not || (IsCause && !Run.KernelsMayBeMissing)
                             ? "error"
                         : IsCause ? "warning"
                                   : "note");
    message("message", IsCause ? describeCause(File, Error) : Error.Message);
    SourcePosition Shown = Error.Position;
    if (Shown.Path.empty())
      Shown.Path = File.Path;
    Json.attributeArray("locations", [&] { Json.object([&] { printPosition(Shown); }); });
  });
}

/// Errors of the sources are the run's, not results.
void SarifReport::printInvocation(ArrayRef<FileAnalysis> Files) {
  bool AllRead = none_of(Files, [&](const FileAnalysis &File) {
    return File.Parsed == ParseState::Not ||
           (File.Parsed == ParseState::Incomplete && !Run.KernelsMayBeMissing);
  });
  Json.attributeArray("invocations", [&] {
    Json.object([&] {
      Json.attribute("executionSuccessful", AllRead);
      Json.attribute("exitCode", Run.ExitCode);
      Json.attributeArray("toolExecutionNotifications", [&] {
        for (const FileAnalysis &File : Files)
          for (const SourceError &Error : File.Errors)
            printNotification(File, Error);
      });
    });
  });
}

/// What runs measured of an access, for each of them.
void SarifReport::printMeasured(const FileAnalysis &File, const KernelAnalysis &Kernel,
                                unsigned Access) {
  Json.attributeArray("verify", [&] {
    for (const FileVerification &Verification : Verified) {
      if (Verification.File != &File)
        continue;
      for (const FileComparison &Build : Verification.Builds)
        for (const LaunchComparison &Launch : Build.Launches)
          for (const AccessOutcome &Outcome : Launch.Accesses)
            if (&File.Kernels[Launch.Kernel] == &Kernel && Outcome.Access == Access)
              Json.object([&] {
                Json.string("build", Build.Run.Build);
                Json.string("method", methodName(Build.Run.Method));
                Json.attribute("launch", Launch.Number);
                printAccessOutcome(Json, Kernel.Program.Accesses[Access], Outcome);
              });
    }
  });
}

void SarifReport::printResult(const FileAnalysis &File, const KernelAnalysis &Kernel,
                              const Finding &Item, StringRef AccessFingerprint,
                              StringRef Fingerprint, StringRef SameCauseAs) {
  const auto *Rule =
      find_if(allChecks(), [&](const Check *Each) { return Each->Name == Item.Check; });
  Json.object([&] {
    Json.string("ruleId", Item.Check);
    if (Rule != allChecks().end())
      Json.attribute("ruleIndex", Rule - allChecks().begin());
    Json.string("level", sarifLevel(Item.Level));
    std::string Text = Item.Message;
    for (const FindingNote &Note : allNotes(Item))
      if (Note.Position.Line == 0)
        Text += "\n" + Note.Message;
    if (Item.Help)
      Text += "\nhelp: " + Item.Help->Message;
    message("message", Text);
    Json.attributeArray("locations", [&] {
      Json.object([&] {
        printPosition(Item.Position);
        Json.attributeArray("logicalLocations", [&] {
          Json.object([&] {
            Json.string("fullyQualifiedName", Kernel.Program.Name);
            Json.string("kind", "function");
          });
        });
      });
    });
    Json.attributeArray("relatedLocations", [&] {
      auto PrintNote = [&](const FindingNote &Note) {
        if (Note.Position.Line != 0)
          Json.object([&] {
            message("message", Note.Message);
            printPosition(Note.Position);
          });
      };
      for (const FindingNote &Note : allNotes(Item))
        PrintNote(Note);
      if (Item.Help)
        PrintNote(*Item.Help);
    });
    if (Item.Race &&
        Kernel.Races[Item.Race->first].Verdicts[Item.Race->second].Form == DataRaceForm::None)
      printThreads(Kernel, Item.Race->first, Item.Race->second);
    printSuppression(Item);
    if (!Item.Fixes.empty())
      printFix(Item);
    Json.attributeObject("partialFingerprints", [&] {
      Json.attribute("cudaMemlintFinding/v1", Fingerprint);
      // One access may have findings of several checks.
      if (Item.Access)
        Json.string("cudaMemlintAccess/v1", Item.Check + ":" + AccessFingerprint.str());
    });
    bool IsMeasured = Item.Access && !Verified.empty();
    if (IsMeasured || !SameCauseAs.empty())
      Json.attributeObject("properties", [&] {
        if (!SameCauseAs.empty())
          Json.attribute("sameCauseAs", SameCauseAs);
        if (IsMeasured)
          printMeasured(File, Kernel, *Item.Access);
      });
  });
}

/// The ways of the two threads of a race to their accesses: the calls, outermost first.
void SarifReport::printThreads(const KernelAnalysis &Kernel, unsigned Launch, unsigned Number) {
  const RaceVerdict &Verdict = Kernel.Races[Launch].Verdicts[Number];
  auto PrintStep = [&](const SourcePosition &At, const Twine &Text) {
    Json.object([&] {
      Json.attributeObject("location", [&] {
        message("message", Text.str());
        printPosition(At);
      });
    });
  };
  auto PrintThread = [&](const Access &Site, const RaceParticipant &Who) {
    Json.object([&] {
      message("message", describeParticipant(Verdict, Who));
      Json.attributeArray("locations", [&] {
        for (const InlineFrame &Call : Site.InlinedThrough)
          PrintStep(Call.CallSite, "call of `" + Call.Callee + "`");
        std::string Iterations = describeIterations(Kernel.Program, Site, Who);
        PrintStep(Site.Position, verbOfAccess(Site) + " `" + Site.Text + "`" +
                                     (Iterations.empty() ? "" : " in " + Iterations));
      });
    });
  };
  Json.attributeArray("codeFlows", [&] {
    Json.object([&] {
      Json.attributeArray("threadFlows", [&] {
        PrintThread(Kernel.Program.Accesses[Verdict.First], Verdict.FirstThread);
        PrintThread(Kernel.Program.Accesses[Verdict.Second], Verdict.SecondThread);
      });
    });
  });
}

void SarifReport::printSuppression(const Finding &Item) {
  // Of all results or of none; an empty list says that there is nothing of the kind.
  Json.attributeArray("suppressions", [&] {
    if (Item.Suppressed != Suppression::None)
      Json.object([&] {
        Json.string("kind", Item.Suppressed == Suppression::Comment ? "inSource" : "external");
      });
  });
  if (Run.HasBaseline)
    Json.string("baselineState", Item.Suppressed == Suppression::Baseline ? "unchanged" : "new");
}

/// All edits of a fix are in one file.
void SarifReport::printFix(const Finding &Item) {
  Json.attributeArray("fixes", [&] {
    Json.object([&] {
      message("description", Item.FixTitle);
      Json.attributeObject("properties", [&] {
        Json.string("safety", fixSafetyName(Item));
        if (Item.Unsafe)
          Json.string("reason", fixReasonName(Item));
      });
      Json.attributeArray("artifactChanges", [&] {
        Json.object([&] {
          printArtifact(Item.Fixes.front().Position.Path);
          Json.objects("replacements", Item.Fixes, [&](const FindingFix &Edit) {
            printRegion("deletedRegion", Edit.Position);
            Json.attributeObject("insertedContent", [&] { Json.string("text", Edit.Replacement); });
          });
        });
      });
    });
  });
}

void SarifReport::print(ArrayRef<FileAnalysis> Files) {
  Sources.addTextsOf(Files);
  Json.object([&] {
    Json.attribute("$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
                              "sarif-schema-2.1.0.json");
    Json.attribute("version", "2.1.0");
    Json.attributeArray("runs", [&] {
      Json.object([&] {
        Json.attributeObject("tool", [&] {
          Json.attributeObject("driver", [&] {
            Json.attribute("name", "cuda-memlint");
            Json.string("version", Run.Version);
            printRules();
          });
        });
        Json.attribute("columnKind", "unicodeCodePoints");
        Json.attributeObject("originalUriBaseIds", [&] {
          Json.attributeObject(SourceRoot, [&] {
            message("description", "The folder in which the command was started.");
          });
        });
        printInvocation(Files);
        Json.attributeArray("results", [&] {
          for (const FileAnalysis &File : Files)
            for (const KernelAnalysis &Kernel : File.Kernels) {
              std::vector<std::string> Accesses = fingerprintAccesses(Kernel.Program);
              std::vector<std::string> Fingerprints = fingerprintFindings(Kernel, Sources);
              std::vector<StringRef> SameCauseAs(Kernel.Findings.size());
              for (const FindingGroup &Group : groupFindings(Kernel, Kernel.Findings))
                for (size_t Other : Group.Others)
                  SameCauseAs[Other] = Fingerprints[Group.First];
              for (auto [Item, Fingerprint, Leader] :
                   zip(Kernel.Findings, Fingerprints, SameCauseAs))
                printResult(File, Kernel, Item, Item.Access ? Accesses[*Item.Access] : "",
                            Fingerprint, Leader);
            }
        });
        if (Verified.empty())
          return;
        Json.attributeObject("properties", [&] {
          Json.attributeArray("verifications", [&] {
            for (const FileVerification &Verification : Verified)
              for (const FileComparison &Build : Verification.Builds)
                printVerification(Json, *Verification.File, Build);
          });
        });
      });
    });
  });
  Json.flush();
}

void printSarifReport(raw_ostream &Stream, const SarifRun &Run, ArrayRef<FileAnalysis> Files,
                      ArrayRef<FileVerification> Verified) {
  SarifReport(Stream, Run, Verified).print(Files);
  Stream << '\n';
}

} // namespace memlint
