//===- HoistedLoads.cpp - Loads that compilers make before a loop ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Aliasing/HoistedLoads.h"

#include "cuda-memlint/Analysis/Aliasing/ForwardedLoads.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

using namespace llvm;

namespace memlint {

namespace {

/// The nodes of one loop.
class LoopNodes {
public:
  LoopNodes(const KernelProgram &Kernel, unsigned Loop) : Kernel(Kernel) {
    auto Found = find_if(Kernel.Nodes, [&](const Node &Each) {
      return Each.Kind == NodeKind::LoopHead && Each.Index == Loop;
    });
    if (Found == Kernel.Nodes.end())
      return;
    Head = unsigned(Found - Kernel.Nodes.begin());
    collect();
  }

  const BitVector &nodes() const { return Nodes; }

  /// No iteration goes on or ends without passing \p Id, but for the loop's own condition.
  bool isPassedEachTime(unsigned Id) const {
    if (Nodes.empty() || !Nodes.test(Id))
      return false;
    // Without a condition of its own at the top, a loop has none that is not behind its body.
    unsigned Condition = Head;
    for (size_t Passed = 0; Passed < Kernel.Nodes.size() && Condition != Id &&
                            Kernel.Nodes[Condition].Successors.size() == 1;
         ++Passed)
      Condition = Kernel.Nodes[Condition].Successors.front();
    BitVector Reached(Nodes.size());
    Reached.set(Head);
    SmallVector<unsigned, 32> Open = {Head};
    while (!Open.empty()) {
      unsigned At = Open.pop_back_val();
      for (unsigned Next : Kernel.Nodes[At].Successors) {
        if (Next == Head || (!Nodes.test(Next) && At != Condition))
          return false;
        if (Next == Id || !Nodes.test(Next) || Reached.test(Next))
          continue;
        Reached.set(Next);
        Open.push_back(Next);
      }
    }
    return true;
  }

private:
  /// Those from which control comes round to the head. Nodes are in the order of the program.
  void collect() {
    std::vector<SmallVector<unsigned, 2>> Predecessors(Kernel.Nodes.size());
    for (auto [Id, At] : enumerate(Kernel.Nodes))
      for (unsigned Next : At.Successors)
        Predecessors[Next].push_back(unsigned(Id));
    Nodes.resize(unsigned(Kernel.Nodes.size()));
    Nodes.set(Head);
    SmallVector<unsigned, 32> Open;
    auto Add = [&](unsigned Id) {
      if (!Nodes.test(Id))
        Open.push_back(Id);
      Nodes.set(Id);
    };
    for (unsigned Id : Predecessors[Head])
      if (Id > Head)
        Add(Id);
    while (!Open.empty())
      for (unsigned Id : Predecessors[Open.pop_back_val()])
        Add(Id);
  }

  const KernelProgram &Kernel;
  unsigned Head = 0;
  BitVector Nodes;
};

} // namespace

static bool isInvariant(ExprRef Root, const Loop &In) {
  return allLeaves(Root, [&](ExprRef Leaf) {
    LeafKind Kind = Leaf->leaf().Kind;
    bool IsMade = (Kind == LeafKind::Opaque || Kind == LeafKind::Loaded) && In.makes(Leaf);
    return Leaf != In.Counter && !IsMade;
  });
}

/// Whether \p Passed keeps compilers from making \p Load before it instead of behind it.
static bool keepsInPlace(const KernelProgram &Kernel, const Node &Passed, const Access &Load) {
  switch (Passed.Kind) {
  case NodeKind::Barrier:
    return Kernel.Barriers[Passed.Index].Scope != BarrierScope::Thread;
  case NodeKind::Fence:
  case NodeKind::WarpOperation:
    return true;
  case NodeKind::Access: {
    const Access &Site = Kernel.Accesses[Passed.Index];
    if (Site.Kind == AccessKind::Load)
      return Site.IsVolatile || Site.Order != AccessOrder::Weak;
    return Site.Kind != AccessKind::Store || mayChange(Kernel, Site, Load);
  }
  default:
    return false;
  }
}

std::optional<Access> hoistedLoad(ExprContext &Expressions, const KernelProgram &Kernel,
                                  const Access &Load) {
  bool IsOfArray = Load.Space == MemorySpace::Global || Load.Space == MemorySpace::Shared;
  if (Load.Kind != AccessKind::Load || !isPlainAccess(Load) || !IsOfArray || Load.IsUnused ||
      Load.Loops.empty() || Load.NodeId >= Kernel.Nodes.size() || !Kernel.Unseen.empty() ||
      !Kernel.Objects[Load.Object].OneOf.empty())
    return std::nullopt;
  const Loop &Around = Kernel.Loops[Load.Loops.back()];
  if (!isInvariant(Load.Offset, Around))
    return std::nullopt;
  LoopNodes Body(Kernel, Around.Id);
  if (!Body.isPassedEachTime(Load.NodeId) || any_of(Body.nodes().set_bits(), [&](unsigned Id) {
        return keepsInPlace(Kernel, Kernel.Nodes[Id], Load);
      }))
    return std::nullopt;
  Access Hoisted = Load;
  Hoisted.Loops.pop_back();
  // What lets a thread into the first iteration lets it make the load.
  for (ExprRef &Guard : Hoisted.Guards)
    Guard = Expressions.substitute(Guard, [&](ExprRef Leaf) {
      return Leaf == Around.Counter ? Expressions.constant(0) : nullptr;
    });
  if (any_of(Hoisted.Guards, [&](ExprRef Guard) { return !isInvariant(Guard, Around); }))
    return std::nullopt;
  return Hoisted;
}

} // namespace memlint
