//===- GroupJudgement.h - One location against its counts ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_HARDWARE_MEASURE_GROUPJUDGEMENT_H
#define CUDA_MEMLINT_LIB_HARDWARE_MEASURE_GROUPJUDGEMENT_H

#include "cuda-memlint/Hardware/Measure/Comparison.h"
#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/ArrayRef.h"

namespace memlint {

/// One access of a group, and what was predicted of it.
struct PredictedAccess {
  const Access *Site = nullptr;
  const AccessCost *Cost = nullptr;
  /// Some loop around it is left by some lanes of a warp earlier than by others.
  bool LeftByLane = false;
};

/// Fills Status, Measured and Sharing of \p Outcomes, of accesses that are not to constant
/// memory, which are in the order of \p
/// Predicted, from the instructions of their location.
void judgeGroup(llvm::ArrayRef<PredictedAccess> Predicted,
                llvm::ArrayRef<const InstructionCount *> Instructions,
                llvm::MutableArrayRef<AccessOutcome> Outcomes);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_HARDWARE_MEASURE_GROUPJUDGEMENT_H
