//===- Significance.h - What is worth a warning -----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CHECKS_SIGNIFICANCE_H
#define CUDA_MEMLINT_CHECKS_SIGNIFICANCE_H

#include "llvm/ADT/ArrayRef.h"

namespace memlint {

struct KernelAnalysis;

/// What the excess of accesses with one cause has to be for a warning, in percent.
struct Significance {
  /// Of their own traffic.
  double LeastExcess = 10;
  /// Of the traffic of the kernel to the same memory space, where all of that is known; and of the
  /// threads of the file's largest launch, where the excess is small in all.
  double LeastShare = 2;
};

/// Makes remarks of the findings about the cost of accesses of \p Kernels, those of one file, whose
/// excess is below one of the limits. What many accesses lose for one cause is added up.
void lowerMinorFindings(llvm::MutableArrayRef<KernelAnalysis> Kernels, const Significance &Limits);

} // namespace memlint

#endif // CUDA_MEMLINT_CHECKS_SIGNIFICANCE_H
