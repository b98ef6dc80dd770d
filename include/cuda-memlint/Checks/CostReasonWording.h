//===- CostReasonWording.h - What verdicts on costs say ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CHECKS_COSTREASONWORDING_H
#define CUDA_MEMLINT_CHECKS_COSTREASONWORDING_H

#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

namespace memlint {

struct CostAssumption;
struct MissingTotals;
struct UnknownCost;
struct UnknownQuantity;

/// Each as a part of a sentence; empty for none.
std::string describe(const UnknownCost &Reason);
std::string describe(const MissingTotals &Reason);
/// "the value of `n`", "values read from memory (`index[i]`)".
std::string describe(const UnknownQuantity &Quantity);
/// "all threads satisfy `i < n`".
std::string describe(const CostAssumption &Assumption);
std::vector<std::string> describe(llvm::ArrayRef<CostAssumption> Assumptions);

} // namespace memlint

#endif // CUDA_MEMLINT_CHECKS_COSTREASONWORDING_H
