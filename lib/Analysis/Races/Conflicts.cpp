//===- Conflicts.cpp - Which pairs of accesses conflict -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conflicts.h"

#include "BarrierRemoval.h"
#include "SelectedAccesses.h"

#include "cuda-memlint/Analysis/Aliasing/ValueSources.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

bool addsNothing(const Access &Site) { return Site.Addend && Site.Addend->isConstant(0); }

bool addsNumber(const Access &Site) { return Site.Addend && !addsNothing(Site); }

bool writes(const Access &Site) {
  return Site.Kind != AccessKind::Load && !addsNothing(Site) &&
         !(Site.Kind == AccessKind::AsyncCopy && Site.Space == MemorySpace::Global);
}

bool isLookedAt(MemorySpace Space) {
  return Space == MemorySpace::Shared || Space == MemorySpace::Global;
}

/// It may be a synchronisation of its own.
static bool isSignal(const Access &Site) {
  return Site.Space == MemorySpace::Global && seesOthers(Site);
}

/// \p Store writes what depends on what \p Read has found in what may be the same variable.
static bool updates(const KernelProgram &Kernel, const Access &Read, const Access &Store) {
  return Read.Kind == AccessKind::Load && Store.Kind == AccessKind::Store && Read.Result &&
         Store.Value && anyLeaf(Store.Value, [&](ExprRef Leaf) { return Leaf == Read.Result; }) &&
         anyBases(Kernel, Read, Store, [](const MemoryObject &Left, const MemoryObject &Right) {
           return &Left == &Right;
         });
}

/// It is one half of an update of a volatile variable, such as `count++`. That is not a flag that
/// others poll, and volatile does not make it one step.
bool Conflicts::isOfUpdate(const Access &Site) {
  auto [Known, IsNew] = OfUpdate.try_emplace(&Site);
  if (IsNew)
    Known->second = Site.Order < AccessOrder::Relaxed &&
                    any_of(
                        Kernel.Accesses,
                        [&](const Access &Other) {
                          return updates(Kernel, Site, Other) || updates(Kernel, Other, Site);
                        });
  return Known->second;
}

/// `if (*stop) return;`: a constant that others set at any time decides where the thread goes, and
/// nothing else. Volatile, it is not read once for all.
bool Conflicts::isHint(const Access &Read, const Access &Store) {
  return Read.Kind == AccessKind::Load && Store.Kind == AccessKind::Store && Read.Result &&
         Store.Value && Store.Value->isConstant() && onlyDecides(Read);
}

/// What \p Read gives goes into no address and no value; a value that is not followed, such as a
/// floating-point number, may have been chosen by it.
bool Conflicts::onlyDecides(const Access &Read) {
  auto [Known, IsNew] = OnlyDecides.try_emplace(&Read);
  if (IsNew)
    Known->second = none_of(Kernel.Accesses, [&](const Access &Each) {
      auto Depends = [&](ExprRef Root) { return Root && dependsOn(Root, Read); };
      return any_of(ArrayRef{Each.Offset, Each.Value, Each.Addend, Each.Expected}, Depends) ||
             (Each.Kind == AccessKind::Store && !Each.Value && Each.NodeId > Read.NodeId &&
              none_of(Each.Guards, Depends));
    });
  return Known->second;
}

static bool isAtomic(const Access &Site, ThreadPair Between) {
  bool Is = Site.Kind == AccessKind::Atomic || Site.Order >= AccessOrder::Relaxed;
  return Is && (Between != ThreadPair::DifferentBlocks || Site.Scope >= ThreadScope::Device ||
                Site.Scope == ThreadScope::Cluster);
}

bool Conflicts::canConflict(const Access &First, const Access &Second, ThreadPair Between) {
  if (!writes(First) && !writes(Second))
    return false;
  if (Options.Removal)
    return orderMatters(Kernel, First, Second);
  // Threads that copy together share the work out.
  if (&First == &Second && First.IsDivided)
    return false;
  if (isAtomic(First, Between) && isAtomic(Second, Between))
    return &First != &Second && Between != ThreadPair::DifferentBlocks &&
           areAtomics(First, Second) && First.Space == MemorySpace::Shared &&
           orderMatters(Kernel, First, Second);
  if (!isSignal(First) || !isSignal(Second) || (isOfUpdate(First) && isOfUpdate(Second)))
    return true;
  if (areAtomics(First, Second))
    return Between == ThreadPair::DifferentBlocks;
  return !isHint(First, Second) && !isHint(Second, First);
}

} // namespace memlint
