//===- PointerLvalues.h - Where host code keeps pointers ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Names for the locations of host code that hold pointers, as they are written:
/// variables, fields, elements, and what owners such as vectors and smart pointers
/// hand out. A pointer that is moved is of the location that it was moved from.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_POINTERLVALUES_H
#define CUDA_MEMLINT_LIB_LAUNCH_POINTERLVALUES_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

#include "llvm/ADT/FoldingSet.h"

#include <map>
#include <optional>
#include <vector>

namespace memlint {

/// A variable or part of one.
struct PointerLvalue {
  /// Null: the object that a method works on.
  const clang::VarDecl *Root = nullptr;
  /// Fields and methods by their declarations, elements by PointerLvalues::numberOf() and an odd
  /// number, and the two below.
  std::vector<uintptr_t> Path;

  static constexpr uintptr_t Pointee = 2;
  /// The memory that an owner has: what data(), get(), begin() and &v[0] lead to.
  static constexpr uintptr_t Contents = 4;

  PointerLvalue with(uintptr_t Part) const;
  bool isPartOf(const PointerLvalue &Whole) const;
  /// It keeps what it holds from one call of a function to the next.
  bool isLasting() const { return !Root || Root->hasGlobalStorage(); }

  friend auto operator<=>(const PointerLvalue &, const PointerLvalue &) = default;
};

class PointerLvalues {
public:
  explicit PointerLvalues(const clang::ASTContext &Ast) : Ast(Ast) {}

  /// Where the pointer \p Expression, or an object with pointers in it, comes from.
  std::optional<PointerLvalue> lvalueOf(const clang::Expr *Expression);
  /// Equal for expressions that are written alike, of the same variables.
  unsigned numberOf(const clang::Expr *Expression);
  /// \p Expression without what leaves it within the same memory: casts, arithmetic, copies.
  static const clang::Expr *strip(const clang::Expr *Expression);
  /// What \p Copy, which makes one object like another one, copies are pointers. Containers
  /// copy what these lead to.
  static bool sharesMemory(const clang::CXXMethodDecl *Copy);

private:
  std::optional<PointerLvalue> ofMember(const clang::MemberExpr *Member);
  std::optional<PointerLvalue> ofOperator(const clang::CXXOperatorCallExpr *Call, bool IsAddress);
  std::optional<PointerLvalue> ofMethodCall(const clang::CXXMemberCallExpr *Call);
  std::optional<PointerLvalue> ofObject(const clang::Expr *Base, bool IsArrow);
  std::optional<PointerLvalue> part(const clang::Expr *Whole, uintptr_t Part);

  /// Methods that return what others do are followed so far.
  static constexpr unsigned MaximumDepth = 8;

  const clang::ASTContext &Ast;
  unsigned Depth = 0;
  std::map<llvm::FoldingSetNodeID, unsigned> Numbers;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_POINTERLVALUES_H
