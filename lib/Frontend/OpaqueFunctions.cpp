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
  // The first that Clang asks of a call is what kind of name it is, with the parser still
  // before it; it asks again for the same location later.
  NamedDecl *Known = ByLocation.lookup(Location);
  if (!Known) {
    Known = declareForUse(Name, Location);
    if (!Known)
      return false;
    ByLocation[Location] = Known;
    if (!IsOfLibrary.contains(Known))
      Found.push_back({Known, Location});
  }
  Result.addDecl(Known);
  return true;
}

/// What \p Name declares, to judge by what follows it; null: it stays unknown.
NamedDecl *OpaqueFunctions::declareForUse(const IdentifierInfo *Name, SourceLocation Location) {
  // Clang asks with the parser behind the name, too, where nothing may be looked at past the end of
  // the file: no file is open then.
  Preprocessor &Tokens = Semantics->getPreprocessor();
  if (!Tokens.getCurrentFileLexer())
    return nullptr;
  if (isOperand(Name, Location) && isInLaunch(Location)) {
    NamedDecl *&Number = Numbers[Name];
    return Number ? Number : Number = declareNumber(Name, Location);
  }
  if (!Tokens.LookAhead(0).is(tok::l_paren))
    return nullptr;
  NamedDecl *&Function = Functions[Name];
  return Function ? Function : Function = declareFunction(Name, Location);
}

/// Whether \p Name at \p Location is an argument or what an operator takes. The parser may be
/// behind the name by now, so that the text is asked.
bool OpaqueFunctions::isOperand(const IdentifierInfo *Name, SourceLocation Location) const {
  const SourceManager &Sources = Semantics->getSourceManager();
  auto [File, Offset] = Sources.getDecomposedSpellingLoc(Location);
  llvm::StringRef Behind =
      Sources.getBufferData(File).drop_front(Offset + Name->getLength()).ltrim();
  if (Behind.starts_with("->"))
    return false;
  return Behind.starts_with(">>>") || (!Behind.empty() && llvm::is_contained(",)*/%+-", Behind[0]));
}

/// Whether `<<<` stands between the start of the statement at \p Location and that.
bool OpaqueFunctions::isInLaunch(SourceLocation Location) const {
  const SourceManager &Sources = Semantics->getSourceManager();
  auto [File, Offset] = Sources.getDecomposedExpansionLoc(Location);
  llvm::StringRef Before = Sources.getBufferData(File).take_front(Offset);
  size_t Last = Before.find_last_of(";{}");
  return Before.substr(Last == llvm::StringRef::npos ? 0 : Last).contains("<<<");
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
NamedDecl *OpaqueFunctions::declareFunction(const IdentifierInfo *Name, SourceLocation Location) {
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

/// extern int name, of the host.
NamedDecl *OpaqueFunctions::declareNumber(const IdentifierInfo *Name, SourceLocation Location) {
  ASTContext &Ast = Semantics->getASTContext();
  auto *Number = VarDecl::Create(Ast, Ast.getTranslationUnitDecl(), Location, Location, Name,
                                 Ast.IntTy, Ast.getTrivialTypeSourceInfo(Ast.IntTy), SC_Extern);
  Number->setImplicit();
  return Number;
}

SmallVector<OpaqueFunctions::Use, 0> OpaqueFunctions::uses() const {
  SmallVector<Use, 0> Taken;
  for (const Use &Each : Found)
    if (Each.Declaration->isReferenced())
      Taken.push_back(Each);
  return Taken;
}

} // namespace memlint
