//===- StraightCode.cpp - Accesses of one basic block ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Aliasing/StraightCode.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

using namespace llvm;

namespace memlint {

bool dominates(const KernelProgram &Kernel, const Access &Earlier, const Access &Later) {
  // A depth-first search that leaves the earlier one out does not come to the later one.
  std::vector<bool> Seen(Kernel.Nodes.size());
  SmallVector<unsigned> Open;
  auto Visit = [&](unsigned Id) {
    if (Id == Earlier.NodeId || Seen[Id])
      return;
    Seen[Id] = true;
    Open.push_back(Id);
  };
  for (auto [Id, At] : enumerate(Kernel.Nodes))
    if (At.Kind == NodeKind::Entry)
      Visit(unsigned(Id));
  while (!Open.empty())
    for (unsigned Next : Kernel.Nodes[Open.pop_back_val()].Successors)
      Visit(Next);
  return !Seen[Later.NodeId];
}

bool isUnrolled(const Loop &Around) {
  return Around.Counter && Around.UnrollCount != 1u && Around.Exits.size() == 1 &&
         allLeaves(Around.Exits.front(), [&](ExprRef Leaf) { return Leaf == Around.Counter; });
}

/// What a thread does in \p At that compilers do not make in any other basic block; null: nothing.
static const Site *effectOf(const KernelProgram &Kernel, const Node &At) {
  switch (At.Kind) {
  case NodeKind::Access: {
    // Local arrays are in registers, and constant memory is read without a branch.
    const Access &Other = Kernel.Accesses[At.Index];
    bool IsFree =
        Other.IsUnused || Other.Space == MemorySpace::Local || Other.Space == MemorySpace::Constant;
    return IsFree ? nullptr : &Other;
  }
  case NodeKind::Barrier:
    return &Kernel.Barriers[At.Index];
  case NodeKind::Fence:
    return &Kernel.Fences[At.Index];
  case NodeKind::WarpOperation:
    return &Kernel.WarpOperations[At.Index];
  default:
    return nullptr;
  }
}

bool areUnderSameTests(const KernelProgram &Kernel, const Access &Earlier, const Access &Later) {
  if (Earlier.Guards != Later.Guards || Earlier.Loops != Later.Loops)
    return false;
  size_t End = std::min<size_t>(Later.NodeId, Kernel.Nodes.size());
  for (size_t Id = Earlier.NodeId + 1; Id < End; ++Id) {
    const Node &At = Kernel.Nodes[Id];
    if (At.Kind == NodeKind::LoopHead && !isUnrolled(Kernel.Loops[At.Index]))
      return false;
    if (const Site *Effect = effectOf(Kernel, At); Effect && Effect->Guards != Earlier.Guards)
      return false;
  }
  return true;
}

bool areInStraightCode(const KernelProgram &Kernel, const Access &Earlier, const Access &Later) {
  if (!areUnderSameTests(Kernel, Earlier, Later))
    return false;
  size_t End = std::min<size_t>(Later.NodeId, Kernel.Nodes.size());
  ArrayRef<Node> Between =
      ArrayRef(Kernel.Nodes).take_front(End).drop_front(std::min<size_t>(Earlier.NodeId + 1, End));
  bool HasBranch = any_of(Between, [](const Node &At) { return At.Kind == NodeKind::Branch; });
  // The same condition may be tested twice.
  return !HasBranch || Earlier.Guards.empty() || dominates(Kernel, Earlier, Later);
}

} // namespace memlint
