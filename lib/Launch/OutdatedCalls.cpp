//===- OutdatedCalls.cpp - Uses of what toolkits dropped ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Launch/OutdatedCalls.h"

#include "cuda-memlint/CudaModel/OutdatedFunction.h"
#include "cuda-memlint/Frontend/AstVisitor.h"
#include "cuda-memlint/Frontend/EmbeddedHeaders.h"
#include "cuda-memlint/Frontend/Position.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

#include <map>

using namespace clang;

namespace memlint {

namespace {

class OutdatedFinder : public AstVisitor {
public:
  explicit OutdatedFinder(ASTContext &Ast) : Ast(Ast), Sources(Ast.getSourceManager()) {}

  bool TraverseDecl(Decl *Declared) override {
    if (Declared && !isa<TranslationUnitDecl>(Declared) && Declared->getLocation().isValid() &&
        !isa<NamespaceDecl, LinkageSpecDecl>(Declared) && !isOurs(Declared->getLocation()))
      return true;
    return AstVisitor::TraverseDecl(Declared);
  }

  bool VisitVarDecl(VarDecl *Variable) override {
    const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
        Variable->getType()->getAsCXXRecordDecl());
    if (Class && Class->getName() == TextureReference && isEmbedded(Class->getLocation()))
      note(TextureReference, Variable->getLocation());
    return true;
  }

  bool VisitExpr(clang::Expr *E) override {
    if (const auto *Lookup = dyn_cast<UnresolvedLookupExpr>(E);
        Lookup && Lookup->getNumDecls() != 0)
      noteUse(*(*Lookup->decls_begin())->getUnderlyingDecl(), Lookup->getExprLoc());
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *Reference) override {
    noteUse(*Reference->getDecl(), Reference->getLocation());
    if (const auto *Constant = dyn_cast<EnumConstantDecl>(Reference->getDecl());
        Constant && Constant->getDeclName().isIdentifier() &&
        Constant->getName() == "cudaSharedMemBankSizeEightByte" && !WideBanks)
      WideBanks = Reference->getLocation();
    return true;
  }

  std::vector<OutdatedCall> take() {
    std::vector<OutdatedCall> Result;
    for (auto &[Name, Call] : ByName)
      Result.push_back(std::move(Call));
    return Result;
  }

private:
  bool isOurs(SourceLocation At) const { return Sources.isInMainFile(Sources.getExpansionLoc(At)); }

  bool isEmbedded(SourceLocation At) const {
    return Sources.getFilename(Sources.getExpansionLoc(At)).starts_with(EmbeddedRoot);
  }

  void noteUse(const NamedDecl &Used, SourceLocation At) {
    const NamedDecl *Plain = &Used;
    if (const auto *Template = dyn_cast<FunctionTemplateDecl>(Plain))
      Plain = Template->getTemplatedDecl();
    if (!isa<FunctionDecl>(Plain) || isa<CXXMethodDecl>(Plain) ||
        !Plain->getDeclName().isIdentifier() || !isEmbedded(Plain->getLocation()))
      return;
    if (outdatedFunction(Plain->getName()))
      note(Plain->getName(), At);
  }

  void note(llvm::StringRef Name, SourceLocation At) {
    if (!isOurs(At))
      return;
    OutdatedCall &Call = ByName[Name.str()];
    if (Call.Count++ == 0) {
      Call.Name = Name.str();
      Call.Position = positionOf(At, Ast);
    }
  }

  ASTContext &Ast;
  const SourceManager &Sources;
  std::map<std::string, OutdatedCall> ByName;

public:
  /// Where the file asks for banks of 8 bytes.
  std::optional<SourceLocation> WideBanks;
};

} // namespace

std::vector<OutdatedCall> findOutdatedCalls(ASTContext &Ast) {
  OutdatedFinder Finder(Ast);
  Finder.TraverseDecl(Ast.getTranslationUnitDecl());
  std::vector<OutdatedCall> Result = Finder.take();
  for (OutdatedCall &Call : Result)
    Call.DependsOnDevice = Finder.WideBanks && (Call.Name == "cudaDeviceSetSharedMemConfig" ||
                                                Call.Name == "cudaFuncSetSharedMemConfig");
  return Result;
}

} // namespace memlint
