//===- VerificationTable.h - Predicted beside counted -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_REPORT_VERIFICATIONTABLE_H
#define CUDA_MEMLINT_REPORT_VERIFICATIONTABLE_H

#include "cuda-memlint/Hardware/Measure/Comparison.h"

#include "llvm/Support/raw_ostream.h"

namespace memlint {

struct FileAnalysis;

/// Prints on which machine \p Compared ran, a table for each launch with a row for each
/// access of \p File, and how many accesses got which word. Launches that came out
/// alike share a table.
void printVerificationTable(llvm::raw_ostream &Stream, const FileAnalysis &File,
                            const FileComparison &Compared);

/// Prints what the generated main of \p File took its launches to be, and which kernels it
/// leaves out and why; nothing where there is none.
void printGeneratedMain(llvm::raw_ostream &Stream, const FileAnalysis &File);

} // namespace memlint

#endif // CUDA_MEMLINT_REPORT_VERIFICATIONTABLE_H
