//===- DecayedArrays.h - Arrays behind pointers -----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The array that a subscript is of, where that is written with a pointer to it. Internal to
/// lowering.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_DECAYEDARRAYS_H
#define CUDA_MEMLINT_LIB_LOWERING_DECAYEDARRAYS_H

namespace clang {
class ASTContext;
class ConstantArrayType;
class Expr;
} // namespace clang

namespace memlint {

/// What the pointer \p Base was made of: through casts, and by a variable that keeps what it is
/// initialised with.
const clang::Expr *madeOf(const clang::Expr *Base);

/// The array that \p Base, of a subscript, is, or the one in a record that it has decayed from,
/// with elements of the same size; null: none of known extent.
const clang::ConstantArrayType *arrayBehind(const clang::ASTContext &Ast, const clang::Expr *Base);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_DECAYEDARRAYS_H
