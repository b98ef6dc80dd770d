//===- CopyingBody.cpp - Loop bodies that only copy -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyingBody.h"

#include "RuntimeCalls.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace memlint {

namespace {

class CopyingBody {
public:
  CopyingBody(const ASTContext &Ast, DeviceWaits &Waits) : Ast(Ast), Waits(Waits) {}

  bool onlyCopies(const Stmt *Code) {
    if (!Code || isa<NullStmt>(Code))
      return true;
    if (const auto *Block = dyn_cast<CompoundStmt>(Code))
      return llvm::all_of(Block->body(), [&](const Stmt *Each) { return onlyCopies(Each); });
    // Macros make one statement of several with `do` and a constant.
    if (const auto *Loop = dyn_cast<DoStmt>(Code))
      return isFalse(*Loop->getCond()) && onlyCopies(Loop->getBody());
    if (const auto *Declaration = dyn_cast<DeclStmt>(Code))
      return llvm::all_of(Declaration->decls(), [&](const Decl *Each) {
        const auto *Variable = dyn_cast<VarDecl>(Each);
        return Variable && (!Variable->getInit() || isPlain(*Variable->getInit()));
      });
    if (const auto *If = dyn_cast<IfStmt>(Code))
      return !If->getInit() && !If->getConditionVariable() && !If->getElse() &&
             testsError(*If->getCond()) && isPlain(*If->getCond()) &&
             (staysInLoop(If->getThen()) ||
              (isFailure(*If->getCond()) && endsLoopOnly(*If->getThen())));
    const auto *Value = dyn_cast<clang::Expr>(Code);
    return Value && isPlain(*Value);
  }

  llvm::SmallVector<const CallExpr *, 4> Copies;

private:
  bool isFalse(const clang::Expr &Condition) const {
    bool Value = true;
    return !Condition.isValueDependent() && Condition.EvaluateAsBooleanCondition(Value, Ast) &&
           !Value;
  }

  /// A computation of variables, or a copy, maybe with a function that gets its error.
  bool isPlain(const clang::Expr &Value) {
    if (isa<LambdaExpr, StmtExpr, CXXThrowExpr, CXXNewExpr, CXXDeleteExpr, CXXConstructExpr,
            CoroutineSuspendExpr, ArraySubscriptExpr, MemberExpr>(Value))
      return false;
    if (const auto *Unary = dyn_cast<UnaryOperator>(&Value);
        Unary && Unary->getOpcode() == UO_Deref)
      return false;
    if (const auto *Call = dyn_cast<CallExpr>(&Value)) {
      if (copyOf(*Call, Ast)) {
        Copies.push_back(Call);
        return true;
      }
      if (!isReport(*Call) && (!hasCopy(*Call) || Waits.mayWait(*Call)))
        return false;
    }
    const auto *Binary = dyn_cast<BinaryOperator>(&Value);
    bool IsConditional =
        isa<AbstractConditionalOperator>(Value) || (Binary && Binary->isLogicalOp());
    if (IsConditional && hasCopy(Value))
      return false;
    return llvm::all_of(Value.children(), [&](const Stmt *Each) {
      const auto *Part = dyn_cast_or_null<clang::Expr>(Each);
      return !Each || (Part && isPlain(*Part));
    });
  }

  static bool isReport(const CallExpr &Call) {
    return llvm::StringSwitch<bool>(runtimeFunction(Call))
        .Cases("cudaGetLastError", "cudaPeekAtLastError", true)
        .Cases("cudaGetErrorString", "cudaGetErrorName", true)
        .Default(false);
  }

  bool hasCopy(const Stmt &Code) const {
    bool Found = false;
    forEachStatement(&Code, [&](const Stmt &Each) {
      const auto *Call = dyn_cast<CallExpr>(&Each);
      Found |= Call && copyOf(*Call, Ast);
    });
    return Found;
  }

  /// \p Condition is about the error of a copy.
  static bool testsError(const clang::Expr &Condition) {
    bool Found = false;
    forEachStatement(&Condition, [&](const Stmt &Each) {
      const auto *Value = dyn_cast<clang::Expr>(&Each);
      Found |= Value && isError(*Value);
    });
    return Found;
  }

  /// `error`, or `error != cudaSuccess`: all that holds is that a copy has failed.
  static bool isFailure(const clang::Expr &Condition) {
    const clang::Expr *Value = Condition.IgnoreParenImpCasts();
    if (const auto *Comparison = dyn_cast<BinaryOperator>(Value);
        Comparison && Comparison->getOpcode() == BO_NE)
      return isSuccess(*Comparison->getLHS()) || isSuccess(*Comparison->getRHS());
    return isError(*Value);
  }

  static bool isSuccess(const clang::Expr &Value) {
    const auto *Reference = dyn_cast<DeclRefExpr>(Value.IgnoreParenImpCasts());
    return Reference && isa<EnumConstantDecl>(Reference->getDecl()) &&
           cast<EnumConstantDecl>(Reference->getDecl())->getInitVal() == 0;
  }

  static bool isError(const clang::Expr &Value) {
    const auto *Type = Value.getType()->getAs<EnumType>();
    return Type && Type->getDecl()->getName() == "cudaError";
  }

  /// What leaves \p Code leaves the loop, too: no iteration goes on without its copy.
  static bool endsLoopOnly(const Stmt &Code) {
    bool Ends = true;
    forEachStatement(&Code, [&](const Stmt &Each) {
      Ends &= !isa<ContinueStmt, IndirectGotoStmt, CoreturnStmt, LambdaExpr>(Each);
    });
    return Ends;
  }

  static bool staysInLoop(const Stmt *Code) {
    bool Stays = true;
    forEachStatement(Code, [&](const Stmt &Each) {
      Stays &= !isa<ContinueStmt, BreakStmt, ReturnStmt, CoreturnStmt, GotoStmt, IndirectGotoStmt,
                    CXXThrowExpr, LambdaExpr>(Each);
    });
    return Stays;
  }

  const ASTContext &Ast;
  DeviceWaits &Waits;
};

} // namespace

std::optional<llvm::SmallVector<const CallExpr *, 4>>
copiesIn(const Stmt *Body, const ASTContext &Ast, DeviceWaits &Waits) {
  CopyingBody Copying(Ast, Waits);
  if (!Copying.onlyCopies(Body))
    return std::nullopt;
  return std::move(Copying.Copies);
}

} // namespace memlint
