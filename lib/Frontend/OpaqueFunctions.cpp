//===- OpaqueFunctions.cpp - Calls of what nobody declares ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpaqueFunctions.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Scope.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace memlint {

bool OpaqueFunctions::LookupUnqualified(LookupResult &Result, Scope *Scope) {
  const IdentifierInfo *Name = Result.getLookupName().getAsIdentifierInfo();
  SourceLocation Location = Result.getNameLoc();
  if (!Semantics || !Name || Result.getLookupKind() != Sema::LookupOrdinaryName ||
      Result.isForRedeclaration() || Location.isInvalid() || !Scope || !Scope->getFnParent())
    return false;
  // A library may ask on purpose whether there is such a function.
  const SourceManager &Sources = Semantics->getSourceManager();
  if (Sources.isInSystemHeader(Sources.getExpansionLoc(Location)))
    return false;
  // The first that Clang asks is what kind of name it is, with the parser still
  // before it; it asks again for the same location later.
  bool IsKnownLocation = Locations.contains(Location);
  // It asks with the parser behind it, too, where nothing may be looked at past the end of the
  // file: no file is open then.
  Preprocessor &Tokens = Semantics->getPreprocessor();
  if (!IsKnownLocation && (!Tokens.getCurrentFileLexer() || !Tokens.LookAhead(0).is(tok::l_paren)))
    return false;
  FunctionDecl *&Function = Declared[Name];
  if (!Function)
    Function = declare(Name, Location);
  if (!IsKnownLocation) {
    Locations.insert(Location);
    if (!IsOfLibrary.contains(Function))
      Found.push_back({Function, Location});
  }
  Result.addDecl(Function);
  return true;
}

/// Our headers of libraries for the host declare a few functions and leave the others
/// to this: `Status __memlint_rest_of_PREFIX(...)` stands for all of which the name
/// begins with that prefix and an upper-case letter.
const FunctionDecl *OpaqueFunctions::findLibrary(llvm::StringRef Name) {
  llvm::StringRef Prefix = Name.take_while([](char C) { return llvm::isLower(C); });
  if (Prefix.empty() || Prefix.size() == Name.size() || !llvm::isUpper(Name[Prefix.size()]))
    return nullptr;
  const IdentifierInfo &Stand =
      Semantics->getPreprocessor().getIdentifierTable().get(("__memlint_rest_of_" + Prefix).str());
  const TranslationUnitDecl *Unit = Semantics->getASTContext().getTranslationUnitDecl();
  return Unit->lookup(&Stand).find_first<FunctionDecl>();
}

/// int name(...), or as its library says, for both sides. Anything that argument-dependent
/// lookup finds matches better.
FunctionDecl *OpaqueFunctions::declare(const IdentifierInfo *Name, SourceLocation Location) {
  ASTContext &Ast = Semantics->getASTContext();
  FunctionProtoType::ExtProtoInfo Prototype;
  Prototype.Variadic = true;
  const FunctionDecl *Library = findLibrary(Name->getName());
  QualType Type = Library ? Library->getType() : Ast.getFunctionType(Ast.IntTy, {}, Prototype);
  FunctionDecl *Function = FunctionDecl::Create(Ast, Ast.getTranslationUnitDecl(), Location,
                                                Location, DeclarationName(Name), Type,
                                                Ast.getTrivialTypeSourceInfo(Type), SC_Extern);
  Function->setImplicit();
  if (Library)
    IsOfLibrary.insert(Function);
  Function->addAttr(CUDAHostAttr::CreateImplicit(Ast));
  Function->addAttr(CUDADeviceAttr::CreateImplicit(Ast));
  return Function;
}

SmallVector<OpaqueFunctions::Use, 0> OpaqueFunctions::uses() const {
  SmallVector<Use, 0> Taken;
  for (const Use &Each : Found)
    if (Each.Function->isReferenced())
      Taken.push_back(Each);
  return Taken;
}

} // namespace memlint
