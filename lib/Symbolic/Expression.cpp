//===- Expression.cpp - Index expressions  -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Symbolic/Expression.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace memlint {

void Expr::Profile(FoldingSetNodeID &Id) const {
  Id.AddInteger(unsigned(Kind));
  Id.AddInteger(Value);
  Id.AddInteger(unsigned(WrapBits) * 2 + WrapSigned);
  for (ExprRef Operand : Operands)
    Id.AddPointer(Operand);
  for (const Monomial &Part : Terms) {
    Id.AddInteger(Part.Coefficient);
    Id.AddInteger(Part.Factors.size());
    for (ExprRef Factor : Part.Factors)
      Id.AddPointer(Factor);
  }
  if (!Leaf)
    return;
  Id.AddInteger(unsigned(Leaf->Kind) | unsigned(Leaf->Dimension) << 8 |
                unsigned(Leaf->Reason) << 16 | unsigned(Leaf->Varies) << 24);
  Id.AddInteger(Leaf->Id);
  Id.AddInteger(Leaf->Range.Low);
  Id.AddInteger(Leaf->Range.High);
  Id.AddInteger(Leaf->Modulus.LogModulus);
  Id.AddInteger(Leaf->Modulus.Residue);
  Id.AddString(Leaf->Name);
}

bool allLeaves(ExprRef Root, function_ref<bool(ExprRef)> Holds) {
  DenseSet<ExprRef> Seen;
  SmallVector<ExprRef, 16> Pending = {Root};
  while (!Pending.empty()) {
    ExprRef Node = Pending.pop_back_val();
    if (!Seen.insert(Node).second)
      continue;
    if (Node->isLeaf() && !Holds(Node))
      return false;
    Pending.append(Node->operands().begin(), Node->operands().end());
    for (const Monomial &Part : Node->terms())
      Pending.append(Part.Factors.begin(), Part.Factors.end());
  }
  return true;
}

bool anyLeaf(ExprRef Root, function_ref<bool(ExprRef)> Holds) {
  return !allLeaves(Root, [&](ExprRef Leaf) { return !Holds(Leaf); });
}

void forEachLeaf(ExprRef Root, function_ref<void(ExprRef)> Visit) {
  allLeaves(Root, [&](ExprRef Leaf) {
    Visit(Leaf);
    return true;
  });
}

} // namespace memlint
