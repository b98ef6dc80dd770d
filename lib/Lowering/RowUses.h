//===- RowUses.h - Subscripts that leave their row --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_ROWUSES_H
#define CUDA_MEMLINT_LIB_LOWERING_ROWUSES_H

#include "KernelObjects.h"

#include "cuda-memlint/Interpreter/Interpreter.h"

namespace memlint {

/// Finds shared arrays whose rows cannot be made longer as some subscript leads to other rows than
/// the source suggests, judging by the row length.
class RowUses {
public:
  RowUses(Interpreter &Code, KernelObjects &Objects) : Code(Code), Objects(Objects) {}

  void multiplied(const clang::BinaryOperator &Operator, ExprRef Product);
  void subscripted(const clang::ArraySubscriptExpr &Subscript, const Lvalue &Base, ExprRef Index);

private:
  bool leavesRow(const MemoryObject &Object, ExprRef Index,
                 const clang::ArraySubscriptExpr &Where) const;

  Interpreter &Code;
  KernelObjects &Objects;
  /// The latest values of products, by the position of their operator.
  llvm::DenseMap<clang::SourceLocation, ExprRef> Products;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_ROWUSES_H
