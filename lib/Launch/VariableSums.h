//===- VariableSums.h - Values as sums of variables -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_VARIABLESUMS_H
#define CUDA_MEMLINT_LIB_LAUNCH_VARIABLESUMS_H

#include "clang/AST/Type.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace clang {
class ASTContext;
class Expr;
class VarDecl;
} // namespace clang

namespace memlint {

/// An integer as a polynomial of variables: by product of variables, in ascending order, its
/// factor.
using VariableProduct = std::vector<const clang::VarDecl *>;
using VariableSum = std::map<VariableProduct, int64_t>;

VariableSum sumOf(const VariableSum &Left, const VariableSum &Right, int64_t Sign);
VariableSum productOf(const VariableSum &Left, const VariableSum &Right);
std::optional<int64_t> constantIn(const VariableSum &Sum);

/// A pointer as a variable and bytes behind where that leads.
struct PointerSum {
  const clang::VarDecl *Base = nullptr;
  VariableSum Bytes;
};

/// Expressions of host code as sums of variables.
class VariableSums {
public:
  /// What stands in the place of a variable; null: the variable itself.
  using Meaning = llvm::function_ref<const clang::Expr *(const clang::VarDecl &)>;

  VariableSums(const clang::ASTContext &Ast, Meaning Meant) : Ast(Ast), Meant(Meant) {}

  /// Empty: it is not such a sum, or a conversion may have made it smaller.
  std::optional<VariableSum> integerOf(const clang::Expr *Number);
  std::optional<PointerSum> pointerOf(const clang::Expr *Pointer);

private:
  /// Variables that stand for one another; one may name itself.
  static constexpr unsigned MaximumDepth = 8;
  /// Products of more factors than this are not multiplied out.
  static constexpr size_t MaximumTerms = 16;

  std::optional<PointerSum> moved(std::optional<PointerSum> Start, clang::QualType Element,
                                  const clang::Expr *Index, int64_t Sign);

  const clang::ASTContext &Ast;
  Meaning Meant;
  unsigned Depth = 0;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_VARIABLESUMS_H
