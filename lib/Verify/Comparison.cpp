//===- Comparison.cpp - Predictions held against counts -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Verify/Comparison.h"

#include "AccessMatching.h"
#include "GroupJudgement.h"
#include "LaunchPairing.h"

#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <map>
#include <set>

using namespace llvm;

namespace memlint {

StringRef statusName(VerifyStatus Status) {
  switch (Status) {
  case VerifyStatus::Confirmed:
    return "confirmed";
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

namespace {

class FileComparer {
public:
  FileComparer(const FileAnalysis &File, const TargetModel &Target) : File(File), Target(Target) {}

  FileComparison run(const Measurement &Measured) {
    FileComparison Result;
    Result.Run = Measured;
    Result.Run.Launches.clear();
    for (const LaunchMeasurement &Ran : Measured.Launches) {
      std::optional<unsigned> Kernel = findKernel(File, Ran.Kernel);
      if (Kernel)
        Result.Launches.push_back(bestFit(*Kernel, Ran));
      else if (!is_contained(Result.OtherKernels, Ran.Kernel))
        Result.OtherKernels.push_back(Ran.Kernel);
    }
    return Result;
  }

private:
  /// What the source tells of a launch, in the shape that it ran in.
  LaunchContext inShape(const KernelAnalysis &Kernel, std::optional<unsigned> Context,
                        const LaunchMeasurement &Ran) {
    LaunchContext Launch;
    if (Context)
      Launch = Kernel.Launches[*Context];
    for (unsigned Axis = 0; Axis != 3; ++Axis) {
      Launch.Grid[Axis] = Ran.Grid[Axis];
      Launch.Block[Axis] = Ran.Block[Axis];
    }
    return Launch;
  }

  LaunchComparison compare(unsigned Number, std::optional<unsigned> Context,
                           const LaunchMeasurement &Ran) {
    const KernelAnalysis &Kernel = File.Kernels[Number];
    LaunchContext Launch = inShape(Kernel, Context, Ran);
    LaunchComparison Result{Number, Context, Ran.Number, Ran.Grid, Ran.Block, {}, {}};
    std::vector<AccessCost> &Costs =
        Evaluated[{Number, Context.value_or(NoContext), Ran.Grid, Ran.Block}];
    if (Costs.empty())
      for (const Access &Site : Kernel.Kernel.Accesses)
        Costs.push_back(evaluateAccess(*File.Expressions, Kernel.Kernel, Site, Launch, Target));
    MatchedAccesses Matched = matchAccesses(Kernel.Kernel.Accesses, Ran.Instructions);
    for (const AccessGroup &Group : Matched.Groups) {
      MemorySpace Space = Kernel.Kernel.Accesses[Group.Accesses.front()].Space;
      if (Space == MemorySpace::Local)
        continue;
      std::vector<PredictedAccess> Predicted;
      std::vector<AccessOutcome> Outcomes;
      for (unsigned Index : Group.Accesses) {
        const Access &Site = Kernel.Kernel.Accesses[Index];
        bool LeftByLane = any_of(Site.Loops, [&](unsigned Loop) {
          return any_of(Kernel.Kernel.Loops[Loop].Exits,
                        [](ExprRef Exit) { return Exit->varies() == Uniformity::Lane; });
        });
        Predicted.push_back({&Site, &Costs[Index], LeftByLane});
        Outcomes.push_back({Index, VerifyStatus::NotPredicted, Costs[Index], {}, 1});
      }
      judgeGroup(Predicted, Group.Instructions, Outcomes);
      auto IsRefuted = [](const AccessOutcome &Outcome) {
        return Outcome.Status == VerifyStatus::Refuted;
      };
      // Then it was a wrong guess.
      if (Group.Guessed && any_of(Outcomes, IsRefuted)) {
        for (AccessOutcome &Outcome : Outcomes)
          Outcome = {Outcome.Access, VerifyStatus::OptimisedAway, Outcome.Predicted, {}, 1};
        append_range(Matched.Rest, Group.Instructions);
      }
      // Atomics of debug builds are calls into code without lines.
      if (Group.Instructions.empty() && Predicted.front().Site->Kind == AccessKind::Atomic &&
          (Ran.UnlistedSectors.value_or(0) != 0 || Ran.UnlistedWavefronts.value_or(0) != 0))
        for (AccessOutcome &Outcome : Outcomes)
          Outcome.Status = VerifyStatus::NoCounter;
      append_range(Result.Accesses, Outcomes);
    }
    sort(Result.Accesses, [](const AccessOutcome &Left, const AccessOutcome &Right) {
      return Left.Access < Right.Access;
    });
    for (const InstructionCount *Item : Matched.Rest)
      if (Item->Lanes != 0 && Item->Space != MemorySpace::Local)
        Result.Unpredicted.push_back(*Item);
    return Result;
  }

  static unsigned countIn(const LaunchComparison &Of, VerifyStatus Status) {
    return unsigned(count_if(
        Of.Accesses, [Status](const AccessOutcome &Outcome) { return Outcome.Status == Status; }));
  }

  LaunchComparison bestFit(unsigned Number, const LaunchMeasurement &Ran) {
    std::vector<unsigned> Contexts = launchesOfShape(File.Kernels[Number], Ran);
    if (Contexts.empty())
      return compare(Number, std::nullopt, Ran);
    std::optional<LaunchComparison> Best;
    auto Rank = [this](const LaunchComparison &Of) {
      return std::make_tuple(countIn(Of, VerifyStatus::Refuted),
                             ~countIn(Of, VerifyStatus::Confirmed),
                             Taken.contains({Of.Kernel, *Of.Context}));
    };
    for (unsigned Context : Contexts)
      if (LaunchComparison Other = compare(Number, Context, Ran);
          !Best || Rank(Other) < Rank(*Best))
        Best = std::move(Other);
    Taken.insert({Number, *Best->Context});
    return std::move(*Best);
  }

  static constexpr unsigned NoContext = ~0u;

  const FileAnalysis &File;
  const TargetModel &Target;
  using Shape = std::array<uint64_t, 3>;
  std::map<std::tuple<unsigned, unsigned, Shape, Shape>, std::vector<AccessCost>> Evaluated;
  /// Kernels and their launches that one that ran was held against.
  std::set<std::pair<unsigned, unsigned>> Taken;
};

} // namespace

FileComparison compareWithMeasurement(const FileAnalysis &File, const Measurement &Measured) {
  Expected<const TargetModel *> Target = findTarget(File.Target);
  if (!Target) {
    // A file that was analysed names a device that is known.
    consumeError(Target.takeError());
    return FileComparer(File, defaultTarget()).run(Measured);
  }
  return FileComparer(File, **Target).run(Measured);
}

unsigned countOutcomes(const FileComparison &Of, VerifyStatus Status) {
  unsigned Number = 0;
  for (const LaunchComparison &Launch : Of.Launches)
    Number += unsigned(count_if(Launch.Accesses, [Status](const AccessOutcome &Outcome) {
      return Outcome.Status == Status;
    }));
  return Number;
}

} // namespace memlint
