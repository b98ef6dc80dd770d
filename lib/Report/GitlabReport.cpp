//===- GitlabReport.cpp - GitLab's Code Quality ---------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatList.h"
#include "JsonWriter.h"
#include "ReportPaths.h"

#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Report/ShownFindings.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MD5.h"

using namespace llvm;

namespace memlint {

static StringRef severityName(FindingLevel Level) {
  switch (Level) {
  case FindingLevel::Remark:
    return "info";
  case FindingLevel::Warning:
    return "major";
  case FindingLevel::Error:
    return "critical";
  }
  llvm_unreachable("covered switch");
}

namespace {

/// GitLab compares the findings of two branches by these. They must differ within a report, and
/// kernels of two files may have one name.
class GitlabFingerprints {
public:
  std::string of(StringRef Path, StringRef OfFinding) {
    std::string Key = (Path + Twine('\0') + OfFinding).str();
    if (unsigned Earlier = Seen[Key]++)
      Key += '\0' + utostr(Earlier);
    return MD5::hash(arrayRefFromStringRef(Key)).digest().str().str();
  }

private:
  StringMap<unsigned> Seen;
};

} // namespace

void printGitlabReport(raw_ostream &Stream, const ReportContents &Contents) {
  ShownFingerprints OfFindings(Contents.Files);
  ReportPaths Paths;
  GitlabFingerprints Names;
  JsonWriter Json(Stream);
  ShownFindings Found = mergeFindings(Contents.Files, Contents.Text);
  Json.array([&] {
    for (ArrayRef<ShownFinding> Same : shownInOrder(Found, Contents.Files, Contents.Text)) {
      const Finding &Item = *Same.front().Item;
      std::string Path = Paths.of(Item.Position.Path);
      Json.object([&] {
        Json.string("description", Item.Message);
        Json.string("check_name", Item.Check);
        Json.string("fingerprint", Names.of(Path, OfFindings.of(Same.front())));
        Json.string("severity", severityName(Item.Level));
        Json.attributeObject("location", [&] {
          Json.string("path", Path);
          Json.attributeObject("lines", [&] { Json.attribute("begin", Item.Position.Line); });
        });
      });
    }
  });
  Json.flush();
  Stream << '\n';
}

} // namespace memlint
