//===- OwnStreams.cpp - Streams that a host function makes ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OwnStreams.h"

#include "RuntimeCalls.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace memlint {

/// The variable that \p Lvalue is, or is an element of; else null.
static const DeclRefExpr *variableOf(const clang::Expr &Lvalue) {
  const clang::Expr *Plain = Lvalue.IgnoreParens();
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Plain))
    Plain = Element->getBase()->IgnoreParenImpCasts();
  const auto *Reference = dyn_cast<DeclRefExpr>(Plain);
  return Reference && isa<VarDecl>(Reference->getDecl()) ? Reference : nullptr;
}

/// The variable that \p Call stores a new stream in; else null.
static const DeclRefExpr *createdBy(const CallExpr &Call) {
  if (runtimeKind(Call) != RuntimeKind::CreateStream || Call.getNumArgs() == 0)
    return nullptr;
  const auto *Address = dyn_cast<UnaryOperator>(Call.getArg(0)->IgnoreParenCasts());
  return Address && Address->getOpcode() == UO_AddrOf ? variableOf(*Address->getSubExpr())
                                                      : nullptr;
}

OwnStreams::OwnStreams(const FunctionDecl &Function, const ASTContext &Ast) : Ast(Ast) {
  llvm::SmallPtrSet<const DeclRefExpr *, 16> Understood;
  auto VariableIn = [](const DeclRefExpr &Reference) { return cast<VarDecl>(Reference.getDecl()); };
  // An expression comes before what is in it.
  forEachStatement(Function.getBody(), [&](const Stmt &Each) {
    if (const auto *Call = dyn_cast<CallExpr>(&Each)) {
      if (const DeclRefExpr *Set = createdBy(*Call)) {
        Understood.insert(Set);
        Created.insert(VariableIn(*Set));
      }
    } else if (const auto *Read = dyn_cast<CastExpr>(&Each);
               Read && Read->getCastKind() == CK_LValueToRValue) {
      if (const DeclRefExpr *Used = variableOf(*Read->getSubExpr()))
        Understood.insert(Used);
    } else if (const auto *Lambda = dyn_cast<LambdaExpr>(&Each)) {
      for (const LambdaCapture &Capture : Lambda->captures())
        if (Capture.capturesVariable())
          OtherwiseUsed.insert(dyn_cast<VarDecl>(Capture.getCapturedVar()));
    } else if (const auto *Reference = dyn_cast<DeclRefExpr>(&Each);
               Reference && isa<VarDecl>(Reference->getDecl()) && !Understood.contains(Reference)) {
      OtherwiseUsed.insert(VariableIn(*Reference));
    }
  });
}

std::optional<OwnStream> OwnStreams::of(const clang::Expr &Stream) const {
  const clang::Expr *Plain = Stream.IgnoreParenImpCasts();
  const DeclRefExpr *Reference = variableOf(*Plain);
  const auto *Variable = Reference ? cast<VarDecl>(Reference->getDecl()) : nullptr;
  if (!Variable || !Variable->hasLocalStorage() || !Variable->isLocalVarDecl() ||
      Variable->getType()->isReferenceType() || !Created.contains(Variable) ||
      OtherwiseUsed.contains(Variable))
    return std::nullopt;
  const auto *Element = dyn_cast<ArraySubscriptExpr>(Plain);
  if (!Element)
    return OwnStream{Variable};
  clang::Expr::EvalResult Index;
  // A pointer may lead to any array.
  if (!Variable->getType()->isConstantArrayType() || Element->getIdx()->isValueDependent() ||
      !Element->getIdx()->EvaluateAsInt(Index, Ast) || Index.Val.getInt().isNegative())
    return std::nullopt;
  return OwnStream{Variable, Index.Val.getInt().getZExtValue()};
}

} // namespace memlint
