//===- BarrierConvergence.cpp - Whether threads come to a barrier as one --===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Barriers/BarrierConvergence.h"

#include "cuda-memlint/Analysis/Cost/LaunchValues.h"

#include "cuda-memlint/Model/LaunchContext.h"
#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// What \p Condition is for each thread of the block by linear index; empty: it depends on more
/// than the thread.
static std::vector<bool> byThread(ExprRef Condition, const LaunchContext &Launch) {
  bool ByThreadAlone = allLeaves(
      Condition, [&](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::ThreadIndex; });
  std::vector<bool> Result;
  if (!ByThreadAlone)
    return Result;
  std::array<int64_t, 3> Thread;
  for (Thread[2] = 0; Thread[2] != int64_t(*Launch.Block[2]); ++Thread[2])
    for (Thread[1] = 0; Thread[1] != int64_t(*Launch.Block[1]); ++Thread[1])
      for (Thread[0] = 0; Thread[0] != int64_t(*Launch.Block[0]); ++Thread[0])
        Result.push_back(
            evaluate(Condition, [&](ExprRef Leaf) { return Thread[Leaf->leaf().Dimension]; }) != 0);
  return Result;
}

static bool isAlike(ExprRef Condition, const LaunchContext &Launch, unsigned Group,
                    unsigned WarpLanes) {
  if (Condition->varies() <= Uniformity::Block)
    return true;
  if (Group == WarpLanes && Condition->varies() <= Uniformity::Warp)
    return true;
  std::vector<bool> Holds = byThread(Condition, Launch);
  for (size_t Thread = 0; Thread != Holds.size(); ++Thread)
    if (Holds[Thread] != Holds[Group == 0 ? 0 : Thread - Thread % Group])
      return false;
  return !Holds.empty();
}

bool meetsAsOne(ExprContext &Expressions, const KernelProgram &Kernel, const Site &At,
                const LaunchContext &Launch, unsigned Group) {
  auto Alike = [&](ExprRef Condition) {
    return isAlike(withLaunchValues(Expressions, Condition, Kernel, Launch), Launch, Group,
                   Kernel.Device.WarpLanes);
  };
  return all_of(At.Guards, Alike) &&
         all_of(At.Loops, [&](unsigned Loop) { return all_of(Kernel.Loops[Loop].Exits, Alike); });
}

bool comesAsNamed(ExprContext &Expressions, const KernelProgram &Kernel, const Site &At,
                  const LaunchContext &Launch, uint32_t Mask) {
  std::vector<bool> Comes;
  for (ExprRef Guard : At.Guards) {
    std::vector<bool> Holds =
        byThread(withLaunchValues(Expressions, Guard, Kernel, Launch), Launch);
    if (Holds.empty())
      return false;
    Comes.resize(Holds.size(), true);
    for (size_t Thread = 0; Thread != Holds.size(); ++Thread)
      Comes[Thread] = Comes[Thread] && Holds[Thread];
  }
  for (size_t Thread = 0; Thread != Comes.size(); ++Thread)
    if (Comes[Thread] != ((Mask >> Thread % Kernel.Device.WarpLanes & 1) != 0))
      return false;
  return !Comes.empty() && At.Loops.empty();
}

bool isPassedBy(ExprContext &Expressions, const KernelProgram &Kernel, const Site &At,
                const LaunchContext &Launch) {
  auto InFirstIteration = [&](ExprRef Condition) {
    ExprRef Known = withLaunchValues(Expressions, Condition, Kernel, Launch);
    return Expressions.substitute(Known, [&](ExprRef Leaf) {
      return Leaf->leaf().Kind == LeafKind::LoopCounter ? Expressions.constant(0) : nullptr;
    });
  };
  auto Fails = [&](ExprRef Guard) {
    std::vector<bool> Holds =
        byThread(withLaunchValues(Expressions, Guard, Kernel, Launch), Launch);
    return !Holds.empty() && !is_contained(Holds, true);
  };
  auto IsEmpty = [&](unsigned Loop) {
    return any_of(Kernel.Loops[Loop].Exits, [&](ExprRef Exit) {
      std::vector<bool> Holds = byThread(InFirstIteration(Exit), Launch);
      return !Holds.empty() && !is_contained(Holds, false);
    });
  };
  return any_of(At.Guards, Fails) || any_of(At.Loops, IsEmpty);
}

} // namespace memlint
