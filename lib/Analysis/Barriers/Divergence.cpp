//===- Divergence.cpp - Threads that do not meet --------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Barriers/Divergence.h"

#include "cuda-memlint/Analysis/Races/WaitingLoops.h"
#include "cuda-memlint/Model/ChosenBlock.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/LaunchContexts.h"
#include "cuda-memlint/Model/RefusedLaunches.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <set>
#include <tuple>

using namespace llvm;

namespace memlint {

static MeetingGroup lanes(unsigned Size, ExprRef Mask) {
  MeetingGroup Group;
  Group.Scope = MeetingGroup::Kind::Group;
  Group.Size = std::max(Size, 1U);
  Group.Mask = Mask;
  return Group;
}

static std::optional<MeetingGroup> groupOf(const Barrier &Item) {
  // Whether they wait or only arrive.
  if (Item.Scope == BarrierScope::Named && Item.IsForWholeWarps)
    return lanes(NvidiaWarpLanes, nullptr);
  if (Item.IsUncertain || Item.IsArrival)
    return std::nullopt;
  MeetingGroup Group;
  switch (Item.Scope) {
  case BarrierScope::Block:
  case BarrierScope::Cluster:
    Group.Scope = MeetingGroup::Kind::Block;
    return Group;
  case BarrierScope::Grid:
    Group.Scope = MeetingGroup::Kind::Grid;
    return Group;
  case BarrierScope::Warp:
    return lanes(Item.GroupSize, Item.Mask);
  case BarrierScope::Thread:
  case BarrierScope::Named:
    break;
  }
  return std::nullopt;
}

namespace {

class DivergenceSearch {
public:
  DivergenceSearch(ExprContext &Expressions, const KernelAnalysis &Kernel, uint64_t Steps)
      : Kernel(Kernel), Program(Kernel.Program), Expressions(Expressions) {
    Budget.Left = Steps;
  }

  uint64_t stepsLeft() const { return Budget.Left; }

  /// The first launch in which threads part. Where the block is a guess, they part in
  /// whatever block is likely.
  std::optional<Divergence> find(const Site &At, const MeetingGroup &Group) {
    // The steps of a reduction over a warp are many sites, to which the same threads come.
    Arrivals Same = {At.Guards, At.Loops, Group.Scope, Group.Size, Group.Mask};
    if (Together.count(Same))
      return std::nullopt;
    AnyPart = false;
    std::optional<Divergence> Guessed;
    bool ByEveryGuess = Kernel.Assumption.empty();
    for (auto [Index, Launch] : enumerate(Kernel.Launches)) {
      if (isRefused(Kernel, unsigned(Index)))
        continue;
      std::optional<Divergence> Fault = findIn(At, Group, Launch);
      if (Fault)
        Fault->Launch = unsigned(Index);
      if (Fault && !isGuessed(Launch))
        return Fault;
      ByEveryGuess &= Fault.has_value() && partsInOtherBlocks(At, Group, Launch);
      if (!Guessed)
        Guessed = Fault;
    }
    if (!AnyPart)
      Together.insert(std::move(Same));
    return ByEveryGuess ? Guessed : std::nullopt;
  }

  /// Numbered barriers that count other threads than come, in the first launch that is not a guess
  /// and has them. \p IsKnown: a fault of the barrier is known.
  std::vector<Divergence> findMiscounts(function_ref<bool(const Barrier &)> IsKnown) {
    std::vector<Divergence> Result;
    auto HasExitedFrom = [&](const Barrier &At, const ArrivalSplit &Split) {
      return hasExited(findCause(Expressions, Program, At, Split));
    };
    for (auto [Index, Launch] : enumerate(Kernel.Launches)) {
      if (isGuessed(Launch) || !Launch.hasUsableBlock())
        continue;
      for (MiscountedBarrier &Each : findMiscounted(Expressions, Program, Launch, HasExitedFrom)) {
        if (IsKnown(*Each.At))
          continue;
        Divergence &Fault = Result.emplace_back();
        Fault.At = Each.At;
        Fault.Text = Each.At->Text;
        Fault.IsBarrier = true;
        Fault.Launch = unsigned(Index);
        Fault.Group = lanes(NvidiaWarpLanes, nullptr);
        if (Each.Split) {
          Fault.Split = *Each.Split;
          Fault.Cause = findCause(Expressions, Program, *Each.At, *Each.Split);
        }
        Fault.Miscount = std::move(Each);
      }
      if (!Result.empty())
        break;
    }
    return Result;
  }

private:
  /// What decides who comes to a site: its guards and loops, and who meets there.
  using Arrivals = std::tuple<std::vector<ExprRef>, std::vector<unsigned>, MeetingGroup::Kind,
                              unsigned, ExprRef>;

  std::optional<Divergence> findIn(const Site &At, const MeetingGroup &Group,
                                   const LaunchContext &Launch) {
    bool IsOfBlock = Group.Scope == MeetingGroup::Kind::Block;
    std::optional<ArrivalSplit> Exiting;
    auto Counts = [&](const ArrivalSplit &Split) {
      AnyPart = true;
      // One that has exited in a loop is not there in later iterations, either.
      if (Exiting && Split.Left)
        return false;
      ArrivalCause Cause;
      if (IsOfBlock)
        Cause = findCause(Expressions, Program, At, Split);
      if (IsOfBlock && hasExited(Cause)) {
        if (!Exiting)
          Exiting = Split;
        return Cause.OnlyExits && areLoopsUniform(At);
      }
      return Group.Scope != MeetingGroup::Kind::Group || lanesMiss(At, Split);
    };
    // A thread that goes on elsewhere says more than one that has exited.
    auto Split = findArrivalSplit(Expressions, Program, At, Launch, Group, Budget, Counts);
    if (!Split)
      Split = Exiting;
    if (!Split)
      return std::nullopt;
    Divergence Fault;
    Fault.Split = *Split;
    Fault.Cause = findCause(Expressions, Program, At, *Split);
    Fault.MissingExits = IsOfBlock && hasExited(Fault.Cause);
    return Fault;
  }

  /// The missing thread exits without coming to another barrier. On its way out it may wait for
  /// what happens behind the barrier.
  bool hasExited(const ArrivalCause &Cause) {
    bool Exits = Cause.OnlyExits || (Cause.Branch && Cause.HasReturned && !Cause.MeetsOthers);
    return Exits && !anyLoopWaits();
  }

  /// No thread misses \p At by having left a loop.
  bool areLoopsUniform(const Site &At) const {
    return all_of(At.Loops, [&](unsigned Loop) {
      return all_of(Program.Loops[Loop].Exits,
                    [](ExprRef Exit) { return Exit->varies() <= Uniformity::Block; });
    });
  }

  bool anyLoopWaits() {
    if (!MayWait)
      MayWait = any_of(seq<unsigned>(0, unsigned(Program.Loops.size())),
                       [&](unsigned Loop) { return mayWaitForOthers(Expressions, Program, Loop); });
    return *MayWait;
  }

  /// Lanes do not wait for threads that have exited. One that only skips the barrier and then exits
  /// is treated the same where the condition is the usual test for the end of the data.
  bool lanesMiss(const Site &At, const ArrivalSplit &Split) {
    if (Split.OutsideMask)
      return true;
    ArrivalCause Cause = findCause(Expressions, Program, At, Split);
    if (Cause.MeetsOthers)
      return Split.Left || Cause.Branch;
    if (Split.Left || Cause.LeftLoop || Cause.HasReturned || !Cause.Branch)
      return false;
    bool ByThreadAlone = allLeaves(Cause.Branch->Condition, [&](ExprRef Leaf) {
      LeafKind Kind = Leaf->leaf().Kind;
      return Kind == LeafKind::ThreadIndex || Kind == LeafKind::BlockDimension ||
             Kind == LeafKind::LoopCounter;
    });
    return ByThreadAlone || Cause.Rejoins;
  }

  /// Nobody has said that the block is as \p Guess has it: blocks of a row are as likely to
  /// be of other lengths, and `t < 128` parts no block of 128.
  bool partsInOtherBlocks(const Site &At, const MeetingGroup &Group, const LaunchContext &Guess) {
    if (Guess.Block[1] != 1 || Guess.Block[2] != 1)
      return true;
    for (uint64_t Threads : {64, 128}) {
      LaunchContext Other = Guess;
      ChosenBlock(Guess, {Threads, 1, 1}).complete(Other);
      if (!findIn(At, Group, Other))
        return false;
    }
    return true;
  }

  const KernelAnalysis &Kernel;
  const KernelProgram &Program;
  ExprContext &Expressions;
  ArrivalBudget Budget;
  /// Where no threads part, in any launch.
  std::set<Arrivals> Together;
  /// Some have parted in the search under way, whether that is a fault or not.
  bool AnyPart = false;
  /// Some loop may wait for other threads; empty: not looked for yet.
  std::optional<bool> MayWait;
};

} // namespace

/// PTX ISA, `bar`: threads meet at a number, wherever its instructions are. Those that miss \p Item
/// come to it in another branch.
static bool isSharedByBranches(ExprContext &Expressions, const KernelProgram &Program,
                               const Barrier &Item) {
  return Item.Scope == BarrierScope::Block && Item.Id &&
         any_of(Program.Barriers, [&](const Barrier &Other) {
           bool HasNumber =
               Other.Scope == BarrierScope::Block || Other.Scope == BarrierScope::Named;
           return HasNumber && Other.Id == Item.Id && any_of(Item.Guards, [&](ExprRef Guard) {
                    return is_contained(Other.Guards, Expressions.logicalNot(Guard));
                  });
         });
}

std::vector<Divergence> findDivergences(ExprContext &Expressions, const KernelAnalysis &Kernel,
                                        uint64_t &Steps) {
  DivergenceSearch Search(Expressions, Kernel, Steps);
  std::vector<Divergence> Found;
  auto Add = [&](const auto &Item, const MeetingGroup &Group, bool IsBarrier) {
    std::optional<Divergence> Fault = Search.find(Item, Group);
    if (!Fault)
      return false;
    Fault->At = &Item;
    Fault->Text = Item.Text;
    Fault->IsBarrier = IsBarrier;
    Fault->Group = Group;
    Found.push_back(std::move(*Fault));
    return true;
  };
  for (const Barrier &Item : Kernel.Program.Barriers)
    if (std::optional<MeetingGroup> Group = groupOf(Item);
        Group && !isSharedByBranches(Expressions, Kernel.Program, Item) && Add(Item, *Group, true))
      Found.back().MissingExits &= Item.Scope == BarrierScope::Block;
  for (const WarpOperation &Item : Kernel.Program.WarpOperations)
    Add(Item, lanes(Item.GroupSize, Item.Mask), /*IsBarrier=*/false);
  append_range(Found, Search.findMiscounts([&](const Barrier &At) {
    return any_of(Found, [&](const Divergence &Known) { return Known.At == &At; });
  }));
  Steps = Search.stepsLeft();
  return Found;
}

} // namespace memlint
