//===- Reductions.cpp - Assignments that reduce ---------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reductions.h"

#include "cuda-memlint/CudaModel/DeviceFunction.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace memlint {

static bool areSame(const clang::Expr &Left, const clang::Expr &Right, const ASTContext &Ast) {
  llvm::FoldingSetNodeID One, Other;
  Left.IgnoreParenImpCasts()->Profile(One, Ast, /*Canonical=*/true);
  Right.IgnoreParenImpCasts()->Profile(Other, Ast, /*Canonical=*/true);
  return One == Other;
}

/// `a - b` is the sum of `a` and `-b`.
static std::optional<BinaryOperatorKind> reductionOf(BinaryOperatorKind Operator) {
  switch (Operator) {
  case BO_Add:
  case BO_Sub:
    return BO_Add;
  case BO_And:
  case BO_Or:
  case BO_Xor:
    return Operator;
  default:
    return std::nullopt;
  }
}

/// \p Target is an operand of the sum, or of the like, that \p Root is.
static bool isOperand(const clang::Expr &Target, const clang::Expr &Root, BinaryOperatorKind Kind,
                      const ASTContext &Ast) {
  const auto *Operator = dyn_cast<BinaryOperator>(Root.IgnoreParenImpCasts());
  if (!Operator || reductionOf(Operator->getOpcode()) != Kind)
    return areSame(Target, Root, Ast);
  return isOperand(Target, *Operator->getLHS(), Kind, Ast) ||
         (Operator->getOpcode() != BO_Sub && isOperand(Target, *Operator->getRHS(), Kind, Ast));
}

static bool isBound(const CallExpr &Call) {
  const FunctionDecl *Called = Call.getDirectCallee();
  if (!Called || !Called->getDeclName().isIdentifier())
    return false;
  if (llvm::is_contained({"fminf", "fmaxf", "fmin", "fmax"}, Called->getName()))
    return true;
  std::optional<DeviceFunction> Known = deviceFunction(Called->getName());
  return Known && (Known->Kind == FunctionKind::Minimum || Known->Kind == FunctionKind::Maximum);
}

static ReductionKind kindOf(BinaryOperatorKind Operator) {
  return Operator == BO_Add ? ReductionKind::Sum : ReductionKind::Bits;
}

static std::optional<ReductionKind>
reductionIn(const clang::Expr &Target, const clang::Expr &Assigned, const ASTContext &Ast) {
  const clang::Expr *Root = Assigned.IgnoreParenImpCasts();
  if (const auto *Call = dyn_cast<CallExpr>(Root)) {
    bool IsOfTarget =
        isBound(*Call) && llvm::any_of(Call->arguments(), [&](const clang::Expr *Argument) {
          return areSame(Target, *Argument, Ast);
        });
    return IsOfTarget ? std::optional(ReductionKind::Bound) : std::nullopt;
  }
  const auto *Operator = dyn_cast<BinaryOperator>(Root);
  std::optional<BinaryOperatorKind> Kind =
      Operator ? reductionOf(Operator->getOpcode()) : std::nullopt;
  return Kind && isOperand(Target, *Root, *Kind, Ast) ? std::optional(kindOf(*Kind)) : std::nullopt;
}

void addReductions(const Stmt *Body, const ASTContext &Ast,
                   llvm::DenseMap<const Stmt *, ReductionKind> &Reduced) {
  if (!Body)
    return;
  if (const auto *Step = dyn_cast<UnaryOperator>(Body); Step && Step->isIncrementDecrementOp())
    Reduced.try_emplace(Step->getSubExpr(), ReductionKind::Sum);
  if (const auto *Operator = dyn_cast<BinaryOperator>(Body)) {
    std::optional<ReductionKind> Kind;
    if (Operator->isCompoundAssignmentOp()) {
      if (std::optional<BinaryOperatorKind> Plain =
              reductionOf(BinaryOperator::getOpForCompoundAssignment(Operator->getOpcode())))
        Kind = kindOf(*Plain);
    } else if (Operator->getOpcode() == BO_Assign) {
      Kind = reductionIn(*Operator->getLHS(), *Operator->getRHS(), Ast);
    }
    if (Kind)
      Reduced.try_emplace(Operator->getLHS(), *Kind);
  }
  for (const Stmt *Child : Body->children())
    addReductions(Child, Ast, Reduced);
}

} // namespace memlint
