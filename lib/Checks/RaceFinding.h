//===- RaceFinding.h - Findings about races ---------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From the verdicts on pairs of accesses to one finding for each object that is raced
/// for. Internal to the checks.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_RACEFINDING_H
#define CUDA_MEMLINT_LIB_CHECKS_RACEFINDING_H

#include "cuda-memlint/Checks/Check.h"

namespace memlint {

class ExprContext;
struct KernelAnalysis;

/// What would keep the two threads of a race apart.
enum class RaceRemedy : uint8_t {
  SharedOrder, ///< `__syncthreads()`, or locations of their own
  WarpOrder,   ///< `__syncwarp()` is enough
  GlobalOrder  ///< locations of their own, atomics, or another kernel
};

/// Appends one finding for each object that is raced for in a way that \p Remedy mends.
/// Races that depend on what is not known are left out unless the kernel's analysis asks
/// for them; those in which all write one value are remarks.
void findRaces(const Check &Reporting, const KernelAnalysis &Kernel, const TargetModel &Target,
               ExprContext &Expressions, RaceRemedy Remedy, std::vector<Finding> &Findings);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_RACEFINDING_H
