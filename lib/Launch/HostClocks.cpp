//===- HostClocks.cpp - Clocks that host code reads -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostClocks.h"

#include "HostProgram.h"
#include "RuntimeCalls.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace memlint {

/// Without casts, parentheses, temporaries and copies.
static const clang::Expr *plain(const clang::Expr *Written) {
  for (;;) {
    const clang::Expr *Inner = Written->IgnoreParenCasts();
    if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(Inner))
      Inner = Cleanups->getSubExpr();
    else if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Inner))
      Inner = Temporary->getSubExpr();
    else if (const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(Inner))
      Inner = Bound->getSubExpr();
    else if (const auto *Copy = dyn_cast<CXXConstructExpr>(Inner);
             Copy && Copy->getNumArgs() == 1 && Copy->getConstructor()->isCopyOrMoveConstructor())
      Inner = Copy->getArg(0);
    if (Inner == Written)
      return Inner;
    Written = Inner;
  }
}

/// The seconds of a `timeval` or `timespec`, or what is left of one.
static bool isPartOfTime(const MemberExpr &Member) {
  const auto *Class = dyn_cast<RecordDecl>(Member.getMemberDecl()->getDeclContext());
  return Class && Class->getIdentifier() &&
         (Class->getName() == "timeval" || Class->getName() == "timespec");
}

const VarDecl *variableIn(const clang::Expr *Written) {
  const clang::Expr *Inner = plain(Written);
  if (const auto *Member = dyn_cast<MemberExpr>(Inner);
      Member && !Member->isArrow() && isPartOfTime(*Member))
    return variableIn(Member->getBase());
  const auto *Reference = dyn_cast<DeclRefExpr>(Inner);
  return Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
}

static bool writesTime(StringRef Name) {
  return Name == "gettimeofday" || Name == "clock_gettime" || Name == "timespec_get";
}

const VarDecl *HostClocks::variableSetBy(const CallExpr &Call) {
  StringRef Name = plainNameOf(Call.getDirectCallee());
  unsigned Index = Name == "clock_gettime" ? 1 : 0;
  if (!writesTime(Name) || Call.getNumArgs() <= Index)
    return nullptr;
  const auto *Address = dyn_cast<UnaryOperator>(Call.getArg(Index)->IgnoreParenCasts());
  return Address && Address->getOpcode() == UO_AddrOf ? variableIn(Address->getSubExpr()) : nullptr;
}

static bool isNow(const FunctionDecl &Function) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  if (!Method || plainNameOf(Method) != "now")
    return false;
  for (const DeclContext *Scope = Method->getDeclContext(); Scope; Scope = Scope->getParent())
    if (const auto *Namespace = dyn_cast<NamespaceDecl>(Scope);
        Namespace && Namespace->getName() == "chrono")
      return true;
  return false;
}

bool HostClocks::isClock(const FunctionDecl *Function) {
  if (!Function)
    return false;
  StringRef Name = plainNameOf(Function);
  if (isNow(*Function) ||
      ((Name == "clock" || Name == "omp_get_wtime") && inSystemHeader(*Function)))
    return true;
  const FunctionDecl *Definition = nullptr;
  const Stmt *Body = Function->getBody(Definition);
  if (!Body || inSystemHeader(*Function) || Function->getReturnType()->isVoidType() ||
      Function->getNumParams() != 0)
    return false;
  auto [Found, IsNew] = Known.try_emplace(Definition, false);
  if (!IsNew)
    return Found->second;
  bool ReadsClock = false, IsPlain = true;
  forEachStatement(Body, [&](const Stmt &Each) {
    const auto *Call = dyn_cast<CallExpr>(&Each);
    if (!Call)
      return;
    const FunctionDecl *Callee = Call->getDirectCallee();
    ReadsClock |= writesTime(plainNameOf(Callee)) || isClock(Callee);
    IsPlain &= Callee && (inSystemHeader(*Callee) || isClock(Callee)) &&
               runtimeFunction(*Call).empty() && !isa<CUDAKernelCallExpr>(Call);
    // The time since something else.
    IsPlain &= !differenceIn(Each);
  });
  return Known[Definition] = ReadsClock && IsPlain;
}

bool HostClocks::isRead(const clang::Expr *Value) {
  Value = plain(Value);
  if (const auto *Operator = dyn_cast<BinaryOperator>(Value);
      Operator && Operator->isMultiplicativeOp())
    return isRead(Operator->getLHS());
  const auto *Call = dyn_cast<CallExpr>(Value);
  return Call && isClock(Call->getDirectCallee());
}

std::optional<HostClocks::Difference> HostClocks::differenceIn(const Stmt &Operation) {
  const clang::Expr *Left = nullptr, *Right = nullptr;
  if (const auto *Binary = dyn_cast<BinaryOperator>(&Operation);
      Binary && Binary->getOpcode() == BO_Sub) {
    Left = Binary->getLHS();
    Right = Binary->getRHS();
  } else if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(&Operation);
             Call && Call->getOperator() == OO_Minus && Call->getNumArgs() == 2) {
    Left = Call->getArg(0);
    Right = Call->getArg(1);
  }
  const VarDecl *Start = Right ? variableIn(Right) : nullptr;
  if (!Start)
    return std::nullopt;
  if (const VarDecl *Stop = variableIn(Left))
    return Difference{Start, Stop};
  if (isRead(Left))
    return Difference{Start, nullptr};
  return std::nullopt;
}

} // namespace memlint
