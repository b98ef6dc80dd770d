//===- UncheckedLaunches.cpp - Launches whose errors nobody reads ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostFunction.h"
#include "HostProgram.h"

#include "cuda-memlint/Frontend/Position.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace memlint {

namespace {

/// Looks for the first launch of a file that passes memory, rather than of what the file includes,
/// and for all that may read the error of one.
class ErrorReaders {
public:
  explicit ErrorReaders(const SourceManager &Sources) : Sources(Sources) {}

  void visit(const Stmt *Code, bool IsUsed) {
    if (!Code || MayRead)
      return;
    if (const auto *Call = dyn_cast<CallExpr>(Code))
      visitCall(*Call, IsUsed);
    if (const auto *Made = dyn_cast<CXXConstructExpr>(Code))
      MayRead |= isOfLibrary(*Made->getConstructor());
    if (const auto *Part = dyn_cast<clang::Expr>(Code))
      MayRead |=
          Part->containsErrors() || Part->isTypeDependent() || isa<OverloadExpr, LambdaExpr>(Part);
    if (const auto *Reference = dyn_cast<DeclRefExpr>(Code))
      if (const auto *Function = dyn_cast<FunctionDecl>(Reference->getDecl()))
        MayRead |= readsError(runtimeKind(plainNameOf(Function)));
    bool KeepsValue =
        isa<clang::Expr, DeclStmt, ReturnStmt, SwitchStmt>(Code) && !isa<ExprWithCleanups>(Code);
    for (const Stmt *Child : Code->children())
      visit(Child,
            KeepsValue || isCondition(*Code, Child) || (IsUsed && isa<ExprWithCleanups>(Code)));
  }

  const CUDAKernelCallExpr *FirstLaunch = nullptr;
  bool MayRead = false;

private:
  bool isOfFile(const CallExpr &Launch) const {
    return Sources.isInMainFile(Sources.getExpansionLoc(Launch.getBeginLoc()));
  }

  /// A kernel that gets nothing but numbers mostly prints, and nobody overlooks that it does not.
  static bool getsMemory(const CallExpr &Launch) {
    return llvm::any_of(Launch.arguments(), [](const clang::Expr *Argument) {
      return !Argument->getType()->isArithmeticType();
    });
  }

  /// Thrust throws on errors, of earlier launches too, and CUB returns them.
  static bool isOfLibrary(const FunctionDecl &Function) {
    for (const DeclContext *Scope = Function.getDeclContext(); Scope; Scope = Scope->getParent())
      if (const auto *Namespace = dyn_cast<NamespaceDecl>(Scope))
        if (Namespace->getName() == "thrust" || Namespace->getName() == "cub")
          return true;
    return false;
  }

  void visitCall(const CallExpr &Call, bool IsUsed) {
    if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(&Call)) {
      if (getsMemory(*Launch) && (!FirstLaunch || (!isOfFile(*FirstLaunch) && isOfFile(*Launch))))
        FirstLaunch = Launch;
      return;
    }
    const FunctionDecl *Callee = Call.getDirectCallee();
    // What other files define may read it, and so may what a pointer leads to.
    MayRead |= !Callee || (!inSystemHeader(*Callee) && !Callee->hasBody() &&
                           !Callee->isImplicit() && Callee->getBuiltinID() == 0);
    MayRead |= Callee && isOfLibrary(*Callee);
    MayRead |= IsUsed && !runtimeFunction(Call).empty();
  }

  static bool isCondition(const Stmt &Code, const Stmt *Child) {
    if (const auto *If = dyn_cast<IfStmt>(&Code))
      return Child == If->getCond();
    if (const auto *While = dyn_cast<WhileStmt>(&Code))
      return Child == While->getCond();
    return false;
  }

  const SourceManager &Sources;
};

} // namespace

std::optional<FoundHostFault> findUncheckedLaunch(ASTContext &Ast, const HostProgram &Program) {
  // Elsewhere, whoever calls the functions of the file may read the error.
  if (llvm::none_of(Program.functions(), [](const FunctionDecl *Each) { return Each->isMain(); }))
    return std::nullopt;
  ErrorReaders Readers(Ast.getSourceManager());
  for (const FunctionDecl *Each : Program.functions())
    Readers.visit(Each->getBody(), /*IsUsed=*/false);
  const CUDAKernelCallExpr *Launch = Readers.FirstLaunch;
  if (!Launch || Readers.MayRead)
    return std::nullopt;
  HostFault Fault;
  Fault.Kind = HostFaultKind::UncheckedLaunch;
  Fault.Position = positionOf(Launch->getSourceRange(), Ast);
  return FoundHostFault{kernelLaunchedBy(*Launch), std::move(Fault)};
}

} // namespace memlint
