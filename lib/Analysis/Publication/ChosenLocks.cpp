//===- ChosenLocks.cpp - Locks that data choose ---------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChosenLocks.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// The one value from memory that says where \p Lock is; null: there are several, or it depends on
/// more than that and arguments.
static ExprRef choiceOf(const Access &Lock) {
  ExprRef Choice = nullptr;
  bool IsAlone = allLeaves(Lock.Offset, [&](ExprRef Leaf) {
    if (Leaf->leaf().Kind == LeafKind::Parameter)
      return true;
    bool IsOne = Leaf->leaf().Kind == LeafKind::Loaded && (!Choice || Choice == Leaf);
    Choice = Leaf;
    return IsOne;
  });
  return IsAlone ? Choice : nullptr;
}

/// A load from memory that the kernel does not write.
static const Access *loadOf(const KernelProgram &Kernel, ExprRef Value) {
  auto Read = find_if(Kernel.Accesses, [&](const Access &Each) { return Each.Result == Value; });
  bool IsInput = Read != Kernel.Accesses.end() && Read->Kind == AccessKind::Load && Read->Offset &&
                 Kernel.Objects[Read->Object].OneOf.empty() &&
                 none_of(Kernel.Accesses, [&](const Access &Each) {
                   return Each.Kind != AccessKind::Load && Each.Object == Read->Object;
                 });
  return IsInput ? &*Read : nullptr;
}

const Access *findFreeChoice(ExprContext &Expressions, const KernelProgram &Kernel,
                             const Access &Held, const Access &Wanted) {
  if (Held.Object != Wanted.Object || !Kernel.Objects[Held.Object].OneOf.empty())
    return nullptr;
  ExprRef One = choiceOf(Held), Other = choiceOf(Wanted);
  if (!One || !Other || One == Other)
    return nullptr;
  const Access *OfOne = loadOf(Kernel, One), *OfOther = loadOf(Kernel, Other);
  if (!OfOne || !OfOther || (OfOne->Object == OfOther->Object && OfOne->Offset == OfOther->Offset))
    return nullptr;
  auto IsOne = [&](ExprRef Leaf) { return Leaf == One; };
  auto IsOther = [&](ExprRef Leaf) { return Leaf == Other; };
  ExprRef Moved = Expressions.substitute(
      Wanted.Offset, [&](ExprRef Leaf) { return IsOther(Leaf) ? One : nullptr; });
  auto Compares = [&](ExprRef Guard) { return anyLeaf(Guard, IsOne) && anyLeaf(Guard, IsOther); };
  return Moved == Held.Offset && none_of(Wanted.Guards, Compares) && none_of(Held.Guards, Compares)
             ? OfOne
             : nullptr;
}

} // namespace memlint
