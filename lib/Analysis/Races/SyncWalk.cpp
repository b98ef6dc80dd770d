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
    : Context(Context), Kernel(Kernel), Before(Kernel.Nodes.size()) {
  for (auto [Id, At] : enumerate(Kernel.Nodes))
    for (auto [Number, Next] : enumerate(At.Successors))
      Before[Next].push_back({unsigned(Id), unsigned(Number)});
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
      for (const Edge &From : Before[Pending.pop_back_val()])
        if (From.Node > Head && !Body.test(From.Node)) {
          Body.set(From.Node);
          Pending.push_back(From.Node);
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

bool SyncWalk::isTaken(const Node &At, unsigned Number, const DenseSet<ExprRef> &Held) const {
  if (At.Kind != NodeKind::Branch)
    return true;
  if (!At.Cases.empty())
    return Held.contains(At.Cases[Number]) ||
           none_of(At.Cases, [&](ExprRef Each) { return Each && Held.contains(Each); });
  if (!At.Condition || At.Successors.size() != 2)
    return true;
  if (Held.contains(At.Condition))
    return Number == 0;
  return !Held.contains(Context.logicalNot(At.Condition)) || Number == 1;
}

/// In the last iteration, a loop with one way out is left there.
bool SyncWalk::mayFollow(const End &From, unsigned Id, unsigned Number) const {
  if (!From.IsLast)
    return true;
  return all_of(From.Site->Loops, [&](unsigned Loop) {
    const BitVector &Body = Bodies[Loop];
    if (Exits[Loop] != 1 || !Body.test(Id))
      return true;
    ArrayRef<unsigned> Next = Kernel.Nodes[Id].Successors;
    bool IsExit = any_of(Next, [&](unsigned Each) { return !Body.test(Each); });
    return !IsExit || !Body.test(Next[Number]);
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

SyncWalk::Steps SyncWalk::signalsBehind(const End &From, const OrderNeeds &Of, Choice Signals,
                                        Choice Stops) const {
  Conditions Held = conditionsOf(From);
  BitVector Seen(unsigned(Kernel.Nodes.size() * 4));
  SmallVector<State, 16> Pending = {{From.Site->NodeId}};
  Steps Result;
  while (!Pending.empty()) {
    State At = Pending.pop_back_val();
    const Node &Passed = Kernel.Nodes[At.Node];
    for (auto [Number, Next] : enumerate(Passed.Successors)) {
      if (!isTaken(Passed, unsigned(Number), At.ByOthers ? Held.OfBlock : Held.Own) ||
          !mayFollow(From, At.Node, unsigned(Number)))
        continue;
      State To = {Next, At.ByOthers, At.HasFence};
      const Node &Reached = Kernel.Nodes[Next];
      pass(Reached, Of, /*IsBackward=*/false, To);
      if (Seen.test(To.number()))
        continue;
      Seen.set(To.number());
      const Access *Site =
          Reached.Kind == NodeKind::Access ? &Kernel.Accesses[Reached.Index] : nullptr;
      if (Site && (!Of.Fences || To.HasFence || releases(*Site, Of.Scope)) && Signals(*Site))
        Result.push_back({Site, To.ByOthers, To.HasFence});
      if (!Site || !Stops(*Site))
        Pending.push_back(To);
    }
  }
  return Result;
}

SyncWalk::Steps SyncWalk::sightsBefore(const End &To, const OrderNeeds &Of, Choice Sights,
                                       Choice Stops) const {
  Conditions Held = conditionsOf(To);
  BitVector Seen(unsigned(Kernel.Nodes.size() * 4));
  SmallVector<State, 16> Pending = {{To.Site->NodeId}};
  Steps Result;
  while (!Pending.empty()) {
    State At = Pending.pop_back_val();
    for (const Edge &Way : Before[At.Node]) {
      // In the first iteration, nothing comes round.
      bool ComesRound =
          To.IsFirst && Way.Node > At.Node &&
          any_of(To.Site->Loops, [&](unsigned Loop) { return Heads[Loop] == At.Node; });
      const Node &Passed = Kernel.Nodes[Way.Node];
      if (ComesRound || !isTaken(Passed, Way.Number, At.ByOthers ? Held.OfBlock : Held.Own))
        continue;
      State From = {Way.Node, At.ByOthers, At.HasFence};
      pass(Passed, Of, /*IsBackward=*/true, From);
      if (Seen.test(From.number()))
        continue;
      Seen.set(From.number());
      const Access *Site =
          Passed.Kind == NodeKind::Access ? &Kernel.Accesses[Passed.Index] : nullptr;
      if (Site && (!Of.Fences || From.HasFence || acquires(*Site, Of.Scope)) && Sights(*Site))
        Result.push_back({Site, From.ByOthers, From.HasFence});
      if (!Site || !Stops(*Site))
        Pending.push_back(From);
    }
  }
  return Result;
}

} // namespace memlint
