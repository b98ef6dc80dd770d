//===- ConstantJudgement.cpp - Constant loads against their counter -------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantJudgement.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

void ConstantJudgement::add(ArrayRef<PredictedAccess> Predicted,
                            ArrayRef<const InstructionCount *> Instructions,
                            MutableArrayRef<AccessOutcome> Outcomes) {
  LoadGroup Here;
  Here.Outcomes = Outcomes;
  for (const PredictedAccess &Prediction : Predicted) {
    if (Prediction.Cost->Known == Knowledge::Unknown || !Prediction.Cost->Totals) {
      Here.IsKnown = false;
      continue;
    }
    Here.PredictedLanes += Prediction.Cost->Totals->Lanes;
    Here.Requests += Prediction.Cost->Totals->Requests;
    Here.Replays += Prediction.Cost->Totals->Cost - Prediction.Cost->Totals->Requests;
  }
  for (const InstructionCount *Item : Instructions) {
    Here.CountedLanes += Item->Lanes;
    Here.AsGlobal |= Item->Space != MemorySpace::Constant;
    Here.HasInstructions = true;
  }
  Groups.push_back(Here);
}

void ConstantJudgement::judge(std::optional<uint64_t> Replays) {
  uint64_t Expected = 0, Requests = 0;
  unsigned Accesses = 0;
  bool AllComparable = Replays.has_value();
  for (const LoadGroup &Each : Groups) {
    AllComparable &= Each.IsKnown && !Each.AsGlobal && (Each.hasLanes() || Each.isUniform());
    Expected += Each.Replays;
    if (!Each.hasLanes())
      continue;
    Requests += Each.Requests;
    Accesses += unsigned(Each.Outcomes.size());
  }
  for (const LoadGroup &Each : Groups)
    for (AccessOutcome &Outcome : Each.Outcomes) {
      if (!Each.IsKnown)
        Outcome.Status = VerifyStatus::NotPredicted;
      else if (Each.AsGlobal)
        Outcome.Status = VerifyStatus::NoCounter;
      else if (Each.PredictedLanes == 0 && Each.CountedLanes == 0)
        Outcome.Status = VerifyStatus::NotExecuted;
      else if (!Each.HasInstructions)
        Outcome.Status = VerifyStatus::OptimisedAway;
      else if (!Each.hasLanes())
        Outcome.Status = VerifyStatus::Merged;
      else if (!AllComparable) {
        Outcome.Status = VerifyStatus::NoCounter;
        Outcome.Reason = "replays are counted for all constant loads of a launch together";
      } else {
        Outcome.Status = Expected == *Replays ? VerifyStatus::Confirmed : VerifyStatus::Refuted;
        Outcome.Sharing = Accesses;
        Outcome.Measured = MeasuredTotals{Each.CountedLanes, Requests + *Replays, Requests};
      }
    }
}

} // namespace memlint
