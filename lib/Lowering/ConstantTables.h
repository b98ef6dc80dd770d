//===- ConstantTables.h - Lookup tables -------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_CONSTANTTABLES_H
#define CUDA_MEMLINT_LIB_LOWERING_CONSTANTTABLES_H

#include "KernelObjects.h"

#include "cuda-memlint/Interpreter/Interpreter.h"

namespace memlint {

class ConstantTables {
public:
  ConstantTables(Interpreter &Code, KernelObjects &Objects)
      : Code(Code), Ast(Code.Ast), Exprs(Code.Exprs), Objects(Objects) {}

  /// What a load of \p Type reads from a table that is initialised with constants
  /// and never written.
  std::optional<Value> valueAt(const Lvalue &From, clang::QualType Type);

private:
  bool isConstantTable(const clang::VarDecl &Variable);

  Interpreter &Code;
  clang::ASTContext &Ast;
  ExprContext &Exprs;
  KernelObjects &Objects;
  /// Scalars of initialised tables; empty for what is none.
  std::map<const clang::VarDecl *, std::vector<ScalarPart>> Tables;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_CONSTANTTABLES_H
