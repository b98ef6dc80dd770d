//===- LeftOutAccesses.cpp - Accesses that compilers leave out ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Aliasing/LeftOutAccesses.h"

#include "cuda-memlint/Analysis/Aliasing/ForwardedLoads.h"
#include "cuda-memlint/Analysis/Aliasing/StraightCode.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

bool isPlainGlobalAccess(const KernelProgram &Kernel, const Access &Site) {
  return Site.Space == MemorySpace::Global && isPlainAccess(Site) && !Site.IsUnused &&
         Kernel.Objects[Site.Object].OneOf.empty();
}

static bool haveSameBytes(const Access &Left, const Access &Right) {
  return Left.Object == Right.Object && Left.Offset == Right.Offset && Left.Bytes == Right.Bytes &&
         Left.Written == Right.Written;
}

/// Those that follow \p Site, as far as compilers are taken to look.
static ArrayRef<Node> nodesBehind(const KernelProgram &Kernel, const Access &Site) {
  ArrayRef<Node> All = Kernel.Nodes;
  return All.drop_front(std::min<size_t>(Site.NodeId + 1, All.size())).take_front(MostNodesBetween);
}

/// Whether \p At may read the bytes that \p Store stores, as far as a compiler knows.
static bool mayRead(const KernelProgram &Kernel, const Node &At, const Access &Store) {
  if (At.Kind != NodeKind::Access)
    return mayBeChangedBy(Kernel, At, Store);
  const Access &Other = Kernel.Accesses[At.Index];
  if (Other.Kind == AccessKind::Store && isPlainAccess(Other))
    return false;
  if (Other.Kind != AccessKind::Load)
    return mayChange(Kernel, Other, Store);
  return !Other.IsUnused && mayChange(Kernel, Store, Other) && !findForwarded(Kernel, Other);
}

static bool isOverwritten(const KernelProgram &Kernel, const Access &Store) {
  if (Store.Kind != AccessKind::Store)
    return false;
  ArrayRef<Node> Behind = nodesBehind(Kernel, Store);
  for (auto [Index, At] : enumerate(Behind)) {
    if (At.Kind != NodeKind::Access)
      continue;
    const Access &Later = Kernel.Accesses[At.Index];
    if (Later.Kind == AccessKind::Store && isPlainGlobalAccess(Kernel, Later) &&
        haveSameBytes(Later, Store))
      return areInStraightCode(Kernel, Store, Later) &&
             none_of(Behind.take_front(Index),
                     [&](const Node &Between) { return mayRead(Kernel, Between, Store); });
  }
  return false;
}

bool isLeftOut(const KernelProgram &Kernel, const Access &Site) {
  if (Site.IsUnused || findForwarded(Kernel, Site))
    return true;
  bool MayDoAnything =
      any_of(Kernel.Unseen, [](const UnseenEffect &Each) { return !Each.OnlyPrints; });
  return !MayDoAnything && isPlainGlobalAccess(Kernel, Site) && isOverwritten(Kernel, Site);
}

} // namespace memlint
