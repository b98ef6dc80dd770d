//===- HtmlReport.h - A page to look at ---------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_REPORT_HTMLREPORT_H
#define CUDA_MEMLINT_REPORT_HTMLREPORT_H

#include "cuda-memlint/Report/JsonReport.h"

namespace memlint {

/// Prints one HTML file that needs no other and asks no network for anything: what
/// printJsonReport() prints with the sources, and what it takes to draw the requests of each
/// access. See docs/html-report.md.
void printHtmlReport(llvm::raw_ostream &Stream, llvm::ArrayRef<FileAnalysis> Files,
                     llvm::ArrayRef<FileVerification> Verified, const ToolFindings &Tools,
                     const TextReportOptions &Shown);

} // namespace memlint

#endif // CUDA_MEMLINT_REPORT_HTMLREPORT_H
