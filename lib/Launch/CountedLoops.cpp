//===- CountedLoops.cpp - Loops of host code that count -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CountedLoops.h"

#include "HostFunction.h"
#include "HostProgram.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace memlint {

/// No variable stands for another expression.
static const clang::Expr *itself(const VarDecl &) { return nullptr; }

static const VarDecl *variableIn(const clang::Expr &Lvalue) {
  const auto *Reference = dyn_cast<DeclRefExpr>(Lvalue.IgnoreParens());
  return Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
}

Increase increaseBy(const clang::Expr &Change, VariableSums &Sums) {
  const clang::Expr *Plain = Change.IgnoreParens();
  if (const auto *Unary = dyn_cast<UnaryOperator>(Plain); Unary && Unary->isIncrementDecrementOp())
    return {variableIn(*Unary->getSubExpr()), {{{}, Unary->isIncrementOp() ? 1 : -1}}};
  const auto *Sum = dyn_cast<CompoundAssignOperator>(Plain);
  if (!Sum || (Sum->getOpcode() != BO_AddAssign && Sum->getOpcode() != BO_SubAssign))
    return {};
  std::optional<VariableSum> By = Sums.integerOf(Sum->getRHS());
  if (!By)
    return {};
  return {variableIn(*Sum->getLHS()), sumOf({}, *By, Sum->getOpcode() == BO_AddAssign ? 1 : -1)};
}

/// By which constant \p Change counts \p Counter upwards; else empty.
static std::optional<int64_t> stepOf(const clang::Expr *Change, const VarDecl *Counter,
                                     const ASTContext &Ast) {
  if (!Change)
    return std::nullopt;
  VariableSums Sums(Ast, itself);
  Increase Found = increaseBy(*Change, Sums);
  std::optional<int64_t> Constant = constantIn(Found.By);
  return Found.Variable == Counter && Constant > 0 ? Constant : std::nullopt;
}

static VariableSum resolved(const VariableSum &Sum, VariableNumbers NumberOf) {
  VariableSum Known;
  for (const auto &[Product, Factor] : Sum) {
    VariableSum Term = {{{}, Factor}};
    for (const VarDecl *Variable : Product) {
      std::optional<int64_t> Number = NumberOf(*Variable);
      Term = productOf(Term, Number ? VariableSum{{{}, *Number}} : VariableSum{{{Variable}, 1}});
    }
    Known = sumOf(Known, Term, 1);
  }
  return Known;
}

/// The number that \p Variable has wherever it is used; empty: that is not known.
static std::optional<int64_t> steadyNumber(const VarDecl &Variable, HostFunction &Function) {
  const clang::Expr *Given = Function.variables().valueOf(Variable);
  clang::Expr::EvalResult Value;
  if (!Given || Given->isValueDependent() || !Given->EvaluateAsInt(Value, Function.ast()))
    return std::nullopt;
  return Value.Val.getInt().getExtValue();
}

VariableSum resolved(const VariableSum &Sum, HostFunction &Function) {
  return resolved(Sum, [&](const VarDecl &Variable) { return steadyNumber(Variable, Function); });
}

static std::optional<int64_t> knownNumber(const clang::Expr *Number, const ASTContext &Ast,
                                          VariableNumbers NumberOf) {
  std::optional<VariableSum> Sum = VariableSums(Ast, itself).integerOf(Number);
  return Sum ? constantIn(resolved(*Sum, NumberOf)) : std::nullopt;
}

/// The variable that \p Condition compares with what is not less than it; null: there is none.
static const VarDecl *boundedBy(const BinaryOperator *Condition) {
  if (!Condition || (Condition->getOpcode() != BO_LT && Condition->getOpcode() != BO_LE))
    return nullptr;
  const DeclRefExpr *Reference = HostBuffers::baseOf(Condition->getLHS());
  const auto *Counter = Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  return Counter && Counter->getType()->isIntegerType() ? Counter : nullptr;
}

/// Of `++i, p += n`, both; one of them counts.
static bool addSteps(const clang::Expr *Changes, const ASTContext &Ast, CountedLoop &Loop,
                     bool &IsCounted) {
  const auto *Several =
      dyn_cast_or_null<BinaryOperator>(Changes ? Changes->IgnoreParens() : nullptr);
  if (Several && Several->getOpcode() == BO_Comma)
    return addSteps(Several->getLHS(), Ast, Loop, IsCounted) &&
           addSteps(Several->getRHS(), Ast, Loop, IsCounted);
  if (!Changes || !modificationsIn(Changes).Variables.contains(Loop.Counter)) {
    if (Changes)
      Loop.Besides.push_back(Changes);
    return true;
  }
  std::optional<int64_t> Step = stepOf(Changes, Loop.Counter, Ast);
  if (!Step || IsCounted)
    return false;
  Loop.Step = *Step;
  IsCounted = true;
  return true;
}

/// The first value of the loop's counter, which is set to \p Loop's; null: there is none.
static const clang::Expr *firstOf(const ForStmt &Loop, CountedLoop &Result) {
  if (const auto *Declaration = dyn_cast_or_null<DeclStmt>(Loop.getInit());
      Declaration && Declaration->isSingleDecl()) {
    Result.Counter = dyn_cast<VarDecl>(Declaration->getSingleDecl());
    return Result.Counter ? Result.Counter->getInit() : nullptr;
  }
  const auto *Assignment = dyn_cast_or_null<BinaryOperator>(Loop.getInit());
  if (!Assignment || Assignment->getOpcode() != BO_Assign)
    return nullptr;
  Result.Counter = variableIn(*Assignment->getLHS());
  return Assignment->getRHS();
}

std::optional<CountedLoop> countedLoop(const ForStmt &Loop, const ASTContext &Ast,
                                       VariableNumbers NumberOf) {
  CountedLoop Result;
  Result.Body = Loop.getBody();
  Result.Begin = Loop.getForLoc();
  const clang::Expr *First = firstOf(Loop, Result);
  const auto *Condition = dyn_cast_or_null<BinaryOperator>(Loop.getCond());
  bool IsCounted = false;
  if (!Result.Counter || !First || boundedBy(Condition) != Result.Counter ||
      modificationsIn(Loop.getBody()).Variables.contains(Result.Counter) ||
      !addSteps(Loop.getInc(), Ast, Result, IsCounted) || !IsCounted)
    return std::nullopt;
  std::optional<int64_t> From = knownNumber(First, Ast, NumberOf),
                         To = knownNumber(Condition->getRHS(), Ast, NumberOf);
  if (From && To) {
    int64_t Span = *To - *From + (Condition->getOpcode() == BO_LE);
    Result.Count = Span <= 0 ? 0 : uint64_t((Span + Result.Step - 1) / Result.Step);
  }
  return Result;
}

std::optional<CountedLoop> countedLoop(const ForStmt &Loop, HostFunction &Function) {
  return countedLoop(Loop, Function.ast(),
                     [&](const VarDecl &Variable) { return steadyNumber(Variable, Function); });
}

std::optional<CountedLoop> countedLoop(const WhileStmt &Loop, HostFunction &Function) {
  CountedLoop Result;
  Result.Body = Loop.getBody();
  Result.Begin = Loop.getWhileLoc();
  Result.Counter = boundedBy(dyn_cast<BinaryOperator>(Loop.getCond()->IgnoreParens()));
  const auto *Block = dyn_cast<CompoundStmt>(Loop.getBody());
  if (!Result.Counter || !Block)
    return std::nullopt;
  bool IsCounted = false;
  for (const Stmt *Each : Block->body()) {
    if (!modificationsIn(Each).Variables.contains(Result.Counter))
      continue;
    std::optional<int64_t> Step =
        stepOf(dyn_cast<clang::Expr>(Each), Result.Counter, Function.ast());
    if (!Step || IsCounted)
      return std::nullopt;
    Result.Step = *Step;
    IsCounted = true;
  }
  return IsCounted ? std::optional(Result) : std::nullopt;
}

} // namespace memlint
