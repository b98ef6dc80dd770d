//===- HostUses.cpp - What becomes of values in host code -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostUses.h"

#include "HostClocks.h"
#include "RuntimeCalls.h"

#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace memlint {

static bool isComparison(const Stmt &Code) {
  if (const auto *Operator = dyn_cast<BinaryOperator>(&Code))
    return Operator->isComparisonOp() || Operator->isLogicalOp();
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(&Code))
    return Call->isComparisonOp();
  return isa<CXXRewrittenBinaryOperator>(Code);
}

static bool seedsRandomNumbers(const Stmt &Code) {
  const auto *Call = dyn_cast<CallExpr>(&Code);
  return Call && llvm::StringSwitch<bool>(plainNameOf(Call->getDirectCallee()))
                     .Cases("srand", "srand48", "srandom", "seed", true)
                     .Default(false);
}

/// What \p Code does next depends on it; null: on nothing.
static const Stmt *conditionOf(const Stmt &Code) {
  if (const auto *While = dyn_cast<WhileStmt>(&Code))
    return While->getCond();
  if (const auto *Do = dyn_cast<DoStmt>(&Code))
    return Do->getCond();
  if (const auto *For = dyn_cast<ForStmt>(&Code))
    return For->getCond();
  if (const auto *Switch = dyn_cast<SwitchStmt>(&Code))
    return Switch->getCond();
  return nullptr;
}

static bool isError(const clang::Expr &Value) {
  const auto *Type = Value.IgnoreParenImpCasts()->getType()->getAs<EnumType>();
  return Type && Type->getDecl()->getIdentifier() &&
         (Type->getDecl()->getName() == "cudaError" ||
          Type->getDecl()->getName() == "cudaError_enum");
}

static bool isSuccess(const clang::Expr &Value) {
  const auto *Reference = dyn_cast<DeclRefExpr>(Value.IgnoreParenImpCasts());
  const auto *Constant = Reference ? dyn_cast<EnumConstantDecl>(Reference->getDecl()) : nullptr;
  return Constant && Constant->getInitVal().isZero();
}

namespace {

/// Whether a function of CUDA may have failed where a condition holds, and where it does not.
struct Failures {
  bool IfTrue = false;
  bool IfFalse = false;
};

} // namespace

static Failures failuresOf(const clang::Expr &Written) {
  const clang::Expr *Condition = Written.IgnoreParenImpCasts();
  if (isError(*Condition))
    return {true, false};
  if (const auto *Unary = dyn_cast<UnaryOperator>(Condition);
      Unary && Unary->getOpcode() == UO_LNot) {
    Failures Inner = failuresOf(*Unary->getSubExpr());
    return {Inner.IfFalse, Inner.IfTrue};
  }
  const auto *Operator = dyn_cast<BinaryOperator>(Condition);
  if (Operator && Operator->isLogicalOp()) {
    Failures Left = failuresOf(*Operator->getLHS()), Right = failuresOf(*Operator->getRHS());
    return {Left.IfTrue || Right.IfTrue, Left.IfFalse || Right.IfFalse};
  }
  if (!Operator || !Operator->isEqualityOp() ||
      (!isError(*Operator->getLHS()) && !isError(*Operator->getRHS())))
    return {};
  bool IsSuccess = isSuccess(*Operator->getLHS()) || isSuccess(*Operator->getRHS());
  bool IfTrue = IsSuccess == (Operator->getOpcode() == BO_NE);
  return {IfTrue, !IfTrue};
}

HostUses::HostUses(const Stmt *Body) { visit(Body, {}); }

bool HostUses::decides(const Stmt &Value) const {
  return Deciding.contains(&Value) || DecidingVariables.contains(Targets.lookup(&Value));
}

void HostUses::visit(const Stmt *Code, Place At) {
  if (!Code)
    return;
  if (At.IsFailed)
    Failed.insert(Code);
  At.Decides |= isComparison(*Code) || seedsRandomNumbers(*Code);
  if (isa<clang::Expr>(Code)) {
    if (At.Decides)
      Deciding.insert(Code);
    if (At.Target)
      Targets[Code] = At.Target;
  }
  if (const auto *Reference = dyn_cast<DeclRefExpr>(Code); Reference && At.Decides)
    if (const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl()))
      DecidingVariables.insert(Variable);
  if (isa<LambdaExpr>(Code))
    return;
  if (const auto *Declarations = dyn_cast<DeclStmt>(Code))
    visitDeclarations(*Declarations, At);
  else if (const auto *If = dyn_cast<IfStmt>(Code)) {
    visit(If->getInit(), At);
    for (const Stmt *Branch : {If->getThen(), If->getElse()})
      if (const auto *Value = dyn_cast_or_null<clang::Expr>(Branch))
        Discarded.insert(Value->IgnoreParenCasts());
    visitBranches(If->getCond(), If->getThen(), If->getElse(), At);
  } else if (const auto *Choice = dyn_cast<ConditionalOperator>(Code))
    visitBranches(Choice->getCond(), Choice->getTrueExpr(), Choice->getFalseExpr(), At);
  else
    visitChildren(*Code, At);
}

void HostUses::visitDeclarations(const DeclStmt &Code, Place At) {
  for (const Decl *Each : Code.decls())
    if (const auto *Variable = dyn_cast<VarDecl>(Each)) {
      At.Target = Variable;
      visit(Variable->getInit(), At);
    }
}

void HostUses::visitBranches(const clang::Expr *Condition, const Stmt *Then, const Stmt *Else,
                             Place At) {
  Place Deciding = At;
  Deciding.Decides = true;
  visit(Condition, Deciding);
  // Null: `if consteval`.
  Failures Failing = Condition ? failuresOf(*Condition) : Failures();
  for (auto [Branch, IsFailed] : {std::pair(Then, Failing.IfTrue), {Else, Failing.IfFalse}}) {
    Place Inside = At;
    Inside.IsFailed |= IsFailed;
    visit(Branch, Inside);
  }
}

void HostUses::visitChildren(const Stmt &Code, Place At) {
  if (const auto *Assignment = dyn_cast<BinaryOperator>(&Code);
      Assignment && Assignment->isAssignmentOp())
    At.Target = variableIn(Assignment->getLHS());
  const Stmt *Condition = conditionOf(Code);
  bool IsUser = isa<clang::Expr, ReturnStmt>(Code);
  for (const Stmt *Child : Code.children()) {
    Place Inside = At;
    Inside.Decides |= Child && Child == Condition;
    if (const auto *Value = dyn_cast_or_null<clang::Expr>(Child);
        Value && !IsUser && Value != Condition)
      Discarded.insert(Value->IgnoreParenCasts());
    visit(Child, Inside);
  }
}

} // namespace memlint
