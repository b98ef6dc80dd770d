//===- AccessEvaluation.h - From an access to its cost ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From a memory program's access and a launch context to the number that the
/// hardware's counters would show, and how that number is known.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_COST_ACCESSEVALUATION_H
#define CUDA_MEMLINT_ANALYSIS_COST_ACCESSEVALUATION_H

#include "cuda-memlint/Model/AccessCost.h"

#include <algorithm>
#include <cstdint>

namespace memlint {

struct Access;
class ExprContext;
struct KernelProgram;
struct LaunchContext;
class TargetModel;

/// Steps (requests evaluated) that one access may take before totals are given up.
inline constexpr uint64_t DefaultCostBudget = 1u << 20;

/// Shares the steps that a file may take among its accesses: what many accesses of many
/// launches have used up, later ones have less of, so that every file comes to an end,
/// with the same results on every machine.
class CostAllowance {
public:
  explicit CostAllowance(uint64_t PerAccess = DefaultCostBudget)
      : PerAccess(PerAccess), Left(4 * PerAccess) {}

  /// Steps that the next access may take.
  uint64_t next() const { return std::min(PerAccess, std::max(Least, Left / 2)); }
  void spend(uint64_t Steps) { Left -= std::min(Left, Steps); }

private:
  /// What most accesses do with.
  static constexpr uint64_t Least = 1u << 12;
  uint64_t PerAccess;
  uint64_t Left;
};

/// Works out what \p Site costs when \p Kernel is launched as \p Launch says.
/// Never fails: what cannot be known makes the verdict Unknown. \p Context must
/// be the one that owns the kernel's expressions.
AccessCost evaluateAccess(ExprContext &Context, const KernelProgram &Kernel, const Access &Site,
                          const LaunchContext &Launch, const TargetModel &Target,
                          uint64_t Budget = DefaultCostBudget);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_COST_ACCESSEVALUATION_H
