//===- SummaryTable.h - All accesses of a kernel in a table -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_REPORT_SUMMARYTABLE_H
#define CUDA_MEMLINT_LIB_REPORT_SUMMARYTABLE_H

#include "llvm/Support/raw_ostream.h"

namespace memlint {

struct AccessCost;
struct KernelAnalysis;

/// Cost over ideal, in the launch where that is known, else of a mean request; 0 where neither is.
double ratioOf(const AccessCost &Cost);
/// Cost above the ideal, likewise.
double excessOf(const AccessCost &Cost);

/// One table for each launch of \p Kernel: every access with its cost, the
/// largest ratio of cost to ideal first, those of unknown cost last.
/// A table of all accesses of \p Kernel for each launch, \p Target the device's name, and totals.
void printSummaryTable(llvm::raw_ostream &Stream, llvm::StringRef Target,
                       const KernelAnalysis &Kernel);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_REPORT_SUMMARYTABLE_H
