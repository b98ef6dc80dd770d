//===- Significance.h - What is worth a warning -----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CHECKS_SIGNIFICANCE_H
#define CUDA_MEMLINT_CHECKS_SIGNIFICANCE_H

namespace memlint {

struct FileAnalysis;

/// What the excess of accesses with one cause has to be for a warning, in percent.
struct Significance {
  /// Of their own traffic.
  double LeastExcess = 10;
  /// Of the traffic of the kernel to the same memory space, and to global memory as well for shared
  /// memory; ten times as much without advice. And of the threads of the file's largest launch,
  /// where the excess is small in all.
  double LeastShare = 2;
};

/// Makes remarks of the findings about the cost of accesses in \p File whose excess is below one of
/// the limits. What many accesses lose for one cause is added up.
void lowerMinorFindings(FileAnalysis &File, const Significance &Limits);

} // namespace memlint

#endif // CUDA_MEMLINT_CHECKS_SIGNIFICANCE_H
