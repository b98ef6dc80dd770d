//===- SarifReport.h - Findings for code scanning ---------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_REPORT_SARIFREPORT_H
#define CUDA_MEMLINT_REPORT_SARIFREPORT_H

#include "cuda-memlint/Verify/Comparison.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace memlint {

/// Prints the findings, remarks included, as a log of the Static Analysis Results
/// Interchange Format, 2.1.0 (OASIS). \p Version: of the tool. \p Verified: the files that
/// were run; each finding carries what was measured of its access.
void printSarifReport(llvm::raw_ostream &Stream, llvm::StringRef Version,
                      llvm::ArrayRef<FileAnalysis> Files,
                      llvm::ArrayRef<FileVerification> Verified = {});

} // namespace memlint

#endif // CUDA_MEMLINT_REPORT_SARIFREPORT_H
