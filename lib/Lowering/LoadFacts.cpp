//===- LoadFacts.cpp - What other threads may change ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

namespace memlint {

/// Barriers in memory are taken to be what they nearly always are: for the whole block.
static bool separatesBlock(const Barrier &At) {
  return At.Scope >= BarrierScope::Block && !At.IsArrival;
}

/// Marks what a barrier-free path from \p Start reaches, along \p Edges.
static void reach(const KernelProgram &Program, const std::vector<std::vector<unsigned>> &Edges,
                  unsigned Start, std::vector<bool> &Seen) {
  std::vector<unsigned> Pending = {Start};
  while (!Pending.empty()) {
    unsigned Id = Pending.back();
    Pending.pop_back();
    for (unsigned Next : Edges[Id]) {
      if (Seen[Next])
        continue;
      Seen[Next] = true;
      const Node &Reached = Program.Nodes[Next];
      if (Reached.Kind != NodeKind::Barrier || !separatesBlock(Program.Barriers[Reached.Index]))
        Pending.push_back(Next);
    }
  }
}

/// The two are, or may be, in one object.
static bool mayBeOne(const KernelProgram &Program, const Access &Left, const Access &Right) {
  std::vector<unsigned> Bases = Program.basesOf(Left.Object);
  return llvm::any_of(Program.basesOf(Right.Object),
                      [&](unsigned Base) { return llvm::is_contained(Bases, Base); });
}

std::set<unsigned> loadsThatMayChange(const KernelProgram &Program) {
  std::vector<std::vector<unsigned>> Forward(Program.Nodes.size()), Backward(Program.Nodes.size());
  for (unsigned Id = 0; Id != Program.Nodes.size(); ++Id)
    for (unsigned Next : Program.Nodes[Id].Successors) {
      Forward[Id].push_back(Next);
      Backward[Next].push_back(Id);
    }
  std::set<unsigned> Result;
  for (const Access &Load : Program.Accesses) {
    if (Load.Kind != AccessKind::Load)
      continue;
    std::vector<bool> Seen(Program.Nodes.size(), false);
    reach(Program, Forward, Load.NodeId, Seen);
    reach(Program, Backward, Load.NodeId, Seen);
    // Threads of other blocks are in any interval at any time.
    bool AcrossBlocks = Load.Space != MemorySpace::Shared;
    for (const Access &Other : Program.Accesses)
      if (Other.Kind != AccessKind::Load && mayBeOne(Program, Other, Load) &&
          (AcrossBlocks || Seen[Other.NodeId]))
        Result.insert(Load.Id);
  }
  return Result;
}

LoadFacts KernelLowering::collectLoadFacts() const {
  LoadFacts Facts;
  Facts.Known = true;
  for (unsigned Changing : loadsThatMayChange(Program))
    Facts.MayChange.insert(AccessKeys.at(Changing));
  for (const Access &Site : Program.Accesses) {
    if (Site.Kind == AccessKind::Load)
      continue;
    for (unsigned Base : Program.basesOf(Site.Object))
      if (auto Known = Identities.find(Base); Known != Identities.end())
        Facts.Written.insert(Known->second);
      else
        Facts.WritesLoadedPointers |= Program.Objects[Base].Space != MemorySpace::Local;
  }
  return Facts;
}

} // namespace memlint
