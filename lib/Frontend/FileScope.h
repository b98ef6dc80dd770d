//===- FileScope.h - Sema's scope after the end of the file -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FRONTEND_FILESCOPE_H
#define CUDA_MEMLINT_LIB_FRONTEND_FILESCOPE_H

#include "clang/AST/ASTContext.h"
#include "clang/Parse/Parser.h"
#include "clang/Sema/Scope.h"
#include "clang/Sema/Sema.h"

namespace memlint {

/// While it is alive, Sema has a scope of the whole file, which is also the current one. Sema lets
/// go of its own at the end of the file, but instantiations may need one: lookups, declarations of
/// builtins, range-based loops.
class FileScope {
public:
  explicit FileScope(clang::Sema &Semantics)
      : Semantics(Semantics),
        Holder(Semantics.getPreprocessor(), Semantics, /*SkipFunctionBodies=*/false) {
    Holder.EnterScope(clang::Scope::DeclScope);
    Semantics.TUScope = Holder.getCurScope();
    Semantics.TUScope->setEntity(Semantics.getASTContext().getTranslationUnitDecl());
  }
  ~FileScope() { Semantics.TUScope = nullptr; }
  FileScope(const FileScope &) = delete;
  FileScope &operator=(const FileScope &) = delete;

private:
  clang::Sema &Semantics;
  /// Parses nothing: only a parser may set the current scope.
  clang::Parser Holder;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FRONTEND_FILESCOPE_H
