//===- FindingOrder.h - The costliest findings first ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_REPORT_FINDINGORDER_H
#define CUDA_MEMLINT_LIB_REPORT_FINDINGORDER_H

#include "cuda-memlint/Model/Finding.h"

namespace memlint {

struct KernelAnalysis;

/// How much a finding matters: first what makes results wrong, then cost, then advice without a
/// known cost. Greater is worse.
struct FindingWeight {
  /// Races, barriers under divergent conditions and missing fences.
  bool IsFault = false;
  /// The middle of the estimate, over all launches that were recorded, in nanoseconds.
  double Time = 0;
  /// Excess bytes over all launches that were recorded, or of one; see unitBytes().
  double Bytes = 0;
  /// Cost to ideal of the access.
  double Ratio = 0;

  friend auto operator<=>(const FindingWeight &, const FindingWeight &) = default;
};

/// The weight of \p Item and of all findings of \p Kernel that have its cause.
FindingWeight weigh(const KernelAnalysis &Kernel, const Finding &Item);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_REPORT_FINDINGORDER_H
