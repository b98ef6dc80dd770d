//===- ReportFormat.cpp - The formats of reports --------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Report/ReportFormat.h"

#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Report/CodeTable.h"
#include "cuda-memlint/Report/HazardTable.h"
#include "cuda-memlint/Report/VerificationTable.h"

using namespace llvm;

namespace memlint {

static void printText(raw_ostream &Stream, const ReportContents &Contents) {
  printTextReport(Stream, Contents.Files, Contents.Text);
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

static constexpr ReportFormat Formats[] = {
    {"text", /*ForPeople=*/true, printText},
    {"json", /*ForPeople=*/false,
     [](raw_ostream &Stream, const ReportContents &Contents) {
       printJsonReport(Stream, Contents.Files, Contents.Verified, Contents.Tools, Contents.Text);
     }},
    {"sarif", /*ForPeople=*/false,
     [](raw_ostream &Stream, const ReportContents &Contents) {
       printSarifReport(Stream, Contents.Run, Contents.Files, Contents.Verified);
     }},
};

ArrayRef<ReportFormat> reportFormats() { return Formats; }

} // namespace memlint
