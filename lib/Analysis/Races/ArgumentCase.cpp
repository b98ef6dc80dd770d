//===- ArgumentCase.cpp - Conditions that arguments decide ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArgumentCase.h"

#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace memlint {

void ArgumentCase::assume(ExprContext &Context, ExprRef Condition, bool Holds) {
  Outcomes[Condition] = Holds;
  Outcomes[Context.logicalNot(Condition)] = !Holds;
}

namespace {

/// Rebuilds an expression bottom-up; each node once.
class Replacer {
public:
  Replacer(ExprContext &Context, const DenseMap<ExprRef, bool> &Outcomes)
      : Context(Context), Outcomes(Outcomes) {}

  ExprRef replace(ExprRef Root) {
    if (auto Known = Outcomes.find(Root); Known != Outcomes.end())
      return Context.constant(Known->second);
    if (Root->isConstant() || Root->isLeaf())
      return Root;
    if (auto Seen = Done.find(Root); Seen != Done.end())
      return Seen->second;
    ExprRef New =
        Root->kind() == ExprKind::Polynomial ? replaceFactors(Root) : replaceOperands(Root);
    Done[Root] = New;
    return New;
  }

private:
  ExprRef replaceFactors(ExprRef Sum) {
    ExprRef New = Context.constant(Sum->constantTerm());
    for (const Monomial &Part : Sum->terms()) {
      ExprRef Product = Context.constant(Part.Coefficient);
      for (ExprRef Factor : Part.Factors)
        Product = Context.multiply(Product, replace(Factor));
      New = Context.add(New, Product);
    }
    return New;
  }

  ExprRef replaceOperands(ExprRef Root) {
    SmallVector<ExprRef, 3> Operands;
    bool IsChanged = false;
    for (ExprRef Operand : Root->operands()) {
      Operands.push_back(replace(Operand));
      IsChanged |= Operands.back() != Operand;
    }
    return IsChanged ? Context.withOperands(Root, Operands) : Root;
  }

  ExprContext &Context;
  const DenseMap<ExprRef, bool> &Outcomes;
  DenseMap<ExprRef, ExprRef> Done;
};

} // namespace

ExprRef ArgumentCase::apply(ExprContext &Context, ExprRef Root) const {
  return Outcomes.empty() ? Root : Replacer(Context, Outcomes).replace(Root);
}

} // namespace memlint
