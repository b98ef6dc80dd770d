//===- ParameterDeclarations.cpp - Pointers as they are declared ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/SourceEdits/ParameterDeclarations.h"

#include "ConstUses.h"
#include "NamesInText.h"

#include "cuda-memlint/Frontend/AstVisitor.h"
#include "cuda-memlint/Frontend/Position.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace memlint {

static const FunctionTemplateDecl *templateOf(const FunctionDecl &Kernel) {
  const FunctionTemplateDecl *Template = Kernel.getPrimaryTemplate();
  return Template ? Template->getCanonicalDecl() : nullptr;
}

namespace {

class NameFinder : public AstVisitor {
public:
  NameFinder(const ASTContext &Ast, llvm::SmallPtrSetImpl<const Decl *> &Named)
      : Sources(Ast.getSourceManager()), Named(Named) {
    VisitsInstantiations = true;
  }

  bool TraverseDecl(Decl *Declared) override {
    if (!Declared)
      return true;
    SourceLocation At = Declared->getLocation();
    if (At.isValid() && Sources.isInSystemHeader(Sources.getExpansionLoc(At)))
      return true;
    return AstVisitor::TraverseDecl(Declared);
  }

  /// What is called there is launched; arguments and the configuration may name others.
  bool TraverseCUDAKernelCallExpr(CUDAKernelCallExpr *Call) override {
    for (clang::Expr *Argument : Call->arguments())
      if (!TraverseStmt(Argument))
        return false;
    return TraverseStmt(Call->getConfig());
  }

  bool VisitDeclRefExpr(DeclRefExpr *Reference) override {
    const auto *Function = dyn_cast<FunctionDecl>(Reference->getDecl());
    if (Function && Function->hasAttr<CUDAGlobalAttr>())
      Named.insert(identityOf(*Function));
    return true;
  }

  static const Decl *identityOf(const FunctionDecl &Function) {
    const Decl *Template = templateOf(Function);
    return Template ? Template : Function.getCanonicalDecl();
  }

private:
  const SourceManager &Sources;
  llvm::SmallPtrSetImpl<const Decl *> &Named;
};

} // namespace

NamedKernels::NamedKernels(ASTContext &Ast) {
  NameFinder Finder(Ast, Named);
  for (Decl *Each : Ast.getTranslationUnitDecl()->decls())
    Finder.TraverseDecl(Each);
}

bool NamedKernels::contains(const FunctionDecl &Kernel) const {
  return Named.contains(NameFinder::identityOf(Kernel));
}

bool hasOtherDeclarations(const FunctionDecl &Kernel) {
  if (!llvm::hasSingleElement(Kernel.redecls()))
    return true;
  const FunctionTemplateDecl *Template = templateOf(Kernel);
  if (!Template)
    return false;
  return !llvm::hasSingleElement(Template->redecls()) ||
         llvm::any_of(Template->specializations(), [](const FunctionDecl *Instance) {
           return isTemplateExplicitInstantiationOrSpecialization(
               Instance->getTemplateSpecializationKind());
         });
}

bool isDeclaredInHeader(const FunctionDecl &Kernel) {
  const SourceManager &Sources = Kernel.getASTContext().getSourceManager();
  auto IsInHeader = [&](const Decl *Declared) {
    return isInHeader(Declared->getLocation(), Sources);
  };
  const FunctionTemplateDecl *Template = templateOf(Kernel);
  return llvm::any_of(Kernel.redecls(), IsInHeader) ||
         (Template && llvm::any_of(Template->redecls(), IsInHeader));
}

namespace {

/// Finds where a function names one of its parameters.
class ParameterNames : public AstVisitor {
public:
  explicit ParameterNames(const ParmVarDecl &Parameter) : Parameter(Parameter) {}

  bool VisitDeclRefExpr(DeclRefExpr *Reference) override {
    if (Reference->getDecl() == &Parameter)
      Found.insert(
          Parameter.getASTContext().getSourceManager().getSpellingLoc(Reference->getLocation()));
    return true;
  }

  llvm::DenseSet<SourceLocation> Found;

private:
  const ParmVarDecl &Parameter;
};

} // namespace

/// No code that another configuration compiles uses \p Parameter.
static bool isSeenWhole(const FunctionDecl &Kernel, const ParmVarDecl &Parameter,
                        const ASTContext &Ast) {
  const FunctionDecl *Written = Kernel.getTemplateInstantiationPattern();
  if (!Written || Written->getNumParams() != Kernel.getNumParams())
    Written = &Kernel;
  SourceRange Body = Written->getBody() ? Written->getBody()->getSourceRange() : SourceRange();
  if (Body.isInvalid() || !hasConditionalText(Body, Ast))
    return true;
  ParameterNames Names(*Written->getParamDecl(Parameter.getFunctionScopeIndex()));
  Names.TraverseStmt(Written->getBody());
  return namesOnlyAt(Parameter.getName(), Names.Found, Body, Ast);
}

/// The tokens from \p Begin up to \p End, which is left out; invalid where there are none.
static SourceRange tokensBetween(SourceLocation Begin, SourceLocation End, const ASTContext &Ast) {
  const SourceManager &Sources = Ast.getSourceManager();
  SourceLocation Last;
  for (SourceLocation At = Begin; At.isValid() && Sources.isBeforeInTranslationUnit(At, End);) {
    Last = At;
    std::optional<Token> Next = Lexer::findNextToken(At, Sources, Ast.getLangOpts());
    At = Next ? Next->getLocation() : SourceLocation();
  }
  return {Begin, Last};
}

std::optional<PointerDeclaration> pointerDeclarationOf(const FunctionDecl &Kernel,
                                                       const ParmVarDecl &Parameter,
                                                       const ASTContext &Ast) {
  const TypeSourceInfo *Written = Parameter.getTypeSourceInfo();
  if (!Written || Parameter.getName().empty())
    return std::nullopt;
  auto Pointer = Written->getTypeLoc().getUnqualifiedLoc().getAs<PointerTypeLoc>();
  SourceLocation Begin = Parameter.getBeginLoc(), Name = Parameter.getLocation();
  if (!Pointer || Begin.isMacroID() || Name.isMacroID() || Pointer.getStarLoc().isMacroID())
    return std::nullopt;
  // Of a template the first declaration counts (seen with nvcc 13.0).
  if (const FunctionTemplateDecl *Template = templateOf(Kernel))
    if (!llvm::hasSingleElement(Template->redecls()))
      return std::nullopt;
  if (!isSeenWhole(Kernel, Parameter, Ast))
    return std::nullopt;
  PointerUses Uses = usesOf(Kernel, Parameter);
  if (Uses.IsReassigned || Uses.LeavesFunction)
    return std::nullopt;
  PointerDeclaration Result;
  QualType Pointee = Parameter.getType()->getPointeeType();
  Result.IsConst = Pointee.isConstQualified();
  Result.IsRestrict = Parameter.getType().isRestrictQualified();
  Result.Name = positionOf(Name, Ast);
  // In `T **name` a const would belong behind the first star.
  bool IsPlain =
      !Pointee->isAnyPointerType() && !Pointee->isArrayType() && !Pointee->isFunctionType();
  SourceRange Type = tokensBetween(Begin, Pointer.getStarLoc(), Ast);
  if (Type.isValid() && IsPlain && (Result.IsConst || Uses.AllowConst))
    Result.Pointee = positionOf(Type, Ast);
  return Result;
}

} // namespace memlint
