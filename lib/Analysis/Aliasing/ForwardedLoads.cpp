//===- ForwardedLoads.cpp - Loads that compilers leave out ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Aliasing/ForwardedLoads.h"

#include "cuda-memlint/Symbolic/ConstantDistance.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

using namespace llvm;

namespace memlint {

/// How far back a value is looked for, in nodes of the program: one that is kept for longer
/// competes with those between for a thread's 255 registers.
constexpr size_t MostNodesBetween = 512;

bool isPlainAccess(const Access &Site) {
  return (Site.Kind == AccessKind::Load || Site.Kind == AccessKind::Store) &&
         Site.Form == RequestForm::Plain && Site.Order == AccessOrder::Weak && !Site.IsVolatile &&
         Site.Offset && Site.Reason.empty();
}

bool mayChange(const KernelProgram &Kernel, const Access &Write, const Access &Load) {
  bool IsGeneric = Write.Space == MemorySpace::Generic || Load.Space == MemorySpace::Generic;
  if (Write.Space != Load.Space && !IsGeneric)
    return false;
  const MemoryObject &Its = Kernel.Objects[Write.Object], &Mine = Kernel.Objects[Load.Object];
  if (Write.Object != Load.Object) {
    bool IsOne = Its.OneOf.empty() && Mine.OneOf.empty();
    bool AreArrays = Its.Kind == ObjectKind::StaticShared && Mine.Kind == ObjectKind::StaticShared;
    return !(IsOne && (AreArrays || Its.IsRestrict || Mine.IsRestrict));
  }
  if (!isPlainAccess(Write))
    return true;
  std::optional<int64_t> Apart = constantDistance(Write.Offset, Load.Offset);
  return !Apart || std::abs(*Apart) < int64_t(std::max(Write.Bytes, Load.Bytes));
}

/// Whether each path to \p Load passes by \p Earlier: a depth-first search that leaves it out does
/// not come to the load.
static bool dominates(const KernelProgram &Kernel, const Access &Earlier, const Access &Load) {
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
  return !Seen[Load.NodeId];
}

/// Whether the thread has made \p Other, which comes before \p Load, in the same iteration whenever
/// it makes the load. Conditions that only the load has do not matter where all paths to it pass by
/// the other.
static bool isMadeBefore(const KernelProgram &Kernel, const Access &Other, const Access &Load) {
  return Other.Loops == Load.Loops &&
         (Other.Guards == Load.Guards || dominates(Kernel, Other, Load));
}

const Access *findForwarded(const KernelProgram &Kernel, const Access &Load) {
  bool MayDoAnything =
      any_of(Kernel.Unseen, [](const UnseenEffect &Each) { return !Each.OnlyPrints; });
  if (MayDoAnything || Load.Kind != AccessKind::Load || !isPlainAccess(Load) ||
      !Kernel.Objects[Load.Object].OneOf.empty())
    return nullptr;
  // Nodes are in the order of the program: what may happen between two of one iteration, on
  // whatever path, is numbered between them.
  // A program may have accesses and no graph.
  size_t Before = std::min<size_t>(Load.NodeId, Kernel.Nodes.size());
  size_t First = Before - std::min(Before, MostNodesBetween);
  for (size_t Id = Before; Id-- != First;) {
    const Node &At = Kernel.Nodes[Id];
    switch (At.Kind) {
    case NodeKind::Barrier:
      if (Kernel.Barriers[At.Index].Scope != BarrierScope::Thread)
        return nullptr;
      break;
    case NodeKind::Fence:
    case NodeKind::WarpOperation:
      return nullptr;
    case NodeKind::Access: {
      const Access &Other = Kernel.Accesses[At.Index];
      if (isPlainAccess(Other) && Other.Object == Load.Object && Other.Offset == Load.Offset &&
          Other.Bytes == Load.Bytes && isMadeBefore(Kernel, Other, Load))
        return &Other;
      if (Other.Kind != AccessKind::Load && mayChange(Kernel, Other, Load))
        return nullptr;
      break;
    }
    default:
      break;
    }
  }
  return nullptr;
}

} // namespace memlint
