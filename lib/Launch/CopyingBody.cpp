//===- CopyingBody.cpp - Loop bodies that only copy -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyingBody.h"

#include "HostFunction.h"
#include "HostProgram.h"
#include "SteadyVariables.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace memlint {

namespace {

class CopyingBody {
public:
  explicit CopyingBody(HostFunction &Function)
      : Function(Function), Ast(Function.ast()), Waits(Function.waits()) {}

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

  llvm::SmallVector<LoopCopy, 4> Copies;

private:
  /// A function that copies by copies alone, and what it calls for them.
  struct Helper {
    const FunctionDecl *Definition = nullptr;
    llvm::SmallVector<LoopCopy, 4> Copies;
  };

  /// The function of the program that \p Call calls, if it does nothing but copy and check errors.
  Helper helperOf(const CallExpr &Call) {
    const FunctionDecl *Callee = Call.getDirectCallee();
    const FunctionDecl *Definition = Callee ? Callee->getDefinition() : nullptr;
    if (IsHelper || !Definition || isa<CXXMethodDecl>(Definition) || Definition->isVariadic() ||
        Definition == &Function.definition() || isa<CUDAKernelCallExpr>(Call) ||
        Call.getNumArgs() != Definition->getNumParams())
      return {};
    CopyingBody Inner(Function);
    Inner.IsHelper = true;
    const auto *Body = dyn_cast_or_null<CompoundStmt>(Definition->getBody());
    if (!Body || !Inner.onlyCopiesAndReturns(*Body) || changesOthers(*Body))
      return {};
    Helper Found;
    Found.Definition = Definition;
    Found.Copies = std::move(Inner.Copies);
    return Found;
  }

  bool onlyCopiesAndReturns(const CompoundStmt &Body) {
    return llvm::all_of(Body.body(), [&](const Stmt *Each) {
      const auto *Return = dyn_cast<ReturnStmt>(Each);
      if (Return && Each == Body.body_back())
        return !Return->getRetValue() || isPlain(*Return->getRetValue());
      return onlyCopies(Each);
    });
  }

  /// Variables change that are not \p Code's own.
  static bool changesOthers(const Stmt &Code) {
    return llvm::any_of(modificationsIn(&Code).Variables, [](const VarDecl *Each) {
      return !Each->hasLocalStorage() || Each->getType()->isReferenceType();
    });
  }

  bool addCopies(const CallExpr &Call) {
    if (Function.hostCopy(Call)) {
      LoopCopy &New = Copies.emplace_back();
      New.Call = New.At = &Call;
      return true;
    }
    Helper Found = helperOf(Call);
    if (Found.Copies.empty() || !llvm::all_of(Call.arguments(), [&](const clang::Expr *Each) {
          return isPlain(*Each) && !hasCopy(*Each);
        }))
      return false;
    SteadyVariables Variables(*Found.Definition);
    for (LoopCopy &Each : Found.Copies) {
      for (auto [Parameter, Argument] :
           llvm::zip_equal(Found.Definition->parameters(), Call.arguments()))
        if (Variables.keepsValue(*Parameter))
          Each.Given[Parameter] = Argument;
      forEachStatement(Found.Definition->getBody(), [&](const Stmt &Code) {
        if (const auto *Declaration = dyn_cast<DeclStmt>(&Code))
          for (const Decl *Local : Declaration->decls())
            if (const auto *Variable = dyn_cast<VarDecl>(Local))
              if (const clang::Expr *Value = Variables.valueOf(*Variable))
                Each.Given[Variable] = Value;
      });
      Each.At = &Call;
      Each.Helper = Found.Definition;
      Copies.push_back(std::move(Each));
    }
    return true;
  }

  bool isFalse(const clang::Expr &Condition) const {
    bool Value = true;
    return !Condition.isValueDependent() && Condition.EvaluateAsBooleanCondition(Value, Ast) &&
           !Value;
  }

  /// The element that \p Address is the address of, which is not accessed; else null.
  static const ArraySubscriptExpr *elementAt(const clang::Expr &Address) {
    const auto *Unary = dyn_cast<UnaryOperator>(&Address);
    return Unary && Unary->getOpcode() == UO_AddrOf
               ? dyn_cast<ArraySubscriptExpr>(Unary->getSubExpr()->IgnoreParens())
               : nullptr;
  }

  /// A computation of variables, or a copy, maybe with a function that gets its error.
  bool isPlain(const clang::Expr &Value) {
    if (const ArraySubscriptExpr *Element = elementAt(Value))
      return isPlain(*Element->getBase()) && isPlain(*Element->getIdx());
    if (isa<LambdaExpr, StmtExpr, CXXThrowExpr, CXXNewExpr, CXXDeleteExpr, CXXConstructExpr,
            CoroutineSuspendExpr, ArraySubscriptExpr, MemberExpr>(Value))
      return false;
    if (const auto *Unary = dyn_cast<UnaryOperator>(&Value);
        Unary && Unary->getOpcode() == UO_Deref)
      return false;
    if (const auto *Call = dyn_cast<CallExpr>(&Value)) {
      if (addCopies(*Call))
        return true;
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
    RuntimeKind Kind = runtimeKind(Call);
    return readsError(Kind) || Kind == RuntimeKind::ErrorText;
  }

  bool hasCopy(const Stmt &Code) {
    bool Found = false;
    forEachStatement(&Code, [&](const Stmt &Each) {
      const auto *Call = dyn_cast<CallExpr>(&Each);
      Found |= Call && (Function.hostCopy(*Call) || !helperOf(*Call).Copies.empty());
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

  HostFunction &Function;
  const ASTContext &Ast;
  DeviceWaits &Waits;
  /// It is the body of a function that a loop calls.
  bool IsHelper = false;
};

} // namespace

std::optional<llvm::SmallVector<LoopCopy, 4>> copiesIn(const Stmt *Body, HostFunction &Function) {
  CopyingBody Copying(Function);
  if (!Copying.onlyCopies(Body))
    return std::nullopt;
  return std::move(Copying.Copies);
}

} // namespace memlint
