//===- LoopCycles.cpp - What each iteration passes ------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopCycles.h"

#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

LoopCycles::LoopCycles(const KernelProgram &Kernel)
    : Kernel(Kernel), Predecessors(Kernel.Nodes.size()) {
  for (auto [Id, At] : enumerate(Kernel.Nodes))
    for (unsigned Next : At.Successors)
      Predecessors[Next].push_back(unsigned(Id));
}

LoopCycle LoopCycles::cycleOf(unsigned Head) {
  LoopCycle Result{Head, BitVector(unsigned(Kernel.Nodes.size()))};
  Result.Nodes.set(Head);
  SmallVector<unsigned, 32> Pending;
  auto Add = [&](unsigned Id) {
    if (!Result.Nodes.test(Id))
      Pending.push_back(Id);
    Result.Nodes.set(Id);
  };
  // Nodes are in the order of the program.
  for (unsigned Id : Predecessors[Head])
    if (Id > Head)
      Add(Id);
  while (!Pending.empty()) {
    unsigned At = Pending.pop_back_val();
    Steps += Predecessors[At].size();
    for (unsigned Id : Predecessors[At])
      Add(Id);
  }
  return Result;
}

BitVector LoopCycles::reach(unsigned From, unsigned Without, bool Backwards) {
  BitVector Reached(unsigned(Kernel.Nodes.size()));
  SmallVector<unsigned, 32> Pending = {From};
  while (!Pending.empty()) {
    unsigned At = Pending.pop_back_val();
    ArrayRef<unsigned> Next = Backwards ? ArrayRef<unsigned>(Predecessors[At])
                                        : ArrayRef<unsigned>(Kernel.Nodes[At].Successors);
    Steps += Next.size();
    for (unsigned Each : Next) {
      if (Each == Without || Reached.test(Each))
        continue;
      Reached.set(Each);
      Pending.push_back(Each);
    }
  }
  return Reached;
}

bool LoopCycles::isDoneEachTime(unsigned Node, const LoopCycle &Body) {
  BitVector Before = reach(Body.Head, Node);
  Before.set(Body.Head);
  Before &= Body.Nodes;
  unsigned Condition = Body.Head;
  // A loop that never ends has no condition.
  for (size_t Passed = 0;
       Passed < Kernel.Nodes.size() && Kernel.Nodes[Condition].Successors.size() == 1; ++Passed)
    Condition = Kernel.Nodes[Condition].Successors.front();
  for (unsigned Id : Before.set_bits())
    for (unsigned Next : Kernel.Nodes[Id].Successors)
      if (Next == Body.Head || (!Body.Nodes.test(Next) && Id != Condition))
        return false;
  return true;
}

bool isInvariant(ExprRef Root, const Loop &In, function_ref<bool(ExprRef Loaded)> IsSame) {
  return allLeaves(Root, [&](ExprRef Leaf) {
    LeafKind Kind = Leaf->leaf().Kind;
    if ((Kind != LeafKind::Opaque && Kind != LeafKind::Loaded) || !In.makes(Leaf))
      return Leaf != In.Counter;
    return Kind == LeafKind::Loaded && IsSame(Leaf);
  });
}

bool isMemoryClobber(const KernelProgram &Kernel, const Node &Passed) {
  if (Passed.Kind == NodeKind::Barrier)
    return Kernel.Barriers[Passed.Index].Scope != BarrierScope::Thread;
  return Passed.Kind == NodeKind::Fence || Passed.Kind == NodeKind::WarpOperation;
}

} // namespace memlint
