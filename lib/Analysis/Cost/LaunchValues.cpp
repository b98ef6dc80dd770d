//===- LaunchValues.cpp - Values that a launch gives to expressions -------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Cost/LaunchValues.h"

#include "cuda-memlint/Model/LaunchArguments.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

ExprRef withLaunchValues(ExprContext &Expressions, ExprRef Root, const KernelProgram &Kernel,
                         const LaunchContext &Launch) {
  DenseMap<ExprRef, ExprRef> Arguments = knownArguments(Expressions, Kernel, Launch);
  return Expressions.substitute(Root, [&](ExprRef Leaf) -> ExprRef {
    LeafKind Kind = Leaf->leaf().Kind;
    bool IsExtent = Kind == LeafKind::BlockDimension || Kind == LeafKind::GridDimension;
    return IsExtent ? builtinInLaunch(Expressions, Leaf, Launch.Block, Launch.Grid)
                    : Arguments.lookup(Leaf);
  });
}

ExprRef builtinInLaunch(ExprContext &Expressions, ExprRef Leaf, const LaunchExtents &Block,
                        const LaunchExtents &Grid) {
  LeafKind Kind = Leaf->leaf().Kind;
  bool IsIndex = Kind == LeafKind::ThreadIndex || Kind == LeafKind::BlockIndex;
  bool IsOfBlock = Kind == LeafKind::ThreadIndex || Kind == LeafKind::BlockDimension;
  if (!IsIndex && !IsOfBlock && Kind != LeafKind::GridDimension)
    return nullptr;
  std::optional<uint64_t> Extent = (IsOfBlock ? Block : Grid)[Leaf->leaf().Dimension];
  if (!Extent)
    return nullptr;
  return IsIndex ? withRange(Expressions, Leaf, {0, int64_t(*Extent) - 1})
                 : Expressions.constant(int64_t(*Extent));
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

ExprRef productOf(ExprContext &Expressions, const Term &Part) {
  ExprRef Product = Expressions.constant(Part.Coefficient);
  for (ExprRef Factor : Part.Factors)
    Product = Expressions.multiply(Product, Factor);
  return Product;
}

int64_t constantOf(ExprRef Sum) {
  return Sum->isConstant() || Sum->kind() == ExprKind::Polynomial ? Sum->constantTerm() : 0;
}

bool isFactorOf(ExprRef Factor, ExprRef Product) {
  auto FactorsOf = [](ExprRef Of) {
    return Of->kind() == ExprKind::Polynomial && Of->terms().size() == 1
               ? SmallVector<ExprRef>(Of->terms().front().Factors)
               : SmallVector<ExprRef>{Of};
  };
  SmallVector<ExprRef> All = FactorsOf(Product), Some = FactorsOf(Factor);
  return all_of(Some, [&](ExprRef Each) { return count(Some, Each) <= count(All, Each); });
}

} // namespace memlint
