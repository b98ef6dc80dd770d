//===- ArrivalCause.cpp - Where a thread takes another way ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Barriers/ArrivalCause.h"

#include "cuda-memlint/Analysis/Races/OrderedPaths.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// The nodes that \p Start leads to, itself included.
static std::vector<bool> reachableFrom(const KernelProgram &Kernel, unsigned Start) {
  std::vector<bool> Seen(Kernel.Nodes.size(), false);
  SmallVector<unsigned, 16> Pending;
  auto Reach = [&](unsigned Id) {
    if (Id < Seen.size() && !Seen[Id]) {
      Seen[Id] = true;
      Pending.push_back(Id);
    }
  };
  Reach(Start);
  while (!Pending.empty())
    for (unsigned Next : Kernel.Nodes[Pending.pop_back_val()].Successors)
      Reach(Next);
  return Seen;
}

static bool isMeeting(const Node &Passed) {
  return Passed.Kind == NodeKind::Barrier || Passed.Kind == NodeKind::WarpOperation;
}

/// The nodes from which a thread comes to \p At in the same iteration of all loops around it.
static std::vector<bool> leadingTo(const KernelProgram &Kernel, const Site &At) {
  std::vector<bool> Leads(Kernel.Nodes.size(), false);
  auto StartsIteration = [&](unsigned Id) {
    return Kernel.Nodes[Id].Kind == NodeKind::LoopHead &&
           is_contained(At.Loops, Kernel.Nodes[Id].Index);
  };
  Leads[At.NodeId] = true;
  // Loops lead back, so that one pass from the end is not always enough.
  for (bool HasChanged = true; HasChanged;) {
    HasChanged = false;
    for (unsigned Id = unsigned(Leads.size()); Id-- != 0;)
      if (!Leads[Id] && any_of(Kernel.Nodes[Id].Successors, [&](unsigned Next) {
            // Into the next iteration.
            return Leads[Next] && !(StartsIteration(Next) && Id >= Next);
          }))
        HasChanged = Leads[Id] = true;
  }
  return Leads;
}

/// A thread that is in the iteration and does not come to \p At leaves the ways there by one of
/// their edges: whether each leads to the end of the kernel, past all that others do behind \p At
/// and past all meetings. `else` and `default` say that the others are in a block of code that
/// threads are to skip, not that some return.
static bool missesOnlyByExit(const KernelProgram &Kernel, const Site &At) {
  std::vector<bool> Leads = leadingTo(Kernel, At), After = reachableFrom(Kernel, At.NodeId);
  bool AnyExits = false;
  for (auto [Id, Passed] : enumerate(Kernel.Nodes)) {
    bool LeavesLoop = Passed.Kind == NodeKind::LoopHead && is_contained(At.Loops, Passed.Index);
    if (!Leads[Id] || Id == At.NodeId || LeavesLoop)
      continue;
    for (auto [Number, Next] : enumerate(Passed.Successors)) {
      if (Leads[Next])
        continue;
      if (Number + 1 == Passed.Successors.size())
        return false;
      for (auto [Other, IsReached] : enumerate(reachableFrom(Kernel, Next)))
        if (IsReached && Kernel.Nodes[Other].Kind != NodeKind::Exit &&
            (After[Other] || Leads[Other] || isMeeting(Kernel.Nodes[Other])))
          return false;
      AnyExits = true;
    }
  }
  // Behind a barrier at the end of the kernel, skipping it and exiting look the same.
  bool AnythingAfter = any_of(enumerate(Kernel.Nodes), [&](const auto &Each) {
    return After[Each.index()] && Each.index() != At.NodeId && Each.value().Kind != NodeKind::Exit;
  });
  return AnyExits && AnythingAfter;
}

ArrivalCause findCause(ExprContext &Expressions, const KernelProgram &Kernel, const Site &At,
                       const ArrivalSplit &Split) {
  ArrivalCause Cause;
  if (At.NodeId >= Kernel.Nodes.size())
    return Cause;
  std::vector<bool> After = reachableFrom(Kernel, At.NodeId);
  auto Follow = [&](unsigned Branch, unsigned Way) {
    std::vector<bool> Reached = reachableFrom(Kernel, Way);
    Cause.MeetsOthers = false;
    Cause.LeftLoop.reset();
    bool Rejoins = Reached[At.NodeId], AnythingAfter = false;
    for (auto [Id, Reachable] : enumerate(Kernel.Nodes)) {
      Cause.MeetsOthers |= Reached[Id] && isMeeting(Reachable);
      bool Common = Reachable.Kind != NodeKind::Exit && Id != At.NodeId && After[Id];
      AnythingAfter |= Common;
      Rejoins |= Common && Reached[Id];
      // A branch before the loop keeps the thread from entering it.
      if (Reachable.Kind == NodeKind::LoopHead && !Reached[Id] && !Cause.LeftLoop &&
          is_contained(At.Loops, Reachable.Index) && reachableFrom(Kernel, unsigned(Id))[Branch])
        Cause.LeftLoop = Reachable.Index;
    }
    Cause.Rejoins = Rejoins;
    return !Rejoins && AnythingAfter;
  };
  if (Split.Left) {
    for (auto [Id, Reachable] : enumerate(Kernel.Nodes))
      if (Reachable.Kind == NodeKind::LoopHead && Reachable.Index == Split.Left->Loop) {
        // What can still be reached without the loop: exits are not distinguished.
        std::vector<bool> Inside = reachableFrom(Kernel, unsigned(Id));
        Cause.MeetsOthers = false;
        for (auto [Other, Next] : enumerate(Kernel.Nodes))
          Cause.MeetsOthers |=
              Inside[Other] && isMeeting(Next) && !reachableFrom(Kernel, unsigned(Other))[Id];
      }
    return Cause;
  }
  if (!Split.Guard)
    return Cause;
  Cause.OnlyExits = missesOnlyByExit(Kernel, At);
  ExprRef Guard = At.Guards[*Split.Guard];
  for (unsigned Id = 0; Id != At.NodeId; ++Id) {
    const Node &Passed = Kernel.Nodes[Id];
    if (is_contained(Passed.Cases, Guard)) {
      Cause.Branch = &Passed;
      Cause.HasReturned = false;
      // Which of the other labels it goes to is not looked at.
      Cause.MeetsOthers = false;
      for (auto [Number, Next] : enumerate(Passed.Successors))
        if (Number >= Passed.Cases.size() || Passed.Cases[Number] != Guard)
          for (auto [Other, IsReached] : enumerate(reachableFrom(Kernel, Next)))
            Cause.MeetsOthers |= IsReached && isMeeting(Kernel.Nodes[Other]);
    }
    if (!isTwoWay(Passed))
      continue;
    bool IsHeld = Passed.Condition == Guard;
    if (!IsHeld && Expressions.logicalNot(Passed.Condition) != Guard)
      continue;
    if (!reachableFrom(Kernel, Passed.Successors[IsHeld ? 0 : 1])[At.NodeId])
      continue;
    // Of several alike the nearest.
    Cause.Branch = &Passed;
    Cause.Holds = !IsHeld;
    bool Ends = Follow(Id, Passed.Successors[IsHeld ? 1 : 0]);
    // A branch without `else` that does not come back.
    Cause.HasReturned = Ends && Cause.Holds;
  }
  return Cause;
}

} // namespace memlint
