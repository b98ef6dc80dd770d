//===- CopySizes.h - How large copies of host code are ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_COPYSIZES_H
#define CUDA_MEMLINT_LIB_LAUNCH_COPYSIZES_H

#include "SteadyVariables.h"

#include <cstdint>
#include <optional>

namespace clang {
class ASTContext;
class Expr;
class FunctionDecl;
class VarDecl;
} // namespace clang

namespace memlint {

/// Knows the sizes that constants and local variables with one value give.
class CopySizes {
public:
  CopySizes(const clang::FunctionDecl &Function, const clang::ASTContext &Ast);

  /// Empty: it is not known.
  std::optional<uint64_t> valueOf(const clang::Expr &Number) const {
    return valueOf(Number, MaximumVariables);
  }
  /// The bytes of an array, or those that a vector begins with; empty: they are not known.
  std::optional<uint64_t> bytesIn(const clang::VarDecl &Variable) const;
  /// \p Pointer is null, or a variable that is.
  bool isNull(const clang::Expr &Pointer) const;
  /// What the variable \p Value always has; null: it may change, or it is not a local variable.
  const clang::Expr *onlyValueOf(const clang::Expr &Value) const;

private:
  /// Variables that are computed one from the other; one may name itself.
  static constexpr unsigned MaximumVariables = 8;

  std::optional<uint64_t> valueOf(const clang::Expr &Number, unsigned VariablesLeft) const;

  const clang::FunctionDecl &Function;
  const clang::ASTContext &Ast;
  SteadyVariables Variables;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_COPYSIZES_H
