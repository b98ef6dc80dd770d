//===- LaunchComparer.cpp - Launches that ran against predictions ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchComparer.h"

#include "cuda-memlint/Analysis/Cost/AccessEvaluation.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

static const TargetModel &targetOf(const FileAnalysis &File) {
  Expected<const TargetModel *> Target = findTarget(File.Target);
  if (Target)
    return **Target;
  // A file that was analysed names a device that is known.
  consumeError(Target.takeError());
  return defaultTarget();
}

LaunchComparer::LaunchComparer(const FileAnalysis &File, const RecordingList &Recorded)
    : File(File), Recorded(Recorded), Target(targetOf(File)) {}

std::vector<AccessCost> LaunchComparer::costs(unsigned Number, LaunchContext Launch,
                                              const LaunchExtents &Grid,
                                              const LaunchExtents &Block) const {
  const KernelProgram &Kernel = File.Kernels[Number].Program;
  for (unsigned Axis = 0; Axis != 3; ++Axis) {
    Launch.Grid[Axis] = Grid[Axis];
    Launch.Block[Axis] = Block[Axis];
  }
  std::vector<AccessCost> Costs;
  for (const Access &Site : Kernel.Accesses)
    Costs.push_back(evaluateAccess(*File.Expressions, Kernel, Site, Launch, Target));
  return Costs;
}

std::vector<LaunchComparer::Candidate> &
LaunchComparer::candidates(unsigned Number, const LaunchExtents &Grid, const LaunchExtents &Block) {
  std::vector<Candidate> &Known = Candidates[{Number, Grid, Block}];
  if (!Known.empty())
    return Known;
  const KernelAnalysis &Kernel = File.Kernels[Number];
  std::vector<unsigned> InSource = launchesOfShape(Kernel, Grid, Block);
  for (const LaunchContext &Launch : recordedContextsOfShape(
           Recorded, Kernel.Program.MangledName, Kernel.Program.Parameters, Grid, Block)) {
    Candidate &Added = Known.emplace_back();
    if (InSource.size() == 1)
      Added.Context = InSource.front();
    Added.Costs = costs(Number, Launch, Grid, Block);
    Added.IsRecorded = true;
  }
  if (!Known.empty())
    return Known;
  for (unsigned Context : InSource)
    Known.push_back({Context, costs(Number, Kernel.Launches[Context], Grid, Block)});
  if (Known.empty())
    Known.push_back({std::nullopt, costs(Number, LaunchContext(), Grid, Block)});
  return Known;
}

/// What was counted for a kernel that launches itself is of all these launches, so that it cannot
/// be held against the one that the host makes.
static void dismissCounts(LaunchComparison &Launch) {
  for (AccessOutcome &Outcome : Launch.Accesses) {
    if (Outcome.Status == VerifyStatus::OptimisedAway ||
        Outcome.Status == VerifyStatus::NotExecuted)
      continue;
    Outcome.Status = VerifyStatus::NoCounter;
    Outcome.Reason = "the kernel launches itself, and what its children execute is counted too";
  }
}

void LaunchComparer::add(StringRef Name, unsigned Number, const LaunchExtents &Grid,
                         const LaunchExtents &Block, JudgeFunction Judge, FileComparison &Result) {
  std::optional<unsigned> Found = findKernel(File, Name);
  if (!Found) {
    if (!is_contained(Result.OtherKernels, Name))
      Result.OtherKernels.push_back(Name.str());
    return;
  }
  auto Rank = [](const LaunchComparison &Launch, const Candidate &Held) {
    return std::make_tuple(countOutcomes(Launch, VerifyStatus::Refuted),
                           ~countOutcomes(Launch, VerifyStatus::Confirmed), Held.IsTaken);
  };
  std::optional<LaunchComparison> Best;
  Candidate *OfBest = nullptr;
  for (Candidate &Each : candidates(*Found, Grid, Block)) {
    LaunchComparison Launch{*Found, Each.Context, Each.IsRecorded, Number, Grid, Block, {}, {}};
    Judge(File.Kernels[*Found], Each.Costs, Launch);
    if (File.Kernels[*Found].LaunchesItself)
      dismissCounts(Launch);
    sort(Launch.Accesses, [](const AccessOutcome &Left, const AccessOutcome &Right) {
      return Left.Access < Right.Access;
    });
    if (OfBest && !(Rank(Launch, Each) < Rank(*Best, *OfBest)))
      continue;
    Best = std::move(Launch);
    OfBest = &Each;
  }
  OfBest->IsTaken = true;
  Result.Launches.push_back(std::move(*Best));
}

} // namespace memlint
