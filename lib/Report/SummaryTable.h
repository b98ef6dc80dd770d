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
struct FileAnalysis;
struct KernelAnalysis;
struct KernelCode;

/// Cost over ideal, in the launch where that is known, else of a mean request; 0 where neither is.
double ratioOf(const AccessCost &Cost);
/// Cost above the ideal, likewise.
double excessOf(const AccessCost &Cost);

/// One table for each launch of \p Kernel, one of \p File: every access with its cost, the largest
/// ratio of cost to ideal first, those of unknown cost last; and totals. \p Code: what nvcc makes
/// of the kernel, or null.
void printSummaryTable(llvm::raw_ostream &Stream, const FileAnalysis &File,
                       const KernelAnalysis &Kernel, const KernelCode *Code);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_REPORT_SUMMARYTABLE_H
