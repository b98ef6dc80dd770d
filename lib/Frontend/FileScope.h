//===- FileScope.h - Sema's scope after the end of the file -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FRONTEND_FILESCOPE_H
#define CUDA_MEMLINT_LIB_FRONTEND_FILESCOPE_H

#include "clang/AST/ASTContext.h"
#include "clang/Sema/Scope.h"
#include "clang/Sema/Sema.h"

namespace memlint {

/// While it is alive, Sema has a scope of the whole file: it lets go of its own at the end of the
/// file, but lookups and declarations of builtins, which instantiations may lead to, need one.
class FileScope {
public:
  explicit FileScope(clang::Sema &Semantics)
      : Semantics(Semantics), Own(nullptr, clang::Scope::DeclScope, Semantics.getDiagnostics()) {
    Own.setEntity(Semantics.getASTContext().getTranslationUnitDecl());
    Semantics.TUScope = &Own;
  }
  ~FileScope() { Semantics.TUScope = nullptr; }
  FileScope(const FileScope &) = delete;
  FileScope &operator=(const FileScope &) = delete;

private:
  clang::Sema &Semantics;
  clang::Scope Own;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FRONTEND_FILESCOPE_H
