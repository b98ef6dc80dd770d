//===- ReadEffects.cpp - What a racing read decides -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadEffects.h"

#include "Overlap.h"

#include "cuda-memlint/Analysis/Aliasing/ValueSources.h"
#include "cuda-memlint/Model/BarrierFreePaths.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

ReadEffects::ReadEffects(const RaceSetting &Setting, const CriticalSections &Sections,
                         const Access &Store, const DataAddress &Where, ThreadPair Kind)
    : Setting(Setting), Kernel(Setting.Kernel), Sections(Sections), Store(Store), Where(Where),
      Kind(Kind) {}

/// One thread more changes the sum. There is no other atomic of floating-point numbers that is a
/// loop where the device lacks an instruction.
static bool counts(const Access &Site) {
  if (Site.Addend)
    return !Site.Addend->isConstant(0);
  bool IsFloat = Site.Update == AtomicUpdate::Other && !Site.Result;
  return Site.Update == AtomicUpdate::Add || Site.Update == AtomicUpdate::Xor ||
         (IsFloat && Site.Form == RequestForm::AtomicLoop);
}

/// The value goes into an address, another value, or what an atomic adds or expects.
bool ReadEffects::isUsed(const Access &Read) const {
  return any_of(Kernel.Accesses, [&](const Access &Site) {
    return any_of(ArrayRef{Site.Offset, Site.Value, Site.Addend, Site.Expected},
                  [&](ExprRef Root) { return Root && dependsOn(Root, Read); });
  });
}

/// Whether a thread comes to \p At, or how often, depends on what it finds by \p Read.
bool ReadEffects::isBehindTest(const Site &At, const Access &Read) const {
  auto Depends = [&](ExprRef Root) { return dependsOn(Root, Read); };
  return any_of(At.Guards, Depends) ||
         any_of(At.Loops, [&](unsigned Loop) { return any_of(Kernel.Loops[Loop].Exits, Depends); });
}

bool ReadEffects::isOfLocation(const Access &Site) const {
  return Site.Object == Store.Object && Site.Offset &&
         Setting.specialise(Site.Offset) == Where.Offset;
}

/// An atomic at the location, or a load under a lock, repeats the test by \p Read on the way to
/// \p Site.
bool ReadEffects::isTestedAgain(const Access &Site, const Access &Read) const {
  return any_of(Kernel.Accesses, [&](const Access &Other) {
    return &Other != &Read && Other.Result && isOfLocation(Other) && isBehindTest(Site, Other) &&
           (Other.Kind == AccessKind::Atomic ||
            any_of(Sections.all(), [&](const CriticalSection &Each) {
              return Each.IsKept && Sections.holderAt(Each, Other) == LockHolder::Thread;
            }));
  });
}

/// Two threads that meet at the location come to different ones by \p Site.
bool ReadEffects::isOwn(const Access &Site, const Access &Read) const {
  return Site.Offset && anyLeaf(Setting.specialise(Site.Offset), [&](ExprRef Leaf) {
           const LeafInfo &Info = Leaf->leaf();
           if (Info.Kind == LeafKind::LoopCounter)
             return is_contained(Read.Loops, Info.Id);
           bool IsMadeAnew =
               any_of(Read.Loops, [&](unsigned Loop) { return Kernel.Loops[Loop].makes(Leaf); });
           return !is_contained(Where.Values, Leaf) &&
                  (!RaceSetting::isCommon(Info, Kind) || (isData(Leaf) && IsMadeAnew));
         });
}

/// \p Site writes, for the index at which two threads meet, the number of something that the thread
/// is at, such as the vertex that it comes from.
bool ReadEffects::saysWhereFrom(const Access &Site) const {
  auto HasLeaf = [](ExprRef Root, ExprRef Leaf) {
    return anyLeaf(Root, [&](ExprRef Each) { return Each == Leaf; });
  };
  if (Site.Kind != AccessKind::Store || Site.Object == Store.Object || !Site.Offset ||
      !Site.Value || !Where.isByData() ||
      !all_of(Where.Values, [&](ExprRef Value) { return HasLeaf(Site.Offset, Value); }))
    return false;
  return anyLeaf(Site.Value, [&](ExprRef Leaf) {
    LeafKind Of = Leaf->leaf().Kind;
    return Of == LeafKind::ThreadIndex || Of == LeafKind::BlockIndex ||
           Of == LeafKind::LoopCounter || any_of(Kernel.Accesses, [&](const Access &Each) {
             return Each.Kind == AccessKind::Load && Each.Offset && HasLeaf(Each.Offset, Leaf);
           });
  });
}

/// A thread that has not come to \p Site, by what it has found, may read what is left there.
bool ReadEffects::isReadBehind(const Access &Site, const Access &Read) const {
  BarrierScope Least =
      Kind == ThreadPair::DifferentBlocks ? BarrierScope::Cluster : BarrierScope::Block;
  BarrierFreePaths Paths(Kernel,
                         [&](unsigned Number) { return Kernel.Barriers[Number].Scope >= Least; });
  std::optional<std::vector<bool>> Reached;
  return any_of(Kernel.Accesses, [&](const Access &Load) {
    if (Load.Kind != AccessKind::Load || Load.NodeId <= Site.NodeId || isBehindTest(Load, Read) ||
        !mayShareBytes(Setting.Context, Kernel, Site, Load))
      return false;
    if (!Reached)
      Reached = Paths.from(Site.NodeId);
    return bool((*Reached)[Load.NodeId]);
  });
}

bool ReadEffects::usesElsewhere(ExprRef Number) const {
  auto HasIt = [&](ExprRef Root) {
    return Root && anyLeaf(Root, [&](ExprRef Leaf) { return Leaf == Number; });
  };
  return any_of(Kernel.Accesses, [&](const Access &Site) {
    return HasIt(Site.Value) || HasIt(Site.Addend) || (HasIt(Site.Offset) && !isOfLocation(Site));
  });
}

bool ReadEffects::matterToCounts(const Access &Read) const {
  return any_of(Kernel.Accesses, [&](const Access &Site) {
    return Site.Kind == AccessKind::Atomic && counts(Site) && isBehindTest(Site, Read) &&
           !isTestedAgain(Site, Read);
  });
}

bool ReadEffects::matter(const Access &Read) const {
  return isUsed(Read) || matterToCounts(Read) ||
         any_of(Kernel.Barriers,
                [&](const Barrier &Each) {
                  return Each.Scope >= BarrierScope::Named && isBehindTest(Each, Read);
                }) ||
         any_of(Kernel.Accesses, [&](const Access &Site) {
           return Site.Kind != AccessKind::Load && isBehindTest(Site, Read) &&
                  !isOfLocation(Site) &&
                  (((isOwn(Site, Read) || saysWhereFrom(Site)) && !isTestedAgain(Site, Read)) ||
                   isReadBehind(Site, Read));
         });
}

} // namespace memlint
