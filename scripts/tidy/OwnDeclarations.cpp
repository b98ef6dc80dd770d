//===- OwnDeclarations.cpp - Checks only what is ours ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A clang-tidy module with one check, memlint-own-declarations, which reports
/// nothing: it limits what all other checks traverse to the top-level
/// declarations outside system headers, where clang-tidy would suppress their
/// warnings anyway. clangd runs clang-tidy's checks on a preamble in the same way.
///
//===----------------------------------------------------------------------===//

#include "ClangTidyCheck.h"
#include "ClangTidyModule.h"
#include "ClangTidyModuleRegistry.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclBase.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace {

class OwnDeclarations : public tidy::ClangTidyCheck {
public:
  using ClangTidyCheck::ClangTidyCheck;

  void registerMatchers(ast_matchers::MatchFinder *Finder) override {
    Finder->addMatcher(ast_matchers::translationUnitDecl().bind("unit"), this);
  }

  // The translation unit is matched before its children, whose traversal asks for the scope anew.
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override {
    ASTContext &Context = *Result.Context;
    std::vector<Decl *> Scope;
    for (Decl *Each : Context.getTranslationUnitDecl()->decls())
      if (!Context.getSourceManager().isInSystemHeader(Each->getLocation()) && !Each->isImplicit())
        Scope.push_back(Each);
    Context.setTraversalScope(Scope);
  }
};

class OwnDeclarationsModule : public tidy::ClangTidyModule {
public:
  void addCheckFactories(tidy::ClangTidyCheckFactories &Factories) override {
    Factories.registerCheck<OwnDeclarations>("memlint-own-declarations");
  }
};

} // namespace

static tidy::ClangTidyModuleRegistry::Add<OwnDeclarationsModule>
    Registered("memlint-own-declarations", "Limits checks to declarations outside system headers");
