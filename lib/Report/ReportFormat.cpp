//===- ReportFormat.cpp - The formats of reports --------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Report/ReportFormat.h"

#include "FindingReports.h"

#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Report/CodeTable.h"
#include "cuda-memlint/Report/HazardTable.h"
#include "cuda-memlint/Report/HtmlReport.h"
#include "cuda-memlint/Report/VerificationTable.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

static void printText(raw_ostream &Stream, const ReportContents &Contents) {
  printTextReport(Stream, Contents.Files, Contents.Text, Contents.Tools.Code);
  for (const FileAnalysis &File : Contents.Files)
    printGeneratedMain(Stream, File);
  for (const FileVerification &Verification : Contents.Verified)
    for (const FileComparison &Build : Verification.Builds)
      printVerificationTable(Stream << '\n', *Verification.File, Build);
  for (const FileHazards &Hazards : Contents.Tools.Hazards)
    printHazardTable(Stream << '\n', Hazards);
  for (const FileCode &Generated : Contents.Tools.Code)
    printCodeTable(Stream << '\n', Generated);
}

static void printJson(raw_ostream &Stream, const ReportContents &Contents) {
  printJsonReport(Stream, Contents.Files, Contents.Verified, Contents.Tools, Contents.Text);
}

static void printSarif(raw_ostream &Stream, const ReportContents &Contents) {
  printSarifReport(Stream, Contents.Run, Contents.Files, Contents.Verified);
}

static void printHtml(raw_ostream &Stream, const ReportContents &Contents) {
  printHtmlReport(Stream, Contents.Files, Contents.Verified, Contents.Tools, Contents.Text);
}

static constexpr ReportFormat Formats[] = {
    {.Name = "text",
     .Description = "findings as compilers print them, with notes and advice",
     .ForPeople = true,
     .Print = printText},
    {.Name = "json",
     .Description = "everything that is known, for other programs",
     .ShowsFixes = true,
     .Print = printJson},
    {.Name = "sarif",
     .Description = "SARIF 2.1.0, for code scanning and editors",
     .ShowsFixes = true,
     .Print = printSarif},
    {.Name = "html",
     .Description = "a page with the source, pictures of requests, and races on a time line",
     .ShowsFixes = true,
     .Print = printHtml},
    {.Name = "github",
     .Description = "annotations of a workflow on GitHub",
     .Print = printGithubReport},
    {.Name = "gitlab",
     .Description = "a Code Quality report for GitLab",
     .Print = printGitlabReport},
    {.Name = "junit",
     .Description = "JUnit's XML: a suite for each file, a failure for each finding",
     .Print = printJunitReport},
    {.Name = "short",
     .Alias = "concise",
     .Description = "one line for each finding",
     .ForPeople = true,
     .Print = printShortReport},
};

ArrayRef<ReportFormat> reportFormats() { return Formats; }

const ReportFormat *findReportFormat(StringRef Name) {
  if (Name.empty())
    return nullptr;
  const ReportFormat *Found = find_if(
      Formats, [&](const ReportFormat &Each) { return Each.Name == Name || Each.Alias == Name; });
  return Found == std::end(Formats) ? nullptr : Found;
}

} // namespace memlint
