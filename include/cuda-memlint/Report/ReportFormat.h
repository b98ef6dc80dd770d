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

/// One way of writing it. A new format is a function here, and a word in the help of --format.
struct ReportFormat {
  llvm::StringLiteral Name;
  /// It may have colours, and is not written where nothing could be analysed.
  bool ForPeople;
  void (*Print)(llvm::raw_ostream &Stream, const ReportContents &Contents);
};

/// The first is the default.
llvm::ArrayRef<ReportFormat> reportFormats();

} // namespace memlint

#endif // CUDA_MEMLINT_REPORT_REPORTFORMAT_H
