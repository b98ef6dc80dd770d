//===- SarifReport.cpp - Findings for code scanning -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Report/SarifReport.h"

#include "VerificationJson.h"

#include "cuda-memlint/Checks/Check.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Report/Fingerprint.h"
#include "cuda-memlint/Report/SourceText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
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

/// RFC 3986: relative paths stay so, for the reader's own root.
static std::string uriOf(StringRef Path) {
  std::string Uri = sys::path::is_absolute(Path) ? "file://" : "";
  for (char Letter : Path)
    if (isAlnum(Letter) || StringRef("/-._~").contains(Letter))
      Uri += Letter;
    else
      Uri += "%" + utohexstr(uint8_t(Letter), /*LowerCase=*/false, /*Width=*/2);
  return Uri;
}

namespace {

class SarifReport {
public:
  SarifReport(raw_ostream &Stream, ArrayRef<FileVerification> Verified)
      : Json(Stream, /*IndentSize=*/1), Verified(Verified) {}

  void print(StringRef Version, ArrayRef<FileAnalysis> Files);

private:
  void printRules();
  void printErrors(ArrayRef<FileAnalysis> Files);
  void printResult(const FileAnalysis &File, const KernelAnalysis &Kernel, const Finding &Item,
                   StringRef Fingerprint);
  void printMeasured(const FileAnalysis &File, const KernelAnalysis &Kernel, unsigned Access);
  void printPlace(const SourcePosition &Position);
  /// The number of the character at byte \p Column of a line, both from 1.
  unsigned characterAt(StringRef Path, unsigned Line, unsigned Column);

  void string(StringRef Key, StringRef Value) { Json.attribute(Key, json::fixUTF8(Value)); }
  void message(StringRef Key, StringRef Text) {
    Json.attributeObject(Key, [&] { string("text", Text); });
  }

  json::OStream Json;
  ArrayRef<FileVerification> Verified;
  SourceTexts Sources;
};

} // namespace

unsigned SarifReport::characterAt(StringRef Path, unsigned Line, unsigned Column) {
  std::optional<StringRef> Text = Sources.line(Path, Line);
  if (!Text || Column == 0)
    return Column;
  // Each byte of a character but the first begins with the bits 10.
  return Column - unsigned(count_if(Text->take_front(Column - 1),
                                    [](char Byte) { return (uint8_t(Byte) & 0xc0) == 0x80; }));
}

void SarifReport::printPlace(const SourcePosition &Position) {
  Json.attributeObject("physicalLocation", [&] {
    Json.attributeObject("artifactLocation", [&] { string("uri", uriOf(Position.Path)); });
    if (Position.Line == 0)
      return;
    Json.attributeObject("region", [&] {
      Json.attribute("startLine", Position.Line);
      if (Position.Column != 0)
        Json.attribute("startColumn", characterAt(Position.Path, Position.Line, Position.Column));
      if (Position.EndLine == 0)
        return;
      Json.attribute("endLine", Position.EndLine);
      if (Position.EndColumn != 0)
        Json.attribute("endColumn",
                       characterAt(Position.Path, Position.EndLine, Position.EndColumn));
    });
  });
}

void SarifReport::printRules() {
  Json.attributeArray("rules", [&] {
    for (const Check *Item : allChecks())
      Json.object([&] {
        string("id", Item->Name);
        message("shortDescription", Item->Summary);
        message("help", "docs/" + Item->page());
        Json.attributeObject("defaultConfiguration",
                             [&] { string("level", sarifLevel(Item->Level)); });
      });
  });
}

/// Errors of the sources are the run's, not results.
void SarifReport::printErrors(ArrayRef<FileAnalysis> Files) {
  bool Successful =
      none_of(Files, [](const FileAnalysis &File) { return File.Parsed == ParseState::Not; });
  Json.attributeArray("invocations", [&] {
    Json.object([&] {
      Json.attribute("executionSuccessful", Successful);
      Json.attributeArray("toolExecutionNotifications", [&] {
        for (const FileAnalysis &File : Files)
          for (const SourceError &Error : File.Errors)
            Json.object([&] {
              string("level", File.Parsed == ParseState::Not ? "error" : "note");
              message("message", Error.Message);
              if (Error.Position.Line == 0)
                return;
              Json.attributeArray("locations",
                                  [&] { Json.object([&] { printPlace(Error.Position); }); });
            });
      });
    });
  });
}

/// What runs measured of an access, for each of them.
void SarifReport::printMeasured(const FileAnalysis &File, const KernelAnalysis &Kernel,
                                unsigned Access) {
  Json.attributeArray("verify", [&] {
    for (const FileVerification &Of : Verified) {
      if (Of.File != &File)
        continue;
      for (const FileComparison &Build : Of.Builds)
        for (const LaunchComparison &Launch : Build.Launches)
          for (const AccessOutcome &Outcome : Launch.Accesses)
            if (&File.Kernels[Launch.Kernel] == &Kernel && Outcome.Access == Access)
              Json.object([&] {
                string("build", Build.Run.Build);
                string("method", methodName(Build.Run.Method));
                Json.attribute("launch", Launch.Number);
                printAccessOutcome(Json, Kernel.Kernel.Accesses[Access], Outcome);
              });
    }
  });
}

void SarifReport::printResult(const FileAnalysis &File, const KernelAnalysis &Kernel,
                              const Finding &Item, StringRef Fingerprint) {
  const auto *Rule =
      find_if(allChecks(), [&](const Check *Each) { return Each->Name == Item.Check; });
  Json.object([&] {
    string("ruleId", Item.Check);
    if (Rule != allChecks().end())
      Json.attribute("ruleIndex", Rule - allChecks().begin());
    string("level", sarifLevel(Item.Level));
    std::string Text = Item.Message;
    for (const FindingNote &Note : Item.Notes)
      if (Note.Position.Line == 0)
        Text += "\n" + Note.Message;
    message("message", Text);
    Json.attributeArray("locations", [&] {
      Json.object([&] {
        printPlace(Item.Position);
        Json.attributeArray("logicalLocations", [&] {
          Json.object([&] {
            string("fullyQualifiedName", Kernel.Kernel.Name);
            string("kind", "function");
          });
        });
      });
    });
    Json.attributeArray("relatedLocations", [&] {
      for (const FindingNote &Note : Item.Notes)
        if (Note.Position.Line != 0)
          Json.object([&] {
            message("message", Note.Message);
            printPlace(Note.Position);
          });
    });
    if (!Item.Access)
      return;
    // One access may have findings of several checks.
    Json.attributeObject("partialFingerprints", [&] {
      string("cudaMemlintAccess/v1", Item.Check + ":" + Fingerprint.str());
    });
    if (!Verified.empty())
      Json.attributeObject("properties", [&] { printMeasured(File, Kernel, *Item.Access); });
  });
}

void SarifReport::print(StringRef Version, ArrayRef<FileAnalysis> Files) {
  Json.object([&] {
    Json.attribute("$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
                              "sarif-schema-2.1.0.json");
    Json.attribute("version", "2.1.0");
    Json.attributeArray("runs", [&] {
      Json.object([&] {
        Json.attributeObject("tool", [&] {
          Json.attributeObject("driver", [&] {
            Json.attribute("name", "cuda-memlint");
            string("version", Version);
            printRules();
          });
        });
        Json.attribute("columnKind", "unicodeCodePoints");
        printErrors(Files);
        Json.attributeArray("results", [&] {
          for (const FileAnalysis &File : Files)
            for (const KernelAnalysis &Kernel : File.Kernels) {
              std::vector<std::string> Fingerprints = fingerprintAccesses(Kernel.Kernel);
              for (const Finding &Item : Kernel.Findings)
                printResult(File, Kernel, Item, Item.Access ? Fingerprints[*Item.Access] : "");
            }
        });
        if (Verified.empty())
          return;
        Json.attributeObject("properties", [&] {
          Json.attributeArray("verifications", [&] {
            for (const FileVerification &Of : Verified)
              for (const FileComparison &Build : Of.Builds)
                printVerification(Json, *Of.File, Build);
          });
        });
      });
    });
  });
  Json.flush();
}

void printSarifReport(raw_ostream &Stream, StringRef Version, ArrayRef<FileAnalysis> Files,
                      ArrayRef<FileVerification> Verified) {
  SarifReport(Stream, Verified).print(Version, Files);
  Stream << '\n';
}

} // namespace memlint
