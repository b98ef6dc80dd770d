//===- CooperativeGroups.h - Groups of threads ------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_COOPERATIVEGROUPS_H
#define CUDA_MEMLINT_LIB_LOWERING_COOPERATIVEGROUPS_H

#include "BuiltinVariables.h"
#include "Emitter.h"

#include "cuda-memlint/Interpreter/Interpreter.h"

namespace memlint {

/// An object of \p Type is a group of threads, or a pointer to one.
bool isGroup(clang::QualType Type);

class CooperativeGroups {
public:
  CooperativeGroups(Interpreter &Code, Emitter &Out, BuiltinVariables &Builtins)
      : Code(Code), Ast(Code.Ast), Exprs(Code.Exprs), Out(Out), Builtins(Builtins) {}

  /// What \p Call of \p Function gives; empty where that is not one of theirs.
  std::optional<Value> evaluate(const clang::FunctionDecl &Function, const clang::CallExpr *Call);
  /// A group of \p Type, copied from \p From where that is not null.
  Value groupValue(clang::QualType Type, const clang::Expr *From);

private:
  /// What a group or pointer to one holds: a number where that is known in some way.
  Value heldGroup(const clang::Expr *Object);
  /// tiled_partition() with the size as an argument.
  Value partOfGroup(clang::QualType Type, const clang::CallExpr *Call);
  ExprRef firstTemplateNumber(const clang::FunctionDecl &Function);

  Interpreter &Code;
  clang::ASTContext &Ast;
  ExprContext &Exprs;
  Emitter &Out;
  BuiltinVariables &Builtins;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_COOPERATIVEGROUPS_H
