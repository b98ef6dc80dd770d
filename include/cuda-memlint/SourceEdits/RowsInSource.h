//===- RowsInSource.h - Where a source says how long rows are ---*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Looks for all locations of the source that count on how long the rows of a shared array are.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_SOURCEEDITS_ROWSINSOURCE_H
#define CUDA_MEMLINT_SOURCEEDITS_ROWSINSOURCE_H

#include "cuda-memlint/Model/MemoryProgram.h"

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/DenseMap.h"

#include <vector>

namespace memlint {

/// The shared variables that functions declare, each function looked through once.
class SharedDeclarations {
public:
  llvm::ArrayRef<clang::VarDecl *> in(const clang::FunctionDecl &Function);

private:
  llvm::DenseMap<const clang::FunctionDecl *, std::vector<clang::VarDecl *>> Known;
};

/// The rows of \p Variable, a shared array that a function declares. An array of one dimension
/// has rows where subscripts multiply something with a constant, always the same. Empty where the
/// array is used in other ways than element by element, or where some use is not seen: the rows
/// must stay as long as they are, and \p Obstacle says why.
std::optional<RowsInSource> rowsInSource(const clang::VarDecl &Variable,
                                         const clang::ASTContext &Ast,
                                         SharedDeclarations &Declarations, RowObstacle &Obstacle);

/// The products with a constant, of two or more, among what is added up to \p Index; \p Factors
/// are those constants.
void findProducts(const clang::Expr &Index, const clang::ASTContext &Ast,
                  llvm::SmallVectorImpl<const clang::BinaryOperator *> &Products,
                  llvm::SmallVectorImpl<const clang::Expr *> &Factors);

} // namespace memlint

#endif // CUDA_MEMLINT_SOURCEEDITS_ROWSINSOURCE_H
