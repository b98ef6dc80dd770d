//===- RowNumbers.cpp - Numbers of a source that a row's length is in -----===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowNumbers.h"

#include "cuda-memlint/Frontend/Position.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace memlint {

uint64_t RowNumbers::valueOf(const clang::Expr &Number) const {
  clang::Expr::EvalResult Result;
  if (Number.isValueDependent() || !Number.EvaluateAsInt(Result, Ast) ||
      !Result.Val.getInt().isStrictlyPositive() || Result.Val.getInt().getActiveBits() > 32)
    return 0;
  return Result.Val.getInt().getZExtValue();
}

llvm::StringRef RowNumbers::textOf(const clang::Expr &Number) const {
  return Lexer::getSourceText(
      Sources.getExpansionRange(Number.IgnoreParenImpCasts()->getSourceRange()), Sources,
      Ast.getLangOpts());
}

std::optional<RowNumber> RowNumbers::numberAt(const clang::Expr &Number) const {
  const clang::Expr *Plain = Number.IgnoreImplicit();
  SourceRange Written = Plain->getSourceRange();
  if ((Written.getBegin().isMacroID() &&
       !Lexer::isAtStartOfMacroExpansion(Written.getBegin(), Sources, Ast.getLangOpts())) ||
      (Written.getEnd().isMacroID() &&
       !Lexer::isAtEndOfMacroExpansion(Written.getEnd(), Sources, Ast.getLangOpts())))
    return std::nullopt;
  RowNumber Result;
  Result.Position = positionOf(Written, Ast);
  // What is changed stands where the macro is used.
  Result.Position.InMacro = false;
  CharSourceRange Range = Sources.getExpansionRange(Written);
  bool Invalid = false;
  llvm::StringRef Text = Lexer::getSourceText(Range, Sources, Ast.getLangOpts(), &Invalid);
  if (Invalid || Text.empty() || Result.Position.Line == 0 || Result.Position.EndLine == 0)
    return std::nullopt;
  uint64_t Value = 0;
  if (isa<IntegerLiteral>(Plain) && !Text.starts_with("0") && !Text.getAsInteger(10, Value))
    Result.Literal = Value;
  if (const auto *Operator = dyn_cast<BinaryOperator>(Plain))
    Result.IsLoose = !Operator->isMultiplicativeOp() && !Operator->isAdditiveOp();
  else
    Result.IsLoose = isa<AbstractConditionalOperator>(Plain);
  return Result;
}

std::optional<RowNumber> RowNumbers::factorAt(const clang::Expr &Number) const {
  std::optional<RowNumber> Result = numberAt(Number);
  if (Result)
    Result->IsFactor = true;
  return Result;
}

std::optional<RowNumber>
RowNumbers::factorOf(const clang::Expr &Product,
                     llvm::function_ref<bool(const clang::Expr &Factor)> IsLength) const {
  const clang::Expr *Plain = Product.IgnoreParenImpCasts();
  if (const auto *Constant = dyn_cast<ConstantExpr>(Plain))
    Plain = Constant->getSubExpr()->IgnoreParenImpCasts();
  const auto *Operator = dyn_cast<BinaryOperator>(Plain);
  if (!Operator || Operator->getOpcode() != BO_Mul)
    return std::nullopt;
  for (const clang::Expr *Side : {Operator->getRHS(), Operator->getLHS()}) {
    if (!isa<UnaryExprOrTypeTraitExpr>(Side->IgnoreParenImpCasts()) && IsLength(*Side))
      return factorAt(*Side);
    if (std::optional<RowNumber> Inner = factorOf(*Side, IsLength))
      return Inner;
  }
  return std::nullopt;
}

} // namespace memlint
