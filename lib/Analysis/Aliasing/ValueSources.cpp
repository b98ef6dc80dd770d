//===- ValueSources.cpp - What conditions were read from ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Aliasing/ValueSources.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

bool isValueOf(ExprRef Leaf, const Access &Site) { return Leaf->isLeaf() && Leaf == Site.Result; }

bool dependsOn(ExprRef Root, const Access &Site) {
  return anyLeaf(Root, [&](ExprRef Leaf) { return isValueOf(Leaf, Site); });
}

/// What is stored in the shared variable that \p Leaf was read from.
static ExprRef storedValue(const KernelProgram &Kernel, ExprRef Leaf) {
  auto Load = find_if(Kernel.Accesses, [&](const Access &Site) {
    return Site.Space == MemorySpace::Shared && isValueOf(Leaf, Site);
  });
  if (Load == Kernel.Accesses.end() || !Load->Offset || Load->Offset->varies() == Uniformity::Lane)
    return nullptr;
  ExprRef Value = nullptr;
  for (const Access &Store : Kernel.Accesses) {
    // Dynamic shared memory holds other variables beside this one.
    if (Store.Object != Load->Object || Store.Kind == AccessKind::Load ||
        Store.Offset != Load->Offset)
      continue;
    if (Store.Kind != AccessKind::Store || !Store.Value ||
        (Value && Value != Store.Value && !Store.Value->isConstant()))
      return nullptr;
    if (!Store.Value->isConstant())
      Value = Store.Value;
  }
  bool ByThread = Value && anyLeaf(Value, [](ExprRef Part) {
                    return Part->leaf().Kind == LeafKind::ThreadIndex;
                  });
  return ByThread ? nullptr : Value;
}

ExprRef withStoredValues(ExprContext &Expressions, const KernelProgram &Kernel, ExprRef Root) {
  return Expressions.substitute(Root, [&](ExprRef Leaf) { return storedValue(Kernel, Leaf); });
}

static bool anyConjunct(ExprRef Guard, function_ref<bool(ExprRef)> Holds) {
  if (Guard->kind() == ExprKind::And)
    return anyConjunct(Guard->operands()[0], Holds) || anyConjunct(Guard->operands()[1], Holds);
  // A number that a bool was widened to.
  if (Guard->kind() == ExprKind::Not && Guard->operands()[0]->kind() == ExprKind::Not)
    return anyConjunct(Guard->operands()[0]->operands()[0], Holds);
  return Holds(Guard);
}

bool requiresValueOf(ExprRef Condition, const Access &Site) {
  return anyConjunct(Condition, [&](ExprRef Part) { return dependsOn(Part, Site); });
}

bool isLastArrival(ExprRef Guard, const Access &Site) {
  return anyConjunct(Guard, [&](ExprRef Part) {
    return Part->kind() == ExprKind::Equal && !Part->operands()[0]->isConstant(0) &&
           !Part->operands()[1]->isConstant(0) && dependsOn(Part, Site);
  });
}

std::optional<unsigned> waitingLoop(const KernelProgram &Kernel, const Access &Site) {
  if (Site.Loops.empty())
    return std::nullopt;
  const Loop &Around = Kernel.Loops[Site.Loops.back()];
  if (none_of(Around.Exits, [&](ExprRef Exit) { return dependsOn(Exit, Site); }))
    return std::nullopt;
  bool OnlyWaits = all_of(Kernel.Accesses, [&](const Access &Other) {
    return !is_contained(Other.Loops, Around.Id) || Other.Object == Site.Object;
  });
  return OnlyWaits ? std::optional(Around.Id) : std::nullopt;
}

std::optional<unsigned> pollingLoop(const KernelProgram &Kernel, const Access &Site) {
  std::optional<unsigned> Waiting = waitingLoop(Kernel, Site);
  if (!Waiting || !Site.Offset)
    return Waiting;
  const Loop &Around = Kernel.Loops[*Waiting];
  bool Moves = anyLeaf(Site.Offset,
                       [&](ExprRef Leaf) { return Leaf == Around.Counter || Around.makes(Leaf); });
  return Moves ? std::nullopt : Waiting;
}

} // namespace memlint
