//===- OrderedPaths.cpp - Ways past fences --------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Barriers/OrderedPaths.h"

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

bool isTwoWay(const Node &Passed) {
  return Passed.Kind == NodeKind::Branch && Passed.Condition && Passed.Cases.empty() &&
         Passed.Successors.size() == 2;
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
  auto Leave = [&](const Node &Passed) {
    bool Decides = isTwoWay(Passed);
    if (Decides && Held.contains(Passed.Condition))
      return Reach(Passed.Successors[0]);
    if (Decides && Held.contains(Expressions.logicalNot(Passed.Condition)))
      return Reach(Passed.Successors[1]);
    for (unsigned Next : Passed.Successors)
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

bool ordersStores(const KernelProgram &Kernel, const Node &Passed) {
  if (Passed.Kind == NodeKind::Fence)
    return Kernel.Fences[Passed.Index].Scope >= ThreadScope::Device;
  if (Passed.Kind == NodeKind::Access)
    return isRelease(Kernel.Accesses[Passed.Index]);
  if (Passed.Kind != NodeKind::Barrier)
    return false;
  const Barrier &At = Kernel.Barriers[Passed.Index];
  return At.IsUncertain || At.Scope >= BarrierScope::Cluster;
}

bool ordersLoads(const KernelProgram &Kernel, const Node &Passed) {
  if (Passed.Kind == NodeKind::Fence)
    return Kernel.Fences[Passed.Index].Scope >= ThreadScope::Device;
  if (Passed.Kind == NodeKind::Access)
    return isAcquire(Kernel.Accesses[Passed.Index]);
  return Passed.Kind == NodeKind::Barrier &&
         Kernel.Barriers[Passed.Index].Scope != BarrierScope::Thread;
}

} // namespace memlint
