//===- SelectedAccesses.cpp - One of several objects ----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SelectedAccesses.h"

#include "PlacedSite.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

static bool isUnknownObject(const MemoryObject &Object) {
  return Object.Kind == ObjectKind::Unknown && Object.OneOf.empty();
}

bool isAmbiguous(const KernelProgram &Kernel, const Access &Site) {
  const MemoryObject &Object = Kernel.Objects[Site.Object];
  if (Object.OneOf.empty())
    return isUnknownObject(Object);
  return !Site.OffsetInSelected ||
         any_of(Object.OneOf, [&](unsigned Base) { return isUnknownObject(Kernel.Objects[Base]); });
}

bool isChosenByData(const KernelProgram &Kernel, const Access &Site) {
  const MemoryObject &Object = Kernel.Objects[Site.Object];
  return !Object.OneOf.empty() && !Site.OffsetInSelected && Site.Offset &&
         Site.Space == MemorySpace::Global &&
         (Site.Kind == AccessKind::Load || Site.Kind == AccessKind::Store) &&
         all_of(Object.OneOf, [&](unsigned Base) {
           return Kernel.Objects[Base].Kind == ObjectKind::Parameter ||
                  Kernel.Objects[Base].Kind == ObjectKind::DeviceVariable;
         });
}

/// Whether \p Selector is \p Number.
static ExprRef isSelected(ExprContext &Context, ExprRef Selector, int64_t Number) {
  if (Selector->kind() != ExprKind::Select)
    return Context.equal(Selector, Context.constant(Number));
  ExprRef Condition = Selector->operands()[0];
  return Context.logicalOr(
      Context.logicalAnd(Condition, isSelected(Context, Selector->operands()[1], Number)),
      Context.logicalAnd(Context.logicalNot(Condition),
                         isSelected(Context, Selector->operands()[2], Number)));
}

std::vector<Access> accessesByObject(ExprContext &Context, const KernelProgram &Kernel,
                                     const Access &Site) {
  std::vector<Access> Result;
  if (isAmbiguous(Kernel, Site))
    return Result;
  std::vector<unsigned> Bases = Kernel.basesOf(Site.Object);
  for (unsigned Base : Bases) {
    Access One = Site;
    if (Site.Selector) {
      ExprRef IsOne = isSelected(Context, Site.Selector, Base);
      if (IsOne->isConstant(0))
        continue;
      if (!IsOne->isConstant())
        One.Guards.push_back(IsOne);
      One.Object = Base;
      One.Space = Kernel.Objects[Base].Space;
      One.Offset = Site.OffsetInSelected;
    }
    Result.push_back(std::move(One));
  }
  return Result;
}

static bool isLoaded(const MemoryObject &Object) {
  return Object.Kind == ObjectKind::LoadedPointer;
}

/// The two may be the same memory. Distinct pointer parameters do not alias.
static bool mayCoincide(const MemoryObject &First, const MemoryObject &Second) {
  if (&First == &Second || isUnknownObject(First) || isUnknownObject(Second))
    return true;
  if (First.Space != Second.Space)
    return false;
  if (First.Kind == ObjectKind::DynamicShared && Second.Kind == ObjectKind::DynamicShared)
    return true;
  // Loaded in different iterations, two pointers may be one, which `restrict` does not exclude.
  if (isLoaded(First) && isLoaded(Second))
    return true;
  return (isLoaded(First) || isLoaded(Second)) && !First.IsRestrict && !Second.IsRestrict;
}

bool isSamePlace(const KernelProgram &Kernel, const Access &One, const Access &Other) {
  if (One.Object != Other.Object || isAmbiguous(Kernel, One) || isAmbiguous(Kernel, Other) ||
      !One.Offset || One.Offset != Other.Offset)
    return false;
  return Kernel.Objects[One.Object].OneOf.empty() ||
         (One.Selector == Other.Selector && One.OffsetInSelected == Other.OffsetInSelected);
}

bool isOnePointer(const MemoryObject &Object, ThreadPair Between) {
  return !isLoaded(Object) ||
         Object.PointerVaries <=
             (Between == ThreadPair::DifferentBlocks ? Uniformity::Grid : Uniformity::Block);
}

bool isSameObject(const RaceSetting &Setting, const Access &One, const Access &Other,
                  ThreadPair Between) {
  const KernelProgram &Kernel = Setting.Kernel;
  if (One.Object != Other.Object || isAmbiguous(Kernel, One) || isAmbiguous(Kernel, Other) ||
      !all_of(Kernel.basesOf(One.Object),
              [&](unsigned Base) { return isOnePointer(Kernel.Objects[Base], Between); }))
    return false;
  if (Kernel.Objects[One.Object].OneOf.empty())
    return true;
  ExprRef Selector = Setting.specialise(One.Selector);
  return Selector == Setting.specialise(Other.Selector) && allLeaves(Selector, [&](ExprRef Leaf) {
           return RaceSetting::isCommon(Leaf->leaf(), Between);
         });
}

bool hasLoadedBase(const KernelProgram &Kernel, const Access &Site) {
  return any_of(Kernel.basesOf(Site.Object),
                [&](unsigned Base) { return isLoaded(Kernel.Objects[Base]); });
}

bool anyBases(const KernelProgram &Kernel, const Access &First, const Access &Second,
              function_ref<bool(const MemoryObject &Left, const MemoryObject &Right)> Holds) {
  std::vector<unsigned> Others = Kernel.basesOf(Second.Object);
  return any_of(Kernel.basesOf(First.Object), [&](unsigned Left) {
    return any_of(
        Others, [&](unsigned Right) { return Holds(Kernel.Objects[Left], Kernel.Objects[Right]); });
  });
}

bool mayAliasThroughLoaded(const KernelProgram &Kernel, const Access &First, const Access &Second) {
  return anyBases(Kernel, First, Second, [](const MemoryObject &Left, const MemoryObject &Right) {
    return &Left != &Right && (isLoaded(Left) || isLoaded(Right)) && mayCoincide(Left, Right);
  });
}

bool mayShareObject(const KernelProgram &Kernel, const Access &First, const Access &Second) {
  return anyBases(Kernel, First, Second, mayCoincide);
}

bool isReplacedOnce(const KernelProgram &Kernel, const Access &Swap) {
  return Swap.Expected && Swap.Value && Swap.Expected->isConstant() &&
         Swap.Value != Swap.Expected && all_of(Kernel.Accesses, [&](const Access &Other) {
           return Other.Kind == AccessKind::Load || !mayShareObject(Kernel, Swap, Other) ||
                  (Other.Form == RequestForm::CompareAndSwap && Other.Expected == Swap.Expected);
         });
}

} // namespace memlint
