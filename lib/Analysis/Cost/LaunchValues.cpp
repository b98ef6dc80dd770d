//===- LaunchValues.cpp - Values that a launch gives to expressions -------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Cost/LaunchValues.h"

#include "cuda-memlint/Model/LaunchArguments.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

ExprRef withLaunchValues(ExprContext &Expressions, ExprRef Root, const KernelProgram &Kernel,
                         const LaunchContext &Launch) {
  DenseMap<ExprRef, ExprRef> Arguments = knownArguments(Expressions, Kernel, Launch);
  return Expressions.substitute(Root, [&](ExprRef Leaf) -> ExprRef {
    const LeafInfo &Info = Leaf->leaf();
    auto Known = [&](std::optional<uint64_t> Value) -> ExprRef {
      return Value ? Expressions.constant(int64_t(*Value)) : nullptr;
    };
    if (Info.Kind == LeafKind::BlockDimension)
      return Known(Launch.Block[Info.Dimension]);
    if (Info.Kind == LeafKind::GridDimension)
      return Known(Launch.Grid[Info.Dimension]);
    return Arguments.lookup(Leaf);
  });
}

SmallVector<Term> termsOf(ExprRef Sum) {
  SmallVector<Term> Terms;
  if (Sum->kind() == ExprKind::Polynomial)
    for (const Monomial &Part : Sum->terms())
      Terms.push_back({Part.Coefficient, {Part.Factors.begin(), Part.Factors.end()}});
  else if (!Sum->isConstant())
    Terms.push_back({1, {Sum}});
  return Terms;
}

int64_t constantOf(ExprRef Sum) {
  return Sum->isConstant() || Sum->kind() == ExprKind::Polynomial ? Sum->constantTerm() : 0;
}

} // namespace memlint
