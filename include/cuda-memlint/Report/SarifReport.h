//===- SarifReport.h - Findings for code scanning ---------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_REPORT_SARIFREPORT_H
#define CUDA_MEMLINT_REPORT_SARIFREPORT_H

#include "cuda-memlint/Hardware/Measure/Comparison.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace memlint {

struct FileAnalysis;

/// What a log says of the run besides its results.
struct SarifRun {
  /// Of the tool, as "0.5.0".
  llvm::StringRef Version;
  /// What the command ends with; see docs/usage.md.
  int ExitCode = 0;
  /// The findings were held against a baseline: each is new or unchanged.
  bool HasBaseline = false;
  /// Errors in the source that may hide kernels are not a failure of the run.
  bool KernelsMayBeMissing = false;
};

/// Prints the findings, remarks and suppressed ones included, as a log of the Static Analysis
/// Results Interchange Format, 2.1.0 (OASIS). Files in the current folder have paths relative
/// to it, by the name %SRCROOT%. \p Verified: the files that were run; each finding carries
/// what was measured of its access.
void printSarifReport(llvm::raw_ostream &Stream, const SarifRun &Run,
                      llvm::ArrayRef<FileAnalysis> Files,
                      llvm::ArrayRef<FileVerification> Verified = {});

} // namespace memlint

#endif // CUDA_MEMLINT_REPORT_SARIFREPORT_H
