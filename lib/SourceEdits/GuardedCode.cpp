//===- GuardedCode.cpp - What code under a condition does -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardedCode.h"

#include "cuda-memlint/Frontend/Statements.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

using namespace clang;
using llvm::ArrayRef;

namespace memlint {

bool callsFunction(const Stmt *Code, const FunctionDecl &Function) {
  return anyPart(Code, [&](const Stmt &Part) {
    const auto *Call = dyn_cast<CallExpr>(&Part);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    return Callee && Callee->getCanonicalDecl() == Function.getCanonicalDecl();
  });
}

/// `threadIdx` and its like, however they are declared.
static bool isConstantOfLanguage(const clang::Expr *Operand) {
  const auto *Name = dyn_cast<DeclRefExpr>(Operand->IgnoreParenImpCasts());
  const auto *Variable = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  return Variable && Variable->getType().isConstQualified() && Variable->hasGlobalStorage();
}

/// One of the operations that plain code consists of, whatever its operands are.
static bool isPlainOperation(const Stmt &Code) {
  if (const auto *Name = dyn_cast<DeclRefExpr>(&Code)) {
    const auto *Variable = dyn_cast<VarDecl>(Name->getDecl());
    if (!Variable)
      return isa<EnumConstantDecl, NonTypeTemplateParmDecl>(Name->getDecl());
    QualType Type = Variable->getType();
    return !Type.isVolatileQualified() && !Type->isReferenceType() &&
           (Variable->hasLocalStorage() || Type.isConstQualified());
  }
  if (const auto *Operator = dyn_cast<UnaryOperator>(&Code))
    return Operator->isArithmeticOp() || Operator->getOpcode() == UO_LNot;
  if (const auto *Operator = dyn_cast<BinaryOperator>(&Code))
    return !Operator->isAssignmentOp() && !Operator->isPtrMemOp() && !Operator->isCommaOp();
  if (const auto *Member = dyn_cast<MemberExpr>(&Code))
    return !Member->isArrow();
  return isa<CXXNullPtrLiteralExpr, IntegerLiteral, FloatingLiteral, CharacterLiteral,
             CXXBoolLiteralExpr, ParenExpr, ImplicitCastExpr, CStyleCastExpr, CXXFunctionalCastExpr,
             CXXStaticCastExpr, ConditionalOperator, UnaryExprOrTypeTraitExpr, ConstantExpr,
             SubstNonTypeTemplateParmExpr, CXXScalarValueInitExpr>(Code);
}

bool isPlain(const Stmt *Code) {
  if (!Code)
    return true;
  if (const auto *Cast = dyn_cast<CastExpr>(Code);
      Cast && (Cast->getCastKind() == CK_UserDefinedConversion ||
               Cast->getCastKind() == CK_ConstructorConversion))
    return false;
  if (const auto *Property = dyn_cast<PseudoObjectExpr>(Code)) {
    const auto *Read = dyn_cast<MSPropertyRefExpr>(Property->getSyntacticForm());
    return Read && isConstantOfLanguage(Read->getBaseExpr());
  }
  return isPlainOperation(*Code) &&
         llvm::all_of(Code->children(), [](const Stmt *Part) { return isPlain(Part); });
}

void addNamed(const Stmt *Code, Variables &Names) {
  forEachPart(Code, [&](const Stmt &Part) {
    if (const auto *Name = dyn_cast<DeclRefExpr>(&Part))
      if (const auto *Variable = dyn_cast<VarDecl>(Name->getDecl()))
        Names.insert(Variable);
  });
}

bool namesAny(const Stmt *Code, const Variables &Names) {
  Variables Named;
  addNamed(Code, Named);
  return llvm::any_of(Named, [&](const VarDecl *Each) { return Names.contains(Each); });
}

static const VarDecl *variableOf(const Stmt *Code, const Variables &Names) {
  const auto *Name = dyn_cast_or_null<DeclRefExpr>(Code);
  const auto *Variable = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  return Variable && Names.contains(Variable) ? Variable : nullptr;
}

bool mayChange(const Stmt *Code, const Variables &Names) {
  if (!Code)
    return false;
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(Code);
      Cast && Cast->getCastKind() == CK_LValueToRValue) {
    const clang::Expr *Read = Cast->getSubExpr()->IgnoreParens();
    while (const auto *Member = dyn_cast<MemberExpr>(Read))
      Read = Member->getBase()->IgnoreParens();
    if (variableOf(Read, Names))
      return false;
  }
  if (const VarDecl *Variable = variableOf(Code, Names))
    return !Variable->getType().isConstQualified();
  return llvm::any_of(Code->children(), [&](const Stmt *Part) { return mayChange(Part, Names); });
}

/// \p InLoop, \p InSwitch: a statement around is what `continue` and `break` end.
static bool hasJumps(const Stmt *Code, bool InLoop, bool InSwitch) {
  if (!Code)
    return false;
  if (isa<GotoStmt, IndirectGotoStmt, LabelStmt, AsmStmt, CXXTryStmt>(Code) ||
      (isa<ContinueStmt>(Code) && !InLoop) || (isa<BreakStmt>(Code) && !InLoop && !InSwitch) ||
      (isa<SwitchCase>(Code) && !InSwitch))
    return true;
  InLoop |= isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(Code);
  InSwitch |= isa<SwitchStmt>(Code);
  return llvm::any_of(Code->children(),
                      [&](const Stmt *Part) { return hasJumps(Part, InLoop, InSwitch); });
}

bool hasJumps(const Stmt *Code) { return hasJumps(Code, /*InLoop=*/false, /*InSwitch=*/false); }

bool hasReturn(const Stmt *Code) {
  return anyPart(Code, [](const Stmt &Part) { return isa<ReturnStmt>(Part); });
}

} // namespace memlint
