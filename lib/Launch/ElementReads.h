//===- ElementReads.h - Elements that host code reads -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_ELEMENTREADS_H
#define CUDA_MEMLINT_LIB_LAUNCH_ELEMENTREADS_H

#include "clang/AST/Decl.h"

#include <cstdint>
#include <optional>

namespace clang {
class Expr;
}

namespace memlint {

/// The variable that \p Pointer leads into the memory of; else null.
const clang::VarDecl *pointerIn(const clang::Expr *Pointer);

/// The pointer through which \p Lvalue is accessed; null: there is none, or it is a field of a
/// structure, which a kernel may leave alone.
const clang::VarDecl *pointerTo(const clang::Expr *Lvalue);

/// Bytes from where the pointer leads to the element that \p Read loads; empty: they are not
/// constant.
std::optional<uint64_t> offsetOfElement(const clang::Expr &Read, const clang::ASTContext &Ast);

/// A part of the memory that a pointer leads to: an element, or a field of one.
struct MemoryPart {
  const clang::VarDecl *Pointer = nullptr;
  /// From where the pointer leads; empty: not constant.
  std::optional<uint64_t> Offset;
  uint64_t Bytes = 0;
};

/// What \p Lvalue, `p->field`, `p[1].field[2]` or `*p`, names; empty: no such part, or a bit-field.
std::optional<MemoryPart> memoryPartOf(const clang::Expr &Lvalue, const clang::ASTContext &Ast);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_ELEMENTREADS_H
