//===- HazardTable.h - What compute-sanitizer saw, by line ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_REPORT_HAZARDTABLE_H
#define CUDA_MEMLINT_REPORT_HAZARDTABLE_H

#include "cuda-memlint/Hardware/Sanitizer/Sanitizer.h"

#include "llvm/Support/raw_ostream.h"

namespace memlint {

/// Prints a row for each hazard, threads merged, how many each tool saw, and which findings
/// that confirms.
void printHazardTable(llvm::raw_ostream &Stream, const FileHazards &Hazards);

} // namespace memlint

#endif // CUDA_MEMLINT_REPORT_HAZARDTABLE_H
