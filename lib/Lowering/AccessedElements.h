//===- AccessedElements.h - What pointers are cast to -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `const Sample *in = (const Sample *)raw;` makes an array of structures of what a parameter
/// declares as bytes. What all accesses to an array take its elements to be is what it holds.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_ACCESSEDELEMENTS_H
#define CUDA_MEMLINT_LIB_LOWERING_ACCESSEDELEMENTS_H

#include "clang/AST/Type.h"

#include <cstdint>
#include <optional>

namespace clang {
class ASTContext;
class Expr;
class Stmt;
} // namespace clang

namespace memlint {

/// An element of an array as an access names it, and where in it the access begins.
struct AccessedElement {
  /// Null: the access does not name one.
  clang::QualType Type;
  uint64_t FirstByte = 0;
};

/// What the lvalue of a field, or of an element at a constant index of an array, is a part of.
struct LvalueAround {
  const clang::Expr *Lvalue;
  /// Where in it the part begins, in bytes.
  uint64_t Offset;
  /// Fields: the record, and whether \p Lvalue is a pointer to it. Null: an array.
  clang::QualType Record;
  bool IsPointer = false;
};

/// Empty: \p Part is something else, or not in memory by itself.
std::optional<LvalueAround> lvalueAround(const clang::ASTContext &Ast, const clang::Expr &Part);

/// The element that the lvalue \p Where is, or is a member of.
AccessedElement accessedElement(const clang::ASTContext &Ast, const clang::Stmt *Where);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_ACCESSEDELEMENTS_H
