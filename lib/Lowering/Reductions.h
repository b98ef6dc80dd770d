//===- Reductions.h - Assignments that reduce -------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Assignments by which an lvalue takes up one more operand of a sum or the like. Index expressions
/// follow integers only, and what is summed up are mostly floating-point numbers.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_REDUCTIONS_H
#define CUDA_MEMLINT_LIB_LOWERING_REDUCTIONS_H

#include "llvm/ADT/DenseMap.h"

#include <cstdint>

namespace clang {
class ASTContext;
class Stmt;
} // namespace clang

namespace memlint {

enum class ReductionKind : uint8_t { Sum, Bound, Bits };

/// Adds the lvalues that \p Body, the body of a function, assigns their own sum, minimum, maximum
/// or bitwise combination with something else: `a += b`, `a++`, `a = b + a - c`, `a = max(a, b)`.
void addReductions(const clang::Stmt *Body, const clang::ASTContext &Ast,
                   llvm::DenseMap<const clang::Stmt *, ReductionKind> &Reduced);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_REDUCTIONS_H
