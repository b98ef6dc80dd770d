//===- OrderedPaths.cpp - Ways past fences --------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderedPaths.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// The same whenever a thread of a launch evaluates it.
static bool isSteady(ExprRef Condition) {
  return allLeaves(Condition, [&](ExprRef Leaf) {
    LeafKind Kind = Leaf->leaf().Kind;
    return Kind != LeafKind::LoopCounter && Kind != LeafKind::Loaded && Kind != LeafKind::Opaque;
  });
}

bool isTwoWay(const Node &Of) {
  return Of.Kind == NodeKind::Branch && Of.Condition && Of.Cases.empty() &&
         Of.Successors.size() == 2;
}

bool hasPath(ExprContext &Expressions, const KernelProgram &Kernel, const Site &From,
             const Site &To, function_ref<bool(const Node &)> Stops) {
  if (From.NodeId >= Kernel.Nodes.size())
    return false;
  DenseSet<ExprRef> Held;
  for (const Site *At : {&From, &To})
    for (ExprRef Guard : At->Guards)
      if (isSteady(Guard))
        Held.insert(Guard);
  std::vector<bool> Seen(Kernel.Nodes.size(), false);
  SmallVector<unsigned, 16> Pending;
  auto Reach = [&](unsigned Id) {
    if (Id < Seen.size() && !Seen[Id]) {
      Seen[Id] = true;
      if (Id == To.NodeId || !Stops(Kernel.Nodes[Id]))
        Pending.push_back(Id);
    }
  };
  auto Leave = [&](const Node &Of) {
    bool Decides = isTwoWay(Of);
    if (Decides && Held.contains(Of.Condition))
      return Reach(Of.Successors[0]);
    if (Decides && Held.contains(Expressions.logicalNot(Of.Condition)))
      return Reach(Of.Successors[1]);
    for (unsigned Next : Of.Successors)
      Reach(Next);
  };
  Leave(Kernel.Nodes[From.NodeId]);
  while (!Pending.empty()) {
    unsigned Id = Pending.pop_back_val();
    if (Id == To.NodeId)
      return true;
    Leave(Kernel.Nodes[Id]);
  }
  return false;
}

bool isRelease(const Access &Site) {
  return Site.Order >= AccessOrder::Release && Site.Scope >= ThreadScope::Device;
}

bool isAcquire(const Access &Site) {
  return Site.Order >= AccessOrder::Acquire && Site.Order != AccessOrder::Release &&
         Site.Scope >= ThreadScope::Device;
}

bool ordersStores(const KernelProgram &Kernel, const Node &Of) {
  if (Of.Kind == NodeKind::Fence)
    return Kernel.Fences[Of.Index].Scope >= ThreadScope::Device;
  if (Of.Kind == NodeKind::Access)
    return isRelease(Kernel.Accesses[Of.Index]);
  if (Of.Kind != NodeKind::Barrier)
    return false;
  const Barrier &At = Kernel.Barriers[Of.Index];
  return At.IsUncertain || At.Scope >= BarrierScope::Cluster;
}

bool ordersLoads(const KernelProgram &Kernel, const Node &Of) {
  if (Of.Kind == NodeKind::Fence)
    return Kernel.Fences[Of.Index].Scope >= ThreadScope::Device;
  if (Of.Kind == NodeKind::Access)
    return isAcquire(Kernel.Accesses[Of.Index]);
  return Of.Kind == NodeKind::Barrier && Kernel.Barriers[Of.Index].Scope != BarrierScope::Thread;
}

} // namespace memlint
