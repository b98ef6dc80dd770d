//===- LeafIdentities.cpp - Expressions of different contexts -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Values that were read and values that are not understood have ids that count in their context.
/// Both files make them in the same order, so that the first of a name in one is the first of
/// that name in the other.
///
//===----------------------------------------------------------------------===//

#include "LeafIdentities.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace llvm;

namespace memlint {

void LeafIdentities::add(ExprRef Root) {
  forEachLeaf(Root, [&](ExprRef Leaf) { Leaves.insert(Leaf); });
}

/// Its id counts in the context.
static bool isCounted(const LeafInfo &Leaf) {
  return Leaf.Kind == LeafKind::Loaded || Leaf.Kind == LeafKind::Opaque;
}

/// One leaf of the context stands for all values like this.
static bool isShared(const LeafInfo &Leaf) {
  return Leaf.Id == std::numeric_limits<uint32_t>::max();
}

static uint64_t describe(const LeafInfo &Leaf) {
  bool CountsInProgram = Leaf.Kind == LeafKind::Parameter;
  return hash_combine(Leaf.Kind, Leaf.Dimension, Leaf.Reason, Leaf.Varies, Leaf.Range.Low,
                      Leaf.Range.High, Leaf.Modulus.LogModulus, Leaf.Modulus.Residue, Leaf.Name,
                      CountsInProgram ? Leaf.Id : 0);
}

void LeafIdentities::number() {
  SmallVector<ExprRef, 32> Sorted(Leaves.begin(), Leaves.end());
  sort(Sorted, [](ExprRef Left, ExprRef Right) {
    return std::pair(Left->leaf().Id, Left->number()) <
           std::pair(Right->leaf().Id, Right->number());
  });
  std::map<uint64_t, unsigned> Seen;
  for (ExprRef Leaf : Sorted) {
    const LeafInfo &Info = Leaf->leaf();
    uint64_t Described = describe(Info);
    uint64_t Identity = hash_combine(Described, Seen[Described]++);
    for (const Loop &Each : Program.Loops) {
      if (Each.Counter == Leaf)
        Identity = hash_combine(Identity, /*IsMade=*/false, Each.Id);
      else if (isCounted(Info) && !isShared(Info) && Each.makes(Leaf))
        Identity = hash_combine(Identity, /*IsMade=*/true, Each.Id);
    }
    Identities[Leaf] = Identity;
  }
}

static bool isCommutative(ExprKind Kind) {
  switch (Kind) {
  case ExprKind::BitAnd:
  case ExprKind::BitOr:
  case ExprKind::BitXor:
  case ExprKind::Minimum:
  case ExprKind::Maximum:
  case ExprKind::Equal:
  case ExprKind::And:
  case ExprKind::Or:
    return true;
  default:
    return false;
  }
}

/// Operands have their identities.
uint64_t LeafIdentities::hashOf(ExprRef Expression) {
  auto Known = [&](ExprRef Operand) { return Identities.lookup(Operand); };
  SmallVector<uint64_t, 4> Operands(map_range(Expression->operands(), Known));
  if (isCommutative(Expression->kind()))
    sort(Operands);
  SmallVector<uint64_t, 4> Terms;
  for (const Monomial &Part : Expression->terms()) {
    SmallVector<uint64_t, 4> Factors(map_range(Part.Factors, Known));
    sort(Factors);
    Terms.push_back(
        hash_combine(Part.Coefficient, hash_combine_range(Factors.begin(), Factors.end())));
  }
  sort(Terms);
  return hash_combine(Expression->kind(), Expression->constantTerm(), Expression->wrapBits(),
                      Expression->wrapSigned(),
                      hash_combine_range(Operands.begin(), Operands.end()),
                      hash_combine_range(Terms.begin(), Terms.end()));
}

uint64_t LeafIdentities::identityOf(ExprRef Root) {
  SmallVector<ExprRef, 16> Pending = {Root};
  while (!Pending.empty()) {
    ExprRef Next = Pending.back();
    if (Identities.contains(Next)) {
      Pending.pop_back();
      continue;
    }
    size_t Before = Pending.size();
    auto Need = [&](ExprRef Operand) {
      if (!Identities.contains(Operand))
        Pending.push_back(Operand);
    };
    for_each(Next->operands(), Need);
    for (const Monomial &Part : Next->terms())
      for_each(Part.Factors, Need);
    if (Pending.size() != Before)
      continue;
    Identities[Next] = hashOf(Next);
    Pending.pop_back();
  }
  return Identities.lookup(Root);
}

} // namespace memlint
