//===- Statements.cpp - Walking the parts of a statement ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/Statements.h"

#include "clang/AST/ExprCXX.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace memlint {

bool anyPart(const Stmt *Code, llvm::function_ref<bool(const Stmt &)> Holds) {
  return Code && (Holds(*Code) || llvm::any_of(Code->children(), [&](const Stmt *Part) {
                    return anyPart(Part, Holds);
                  }));
}

void forEachPart(const Stmt *Code, llvm::function_ref<void(const Stmt &)> Visit) {
  anyPart(Code, [&](const Stmt &Part) {
    Visit(Part);
    return false;
  });
}

void forEachStatement(const Stmt *Code, llvm::function_ref<void(const Stmt &)> Visit) {
  if (!Code)
    return;
  Visit(*Code);
  if (isa<LambdaExpr>(Code))
    return;
  for (const Stmt *Child : Code->children())
    forEachStatement(Child, Visit);
}

} // namespace memlint
