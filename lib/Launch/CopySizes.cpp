//===- CopySizes.cpp - How large copies of host code are ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopySizes.h"

#include "RuntimeCalls.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace memlint {

CopySizes::CopySizes(const FunctionDecl &Function, const ASTContext &Ast)
    : Function(Function), Ast(Ast), Variables(Function) {}

const clang::Expr *CopySizes::onlyValueOf(const clang::Expr &Value) const {
  const auto *Reference = dyn_cast<DeclRefExpr>(Value.IgnoreParenCasts());
  const auto *Variable = Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  // Those of the functions around a lambda are not looked at.
  return Variable && Variable->getDeclContext() == &Function ? Variables.valueOf(*Variable)
                                                             : nullptr;
}

std::optional<uint64_t> CopySizes::valueOf(const clang::Expr &Number,
                                           unsigned VariablesLeft) const {
  clang::Expr::EvalResult Value;
  if (Number.isValueDependent())
    return std::nullopt;
  if (Number.EvaluateAsInt(Value, Ast))
    return Value.Val.getInt().getZExtValue();
  const clang::Expr *Plain = Number.IgnoreParenCasts();
  if (const clang::Expr *Only = onlyValueOf(*Plain))
    return VariablesLeft != 0 ? valueOf(*Only, VariablesLeft - 1) : std::nullopt;
  const auto *Product = dyn_cast<BinaryOperator>(Plain);
  if (!Product || Product->getOpcode() != BO_Mul)
    return std::nullopt;
  std::optional<uint64_t> Left = valueOf(*Product->getLHS(), VariablesLeft);
  std::optional<uint64_t> Right = Left ? valueOf(*Product->getRHS(), VariablesLeft) : std::nullopt;
  if (!Right)
    return std::nullopt;
  return llvm::SaturatingMultiply(*Left, *Right);
}

/// The elements that a vector is made with; null: the number is not stated.
static const clang::InitListExpr *listIn(const clang::Expr &Made) {
  const InitListExpr *List = nullptr;
  forEachStatement(&Made, [&](const Stmt &Each) {
    if (const auto *Elements = dyn_cast<CXXStdInitializerListExpr>(&Each); Elements && !List)
      List = dyn_cast<InitListExpr>(Elements->getSubExpr()->IgnoreImplicit());
  });
  return List;
}

std::optional<uint64_t> CopySizes::bytesIn(const VarDecl &Variable) const {
  if (Variable.getType()->isConstantArrayType())
    return Ast.getTypeSizeInChars(Variable.getType()).getQuantity();
  const auto *Class =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(Variable.getType()->getAsCXXRecordDecl());
  if (!Class || !Variable.getInit() || Class->getTemplateArgs().size() == 0 ||
      Class->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
    return std::nullopt;
  uint64_t Element = Ast.getTypeSizeInChars(Class->getTemplateArgs()[0].getAsType()).getQuantity();
  if (const InitListExpr *List = listIn(*Variable.getInit()))
    return Element * List->getNumInits();
  const auto *Made = dyn_cast<CXXConstructExpr>(Variable.getInit()->IgnoreImplicit());
  if (!Made || Made->getNumArgs() == 0 || !Made->getArg(0)->getType()->isIntegerType())
    return std::nullopt;
  std::optional<uint64_t> Number = valueOf(*Made->getArg(0));
  return Number ? std::optional(llvm::SaturatingMultiply(Element, *Number)) : std::nullopt;
}

bool CopySizes::isNull(const clang::Expr &Pointer) const {
  const clang::Expr *Plain = Pointer.IgnoreParenCasts();
  if (const clang::Expr *Only = onlyValueOf(*Plain))
    Plain = Only->IgnoreParenCasts();
  clang::Expr::EvalResult Value;
  return isa<CXXNullPtrLiteralExpr, GNUNullExpr>(Plain) ||
         (!Plain->isValueDependent() && Plain->EvaluateAsInt(Value, Ast) &&
          Value.Val.getInt().isZero());
}

} // namespace memlint
