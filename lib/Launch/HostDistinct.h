//===- HostDistinct.h - Vectors without equal entries -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Vectors, of the host or of Thrust on the device, whose entries all differ because an algorithm
/// has just seen to that: `unique` of what is sorted, or `sequence`.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_HOSTDISTINCT_H
#define CUDA_MEMLINT_LIB_LAUNCH_HOSTDISTINCT_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include "llvm/ADT/DenseMap.h"

#include <vector>

namespace memlint {

class HostDistinct {
public:
  HostDistinct(const clang::FunctionDecl &Function, clang::ASTContext &Ast);

  /// The entries of \p Vector that a launch can count are different where it is launched with
  /// \p Argument and all else that is \p Passed, and were so in each copy to the device.
  bool isDistinctAt(const clang::VarDecl &Vector, const clang::Expr &Argument,
                    llvm::ArrayRef<const clang::Expr *> Passed) const;
  /// The vector whose entries \p Argument points to, itself: `raw_pointer_cast(v.data())`; else
  /// null.
  static const clang::VarDecl *vectorBehind(const clang::Expr &Argument);

private:
  class Walk;
  enum class Role : uint8_t {
    Reads,   ///< nothing changes
    Copies,  ///< the entries go to the device
    Writes,  ///< entries may change, there and then
    Escapes, ///< they may change later, too
    Sorts,
    Uniques, ///< of equal neighbours one is left
    Counts   ///< each entry gets its own number
  };
  struct Use {
    Role As = Role::Escapes;
    /// The statement of the innermost block around it, and that block.
    clang::SourceRange Where, Block;
  };
  bool isBefore(clang::SourceLocation One, clang::SourceLocation Other) const;
  bool isWithin(clang::SourceLocation At, clang::SourceRange Range) const;
  bool isMadeBy(const std::vector<Use> &Of, size_t Last, clang::SourceLocation Launch) const;

  clang::ASTContext &Ast;
  bool HasJumps = false;
  /// In their order in the source.
  llvm::DenseMap<const clang::VarDecl *, std::vector<Use>> Uses;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_HOSTDISTINCT_H
