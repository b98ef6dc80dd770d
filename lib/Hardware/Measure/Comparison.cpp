//===- Comparison.cpp - Predictions held against counts -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Measure/Comparison.h"

#include "AccessMatching.h"
#include "ConstantJudgement.h"
#include "GroupJudgement.h"
#include "LaunchComparer.h"

#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <list>

using namespace llvm;

namespace memlint {

StringRef statusName(VerifyStatus Status) {
  switch (Status) {
  case VerifyStatus::Confirmed:
    return "confirmed";
  case VerifyStatus::ConfirmedPerRequest:
    return "confirmed per request";
  case VerifyStatus::Refuted:
    return "refuted";
  case VerifyStatus::Merged:
    return "merged";
  case VerifyStatus::OptimisedAway:
    return "optimised away";
  case VerifyStatus::NotExecuted:
    return "not executed";
  case VerifyStatus::NoCounter:
    return "no counter";
  case VerifyStatus::NotPredicted:
    return "not predicted";
  }
  llvm_unreachable("covered switch");
}

StringRef methodName(MeasuringMethod Method) {
  switch (Method) {
  case MeasuringMethod::Counters:
    return "counters";
  case MeasuringMethod::Instrumentation:
    return "instrumentation";
  }
  llvm_unreachable("covered switch");
}

/// Judges the accesses of \p Kernel by the instructions that stand for them.
static void judgeLaunch(const KernelAnalysis &Kernel, ArrayRef<AccessCost> Costs,
                        const LaunchMeasurement &Ran, LaunchComparison &Result) {
  ConstantJudgement Constants;
  // Those of constant loads, until the last of them is known.
  std::list<std::vector<AccessOutcome>> OfConstants;
  MatchedAccesses Matched = matchAccesses(Kernel.Program.Accesses, Ran.Instructions);
  for (const AccessGroup &Group : Matched.Groups) {
    MemorySpace Space = Kernel.Program.Accesses[Group.Accesses.front()].Space;
    if (Space == MemorySpace::Local)
      continue;
    std::vector<PredictedAccess> Predicted;
    std::vector<AccessOutcome> Outcomes;
    for (unsigned Index : Group.Accesses) {
      const Access &Site = Kernel.Program.Accesses[Index];
      bool LeftByLane = any_of(Site.Loops, [&](unsigned Loop) {
        return any_of(Kernel.Program.Loops[Loop].Exits,
                      [](ExprRef Exit) { return Exit->varies() == Uniformity::Lane; });
      });
      Predicted.push_back({&Site, &Costs[Index], LeftByLane});
      Outcomes.push_back({Index, VerifyStatus::NotPredicted, Costs[Index], {}, 1, {}});
    }
    if (Space == MemorySpace::Constant) {
      OfConstants.push_back(std::move(Outcomes));
      Constants.add(Predicted, Group.Instructions, OfConstants.back());
      continue;
    }
    judgeGroup(Predicted, Group.Instructions, Outcomes);
    auto IsRefuted = [](const AccessOutcome &Outcome) {
      return Outcome.Status == VerifyStatus::Refuted;
    };
    // Then it was a wrong guess.
    if (Group.Guessed && any_of(Outcomes, IsRefuted)) {
      for (AccessOutcome &Outcome : Outcomes)
        Outcome = {Outcome.Access, VerifyStatus::OptimisedAway, Outcome.Predicted, {}, 1, {}};
      append_range(Matched.Rest, Group.Instructions);
    }
    // Atomics of debug builds are calls into code without lines.
    if (Group.Instructions.empty() && Predicted.front().Site->Kind == AccessKind::Atomic &&
        (Ran.UnlistedSectors.value_or(0) != 0 || Ran.UnlistedWavefronts.value_or(0) != 0))
      for (AccessOutcome &Outcome : Outcomes)
        Outcome.Status = VerifyStatus::NoCounter;
    append_range(Result.Accesses, Outcomes);
  }
  Constants.judge(Ran.ConstantReplays);
  for (const std::vector<AccessOutcome> &Outcomes : OfConstants)
    append_range(Result.Accesses, Outcomes);
  for (const InstructionCount *Item : Matched.Rest)
    if (Item->Lanes != 0 && Item->Space != MemorySpace::Local)
      Result.Unpredicted.push_back(*Item);
}

FileComparison compareWithMeasurement(const FileAnalysis &File, const Measurement &Measured,
                                      const RecordingList &Recorded) {
  FileComparison Result;
  Result.Run = Measured;
  Result.Run.Launches.clear();
  LaunchComparer Comparer(File, Recorded);
  for (const LaunchMeasurement &Ran : Measured.Launches)
    Comparer.add(
        Ran.Kernel, Ran.Number, Ran.Grid, Ran.Block,
        [&](const KernelAnalysis &Kernel, ArrayRef<AccessCost> Predicted,
            LaunchComparison &Launch) { judgeLaunch(Kernel, Predicted, Ran, Launch); },
        Result);
  return Result;
}

std::string describeCutShort(const FileAnalysis &File, const FileComparison &Compared) {
  size_t Launches = Compared.Launches.size();
  return "measured " + utostr(Launches) + (Launches == 1 ? " launch" : " launches") +
         " of kernels of '" + File.Path + "', then " + Compared.Run.CutShort;
}

unsigned countOutcomes(const LaunchComparison &Compared, VerifyStatus Status) {
  return unsigned(count_if(Compared.Accesses, [Status](const AccessOutcome &Outcome) {
    return Outcome.Status == Status;
  }));
}

unsigned countOutcomes(const FileComparison &Compared, VerifyStatus Status) {
  unsigned Number = 0;
  for (const LaunchComparison &Launch : Compared.Launches)
    Number += countOutcomes(Launch, Status);
  return Number;
}

} // namespace memlint
