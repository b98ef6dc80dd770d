//===- SyncWalk.cpp - What a thread releases and acquires -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SyncWalk.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

bool releases(const Access &Site, ThreadScope Scope) {
  return Site.Order >= AccessOrder::Release && Site.Scope >= Scope;
}

bool acquires(const Access &Site, ThreadScope Scope) {
  return Site.Order >= AccessOrder::Acquire && Site.Order != AccessOrder::Release &&
         Site.Scope >= Scope;
}

SyncWalk::SyncWalk(ExprContext &Context, const KernelProgram &Kernel)
    : Kernel(Kernel), Before(Kernel.Nodes.size()), Behind(Kernel.Nodes.size()) {
  for (auto [Id, At] : enumerate(Kernel.Nodes)) {
    for (auto [Number, Next] : enumerate(At.Successors)) {
      Edge Way = {unsigned(Id), unsigned(Number), Next};
      Behind[Id].push_back(Way);
      Before[Next].push_back(Way);
    }
    Opposites.push_back(At.Condition ? Context.logicalNot(At.Condition) : nullptr);
  }
  findLoops();
}

/// The natural loop of each head: what leads back to it without leaving it. Nodes of a loop, and
/// behind it, have larger numbers than its head.
void SyncWalk::findLoops() {
  Heads.resize(Kernel.Loops.size());
  Exits.resize(Kernel.Loops.size());
  Bodies.assign(Kernel.Loops.size(), BitVector(unsigned(Kernel.Nodes.size())));
  for (auto [Id, At] : enumerate(Kernel.Nodes)) {
    if (At.Kind != NodeKind::LoopHead)
      continue;
    unsigned Head = unsigned(Id);
    BitVector &Body = Bodies[At.Index];
    Heads[At.Index] = Head;
    Body.set(Head);
    SmallVector<unsigned, 16> Pending = {Head};
    while (!Pending.empty())
      for (const Edge &Way : Before[Pending.pop_back_val()])
        if (Way.From > Head && !Body.test(Way.From)) {
          Body.set(Way.From);
          Pending.push_back(Way.From);
        }
    for (unsigned Node : Body.set_bits())
      Exits[At.Index] +=
          count_if(Kernel.Nodes[Node].Successors, [&](unsigned Next) { return !Body.test(Next); });
  }
}

/// Conditions on what others read or count are not those of other iterations.
SyncWalk::Conditions SyncWalk::conditionsOf(const End &At) const {
  Conditions Result;
  bool IsOneIteration = At.IsLast || At.IsFirst || At.Site->Loops.empty();
  for (ExprRef Guard : At.Site->Guards) {
    bool IsSteady = true, IsOfBlock = true;
    forEachLeaf(Guard, [&](ExprRef Leaf) {
      LeafKind Kind = Leaf->leaf().Kind;
      IsSteady &=
          Kind != LeafKind::LoopCounter && Kind != LeafKind::Loaded && Kind != LeafKind::Opaque;
      IsOfBlock &= Kind != LeafKind::ThreadIndex;
    });
    if (IsSteady || IsOneIteration)
      Result.Own.insert(Guard);
    if (IsSteady && IsOfBlock)
      Result.OfBlock.insert(Guard);
  }
  return Result;
}

bool SyncWalk::isTaken(const Edge &Way, const DenseSet<ExprRef> &Held) const {
  const Node &At = Kernel.Nodes[Way.From];
  if (At.Kind != NodeKind::Branch)
    return true;
  if (!At.Cases.empty())
    return Held.contains(At.Cases[Way.Number]) ||
           none_of(At.Cases, [&](ExprRef Each) { return Each && Held.contains(Each); });
  if (!At.Condition || At.Successors.size() != 2)
    return true;
  if (Held.contains(At.Condition))
    return Way.Number == 0;
  return !Held.contains(Opposites[Way.From]) || Way.Number == 1;
}

/// In the last iteration, a loop with one way out is left there.
bool SyncWalk::mayFollow(const End &From, const Edge &Way) const {
  if (!From.IsLast)
    return true;
  return all_of(From.Site->Loops, [&](unsigned Loop) {
    const BitVector &Body = Bodies[Loop];
    if (Exits[Loop] != 1 || !Body.test(Way.From))
      return true;
    bool IsExit =
        any_of(Kernel.Nodes[Way.From].Successors, [&](unsigned Each) { return !Body.test(Each); });
    return !IsExit || !Body.test(Way.To);
  });
}

/// What a barrier's threads have done before it comes before what they do behind it. That a thread
/// of the device releases it takes a fence of its own.
void SyncWalk::pass(const Node &At, const OrderNeeds &Of, bool IsBackward, State &To) const {
  if (At.Kind == NodeKind::Fence)
    To.HasFence |= Kernel.Fences[At.Index].Scope >= Of.Scope;
  if (At.Kind != NodeKind::Barrier || Kernel.Barriers[At.Index].Scope == BarrierScope::Thread)
    return;
  const Barrier &Passed = Kernel.Barriers[At.Index];
  To.ByOthers = true;
  bool OfBlock = Passed.Scope >= BarrierScope::Named;
  To.HasFence |= (OfBlock && (IsBackward || Of.Scope <= ThreadScope::Block)) ||
                 Passed.IsUncertain || Passed.Scope >= BarrierScope::Cluster;
}

bool SyncWalk::isForWholeBlock(const Node &At) const {
  return At.Kind == NodeKind::Barrier && !Kernel.Barriers[At.Index].IsUncertain &&
         Kernel.Barriers[At.Index].Scope >= BarrierScope::Block;
}

/// In the first iteration, nothing comes round.
bool SyncWalk::comesRound(const End &To, const Edge &Way) const {
  return To.IsFirst && Way.From > Way.To &&
         any_of(To.Site->Loops, [&](unsigned Loop) { return Heads[Loop] == Way.To; });
}

/// A depth-first search through nodes and what has been passed on the way there.
SyncWalk::Steps SyncWalk::search(const End &Start, const OrderNeeds &Of, bool IsBackward,
                                 Choice Wanted, Choice Stops) const {
  Conditions Held = conditionsOf(Start);
  BitVector Seen(unsigned(Kernel.Nodes.size() * 4));
  SmallVector<State, 16> Pending = {{Start.Site->NodeId}};
  Steps Result;
  while (!Pending.empty()) {
    State At = Pending.pop_back_val();
    for (const Edge &Way : (IsBackward ? Before : Behind)[At.Node]) {
      if (!isTaken(Way, At.ByOthers ? Held.OfBlock : Held.Own) ||
          (IsBackward ? comesRound(Start, Way) : !mayFollow(Start, Way)))
        continue;
      State Next = {IsBackward ? Way.From : Way.To, At.ByOthers, At.HasFence};
      const Node &Reached = Kernel.Nodes[Next.Node];
      if (Of.InBlock && isForWholeBlock(Reached))
        continue;
      pass(Reached, Of, IsBackward, Next);
      if (Seen.test(Next.number()))
        continue;
      Seen.set(Next.number());
      const Access *Site =
          Reached.Kind == NodeKind::Access ? &Kernel.Accesses[Reached.Index] : nullptr;
      bool IsOrdered = Site && (!Of.Fences || Next.HasFence ||
                                (IsBackward ? acquires : releases)(*Site, Of.Scope));
      if (IsOrdered && Wanted(*Site))
        Result.push_back({Site, Next.ByOthers, Next.HasFence});
      if (!Site || !Stops(*Site))
        Pending.push_back(Next);
    }
  }
  return Result;
}

SyncWalk::Steps SyncWalk::signalsBehind(const End &From, const OrderNeeds &Of, Choice Signals,
                                        Choice Stops) const {
  return search(From, Of, /*IsBackward=*/false, Signals, Stops);
}

SyncWalk::Steps SyncWalk::sightsBefore(const End &To, const OrderNeeds &Of, Choice Sights,
                                       Choice Stops) const {
  return search(To, Of, /*IsBackward=*/true, Sights, Stops);
}

} // namespace memlint
