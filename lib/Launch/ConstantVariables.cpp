//===- ConstantVariables.cpp - What takes constant memory -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Launch/ConstantVariables.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace memlint {

static uint64_t bytesIn(const DeclContext &Scope, const ASTContext &Ast) {
  uint64_t Sum = 0;
  for (const Decl *Each : Scope.decls()) {
    if (isa<NamespaceDecl, LinkageSpecDecl>(Each))
      Sum += bytesIn(*cast<DeclContext>(Each), Ast);
    const auto *Variable = dyn_cast<VarDecl>(Each);
    // Clang gives the attribute to other constants, too; nvcc drops static ones that nobody reads.
    const auto *Attribute = Variable ? Variable->getAttr<CUDAConstantAttr>() : nullptr;
    if (Attribute && !Attribute->isImplicit() && !Variable->isInvalidDecl() &&
        Variable->isThisDeclarationADefinition() && Variable->getStorageClass() != SC_Static &&
        !Variable->getType()->isDependentType() && !Variable->getType()->isIncompleteType())
      Sum += uint64_t(Ast.getTypeSizeInChars(Variable->getType()).getQuantity());
  }
  return Sum;
}

uint64_t bytesOfConstantVariables(const ASTContext &Ast) {
  return bytesIn(*Ast.getTranslationUnitDecl(), Ast);
}

} // namespace memlint
