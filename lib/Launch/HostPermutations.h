//===- HostPermutations.h - Numbers that are all different ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which local variables of a host function lead to a permutation: to numbers that are counted up
/// and then only exchanged with each other.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_HOSTPERMUTATIONS_H
#define CUDA_MEMLINT_LIB_LAUNCH_HOSTPERMUTATIONS_H

#include "HostBuffers.h"
#include "HostDistinct.h"

#include "clang/AST/Expr.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

namespace memlint {

class HostPermutations {
public:
  HostPermutations(const clang::FunctionDecl &Function, clang::ASTContext &Ast);

  /// \p Argument, of a launch of \p Kernel in the function, leads to a permutation, whatever
  /// the order of the statements, or to numbers that are all different where it is launched with
  /// what is \p Passed. That \p Kernel itself does not write to it is not looked at.
  bool isPermutation(const clang::Expr &Argument, const clang::FunctionDecl &Kernel,
                     llvm::ArrayRef<const clang::Expr *> Passed) const;

private:
  class Walk;
  struct Contents {
    /// Each element gets its own number.
    bool IsCounted = false;
    /// Something else may write to it.
    bool HasOther = false;
    /// Variables whose elements are copied to it.
    llvm::SmallVector<const clang::VarDecl *, 2> Sources;
    /// Kernels that may write to it.
    llvm::SmallPtrSet<const clang::FunctionDecl *, 2> Kernels;
  };
  const Contents *contentsOf(const clang::VarDecl &Variable,
                             const clang::FunctionDecl &Kernel) const;

  HostBuffers Buffers;
  HostDistinct Distinct;
  llvm::DenseMap<const clang::VarDecl *, Contents> Known;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_HOSTPERMUTATIONS_H
