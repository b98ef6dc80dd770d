//===- BudgetLimit.cpp - The limits that a budget may set -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Checks/BudgetLimit.h"

#include "CheckList.h"

#include "cuda-memlint/Checks/Wording.h"

#include "llvm/ADT/STLExtras.h"

#include <vector>

using namespace llvm;

namespace memlint {

static std::string nameOfLimit(MemorySpace Space, BudgetMeasure Measure) {
  std::string Units = spaceName(Space).str() + "-" + pluralOf(costUnit(Space, DeviceShape()));
  switch (Measure) {
  case BudgetMeasure::Units:
    return Units;
  case BudgetMeasure::UnitsPerRequest:
    return Units + "-per-request";
  case BudgetMeasure::Excess:
    return spaceName(Space).str() + "-excess";
  }
  llvm_unreachable("covered switch");
}

static std::vector<BudgetLimit> makeLimits() {
  std::vector<BudgetLimit> Limits;
  for (MemorySpace Space : {MemorySpace::Global, MemorySpace::Shared, MemorySpace::Constant})
    for (BudgetMeasure Measure :
         {BudgetMeasure::Units, BudgetMeasure::UnitsPerRequest, BudgetMeasure::Excess})
      Limits.push_back({nameOfLimit(Space, Measure), Space, Measure});
  return Limits;
}

ArrayRef<BudgetLimit> allBudgetLimits() {
  static const std::vector<BudgetLimit> Limits = makeLimits();
  return Limits;
}

const Check &budgetCheck() { return ExceededBudget; }

const BudgetLimit &limitOf(const KernelBudget &Budget) {
  return *find_if(allBudgetLimits(), [&](const BudgetLimit &Each) {
    return Each.Space == Budget.Space && Each.Measure == Budget.Measure;
  });
}

} // namespace memlint
