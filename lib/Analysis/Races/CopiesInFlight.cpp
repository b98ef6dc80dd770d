//===- CopiesInFlight.cpp - Asynchronous copies past barriers -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopiesInFlight.h"

#include "Reachability.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace llvm;

namespace memlint {

namespace {

/// States of the walk that are gone through.
constexpr size_t MostStates = 20'000;

/// Where a thread is, and how many groups it has ended since the copy.
struct FlightState {
  unsigned Node = 0;
  unsigned Commits = 0;
  /// Barrier is not used.
  CopyInFlight Position;

  friend auto operator<=>(const FlightState &, const FlightState &) = default;
};

class FlightWalk {
public:
  FlightWalk(const KernelProgram &Kernel, const Access &Copy)
      : Kernel(Kernel), Copy(Copy), Bodies(findBodies(Kernel)) {
    for (const Barrier &Each : Kernel.Barriers) {
      // Initialises a barrier in memory.
      if (Each.IsUncertain)
        continue;
      if (Each.GroupsLeft)
        MostCommits = std::max(MostCommits, *Each.GroupsLeft + 1);
      if (Each.Scope == BarrierScope::Thread && !Each.IsCommit && !Each.GroupsLeft)
        Result.IsCertain = false;
      if (Each.Scope == BarrierScope::Thread)
        Result.IsCertain &=
            all_of(Each.Guards, [&](ExprRef Guard) { return is_contained(Copy.Guards, Guard); });
    }
  }

  CopyFlight run() {
    FlightState Start;
    Start.Node = Copy.NodeId;
    Start.Position.Same = unsigned(Copy.Loops.size());
    visit(Start);
    while (!Pending.empty()) {
      FlightState From = std::move(Pending.back());
      Pending.pop_back();
      for (unsigned Next : Kernel.Nodes[From.Node].Successors)
        visit(moved(From, Next));
      if (Seen.size() > MostStates) {
        Result.IsComplete = false;
        break;
      }
    }
    llvm::sort(Result.At);
    Result.At.erase(llvm::unique(Result.At), Result.At.end());
    Result.CountsGroups = MostCommits > 1;
    return std::move(Result);
  }

private:
  void visit(FlightState At) {
    const Node &Here = Kernel.Nodes[At.Node];
    if (Here.Kind == NodeKind::Exit)
      return;
    if (Here.Kind == NodeKind::Barrier) {
      const Barrier &Each = Kernel.Barriers[Here.Index];
      if (Each.IsCommit)
        At.Commits = std::min(At.Commits + 1, MostCommits);
      if (Each.GroupsLeft && At.Commits > *Each.GroupsLeft)
        return;
      if (Each.Scope != BarrierScope::Thread) {
        CopyInFlight Found = At.Position;
        Found.Barrier = Here.Index;
        Result.At.push_back(std::move(Found));
      }
    }
    if (Seen.insert(At).second)
      Pending.push_back(At);
  }

  FlightState moved(const FlightState &From, unsigned Next) const {
    FlightState To = From;
    To.Node = Next;
    CopyInFlight &Position = To.Position;
    if (Kernel.Nodes[Next].Kind == NodeKind::LoopHead)
      enter(Position, Kernel.Nodes[Next].Index, /*GoesRound=*/From.Node >= Next);
    erase_if(Position.Entered,
             [&](const auto &Each) { return !Bodies[Each.first].contains(Next); });
    unsigned Around = 0;
    while (Around != Copy.Loops.size() && Bodies[Copy.Loops[Around]].contains(Next))
      ++Around;
    if (Around <= Position.Same && Position.Ahead != 0)
      Position.Ahead = 0;
    Position.Same = std::min(Position.Same, Around);
    return To;
  }

  void enter(CopyInFlight &Position, unsigned Loop, bool GoesRound) const {
    unsigned Depth = unsigned(find(Copy.Loops, Loop) - Copy.Loops.begin());
    bool IsOfCopy = Depth != Copy.Loops.size() && (Position.Ahead == 0 || Depth <= Position.Same);
    if (!GoesRound) {
      Position.Entered.push_back({Loop, 0});
      llvm::sort(Position.Entered);
    } else if (!IsOfCopy) {
      for (auto &[Entered, Iteration] : Position.Entered)
        if (Entered == Loop)
          Iteration = std::min(Iteration + 1, CopyInFlight::Most);
    } else if (Position.Ahead == 0 || Depth < Position.Same) {
      Position.Same = Depth;
      Position.Ahead = 1;
    } else {
      Position.Ahead = std::min(Position.Ahead + 1, CopyInFlight::Most);
    }
  }

  const KernelProgram &Kernel;
  const Access &Copy;
  std::vector<LoopBody> Bodies;
  unsigned MostCommits = 1;
  CopyFlight Result;
  std::set<FlightState> Seen;
  std::vector<FlightState> Pending;
};

} // namespace

CopyFlight followCopy(const KernelProgram &Kernel, const Access &Copy) {
  return FlightWalk(Kernel, Copy).run();
}

} // namespace memlint
