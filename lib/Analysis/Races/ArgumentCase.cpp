//===- ArgumentCase.cpp - Conditions that arguments decide ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArgumentCase.h"

#include "cuda-memlint/Symbolic/Rewriting.h"

using namespace llvm;

namespace memlint {

void ArgumentCase::assume(ExprContext &Context, ExprRef Condition, bool Holds) {
  Outcomes[Condition] = Holds;
  Outcomes[Context.logicalNot(Condition)] = !Holds;
}

ExprRef ArgumentCase::apply(ExprContext &Context, ExprRef Root) const {
  if (Outcomes.empty())
    return Root;
  return rewrite(Context, Root, [&](ExprRef Node) {
    auto Known = Outcomes.find(Node);
    return Known == Outcomes.end() ? nullptr : Context.constant(Known->second);
  });
}

} // namespace memlint
