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

LaunchComparer::LaunchComparer(const FileAnalysis &File) : File(File), Target(targetOf(File)) {}

ArrayRef<AccessCost> LaunchComparer::costs(unsigned Number, std::optional<unsigned> Context,
                                           const LaunchExtents &Grid, const LaunchExtents &Block) {
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

void LaunchComparer::add(StringRef Name, unsigned Number, const LaunchExtents &Grid,
                         const LaunchExtents &Block, JudgeFunction Judge, FileComparison &Result) {
  std::optional<unsigned> Found = findKernel(File, Name);
  if (!Found) {
    if (!is_contained(Result.OtherKernels, Name))
      Result.OtherKernels.push_back(Name.str());
    return;
  }
  const KernelAnalysis &Kernel = File.Kernels[*Found];
  auto Compare = [&](std::optional<unsigned> Context) {
    LaunchComparison Launch{*Found, Context, Number, Grid, Block, {}, {}};
    Judge(Kernel, costs(*Found, Context, Grid, Block), Launch);
    sort(Launch.Accesses, [](const AccessOutcome &Left, const AccessOutcome &Right) {
      return Left.Access < Right.Access;
    });
    return Launch;
  };
  std::vector<unsigned> Contexts = launchesOfShape(Kernel, Grid, Block);
  if (Contexts.empty()) {
    Result.Launches.push_back(Compare(std::nullopt));
    return;
  }
  std::optional<LaunchComparison> Best;
  auto Rank = [&](const LaunchComparison &Launch) {
    return std::make_tuple(countOutcomes(Launch, VerifyStatus::Refuted),
                           ~countOutcomes(Launch, VerifyStatus::Confirmed),
                           Taken.contains({*Found, *Launch.Context}));
  };
  for (unsigned Context : Contexts)
    if (LaunchComparison Other = Compare(Context); !Best || Rank(Other) < Rank(*Best))
      Best = std::move(Other);
  Taken.insert({*Found, *Best->Context});
  Result.Launches.push_back(std::move(*Best));
}

} // namespace memlint
