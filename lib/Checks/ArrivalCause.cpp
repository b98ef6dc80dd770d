//===- ArrivalCause.cpp - Where a thread takes another way ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArrivalCause.h"

#include "OrderedPaths.h"

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

static bool isMeeting(const Node &Of) {
  return Of.Kind == NodeKind::Barrier || Of.Kind == NodeKind::WarpOperation;
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
    for (auto [Id, Of] : enumerate(Kernel.Nodes)) {
      Cause.MeetsOthers |= Reached[Id] && isMeeting(Of);
      bool Common = Of.Kind != NodeKind::Exit && Id != At.NodeId && After[Id];
      AnythingAfter |= Common;
      Rejoins |= Common && Reached[Id];
      // A branch before the loop keeps the thread from entering it.
      if (Of.Kind == NodeKind::LoopHead && !Reached[Id] && !Cause.LeftLoop &&
          is_contained(At.Loops, Of.Index) && reachableFrom(Kernel, unsigned(Id))[Branch])
        Cause.LeftLoop = Of.Index;
    }
    Cause.Rejoins = Rejoins;
    return !Rejoins && AnythingAfter;
  };
  if (Split.Left) {
    for (auto [Id, Of] : enumerate(Kernel.Nodes))
      if (Of.Kind == NodeKind::LoopHead && Of.Index == Split.Left->Loop) {
        // What can still be reached without the loop: no exit is told apart from others.
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
  ExprRef Guard = At.Guards[*Split.Guard];
  for (unsigned Id = 0; Id != At.NodeId; ++Id) {
    const Node &Of = Kernel.Nodes[Id];
    if (is_contained(Of.Cases, Guard)) {
      Cause.Branch = &Of;
      Cause.HasReturned = false;
      // Which of the other labels it goes to is not looked at.
      Cause.MeetsOthers = false;
      for (auto [Number, Next] : enumerate(Of.Successors))
        if (Number >= Of.Cases.size() || Of.Cases[Number] != Guard)
          for (auto [Other, IsReached] : enumerate(reachableFrom(Kernel, Next)))
            Cause.MeetsOthers |= IsReached && isMeeting(Kernel.Nodes[Other]);
    }
    if (!isTwoWay(Of))
      continue;
    bool IsHeld = Of.Condition == Guard;
    if (!IsHeld && Expressions.logicalNot(Of.Condition) != Guard)
      continue;
    if (!reachableFrom(Kernel, Of.Successors[IsHeld ? 0 : 1])[At.NodeId])
      continue;
    // Of several alike the nearest.
    Cause.Branch = &Of;
    Cause.Holds = !IsHeld;
    bool Ends = Follow(Id, Of.Successors[IsHeld ? 1 : 0]);
    // A branch without `else` that does not come back.
    Cause.HasReturned = Ends && Cause.Holds;
  }
  return Cause;
}

} // namespace memlint
