//===- BudgetLimit.h - The limits that a budget may set ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CHECKS_BUDGETLIMIT_H
#define CUDA_MEMLINT_CHECKS_BUDGETLIMIT_H

#include "cuda-memlint/Checks/Check.h"
#include "cuda-memlint/Model/Budget.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace memlint {

struct BudgetLimit {
  /// In a configuration: "global-sectors", "shared-wavefronts-per-request", "constant-excess".
  std::string Name;
  MemorySpace Space;
  BudgetMeasure Measure;
};

/// One for each measure in each memory space whose accesses have a cost.
llvm::ArrayRef<BudgetLimit> allBudgetLimits();

/// The check that holds kernels against their budgets.
const Check &budgetCheck();

/// Of \p Budget.
const BudgetLimit &limitOf(const KernelBudget &Budget);

} // namespace memlint

#endif // CUDA_MEMLINT_CHECKS_BUDGETLIMIT_H
