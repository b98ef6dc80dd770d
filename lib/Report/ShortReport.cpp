//===- ShortReport.cpp - A line for each finding --------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DiagnosticPrinter.h"
#include "FormatList.h"

#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Report/ShownFindings.h"

using namespace llvm;

namespace memlint {

void printShortReport(raw_ostream &Stream, const ReportContents &Contents) {
  SourceTexts Sources;
  DiagnosticPrinter Printer(Stream, Sources, Contents.Text);
  ShownFindings Found = mergeFindings(Contents.Files, Contents.Text);
  for (ArrayRef<ShownFinding> Same : shownInOrder(Found, Contents.Files, Contents.Text)) {
    const Finding &Item = *Same.front().Item;
    Printer.printFindingLine(Item.Level, Item.Position, Item.Message, Item.Check);
  }
}

} // namespace memlint
