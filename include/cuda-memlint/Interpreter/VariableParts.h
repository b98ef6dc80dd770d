//===- VariableParts.h - Parts of variables ---------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How a type is made of parts, in the order of Value::Parts.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_INTERPRETER_VARIABLEPARTS_H
#define CUDA_MEMLINT_INTERPRETER_VARIABLEPARTS_H

#include "cuda-memlint/Interpreter/Value.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Type.h"

#include <optional>
#include <utility>
#include <vector>

namespace memlint {

/// Types of the parts of a value of \p Type: elements of an array; base classes,
/// then fields of a class. Empty for a scalar.
std::vector<clang::QualType> partTypes(clang::ASTContext &Ast, clang::QualType Type);

/// Offset in bytes and type of part number \p Part of \p Type; nothing when
/// there is no such part.
std::optional<std::pair<int64_t, clang::QualType>> partAt(clang::ASTContext &Ast,
                                                          clang::QualType Type, int64_t Part);

bool isUnion(clang::QualType Type);

/// The two types lay out their values alike: pointers of any kind do.
bool sameRepresentation(clang::ASTContext &Ast, clang::QualType Left, clang::QualType Right);

/// \p Root divided by \p Divisor where each of its terms is a multiple of it;
/// else null.
ExprRef exactQuotient(ExprContext &Exprs, ExprRef Root, int64_t Divisor);

/// A scalar of a variable: where it is in the variable, and what it holds.
struct ScalarPart {
  int64_t Offset = 0;
  int64_t Bytes = 0;
  clang::QualType Type;
  /// Empty: not set, or not known by bytes.
  Value Held;
};

/// Appends the scalars of \p Whole, a value of \p Type that starts \p Offset
/// bytes into its variable.
void flatten(clang::ASTContext &Ast, const Value &Whole, clang::QualType Type, int64_t Offset,
             std::vector<ScalarPart> &Scalars);

} // namespace memlint

#endif // CUDA_MEMLINT_INTERPRETER_VARIABLEPARTS_H
