//===- KernelTotals.h - A kernel as a whole ---------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_REPORT_KERNELTOTALS_H
#define CUDA_MEMLINT_LIB_REPORT_KERNELTOTALS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace memlint {

struct FileAnalysis;
struct KernelAnalysis;

/// Below the table of the accesses in a launch: what they move together, which checks the excess
/// falls to, and how many blocks fit a multiprocessor.
void printKernelTotals(llvm::raw_ostream &Stream, llvm::StringRef Target,
                       const KernelAnalysis &Kernel, unsigned Launch);

/// The \p Most kernels with the largest excess in bytes, the largest first, each in its worst
/// launch, one line each; then those whose totals are not known, by the ratio of their worst
/// access. With times, by what the excess takes, as estimated.
void printTopKernels(llvm::raw_ostream &Stream, llvm::ArrayRef<FileAnalysis> Files, unsigned Most);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_REPORT_KERNELTOTALS_H
