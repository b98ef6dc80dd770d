//===- FindingReports.h - Findings for services and editors -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reports of what the text report shows as findings, in the formats that services of continuous
/// integration and editors read. Each finding is one entry; what reads alike is merged.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_REPORT_FINDINGREPORTS_H
#define CUDA_MEMLINT_LIB_REPORT_FINDINGREPORTS_H

#include "cuda-memlint/Report/ReportFormat.h"

namespace memlint {

/// One line for each finding, as compilers print them: `path:line:column: warning: text [check]`.
void printShortReport(llvm::raw_ostream &Stream, const ReportContents &Contents);

/// Workflow commands of GitHub, which become annotations of the lines. Files that could not be
/// analysed whole are errors.
void printGithubReport(llvm::raw_ostream &Stream, const ReportContents &Contents);

/// A report of GitLab's Code Quality: one JSON array.
void printGitlabReport(llvm::raw_ostream &Stream, const ReportContents &Contents);

/// JUnit's XML: a suite for each file, a failed case for each finding, one that passes for a file
/// without.
void printJunitReport(llvm::raw_ostream &Stream, const ReportContents &Contents);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_REPORT_FINDINGREPORTS_H
