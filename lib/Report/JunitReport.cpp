//===- JunitReport.cpp - Findings as JUnit's failures ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatList.h"
#include "ReportPaths.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Report/ShownFindings.h"
#include "cuda-memlint/Report/SourceErrors.h"
#include "cuda-memlint/Report/SourceText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <optional>

using namespace llvm;

namespace memlint {

namespace {

/// What a case failed with; a case without one has passed.
enum class CaseResult : uint8_t { Passed, Failure, Error, Skipped };

struct TestCase {
  std::string Name;
  /// None: of the file as a whole.
  SourcePosition Position;
  CaseResult Result = CaseResult::Passed;
  /// The check, or what kind of error.
  std::string Type;
  std::string Message;
  /// Lines below it.
  std::vector<std::string> Details;
};

struct TestSuite {
  std::string Path;
  std::vector<TestCase> Cases;

  size_t count(CaseResult Result) const {
    return size_t(count_if(Cases, [&](const TestCase &Each) { return Each.Result == Result; }));
  }
};

} // namespace

/// Without the characters that XML cannot express: printableText() replaces them.
static std::string xmlText(StringRef Text) {
  std::string Result;
  raw_string_ostream Stream(Result);
  printHTMLEscaped(printableText(Text), Stream);
  return Result;
}

/// Remarks are shown, but are not failures.
static TestCase caseOf(ArrayRef<ShownFinding> Same, StringRef Fingerprint) {
  const ShownFinding &First = Same.front();
  const Finding &Item = *First.Item;
  TestCase Result;
  // The same as long as the finding is, wherever its line moves.
  Result.Name = Item.Check + " in " + First.Kernel->Program.Name + " (" + Fingerprint.str() + ")";
  Result.Position = Item.Position;
  Result.Result = Item.Level == FindingLevel::Remark ? CaseResult::Skipped : CaseResult::Failure;
  Result.Type = Item.Check;
  Result.Message = Item.Message;
  Result.Details = describeDetails(Same);
  return Result;
}

/// That \p File could not be analysed whole; nothing where it was.
static std::optional<TestCase> errorOf(const FileAnalysis &File, bool MayBeIncomplete) {
  const SourceError *Cause = whyIncomplete(File);
  if (!Cause || (File.Parsed == ParseState::Incomplete && MayBeIncomplete))
    return std::nullopt;
  TestCase Result;
  Result.Name = "source";
  Result.Position = Cause->Position;
  Result.Result = CaseResult::Error;
  Result.Type = "error in the source";
  Result.Message = describeCause(File, *Cause);
  return Result;
}

static std::vector<TestSuite> suitesOf(const ReportContents &Contents, const ReportPaths &Paths) {
  std::vector<TestSuite> Suites;
  ShownFingerprints OfFindings(Contents.Files);
  ShownFindings Found = mergeFindings(Contents.Files, Contents.Text);
  for (const FileAnalysis &File : Contents.Files) {
    TestSuite &Suite = Suites.emplace_back();
    Suite.Path = Paths.of(File.Path);
    if (std::optional<TestCase> Error = errorOf(File, Contents.Run.KernelsMayBeMissing))
      Suite.Cases.push_back(std::move(*Error));
    for (ArrayRef<ShownFinding> Same : shownInOrder(Found, File, Contents.Text))
      Suite.Cases.push_back(caseOf(Same, OfFindings.of(Same.front())));
    if (Suite.Cases.empty())
      Suite.Cases.emplace_back().Name = "no findings";
  }
  return Suites;
}

static StringRef elementOf(CaseResult Result) {
  switch (Result) {
  case CaseResult::Passed:
    return "";
  case CaseResult::Failure:
    return "failure";
  case CaseResult::Error:
    return "error";
  case CaseResult::Skipped:
    return "skipped";
  }
  llvm_unreachable("covered switch");
}

static void printCase(raw_ostream &Stream, const TestSuite &Suite, const TestCase &Case,
                      const ReportPaths &Paths) {
  const SourcePosition &At = Case.Position;
  std::string Path = At.Path.empty() ? Suite.Path : Paths.of(At.Path);
  Stream << "    <testcase classname=\"" << xmlText(Suite.Path) << "\" name=\""
         << xmlText(Case.Name) << "\" file=\"" << xmlText(Path) << '"';
  if (At.Line != 0)
    Stream << " line=\"" << At.Line << '"';
  if (Case.Result == CaseResult::Passed) {
    Stream << "/>\n";
    return;
  }
  StringRef Element = elementOf(Case.Result);
  Stream << ">\n      <" << Element << " message=\"" << xmlText(Case.Message) << '"';
  if (Case.Result != CaseResult::Skipped)
    Stream << " type=\"" << xmlText(Case.Type) << '"';
  std::string Place = Path;
  if (At.Line != 0)
    Place += ":" + utostr(At.Line) + ":" + utostr(At.Column);
  Stream << '>' << xmlText(Place + ": " + Case.Message + " [" + Case.Type + "]");
  for (const std::string &Line : Case.Details)
    Stream << '\n' << xmlText(Line);
  Stream << "</" << Element << ">\n    </testcase>\n";
}

void printJunitReport(raw_ostream &Stream, const ReportContents &Contents) {
  ReportPaths Paths;
  std::vector<TestSuite> Suites = suitesOf(Contents, Paths);
  auto PrintCounts = [&](ArrayRef<TestSuite> Of) {
    auto Sum = [&](auto Number) {
      size_t Result = 0;
      for (const TestSuite &Each : Of)
        Result += Number(Each);
      return Result;
    };
    auto SumOf = [&](CaseResult Result) {
      return Sum([&](const TestSuite &Each) { return Each.count(Result); });
    };
    Stream << " tests=\"" << Sum([](const TestSuite &Each) { return Each.Cases.size(); })
           << "\" failures=\"" << SumOf(CaseResult::Failure) << "\" errors=\""
           << SumOf(CaseResult::Error) << "\" skipped=\"" << SumOf(CaseResult::Skipped) << "\">\n";
  };
  Stream << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"cuda-memlint\"";
  PrintCounts(Suites);
  for (const TestSuite &Suite : Suites) {
    Stream << "  <testsuite name=\"" << xmlText(Suite.Path) << '"';
    PrintCounts(Suite);
    for (const TestCase &Case : Suite.Cases)
      printCase(Stream, Suite, Case, Paths);
    Stream << "  </testsuite>\n";
  }
  Stream << "</testsuites>\n";
}

} // namespace memlint
