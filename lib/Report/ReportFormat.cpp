//===- ReportFormat.cpp - The formats of reports --------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Report/ReportFormat.h"

#include "FormatList.h"

#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Report/CodeTable.h"
#include "cuda-memlint/Report/HazardTable.h"
#include "cuda-memlint/Report/HtmlReport.h"
#include "cuda-memlint/Report/VerificationTable.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

void printTextFormat(raw_ostream &Stream, const ReportContents &Contents) {
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

void printJsonFormat(raw_ostream &Stream, const ReportContents &Contents) {
  printJsonReport(Stream, Contents.Files, Contents.Verified, Contents.Tools, Contents.Text);
}

void printSarifFormat(raw_ostream &Stream, const ReportContents &Contents) {
  printSarifReport(Stream, Contents.Run, Contents.Files, Contents.Verified);
}

void printHtmlFormat(raw_ostream &Stream, const ReportContents &Contents) {
  printHtmlReport(Stream, Contents.Files, Contents.Verified, Contents.Tools, Contents.Text);
}

static constexpr ReportFormat Formats[] = {
#define MEMLINT_FORMAT(TheName, Function, TheDescription, ...)                                     \
  {.Name = TheName, .Description = TheDescription, .Print = Function __VA_OPT__(, ) __VA_ARGS__},
#include "ReportFormats.def"
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
