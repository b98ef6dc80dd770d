//===- LibraryTypes.cpp - Types of libcu++ ---------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Namespaces, enumerators and scopes of declarations.
///
//===----------------------------------------------------------------------===//

#include "LibraryTypes.h"

#include "cuda-memlint/Interpreter/IntegerConstants.h"

#include "clang/AST/DeclTemplate.h"

using namespace clang;
using llvm::StringRef;

namespace memlint {

std::string namespaceOf(const Decl &Declared) {
  std::string Name;
  for (const DeclContext *Scope = Declared.getDeclContext(); Scope; Scope = Scope->getParent()) {
    const auto *Space = dyn_cast<NamespaceDecl>(Scope);
    if (!Space || Space->isInline() || !Space->getDeclName().isIdentifier())
      continue;
    Name = Space->getNameAsString() + (Name.empty() ? "" : "::") + Name;
  }
  return Name;
}

LibraryClass libraryClassOf(const CXXRecordDecl &Class) {
  return Class.getIdentifier() ? libraryClass(namespaceOf(Class), Class.getName())
                               : LibraryClass::Other;
}

LibraryFunction libraryFunctionOf(const FunctionDecl &Function) {
  return libraryFunction(namespaceOf(Function), Function.getName());
}

StringRef enumeratorOf(QualType Type, int64_t Number) {
  const auto *Enumeration = Type->getAs<EnumType>();
  if (!Enumeration || !Enumeration->getDecl()->getDefinition())
    return {};
  for (const EnumConstantDecl *Each : Enumeration->getDecl()->getDefinition()->enumerators())
    if (signedBits(llvm::APSInt(Each->getInitVal())) == Number)
      return Each->getName();
  return {};
}

std::optional<ThreadScope> threadScopeOf(const CXXRecordDecl &Class) {
  const auto *Instance = dyn_cast<ClassTemplateSpecializationDecl>(&Class);
  if (!Instance)
    return std::nullopt;
  for (const TemplateArgument &Argument : Instance->getTemplateArgs().asArray()) {
    std::optional<ThreadScope> Scope;
    if (Argument.getKind() == TemplateArgument::Integral)
      Scope = scopeCalled(
          enumeratorOf(Argument.getIntegralType(), signedBits(Argument.getAsIntegral())));
    else if (Argument.getKind() == TemplateArgument::Type)
      if (const CXXRecordDecl *Inner = Argument.getAsType()->getAsCXXRecordDecl())
        Scope = threadScopeOf(*Inner);
    if (Scope)
      return Scope;
  }
  return std::nullopt;
}

} // namespace memlint
