//===- JsonReport.h - Everything that is known, for programs ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_REPORT_JSONREPORT_H
#define CUDA_MEMLINT_REPORT_JSONREPORT_H

#include "cuda-memlint/Hardware/Code/CodeGeneration.h"
#include "cuda-memlint/Hardware/Measure/Comparison.h"
#include "cuda-memlint/Hardware/Sanitizer/Sanitizer.h"
#include "cuda-memlint/Report/TextReport.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace memlint {

struct FileAnalysis;

/// Version of the format described in docs/json.md; raised when a reader of the
/// previous one could go wrong.
inline constexpr int JsonReportVersion = 1;

/// What NVIDIA's tools said of some of the files.
struct ToolFindings {
  std::vector<FileHazards> Hazards;
  std::vector<FileCode> Code;
};

/// Prints one JSON object: every access of every kernel, and all findings,
/// remarks included. \p Verified: those of the files that were run. \p Shown: which of it the
/// report in text shows, and the line whose accesses are to be explained.
void printJsonReport(llvm::raw_ostream &Stream, llvm::ArrayRef<FileAnalysis> Files,
                     llvm::ArrayRef<FileVerification> Verified = {}, const ToolFindings &Tools = {},
                     const TextReportOptions &Shown = {});

} // namespace memlint

#endif // CUDA_MEMLINT_REPORT_JSONREPORT_H
