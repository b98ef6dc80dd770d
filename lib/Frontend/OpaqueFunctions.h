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
/// So does a number that the grid, the block or the arguments of a launch are computed from become
/// a variable, as otherwise the launch would be left out with all that it says.
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

  /// A function or number that is nowhere declared, and where it is named.
  struct Use {
    const clang::NamedDecl *Declaration;
    clang::SourceLocation Location;
  };
  /// Names that were bound to a declaration of this class because there was no other, in the order
  /// of the parse.
  llvm::SmallVector<Use, 0> uses() const;

private:
  const clang::FunctionDecl *findLibrary(llvm::StringRef Name);
  clang::NamedDecl *declareFunction(const clang::IdentifierInfo *Name,
                                    clang::SourceLocation Location);
  clang::NamedDecl *declareNumber(const clang::IdentifierInfo *Name,
                                  clang::SourceLocation Location);
  clang::NamedDecl *declareForUse(const clang::IdentifierInfo *Name,
                                  clang::SourceLocation Location);
  bool isOperand(const clang::IdentifierInfo *Name, clang::SourceLocation Location) const;
  bool isInLaunch(clang::SourceLocation Location) const;

  clang::Sema *Semantics = nullptr;
  llvm::DenseMap<const clang::IdentifierInfo *, clang::NamedDecl *> Functions, Numbers;
  llvm::DenseMap<clang::SourceLocation, clang::NamedDecl *> ByLocation;
  llvm::DenseSet<const clang::NamedDecl *> IsOfLibrary;
  llvm::SmallVector<Use, 0> Found;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FRONTEND_OPAQUEFUNCTIONS_H
