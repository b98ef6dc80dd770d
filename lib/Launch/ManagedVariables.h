//===- ManagedVariables.h - Variables that host and device share *- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_MANAGEDVARIABLES_H
#define CUDA_MEMLINT_LIB_LAUNCH_MANAGEDVARIABLES_H

#include "clang/AST/Decl.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace clang {
class Expr;
}

namespace memlint {

/// `__managed__` variables, each by its canonical declaration.
class ManagedVariables {
public:
  static bool isManaged(const clang::VarDecl &Variable);
  /// The managed variable that \p Lvalue names, or names an element of, or else the pointer that
  /// leads to it; null: neither.
  static const clang::VarDecl *memoryOf(const clang::Expr &Lvalue);
  /// The managed array that \p Pointer names, or else \p Pointer itself; null: it is a managed
  /// pointer, which leads elsewhere.
  static const clang::VarDecl *pointeeOf(const clang::VarDecl *Pointer);

  using Set = llvm::SmallSetVector<const clang::VarDecl *, 4>;
  /// Those that \p Kernel names, itself or in a function that it calls in turn.
  const Set &namedBy(const clang::FunctionDecl &Kernel);

private:
  llvm::DenseMap<const clang::FunctionDecl *, Set> Known;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_MANAGEDVARIABLES_H
