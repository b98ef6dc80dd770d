//===- ReportFormat.h - The formats of reports ------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_REPORT_REPORTFORMAT_H
#define CUDA_MEMLINT_REPORT_REPORTFORMAT_H

#include "cuda-memlint/Report/JsonReport.h"
#include "cuda-memlint/Report/SarifReport.h"
#include "cuda-memlint/Report/TextReport.h"

namespace memlint {

/// Everything that a report may show.
struct ReportContents {
  llvm::ArrayRef<FileAnalysis> Files;
  llvm::ArrayRef<FileVerification> Verified;
  const ToolFindings &Tools;
  const TextReportOptions &Text;
  SarifRun Run;
};

/// One way of writing it. The table of these, lib/Report/ReportFormats.def, is all that knows the
/// formats: the help, messages and completions of the command list it, and a test looks for each
/// of them in the documentation.
struct ReportFormat {
  llvm::StringLiteral Name;
  /// What it is for, in the help.
  llvm::StringLiteral Description;
  void (*Print)(llvm::raw_ostream &Stream, const ReportContents &Contents);
  /// Another name, which messages list but not the help; may be empty.
  llvm::StringLiteral Alias = "";
  /// It may have colours, and is not written where nothing could be analysed.
  bool ForPeople = false;
  /// It has the edits of fixes, which are verified for it.
  bool ShowsFixes = false;
};

/// The first is the default.
llvm::ArrayRef<ReportFormat> reportFormats();

/// Null: no format has this name.
const ReportFormat *findReportFormat(llvm::StringRef Name);

} // namespace memlint

#endif // CUDA_MEMLINT_REPORT_REPORTFORMAT_H
