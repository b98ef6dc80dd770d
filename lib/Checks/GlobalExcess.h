//===- GlobalExcess.h - Classifies faults of global accesses ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_GLOBALEXCESS_H
#define CUDA_MEMLINT_LIB_CHECKS_GLOBALEXCESS_H

#include "cuda-memlint/Model/AccessCost.h"

namespace memlint {

/// Where the lanes start is the only fault: the worst request would reach its
/// ideal if all its lanes were shifted together onto a sector boundary.
inline bool isOnlyMisaligned(const AccessCost &Cost) {
  return Cost.WorstCostIfAligned <= Cost.Worst.Ideal && Cost.Worst.Cost > Cost.Worst.Ideal;
}

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_GLOBALEXCESS_H
