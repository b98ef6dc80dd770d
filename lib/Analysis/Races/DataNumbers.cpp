//===- DataNumbers.cpp - Indices computed from what is not followed -------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataNumbers.h"

#include "DataAddress.h"

#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

static bool isOpaque(ExprRef Leaf, OpaqueReason Reason) {
  const LeafInfo &Info = Leaf->leaf();
  return Info.Kind == LeafKind::Opaque && Info.Reason == Reason && Info.Varies == Uniformity::Lane;
}

static bool isLoadOfNumber(const Access &Site) {
  return Site.Kind == AccessKind::Load && !Site.Result && !Site.LoadedObject;
}

bool isMadeOfNumbers(const KernelProgram &Kernel, ExprRef Leaf, const Access &Store) {
  return isOpaque(Leaf, OpaqueReason::DataDependent) &&
         any_of(Kernel.Accesses, [&](const Access &Each) {
           return isLoadOfNumber(Each) && Each.Object != Store.Object &&
                  Each.NodeId < Store.NodeId && Each.Offset &&
                  Each.Offset->varies() == Uniformity::Lane;
         });
}

/// Numbers that are not followed may be no floating-point ones: elements of variables of the
/// thread, volatile data, textures, what functions give whose body is not seen, or what lanes
/// exchange.
static bool hasOtherNumbers(const KernelProgram &Kernel) {
  return !Kernel.Unseen.empty() || !Kernel.WarpOperations.empty() ||
         any_of(Kernel.Accesses, [](const Access &Each) {
           return Each.IsVolatile ||
                  (Each.Space != MemorySpace::Global && Each.Space != MemorySpace::Shared &&
                   Each.Space != MemorySpace::Constant);
         });
}

bool isRoundedFromIntegers(const KernelProgram &Kernel, ExprRef Leaf) {
  bool HasArithmetic = !Kernel.Work.empty() || Kernel.HasOtherWork;
  return isOpaque(Leaf, OpaqueReason::DataDependent) && HasArithmetic &&
         any_of(Kernel.UnfollowedUses,
                [](ExprRef Number) { return Number->varies() == Uniformity::Lane; }) &&
         !hasOtherNumbers(Kernel);
}

bool isBestOfNumbers(const KernelProgram &Kernel, ExprRef Leaf, const Access &Store) {
  return isOpaque(Leaf, OpaqueReason::ControlFlow) && any_of(Kernel.Loops, [&](const Loop &Each) {
           auto IsInside = [&](const Access &Site) { return is_contained(Site.Loops, Each.Id); };
           return !IsInside(Store) && Leaf->number() >= Each.EndValue &&
                  none_of(Each.Exits, [](ExprRef Exit) { return anyLeaf(Exit, isData); }) &&
                  any_of(Kernel.Accesses, IsInside) &&
                  all_of(Kernel.Accesses, [&](const Access &Site) {
                    return !IsInside(Site) || isLoadOfNumber(Site);
                  });
         });
}

} // namespace memlint
