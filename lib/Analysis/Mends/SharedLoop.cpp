//===- SharedLoop.cpp - Loops that the lanes of a warp could share --------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Mends/SharedLoop.h"

#include "MendTrials.h"

#include "cuda-memlint/Analysis/Cost/AccessEvaluation.h"
#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

static bool isThreadX(ExprRef Leaf) {
  return Leaf->leaf().Kind == LeafKind::ThreadIndex && Leaf->leaf().Dimension == 0;
}

/// \p Root with the warp in place of the thread, and its lanes side by side in the iterations.
static ExprRef sharedByWarp(ExprContext &Expressions, ExprRef Root, const Loop &Around,
                            ExprRef Thread, unsigned WarpLanes) {
  ExprRef Warp = Expressions.constant(WarpLanes);
  return Expressions.substitute(Root, [&](ExprRef Leaf) -> ExprRef {
    if (Leaf == Thread)
      return Expressions.divide(Thread, Warp);
    if (Leaf == Around.Counter)
      return Expressions.add(Expressions.multiply(Leaf, Warp), Expressions.remainder(Thread, Warp));
    return nullptr;
  });
}

/// The loop is as long for all threads, and, as far as that is known, as long as a warp.
static bool isLongForAll(ExprContext &Expressions, const KernelProgram &Kernel,
                         const LaunchContext &Launch, const Loop &Around) {
  if (any_of(Around.Exits, [](ExprRef Exit) { return Exit->varies() > Uniformity::Block; }))
    return false;
  return !constantTripCount(Expressions, Kernel, Launch, Around, Kernel.Device.WarpLanes - 1);
}

/// What \p Store changes has been loaded before in the same iteration.
static bool isUpdate(const KernelProgram &Kernel, const Access &Store) {
  return any_of(Kernel.Accesses, [&](const Access &Other) {
    return Other.Kind == AccessKind::Load && Other.Object == Store.Object &&
           Other.Offset == Store.Offset && Other.Loops == Store.Loops;
  });
}

std::optional<SharedLoops::SharedCosts> SharedLoops::shareLoop(const Loop &Around,
                                                               ArrayRef<unsigned> Loops,
                                                               ExprRef Thread, unsigned Launch) {
  constexpr uint64_t StepsPerAccess = 1u << 12;
  const KernelProgram &Program = Kernel.Program;
  const LaunchContext &In = Kernel.Launches[Launch];
  SharedCosts Result;
  for (const Access &Each : Program.Accesses) {
    if (!is_contained(Each.Loops, Around.Id))
      continue;
    bool IsLoad = Each.Kind == AccessKind::Load;
    if (ArrayRef<unsigned>(Each.Loops) != Loops || !Each.Offset ||
        (!IsLoad && !isPlainGlobal(Program, Each)))
      return std::nullopt;
    // All lanes would store to one element, unless it is that of a sum.
    bool Moves = anyLeaf(Each.Offset, [&](ExprRef Leaf) { return Leaf == Around.Counter; });
    if (!IsLoad && !Moves && !isUpdate(Program, Each))
      return std::nullopt;
    Result.IsReduction &= IsLoad || !Moves;
    Access Shared = Each;
    Shared.Offset = sharedByWarp(Expressions, Each.Offset, Around, Thread, Target.Shape.WarpLanes);
    // Which rows and iterations there are stays as it is.
    erase_if(Shared.Guards, [](ExprRef Guard) { return Guard->varies() == Uniformity::Lane; });
    AccessCost Now = evaluateAccess(Expressions, Program, Each, In, Target, StepsPerAccess);
    AccessCost Then = evaluateAccess(Expressions, Program, Shared, In, Target, StepsPerAccess);
    if (Now.Known == Knowledge::Unknown || Now.GuardUnknown || Then.Known == Knowledge::Unknown ||
        Then.GuardUnknown || Then.MeanCost > Now.MeanCost)
      return std::nullopt;
    Result.ByAccess[Each.Id] = {Now.MeanCost, Then.MeanCost};
  }
  return Result;
}

std::optional<SharedLoop> SharedLoops::findAround(const Access &Site, unsigned Launch) {
  constexpr double MostThatIsLeft = 0.25;
  const KernelProgram &Program = Kernel.Program;
  const LaunchContext &In = Kernel.Launches[Launch];
  if (!Kernel.Assumption.empty() || !isPlainGlobal(Program, Site) || Site.Loops.empty() ||
      !Program.Barriers.empty() || !Program.WarpOperations.empty() || In.Block[1] != 1 ||
      In.Block[2] != 1 || Program.DimensionsUsed != 1)
    return std::nullopt;
  const Loop &Around = Program.Loops[Site.Loops.back()];
  if (!isLongForAll(Expressions, Program, In, Around))
    return std::nullopt;
  ExprRef Thread = nullptr;
  forEachLeaf(Site.Offset, [&](ExprRef Leaf) { Thread = isThreadX(Leaf) ? Leaf : Thread; });
  if (!Thread)
    return std::nullopt;
  std::vector<unsigned> Loops(Site.Loops.begin(), Site.Loops.end());
  auto [Shared, IsNew] = Known.try_emplace({Launch, Loops, Thread});
  if (IsNew && !isSequential(Program, Around))
    Shared->second = shareLoop(Around, Loops, Thread, Launch);
  if (!Shared->second)
    return std::nullopt;
  const MeanCosts &Costs = Shared->second->ByAccess.at(Site.Id);
  if (Costs.After > MostThatIsLeft * Costs.Before)
    return std::nullopt;
  return SharedLoop{Around.Id, Shared->second->IsReduction, Costs.Before, Costs.After};
}

} // namespace memlint
