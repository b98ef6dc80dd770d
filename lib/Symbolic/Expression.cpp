//===- Expression.cpp - Index expressions  -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Symbolic/Expression.h"

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

} // namespace memlint
