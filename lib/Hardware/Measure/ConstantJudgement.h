//===- ConstantJudgement.h - Constant loads against their counter -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_HARDWARE_MEASURE_CONSTANTJUDGEMENT_H
#define CUDA_MEMLINT_LIB_HARDWARE_MEASURE_CONSTANTJUDGEMENT_H

#include "GroupJudgement.h"

#include "llvm/ADT/ArrayRef.h"

namespace memlint {

/// Judges the constant loads of one launch. Lanes are counted by instruction, replays
/// (addresses beyond the first of each request) for the whole launch only, so that these
/// decide about all loads together.
class ConstantJudgement {
public:
  /// Notes the loads of one location; \p Outcomes, in their order, live until judge().
  void add(llvm::ArrayRef<PredictedAccess> Predicted,
           llvm::ArrayRef<const InstructionCount *> Instructions,
           llvm::MutableArrayRef<AccessOutcome> Outcomes);

  /// Fills Status, Measured, Sharing and Reason of all outcomes. \p Replays: as
  /// LaunchMeasurement::ConstantReplays.
  void judge(std::optional<uint64_t> Replays);

private:
  struct LoadGroup {
    uint64_t PredictedLanes = 0, CountedLanes = 0;
    /// Addresses beyond the first of each request.
    uint64_t Replays = 0;
    uint64_t Requests = 0;
    bool IsKnown = true;
    /// The instructions are for any space, and count as for global memory.
    bool AsGlobal = false;
    bool HasInstructions = false;
    llvm::MutableArrayRef<AccessOutcome> Outcomes;

    bool hasLanes() const { return HasInstructions && PredictedLanes == CountedLanes; }
    /// Loads of one address for all lanes: however the compiler moves them, they replay
    /// nothing.
    bool isUniform() const { return IsKnown && Replays == 0; }
  };

  llvm::SmallVector<LoadGroup, 4> Groups;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_HARDWARE_MEASURE_CONSTANTJUDGEMENT_H
