//===- RowNumbers.h - Numbers of a source that a row's length is in -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_SOURCEEDITS_ROWNUMBERS_H
#define CUDA_MEMLINT_LIB_SOURCEEDITS_ROWNUMBERS_H

#include "cuda-memlint/Model/MemoryProgram.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

namespace memlint {

/// Expressions as numbers that can be made larger where they are written.
class RowNumbers {
public:
  explicit RowNumbers(const clang::ASTContext &Ast) : Ast(Ast), Sources(Ast.getSourceManager()) {}

  /// Of a constant above zero that fits in 32 bits; else 0.
  uint64_t valueOf(const clang::Expr &Number) const;
  llvm::StringRef textOf(const clang::Expr &Number) const;

  /// Nothing where a macro's body holds a part of \p Number.
  std::optional<RowNumber> numberAt(const clang::Expr &Number) const;
  /// The same of one by which something is multiplied.
  std::optional<RowNumber> factorAt(const clang::Expr &Number) const;
  /// The last factor of \p Product that \p IsLength is true of. A `sizeof` is none.
  std::optional<RowNumber>
  factorOf(const clang::Expr &Product,
           llvm::function_ref<bool(const clang::Expr &Factor)> IsLength) const;

private:
  const clang::ASTContext &Ast;
  const clang::SourceManager &Sources;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_SOURCEEDITS_ROWNUMBERS_H
