//===- LaunchPredictions.cpp - What was predicted of a launch -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchPredictions.h"

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

LaunchPredictions::LaunchPredictions(const FileAnalysis &File)
    : File(File), Target(targetOf(File)) {}

ArrayRef<AccessCost> LaunchPredictions::costs(unsigned Number, std::optional<unsigned> Context,
                                              const LaunchExtents &Grid,
                                              const LaunchExtents &Block) {
  std::vector<AccessCost> &Costs = Evaluated[{Number, Context.value_or(NoContext), Grid, Block}];
  const KernelAnalysis &Kernel = File.Kernels[Number];
  if (!Costs.empty() || Kernel.Program.Accesses.empty())
    return Costs;
  LaunchContext Launch;
  if (Context)
    Launch = Kernel.Launches[*Context];
  for (unsigned Axis = 0; Axis != 3; ++Axis) {
    Launch.Grid[Axis] = Grid[Axis];
    Launch.Block[Axis] = Block[Axis];
  }
  for (const Access &Site : Kernel.Program.Accesses)
    Costs.push_back(evaluateAccess(*File.Expressions, Kernel.Program, Site, Launch, Target));
  return Costs;
}

static unsigned countIn(const LaunchComparison &Launch, VerifyStatus Status) {
  return unsigned(count_if(Launch.Accesses, [Status](const AccessOutcome &Outcome) {
    return Outcome.Status == Status;
  }));
}

LaunchComparison LaunchPredictions::bestFit(
    unsigned Kernel, const LaunchExtents &Grid, const LaunchExtents &Block,
    function_ref<LaunchComparison(std::optional<unsigned> Context)> Compare) {
  std::vector<unsigned> Contexts = launchesOfShape(File.Kernels[Kernel], Grid, Block);
  if (Contexts.empty())
    return Compare(std::nullopt);
  std::optional<LaunchComparison> Best;
  auto Rank = [&](const LaunchComparison &Launch) {
    return std::make_tuple(countIn(Launch, VerifyStatus::Refuted),
                           ~countIn(Launch, VerifyStatus::Confirmed),
                           Taken.contains({Kernel, *Launch.Context}));
  };
  for (unsigned Context : Contexts)
    if (LaunchComparison Other = Compare(Context); !Best || Rank(Other) < Rank(*Best))
      Best = std::move(Other);
  Taken.insert({Kernel, *Best->Context});
  return std::move(*Best);
}

} // namespace memlint
