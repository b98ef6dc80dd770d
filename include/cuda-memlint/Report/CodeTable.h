//===- CodeTable.h - What the compiler makes of kernels ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_REPORT_CODETABLE_H
#define CUDA_MEMLINT_REPORT_CODETABLE_H

#include "cuda-memlint/Hardware/Code/CodeGeneration.h"

#include "llvm/Support/raw_ostream.h"

namespace memlint {

/// Prints a row for each kernel, what its code needs, and below it the instructions that
/// access memory.
void printCodeTable(llvm::raw_ostream &Stream, const FileCode &Generated);

} // namespace memlint

#endif // CUDA_MEMLINT_REPORT_CODETABLE_H
