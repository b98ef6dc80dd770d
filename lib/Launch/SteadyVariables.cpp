//===- SteadyVariables.cpp - Local variables that keep a value ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SteadyVariables.h"

#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace memlint {

SteadyVariables::SteadyVariables(const FunctionDecl &Function) {
  visit(Function.getBody(), /*IsRead=*/false, nullptr);
}

/// Notes the first assignment of a variable that has no value yet. In a loop, only a variable of
/// the same iteration has no value.
bool SteadyVariables::addAssignment(const BinaryOperator &Assignment, const Stmt *Loop) {
  const auto *Reference = dyn_cast<DeclRefExpr>(Assignment.getLHS()->IgnoreParens());
  const auto *Variable = Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  if (Assignment.getOpcode() != BO_Assign || !Variable || !Variable->isLocalVarDecl() ||
      Variable->getInit())
    return false;
  auto Declared = LoopOf.find(Variable);
  return Declared != LoopOf.end() && Declared->second == Loop &&
         Assigned.try_emplace(Variable, Assignment.getRHS()).second;
}

void SteadyVariables::visit(const Stmt *Code, bool IsRead, const Stmt *Loop) {
  if (!Code)
    return;
  if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(Code))
    Loop = Code;
  // What lies behind a label may run again.
  HasLabels |= isa<LabelStmt>(Code);
  if (const auto *Declaration = dyn_cast<DeclStmt>(Code))
    for (const Decl *Each : Declaration->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(Each))
        LoopOf[Variable] = Loop;
  if (const auto *Reference = dyn_cast<DeclRefExpr>(Code))
    if (const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl()); Variable && !IsRead)
      Changeable.insert(Variable);
  if (const auto *Lambda = dyn_cast<LambdaExpr>(Code))
    for (const LambdaCapture &Each : Lambda->captures())
      if (Each.capturesVariable())
        if (const auto *Variable = dyn_cast<VarDecl>(Each.getCapturedVar()))
          Changeable.insert(Variable);
  if (const auto *Assignment = dyn_cast<BinaryOperator>(Code);
      Assignment && addAssignment(*Assignment, Loop))
    return visit(Assignment->getRHS(), /*IsRead=*/false, Loop);
  const auto *Cast = dyn_cast<CastExpr>(Code);
  bool Reads =
      (Cast && Cast->getCastKind() == CK_LValueToRValue) || (IsRead && isa<ParenExpr>(Code));
  for (const Stmt *Child : Code->children())
    visit(Child, Reads, Loop);
}

bool SteadyVariables::keepsValue(const VarDecl &Variable) const {
  return Variable.isLocalVarDeclOrParm() && Variable.hasLocalStorage() &&
         !Variable.getType()->isReferenceType() && !Variable.getType().isVolatileQualified() &&
         !Changeable.contains(&Variable) && !(HasLabels && Assigned.contains(&Variable));
}

const clang::Expr *SteadyVariables::valueOf(const VarDecl &Variable) const {
  if (!keepsValue(Variable) || !Variable.isLocalVarDecl())
    return nullptr;
  return Variable.getInit() ? Variable.getInit() : Assigned.lookup(&Variable);
}

} // namespace memlint
