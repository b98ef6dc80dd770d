//===- SharedLoop.cpp - Loops that the lanes of a warp could share --------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Mends/SharedLoop.h"

#include "MendTrials.h"

#include "cuda-memlint/Analysis/Aliasing/LeftOutAccesses.h"
#include "cuda-memlint/Analysis/Cost/AccessEvaluation.h"
#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// Of the sectors of a loop in which some access takes more than before.
static constexpr double MostThatIsLeftOfAll = 0.5;

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
    // What the thread has loaded before is in a register.
    if (!is_contained(Each.Loops, Around.Id) || isLeftOut(Program, Each))
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
    if (!IsLoad && !Moves)
      Result.Accumulator = Each.Id;
    // Data decide what it costs, whichever lane loads which of them.
    if (IsLoad && Kernel.Verdicts[Each.Id][Launch].Cost.Bounds)
      continue;
    // The lanes' iterations would have numbers of their own, which are the same for all now.
    if (anyLeaf(Each.Offset, [&](ExprRef Leaf) {
          return is_contained({LeafKind::Loaded, LeafKind::Opaque}, Leaf->leaf().Kind) &&
                 Around.makes(Leaf);
        }))
      return std::nullopt;
    Access Shared = Each;
    Shared.Offset = sharedByWarp(Expressions, Each.Offset, Around, Thread, Target.Shape.WarpLanes);
    // Which rows and iterations there are stays as it is.
    erase_if(Shared.Guards, [](ExprRef Guard) { return Guard->varies() == Uniformity::Lane; });
    AccessCost Now = evaluateAccess(Expressions, Program, Each, In, Target, StepsPerAccess);
    AccessCost Then = evaluateAccess(Expressions, Program, Shared, In, Target, StepsPerAccess);
    if (Now.Known == Knowledge::Unknown || Now.GuardUnknown || Then.Known == Knowledge::Unknown ||
        Then.GuardUnknown)
      return std::nullopt;
    Result.ByAccess[Each.Id] = {Now.MeanCost, Then.MeanCost};
    Result.Sum.Before += Now.MeanCost;
    Result.Sum.After += Then.MeanCost;
    Result.HasWorse |= Then.MeanCost > Now.MeanCost;
  }
  // A warp makes as many requests as before, each of other elements: what one access loses, as that
  // of the vector does which all rows of a matrix are multiplied by, others have to save.
  if (Result.HasWorse && Result.Sum.After > MostThatIsLeftOfAll * Result.Sum.Before)
    return std::nullopt;
  return Result;
}

/// Whether a loop comes after \p Around, by itself or in the next iteration of one around both,
/// whose iterations access memory.
static bool isBeforeOtherLoop(const KernelProgram &Kernel, const Loop &Around) {
  auto IsOuter = [&](unsigned Number) {
    for (std::optional<unsigned> Outer = Around.Parent; Outer; Outer = Kernel.Loops[*Outer].Parent)
      if (*Outer == Number)
        return true;
    return false;
  };
  bool IsBehind = false;
  for (const Access &Each : Kernel.Accesses) {
    if (is_contained(Each.Loops, Around.Id))
      IsBehind = true;
    else if (!Each.IsUnused && (IsBehind || any_of(Each.Loops, IsOuter)) &&
             !all_of(Each.Loops, IsOuter))
      return true;
  }
  return false;
}

/// Whether a thread walks the array of \p Site in another loop, too, which has to remain its own:
/// what it walks is one row in both.
static bool hasSequentialRows(const KernelProgram &Kernel, const Access &Site) {
  return any_of(Kernel.Accesses, [&](const Access &Other) {
    return Other.Object == Site.Object && !Other.Loops.empty() &&
           Other.Loops.back() != Site.Loops.back() &&
           isSequential(Kernel, Kernel.Loops[Other.Loops.back()]);
  });
}

/// Nothing but the loop keeps the lanes of a warp from sharing one around \p Site.
bool SharedLoops::canShare(const Access &Site, unsigned Launch) const {
  const KernelProgram &Program = Kernel.Program;
  const LaunchContext &In = Kernel.Launches[Launch];
  return Kernel.Assumption.empty() && isPlainGlobal(Program, Site) && !Site.Loops.empty() &&
         Program.Barriers.empty() && Program.WarpOperations.empty() && In.Block[1] == 1 &&
         In.Block[2] == 1 && Program.DimensionsUsed == 1 && !hasSequentialRows(Program, Site);
}

std::optional<SharedLoop> SharedLoops::findAround(const Access &Site, unsigned Launch) {
  constexpr double MostThatIsLeft = 0.25;
  const KernelProgram &Program = Kernel.Program;
  const LaunchContext &In = Kernel.Launches[Launch];
  if (!canShare(Site, Launch))
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
  const SharedCosts &Costs = *Shared->second;
  auto OfSite = Costs.ByAccess.find(Site.Id);
  if (OfSite == Costs.ByAccess.end() ||
      OfSite->second.After > MostThatIsLeft * OfSite->second.Before)
    return std::nullopt;
  SharedLoop Result{Around.Id, {}, OfSite->second.Before, OfSite->second.After, {}};
  if (Costs.IsReduction)
    Result.Reduction = {isBeforeOtherLoop(Program, Around), Costs.Accumulator};
  if (Costs.HasWorse)
    Result.OfAll = {Costs.Sum.Before, Costs.Sum.After};
  return Result;
}

/// Whether \p Row is what a load gives each thread of an element beside that of the thread before.
static bool isLoadedByThread(const KernelProgram &Kernel, ExprRef Row) {
  if (!Row->isLeaf())
    return false;
  auto Load = find_if(Kernel.Accesses, [&](const Access &Each) { return Each.Result == Row; });
  if (Load == Kernel.Accesses.end() || Load->Kind != AccessKind::Load || !Load->Offset)
    return false;
  return any_of(termsOf(Load->Offset), [&](const Term &Part) {
    return Part.Factors.size() == 1 && Part.Factors.front()->isLeaf() &&
           isThreadX(Part.Factors.front()) && Part.Coefficient == int64_t(Load->Bytes);
  });
}

/// Whether \p Site walks, in \p Around, neighbouring elements from one on that data give the
/// thread.
static bool walksRowOfData(const KernelProgram &Kernel, const Access &Site, const Loop &Around) {
  bool Walks = false, IsOfRow = false;
  for (const Term &Part : termsOf(Site.Offset)) {
    ExprRef Factor = Part.Factors.empty() ? nullptr : Part.Factors.front();
    bool IsElement = Part.Factors.size() == 1 && Part.Coefficient == int64_t(Site.Bytes);
    if (IsElement && Factor == Around.Counter)
      Walks = true;
    else if (IsElement && !Around.makes(Factor) && isLoadedByThread(Kernel, Factor))
      IsOfRow = true;
    else if (any_of(Part.Factors, [](ExprRef Each) { return Each->varies() > Uniformity::Block; }))
      return false;
  }
  return Walks && IsOfRow;
}

/// Whether \p Leaf is another value in another iteration of \p Around, as far as loads say.
static bool changesByIteration(const KernelProgram &Kernel, ExprRef Leaf, const Loop &Around) {
  LeafKind Kind = Leaf->leaf().Kind;
  if (Leaf == Around.Counter)
    return true;
  if ((Kind != LeafKind::Opaque && Kind != LeafKind::Loaded) || !Around.makes(Leaf))
    return false;
  // The end of the row, which is loaded again.
  return none_of(Kernel.Accesses, [&](const Access &Each) {
    return Each.Result == Leaf && Each.Kind == AccessKind::Load && Each.Offset &&
           !anyLeaf(Each.Offset,
                    [&](ExprRef Inner) { return Inner == Around.Counter || Around.makes(Inner); });
  });
}

/// Whether an iteration of \p Around decides by what it has loaded that it is the last one.
static bool endsByItsData(const KernelProgram &Kernel, const Loop &Around) {
  return any_of(Around.Exits, [&](ExprRef Exit) {
    return anyLeaf(Exit, [&](ExprRef Leaf) {
      return Leaf != Around.Counter && changesByIteration(Kernel, Leaf, Around);
    });
  });
}

/// Whether \p Each, a variable that iterations pass on, is a sum, a minimum or a maximum.
static bool isReduction(const CarriedValue &Each) {
  auto IsStart = [&](ExprRef Leaf) { return Leaf == Each.Start; };
  if (!Each.End || !Each.Start)
    return false;
  if (Each.End->kind() == ExprKind::Minimum || Each.End->kind() == ExprKind::Maximum)
    return is_contained(Each.End->operands(), Each.Start);
  return all_of(termsOf(Each.End), [&](const Term &Part) {
    bool IsOfStart = any_of(Part.Factors, [&](ExprRef Factor) { return anyLeaf(Factor, IsStart); });
    return !IsOfStart || (Part.Factors.size() == 1 && Part.Factors.front() == Each.Start &&
                          Part.Coefficient == 1);
  });
}

/// Whether \p Each, in \p Around, loads, or adds to what is one for all iterations.
static bool leavesOneResult(const KernelProgram &Kernel, const Access &Each, const Loop &Around) {
  if (Each.Kind == AccessKind::Load)
    return true;
  return isPlainGlobal(Kernel, Each) && Each.IsReduction && isUpdate(Kernel, Each) &&
         !anyLeaf(Each.Offset,
                  [&](ExprRef Leaf) { return changesByIteration(Kernel, Leaf, Around); });
}

std::optional<SharedDataLoop> SharedLoops::findAroundData(const Access &Site,
                                                          unsigned Launch) const {
  const KernelProgram &Program = Kernel.Program;
  const std::optional<CostBounds> &Bounds = Kernel.Verdicts[Site.Id][Launch].Cost.Bounds;
  if (!Bounds || !canShare(Site, Launch) || Site.Kind != AccessKind::Load)
    return std::nullopt;
  const Loop &Around = Program.Loops[Site.Loops.back()];
  if (!walksRowOfData(Program, Site, Around) || endsByItsData(Program, Around) ||
      isSequential(Program, Around) || !all_of(Around.Carried, isReduction))
    return std::nullopt;
  bool LeavesOneResult = all_of(Program.Accesses, [&](const Access &Each) {
    return !is_contained(Each.Loops, Around.Id) ||
           (Each.Loops == Site.Loops && leavesOneResult(Program, Each, Around));
  });
  if (!LeavesOneResult)
    return std::nullopt;
  LoopReduction Reduction{isBeforeOtherLoop(Program, Around), {}};
  for (const Access &Each : Program.Accesses)
    if (is_contained(Each.Loops, Around.Id) && Each.Kind != AccessKind::Load)
      Reduction.Accumulator = Each.Id;
  return SharedDataLoop{Around.Id, Reduction, Bounds->Highest, Bounds->Consecutive,
                        Bounds->Consecutive + 1};
}

} // namespace memlint
