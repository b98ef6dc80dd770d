//===- Budget.h - What a kernel may cost ------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_MODEL_BUDGET_H
#define CUDA_MEMLINT_MODEL_BUDGET_H

#include "cuda-memlint/Model/SourcePosition.h"
#include "cuda-memlint/Target/WarpRequest.h"

#include <cstdint>
#include <optional>
#include <string>

namespace memlint {

/// What a budget limits, of all accesses of a kernel to one memory space in one launch.
enum class BudgetMeasure : uint8_t {
  Units,           ///< sectors, wavefronts or addresses
  UnitsPerRequest, ///< in the mean over all requests
  Excess           ///< those above what the lanes need, in percent of all units
};

/// One limit of a project's configuration.
struct KernelBudget {
  /// A name or a glob, as matchesKernelName() takes it.
  std::string Kernels;
  MemorySpace Space = MemorySpace::Global;
  BudgetMeasure Measure = BudgetMeasure::Units;
  double Most = 0;
  /// Where the configuration says so.
  SourcePosition Position;
};

/// A kernel beside one of its budgets.
struct BudgetOutcome {
  /// Its name in a configuration: "global-sectors-per-request".
  std::string Limit;
  double Allowed = 0;
  /// Empty: that is not known.
  std::optional<double> Reached;
};

} // namespace memlint

#endif // CUDA_MEMLINT_MODEL_BUDGET_H
