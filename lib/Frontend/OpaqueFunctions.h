//===- OpaqueFunctions.h - Calls of what nobody declares --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function that is called and not declared, since a header is missing or a tool
/// has it built in, is an error, after which Clang leaves out the whole statement:
/// of a loop's condition, the whole loop. Here it becomes a function about
/// which nothing is known, so that everything else is parsed as written. The error stays.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FRONTEND_OPAQUEFUNCTIONS_H
#define CUDA_MEMLINT_LIB_FRONTEND_OPAQUEFUNCTIONS_H

#include "clang/Basic/SourceLocation.h"
#include "clang/Sema/ExternalSemaSource.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace memlint {

class OpaqueFunctions : public clang::ExternalSemaSource {
public:
  void InitializeSema(clang::Sema &S) override { Semantics = &S; }
  void ForgetSema() override { Semantics = nullptr; }
  bool LookupUnqualified(clang::LookupResult &Result, clang::Scope *Scope) override;

  /// A function that is nowhere declared, and where it is named.
  struct Use {
    const clang::FunctionDecl *Function;
    clang::SourceLocation Location;
  };
  /// Calls that were bound to a function because no other was declared, in the order of the
  /// parse.
  llvm::SmallVector<Use, 0> uses() const;

private:
  const clang::FunctionDecl *findLibrary(llvm::StringRef Name);
  clang::FunctionDecl *declare(const clang::IdentifierInfo *Name, clang::SourceLocation Location);

  clang::Sema *Semantics = nullptr;
  llvm::DenseMap<const clang::IdentifierInfo *, clang::FunctionDecl *> Declared;
  llvm::DenseSet<clang::SourceLocation> Locations;
  llvm::DenseSet<const clang::FunctionDecl *> IsOfLibrary;
  llvm::SmallVector<Use, 0> Found;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FRONTEND_OPAQUEFUNCTIONS_H
