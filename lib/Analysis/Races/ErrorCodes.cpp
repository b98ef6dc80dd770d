//===- ErrorCodes.cpp - Stores of different codes -------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ErrorCodes.h"

#include "DataAddress.h"
#include "Overlap.h"
#include "SelectedAccesses.h"

#include "cuda-memlint/Analysis/Aliasing/ValueSources.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

using namespace llvm;

namespace memlint {

/// \p Site hands on what \p Read gives to a location that the kernel does not read: a report of it.
static bool isHandedOn(const KernelProgram &Kernel, const Access &Site, const Access &Read) {
  return Read.Result && Site.Kind == AccessKind::Store && Site.Value == Read.Result &&
         Site.Object != Read.Object && none_of(Kernel.Accesses, [&](const Access &Other) {
           return Other.Object == Site.Object && Other.Kind != AccessKind::Store;
         });
}

/// Calls \p Visit for whatever the kernel computes from numbers, but for reports of \p Read, and
/// whether that is a condition.
static void forEachUse(const KernelProgram &Kernel, const Access &Read,
                       function_ref<void(ExprRef, bool)> Visit) {
  auto VisitAll = [&](ArrayRef<ExprRef> Roots, bool AreConditions) {
    for (ExprRef Root : Roots)
      if (Root)
        Visit(Root, AreConditions);
  };
  for (const Access &Each : Kernel.Accesses)
    VisitAll({Each.Offset, isHandedOn(Kernel, Each, Read) ? nullptr : Each.Value, Each.Addend,
              Each.Expected},
             /*AreConditions=*/false);
  for (const Loop &Each : Kernel.Loops) {
    VisitAll(Each.Exits, /*AreConditions=*/true);
    for (const CarriedValue &Variable : Each.Carried)
      VisitAll(Variable.End, /*AreConditions=*/false);
  }
  for (const Node &Each : Kernel.Nodes) {
    VisitAll(Each.Condition, /*AreConditions=*/Each.Cases.empty());
    VisitAll(Each.Cases, /*AreConditions=*/true);
  }
}

/// Nothing that the kernel does differs where \p Read gives \p Code rather than \p Other.
static bool isOneToReader(const RaceSetting &Setting, const Access &Read, ExprRef Code,
                          ExprRef Other) {
  if (Read.IsUnused)
    return true;
  ExprContext &Context = Setting.Context;
  bool IsOne = true;
  bool IsUsed = any_of(Setting.Kernel.Accesses,
                       [&](const Access &Site) { return isHandedOn(Setting.Kernel, Site, Read); });
  auto With = [&](ExprRef Root, bool IsCondition, ExprRef Number) {
    ExprRef Result = Context.substitute(
        Root, [&](ExprRef Leaf) { return Leaf == Read.Result ? Number : nullptr; });
    return IsCondition ? Context.logicalNot(Result) : Result;
  };
  if (Read.Result)
    forEachUse(Setting.Kernel, Read, [&](ExprRef Root, bool IsCondition) {
      if (!dependsOn(Root, Read))
        return;
      IsUsed = true;
      IsOne &= With(Root, IsCondition, Code) == With(Root, IsCondition, Other);
    });
  // It may have gone to a function whose body is not seen, or into what is not followed.
  return IsUsed && IsOne && Setting.Kernel.WarpOperations.empty() &&
         none_of(Setting.Kernel.Barriers, [](const Barrier &Each) { return Each.HasResult; }) &&
         all_of(Setting.Kernel.Unseen, [](const UnseenEffect &Each) { return Each.OnlyPrints; });
}

static bool isStoreThere(const Access &Each, const Access &Site) {
  return Each.Kind == AccessKind::Store && Each.Object == Site.Object && Each.Offset == Site.Offset;
}

/// Data other than what the location holds lead a thread to \p Store. If \p IsOwn, they do so not
/// for the reason alone that they do not lead it to another store there.
static bool hasReason(const RaceSetting &Setting, const Access &Store, bool IsOwn) {
  auto IsOtherwise = [&](ExprRef Part) {
    ExprRef Opposite = Setting.Context.logicalNot(Part);
    return any_of(Setting.Kernel.Accesses, [&](const Access &Other) {
      return isStoreThere(Other, Store) && any_of(Other.Guards, [&](ExprRef Guard) {
               return Guard == Opposite || is_contained(partsOf(Guard, ExprKind::And), Opposite);
             });
    });
  };
  auto IsOfLocation = [&](ExprRef Leaf) {
    const Access *Source = sourceOf(Setting.Kernel, Leaf);
    return Source && Source->Object == Store.Object;
  };
  return any_of(Store.Guards, [&](ExprRef Guard) {
    return any_of(partsOf(Guard, ExprKind::And), [&](ExprRef Part) {
      return anyLeaf(Part, isData) && !anyLeaf(Part, IsOfLocation) &&
             !(IsOwn && (IsOtherwise(Guard) || IsOtherwise(Part)));
    });
  });
}

/// A thread may store neither: of `if (x) *mode = 1; else *mode = 2;` it stores one.
static bool mayStoreNeither(const RaceSetting &Setting, const Access &First, const Access &Second) {
  return hasReason(Setting, First, false) && hasReason(Setting, Second, false) &&
         (hasReason(Setting, First, true) || hasReason(Setting, Second, true));
}

bool areErrorCodes(const RaceSetting &Setting, const Access &First, const Access &Second) {
  if (!isStoreThere(First, Second) || Second.Kind != AccessKind::Store || !First.Offset ||
      First.Bytes != Second.Bytes || !First.Value || !Second.Value ||
      !isSamePlace(Setting.Kernel, First, Second))
    return false;
  ExprRef Code = Setting.specialise(First.Value), Other = Setting.specialise(Second.Value);
  auto IsCode = [](ExprRef Value) { return Value->isConstant() && !Value->isConstant(0); };
  return IsCode(Code) && IsCode(Other) && Code != Other &&
         mayStoreNeither(Setting, First, Second) &&
         none_of(Setting.Kernel.Accesses, [&](const Access &Each) {
           return Each.Kind != AccessKind::Store &&
                  !(Each.Kind == AccessKind::Atomic && !Each.Result) &&
                  mayShareBytes(Setting.Context, Setting.Kernel, Each, First) &&
                  !isOneToReader(Setting, Each, Code, Other);
         });
}

} // namespace memlint
