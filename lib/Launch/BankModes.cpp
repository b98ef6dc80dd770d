//===- BankModes.cpp - Widths of banks that host code sets ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Launch/BankModes.h"

#include "RuntimeCalls.h"

#include "cuda-memlint/Frontend/AstVisitor.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

#include <optional>

using namespace clang;

namespace memlint {

class BankModes::Finder : public AstVisitor {
public:
  Finder(BankModes &Modes, const ASTContext &Ast) : Modes(Modes), Ast(Ast) {
    VisitsInstantiations = true;
  }

  bool VisitExpr(clang::Expr *E) override {
    const auto *Call = dyn_cast<CallExpr>(E);
    if (!Call)
      return true;
    RuntimeKind Kind = runtimeKind(*Call);
    if (Kind == RuntimeKind::SetBanksOfDevice && Call->getNumArgs() == 1)
      Modes.OfDevice.insert(widthIn(*Call->getArg(0)).value_or(Width::Four));
    if (Kind == RuntimeKind::SetBanksOfFunction && Call->getNumArgs() == 2)
      // The default is what the device is set to.
      if (std::optional<Width> Asked = widthIn(*Call->getArg(1)))
        if (const FunctionDecl *Kernel = kernelIn(*Call->getArg(0)))
          Modes.OfKernel[Kernel].insert(*Asked);
    return true;
  }

private:
  /// Empty: the default.
  std::optional<Width> widthIn(const clang::Expr &Mode) const {
    clang::Expr::EvalResult Value;
    if (Mode.isValueDependent() || !Mode.EvaluateAsInt(Value, Ast))
      return Width::Unknown;
    // cudaSharedMemBankSizeDefault, FourByte, EightByte.
    switch (Value.Val.getInt().getExtValue()) {
    case 0:
      return std::nullopt;
    case 1:
      return Width::Four;
    case 2:
      return Width::Eight;
    default:
      return Width::Unknown;
    }
  }

  static const FunctionDecl *kernelIn(const clang::Expr &Argument) {
    const clang::Expr *Plain = Argument.IgnoreParenCasts();
    if (const auto *Address = dyn_cast<UnaryOperator>(Plain);
        Address && Address->getOpcode() == UO_AddrOf)
      Plain = Address->getSubExpr()->IgnoreParenCasts();
    const auto *Reference = dyn_cast<DeclRefExpr>(Plain);
    const auto *Function = Reference ? dyn_cast<FunctionDecl>(Reference->getDecl()) : nullptr;
    return Function && Function->hasAttr<CUDAGlobalAttr>() ? Function->getCanonicalDecl() : nullptr;
  }

  BankModes &Modes;
  const ASTContext &Ast;
};

BankModes::BankModes(ASTContext &Ast) {
  Finder(*this, Ast).TraverseDecl(Ast.getTranslationUnitDecl());
}

bool BankModes::areWideFor(const FunctionDecl &Kernel) const {
  auto Own = OfKernel.find(Kernel.getCanonicalDecl());
  return isAlwaysWide(Own == OfKernel.end() ? OfDevice : Own->second);
}

} // namespace memlint
