//===- InsertionPoints.h - Where a statement can be put in ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the source says of the locations at which a statement can be put in or taken out. Of an
/// InsertionPoint its kind, position and indentation are set; nothing: there is none.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_SOURCEEDITS_INSERTIONPOINTS_H
#define CUDA_MEMLINT_SOURCEEDITS_INSERTIONPOINTS_H

#include "cuda-memlint/Model/MemoryProgram.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"

#include <optional>

namespace memlint {

/// Before \p Statement of a block.
std::optional<InsertionPoint> insertionPointBefore(const clang::Stmt &Statement,
                                                   const clang::ASTContext &Ast);

/// Before the closing brace of \p Block.
std::optional<InsertionPoint> insertionPointAtEnd(const clang::CompoundStmt &Block,
                                                  const clang::ASTContext &Ast);

/// Before or after, as \p Kind says, the body of a loop that has no braces.
std::optional<InsertionPoint> insertionPointAt(InsertionPoint::Kind Kind, const clang::Stmt &Body,
                                               const clang::ASTContext &Ast);

/// \p Call, a statement, with its semicolon, and its line where nothing else is on it.
SourcePosition wholeStatement(const clang::Stmt &Call, const clang::ASTContext &Ast);

/// Another configuration may compile other code in the body of \p Function, one of the user's.
bool hasConditionalText(const clang::FunctionDecl &Function);

} // namespace memlint

#endif // CUDA_MEMLINT_SOURCEEDITS_INSERTIONPOINTS_H
