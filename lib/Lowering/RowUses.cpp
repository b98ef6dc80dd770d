//===- RowUses.cpp - Subscripts that leave their row ----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowUses.h"

#include "cuda-memlint/SourceEdits/RowsInSource.h"

using namespace clang;

namespace memlint {

/// A thread's index or a loop's counter.
static bool isOwnNumber(ExprRef Offset) {
  return Offset->isLeaf() && (Offset->leaf().Kind == LeafKind::ThreadIndex ||
                              Offset->leaf().Kind == LeafKind::LoopCounter);
}

bool RowUses::leavesRow(const MemoryObject &Object, ExprRef Index,
                        const ArraySubscriptExpr &Where) const {
  ExprContext &Exprs = Code.Exprs;
  bool IsFlat = Object.Extents.size() <= 1;
  if (IsFlat) {
    llvm::SmallVector<const BinaryOperator *> Written;
    llvm::SmallVector<const clang::Expr *> Factors;
    findProducts(*Where.getIdx(), Code.Ast, Written, Factors);
    for (const BinaryOperator *Each : Written) {
      ExprRef Product = Products.lookup(Each->getOperatorLoc());
      if (!Product)
        return true;
      Index = Exprs.subtract(Index, Product);
    }
  }
  int64_t Length = int64_t(Object.Rows->Length);
  Interval Row = {0, Length - 1};
  if (Row.contains(Index->range()))
    return false;
  // As far as loops alone decide, whose counters meet their last value in the condition only.
  ExprRef InLoops = Exprs.substitute(Index, [&](ExprRef Leaf) -> ExprRef {
    LeafInfo Info = Leaf->leaf();
    constexpr int64_t Endless = std::numeric_limits<int32_t>::max() - 1;
    if (Info.Kind != LeafKind::LoopCounter || Info.Range.High >= Endless)
      return Exprs.constant(0);
    --Info.Range.High;
    return Exprs.leaf(Info);
  });
  if (!Row.contains(InLoops->range()))
    return true;
  if (!Index->isConstant() && Index->kind() != ExprKind::Polynomial)
    return false;
  auto IsInRow = [&](const Monomial &Each) {
    if (Each.Coefficient % Length == 0)
      return false;
    // The values of a launch may turn anything else into whole rows.
    return !IsFlat || (Each.Factors.size() == 1 && (Row.contains(Each.Factors.front()->range()) ||
                                                    isOwnNumber(Each.Factors.front())));
  };
  return !Row.contains({Index->constantTerm(), Index->constantTerm()}) ||
         !llvm::all_of(Index->terms(), IsInRow);
}

void RowUses::multiplied(const BinaryOperator &Operator, ExprRef Product) {
  if (Code.Recording)
    Products[Operator.getOperatorLoc()] = Product;
}

void RowUses::subscripted(const ArraySubscriptExpr &Subscript, const Lvalue &Base, ExprRef Index) {
  if (!Code.Recording || !Base.isMemory() || Subscript.getType()->isArrayType())
    return;
  MemoryObject &Object = Objects[Base.Object];
  if (Object.Rows && leavesRow(Object, Index, Subscript))
    Object.Rows.reset();
}

} // namespace memlint
