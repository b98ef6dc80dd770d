//===- ConstantVariables.cpp - What takes constant memory -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Launch/ConstantVariables.h"

#include "cuda-memlint/Frontend/Position.h"
#include "cuda-memlint/Target/CommonLimits.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace memlint {

/// Calls \p Visit with each variable of constant memory that \p Scope defines, and its bytes.
static void forEachConstant(const DeclContext &Scope, const ASTContext &Ast,
                            llvm::function_ref<void(const VarDecl &, uint64_t)> Visit) {
  for (const Decl *Each : Scope.decls()) {
    if (isa<NamespaceDecl, LinkageSpecDecl>(Each))
      forEachConstant(*cast<DeclContext>(Each), Ast, Visit);
    const auto *Variable = dyn_cast<VarDecl>(Each);
    // Clang gives the attribute to other constants, too.
    const auto *Attribute = Variable ? Variable->getAttr<CUDAConstantAttr>() : nullptr;
    if (Attribute && !Attribute->isImplicit() && !Variable->isInvalidDecl() &&
        Variable->isThisDeclarationADefinition() && !Variable->getType()->isDependentType() &&
        !Variable->getType()->isIncompleteType())
      Visit(*Variable, uint64_t(Ast.getTypeSizeInChars(Variable->getType()).getQuantity()));
  }
}

uint64_t bytesOfConstantVariables(const ASTContext &Ast) {
  uint64_t Sum = 0;
  forEachConstant(*Ast.getTranslationUnitDecl(), Ast,
                  [&](const VarDecl &, uint64_t Bytes) { Sum += Bytes; });
  return Sum;
}

std::optional<HostFault> findConstantOverflow(const ASTContext &Ast) {
  constexpr uint64_t Limit = CommonLimits::ConstantBytes;
  uint64_t Sum = 0;
  std::optional<HostFault> Fault;
  forEachConstant(*Ast.getTranslationUnitDecl(), Ast, [&](const VarDecl &Each, uint64_t Bytes) {
    Sum += Bytes;
    if (Sum <= Limit || Fault)
      return;
    Fault.emplace();
    Fault->Kind = HostFaultKind::ConstantOverflow;
    Fault->Position = positionOf(Each.getLocation(), Ast);
    Fault->Variable = Each.getNameAsString();
  });
  if (Fault)
    Fault->Bytes = Sum;
  return Fault;
}

} // namespace memlint
