//===- ChosenLocks.cpp - Locks that data choose ---------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChosenLocks.h"

#include "cuda-memlint/Symbolic/Rewriting.h"

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

/// `One != Other`, which says nothing of their order.
static bool saysUnequal(ExprContext &Expressions, ExprRef Part, ExprRef One, ExprRef Other) {
  if (Part->kind() != ExprKind::Not || Part->operands()[0]->kind() != ExprKind::Equal)
    return false;
  ArrayRef<ExprRef> Sides = Part->operands()[0]->operands();
  ExprRef Distance = Expressions.subtract(Sides[0], Sides[1]);
  return Distance == Expressions.subtract(One, Other) ||
         Distance == Expressions.subtract(Other, One);
}

/// `colour[e] == current`: things of one colour may have no lock in common.
static bool isOfOneColour(const Access &Lock) {
  return any_of(Lock.Guards, [&](ExprRef Guard) {
    return any_of(partsOf(Guard, ExprKind::And), [&](ExprRef Part) {
      return Part->kind() == ExprKind::Equal && hasLeaf(Part, LeafKind::Loaded) &&
             (hasLeaf(Part, LeafKind::Parameter) || hasLeaf(Part, LeafKind::LoopCounter));
    });
  });
}

/// `turn == threadIdx.x` in a loop with a barrier: one thread after the other comes to \p Lock.
static bool isByTurns(const KernelProgram &Kernel, const Access &Lock) {
  return any_of(Lock.Guards,
                [&](ExprRef Guard) {
                  return any_of(partsOf(Guard, ExprKind::And), [&](ExprRef Part) {
                    return Part->kind() == ExprKind::Equal &&
                           hasLeaf(Part, LeafKind::LoopCounter) &&
                           hasLeaf(Part, LeafKind::ThreadIndex);
                  });
                }) &&
         any_of(Kernel.Barriers, [&](const Barrier &Each) {
           return any_of(Each.Loops, [&](unsigned Loop) { return is_contained(Lock.Loops, Loop); });
         });
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
  // One lies behind the other in a tree or a list.
  if (anyLeaf(OfOther->Offset, IsOne) || anyLeaf(OfOne->Offset, IsOther))
    return nullptr;
  auto Compares = [&](ExprRef Said) {
    return any_of(partsOf(Said, ExprKind::And), [&](ExprRef Part) {
      return anyLeaf(Part, IsOne) && anyLeaf(Part, IsOther) &&
             !saysUnequal(Expressions, Part, One, Other);
    });
  };
  return Moved == Held.Offset && none_of(Wanted.Guards, Compares) &&
                 none_of(Held.Guards, Compares) && none_of(Kernel.Facts, Compares) &&
                 !isByTurns(Kernel, Held) && !isOfOneColour(Held)
             ? OfOne
             : nullptr;
}

} // namespace memlint
