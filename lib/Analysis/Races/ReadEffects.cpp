//===- ReadEffects.cpp - What a racing read decides -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadEffects.h"

#include "BarrierRemoval.h"
#include "Conflicts.h"
#include "Overlap.h"

#include "cuda-memlint/Analysis/Aliasing/ValueSources.h"
#include "cuda-memlint/Model/BarrierFreePaths.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

ReadEffects::ReadEffects(const RaceSetting &Setting, const CriticalSections &Sections,
                         const Access &Store, const DataAddress &Where, ThreadPair Kind,
                         IsOneNumber IsOne)
    : Setting(Setting), Kernel(Setting.Kernel), Sections(Sections), Store(Store), Where(Where),
      Kind(Kind), IsOne(std::move(IsOne)) {
  if (Where.isByData())
    return;
  for (ExprRef Guard : Store.Guards)
    for (ExprRef Part : partsOf(Guard, ExprKind::And)) {
      bool IsOfThread = anyLeaf(Part, [&](ExprRef Leaf) {
        return isData(Leaf) && !RaceSetting::isCommon(Leaf->leaf(), Kind);
      });
      bool IsOfFlag = any_of(Kernel.Accesses, [&](const Access &Each) {
        return Each.Object == Store.Object && dependsOn(Part, Each);
      });
      if (IsOfThread && !IsOfFlag)
        Reasons.push_back(Part);
    }
}

/// One thread more changes the sum. An atomic of floating-point numbers that is a loop where the
/// device lacks an instruction is always an addition.
static bool counts(const Access &Site) {
  if (Site.Addend)
    return addsNumber(Site);
  bool IsFloat = Site.Update == AtomicUpdate::Other && !Site.Result;
  return Site.Update == AtomicUpdate::Add || Site.Update == AtomicUpdate::Xor ||
         (IsFloat && Site.Form == RequestForm::AtomicLoop);
}

/// \p Leaf is the value of a variable at the start of an iteration, which the iteration before has
/// set by the outcome of \p Read; or it is a ballot about that outcome.
bool ReadEffects::isCarried(ExprRef Leaf, const Access &Read) const {
  return any_of(Kernel.Loops,
                [&](const Loop &Each) {
                  return any_of(Each.Carried, [&](const CarriedValue &Variable) {
                    return Variable.Start == Leaf && Variable.End && dependsOn(Variable.End, Read);
                  });
                }) ||
         any_of(Kernel.WarpOperations, [&](const WarpOperation &Each) {
           return Each.Ballot == Leaf && Each.Vote && dependsOn(Each.Vote, Read);
         });
}

/// \p Leaf has no known source and may depend on the outcome of \p Read: by a loop that carries it
/// on, by a vote, or by an exchange of lanes.
bool ReadEffects::mayCarry(ExprRef Leaf, const Access &Read) const {
  const LeafInfo &Info = Leaf->leaf();
  if (Info.Kind != LeafKind::Opaque || !Read.Result || Leaf->number() < Read.Result->number() ||
      sourceOf(Kernel, Leaf))
    return false;
  if (Info.Reason == OpaqueReason::ControlFlow)
    return any_of(Kernel.Loops, [&](const Loop &Each) {
      // What the variables of a loop behind the test begin with is not known.
      if (!is_contained(Read.Loops, Each.Id))
        return Each.FirstValue > Read.Result->number() && Leaf->number() >= Each.FirstValue;
      return Leaf->number() >= Each.EndValue &&
             any_of(Each.Carried,
                    [&](const CarriedValue &Variable) { return isCarried(Variable.Start, Read); });
    });
  bool IsBallot =
      any_of(Kernel.WarpOperations, [&](const WarpOperation &Each) { return Each.Ballot == Leaf; });
  return !IsBallot &&
         (any_of(Kernel.WarpOperations,
                 [&](const WarpOperation &Each) { return Each.NodeId > Read.NodeId; }) ||
          any_of(Kernel.Barriers,
                 [&](const Barrier &Each) { return Each.HasResult && Each.NodeId > Read.NodeId; }));
}

/// The value goes into an address, another value, or what an atomic adds or expects.
bool ReadEffects::isUsed(const Access &Read) const {
  auto Depends = [&](ExprRef Root) {
    return Root && (dependsOn(Root, Read) ||
                    anyLeaf(Root, [&](ExprRef Leaf) { return isCarried(Leaf, Read); }));
  };
  return any_of(Kernel.Accesses, [&](const Access &Site) {
    return any_of(ArrayRef{Site.Offset, Site.Value, Site.Addend, Site.Expected}, Depends);
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

/// Two threads that meet at the location write values by \p Site that differ, where they have its
/// location in common: each its own number, that of something that it is at, or data of its own.
bool ReadEffects::storesOwnValue(const Access &Site) const {
  if (Site.Kind != AccessKind::Store || !Site.Offset || !Site.Value)
    return false;
  ExprRef Value = Setting.specialise(Site.Value);
  // `distance[w] = distance[v] + 1`: those that meet at `w` come from one distance.
  auto IsStep = [&](ExprRef Leaf) {
    const Access *Source = isData(Leaf) ? sourceOf(Kernel, Leaf) : nullptr;
    ExprRef Step = Setting.Context.subtract(Value, Leaf);
    return Source && Source->Object == Site.Object && Step->isConstant() && !Step->isConstant(0);
  };
  return anyLeaf(Value, [&](ExprRef Leaf) {
    bool IsOfLocation = Where.IsValueItself && is_contained(Where.Values, Leaf);
    // What a loop behind the test counts is the same for both at one location.
    bool IsInside = Leaf->leaf().Kind == LeafKind::LoopCounter &&
                    is_contained(Site.Loops, Leaf->leaf().Id) &&
                    !is_contained(Store.Loops, Leaf->leaf().Id);
    return !IsOfLocation && !IsInside && !IsOne(Leaf, Site) && !IsStep(Leaf);
  });
}

/// Only threads come to \p At that find all the reasons for the store.
bool ReadEffects::isForReason(const Site &At) const {
  return all_of(Reasons, [&](ExprRef Reason) {
    return any_of(At.Guards, [&](ExprRef Guard) {
      return is_contained(partsOf(Guard, ExprKind::And), Reason);
    });
  });
}

bool isByOneThread(const Access &Store, ThreadPair Kind) {
  LeafKind Index =
      Kind == ThreadPair::DifferentBlocks ? LeafKind::BlockIndex : LeafKind::ThreadIndex;
  return any_of(Store.Guards, [&](ExprRef Guard) {
    return any_of(partsOf(Guard, ExprKind::And), [&](ExprRef Part) {
      return Part->kind() == ExprKind::Equal && hasLeaf(Part, Index) && !anyLeaf(Part, isData);
    });
  });
}

/// One thread alone hands on by \p Site that what \p Store writes was found by \p Read: `if (any &&
/// threadIdx.x == 0) error[blockIdx.x] = 1;`. Nobody does so where it comes too early.
bool ReadEffects::isLeftToOne(const Access &Site, const Access &Read) const {
  if (!Read.Result || !Store.Value || !isByOneThread(Site, Kind) || isByOneThread(Store, Kind))
    return false;
  ExprRef Value = Setting.specialise(Store.Value);
  return Value->isConstant() && all_of(Site.Guards, [&](ExprRef Guard) {
           ExprRef WhereFound = Setting.Context.substitute(
               Guard, [&](ExprRef Leaf) { return Leaf == Read.Result ? Value : nullptr; });
           return !Setting.Context.logicalNot(WhereFound)->isConstant(1);
         });
}

/// A thread that has not come to \p Site, by what it has found, may read what is left there.
bool ReadEffects::isReadBehind(const Access &Site, const Access &Read) const {
  BarrierScope Least = leastScopeBetween(Kind);
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
           isForReason(Site) && !isTestedAgain(Site, Read);
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
                  (((isOwn(Site, Read) || storesOwnValue(Site)) && isForReason(Site) &&
                    !isTestedAgain(Site, Read)) ||
                   isLeftToOne(Site, Read) || isReadBehind(Site, Read));
         });
}

bool ReadEffects::mayMatter(const Access &Read) const {
  auto Carries = [&](ExprRef Root) {
    return Root && anyLeaf(Root, [&](ExprRef Leaf) { return mayCarry(Leaf, Read); });
  };
  return any_of(Kernel.Accesses, [&](const Access &Site) {
    if (Site.Kind == AccessKind::Load || isOfLocation(Site))
      return false;
    bool IsUnknown = Site.Kind == AccessKind::Store && !Site.Value && isBehindTest(Site, Read) &&
                     isForReason(Site) && !isTestedAgain(Site, Read);
    return IsUnknown ||
           any_of(ArrayRef{Site.Offset, Site.Value, Site.Addend, Site.Expected}, Carries) ||
           any_of(Site.Guards, Carries);
  });
}

} // namespace memlint
