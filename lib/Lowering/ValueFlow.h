//===- ValueFlow.h - Where a value goes in a function -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Forward data flow over the control-flow graph of one function. Internal to lowering.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_VALUEFLOW_H
#define CUDA_MEMLINT_LIB_LOWERING_VALUEFLOW_H

#include "clang/AST/Expr.h"
#include "clang/Analysis/CFG.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <memory>

namespace memlint {

/// \p Called depends on its arguments alone, which are numbers, and changes nothing.
bool isOfNumbers(const clang::FunctionDecl &Called);

/// What code does beside assigning local variables and compare-and-swaps.
enum class OtherEffects : uint8_t { None, Unknown, Writes };
OtherEffects otherEffects(const clang::Stmt *Code);

/// CUDA's compare-and-swap; null: another expression.
const clang::CallExpr *asSwap(const clang::Stmt *Code);

/// The local variable that the lvalue \p At is, or is a member of; null: it is memory.
const clang::VarDecl *localVariable(const clang::Expr *At);

/// Where a value and what is computed of it go.
struct ReachedUses {
  /// Somewhere that is not followed.
  bool IsLost = false;
  /// To other memory, an address, or a compare-and-swap that expects another value.
  bool HasOthers = false;
  llvm::SmallPtrSet<const clang::CallExpr *, 4> Expecting;
  /// Statements whose condition depends on it.
  llvm::SmallPtrSet<const clang::Stmt *, 4> Deciding;
};

class ValueFlow {
public:
  ValueFlow(const clang::FunctionDecl &Function, const clang::Stmt &Body);

  /// False: there is no graph, or it is too large.
  bool isKnown() const { return Graph != nullptr; }
  const clang::Stmt *parentOf(const clang::Stmt *Code) const { return Parents.lookup(Code); }
  /// The innermost loop around \p Code; null: there is none.
  const clang::Stmt *loopAround(const clang::Stmt *Code) const;
  /// Where the value of \p Source goes, from each time that it is evaluated on.
  ReachedUses follow(const clang::Expr &Source);

private:
  /// What holds the value: variables, and operands of assignments and calls that are still to be
  /// executed; by number of bit.
  using State = uint64_t;

  void addParents(const clang::Stmt &Code);
  void findLost(const clang::Stmt &Code);
  State bitOf(const void *Holder, unsigned Operand, ReachedUses &Out);
  State knownBit(const void *Holder, unsigned Operand) const;
  void pass(const clang::Expr &Value, State &Now, ReachedUses &Out);
  bool passInto(const clang::Stmt &Parent, const clang::Stmt &Value, State &Now, ReachedUses &Out);
  bool passToCall(const clang::CallExpr &Call, const clang::Stmt &Value, State &Now,
                  ReachedUses &Out);
  void execute(const clang::Stmt &Element, State &Now, ReachedUses &Out);
  void assign(const void *By, const clang::VarDecl &Variable, bool Keeps, State &Now,
              ReachedUses &Out);
  bool isReadOf(const clang::Stmt &Element, const clang::VarDecl *&Variable) const;

  std::unique_ptr<clang::CFG> Graph;
  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> Parents;
  /// Variables that pointers or references lead to.
  llvm::DenseSet<const clang::VarDecl *> Lost;
  llvm::DenseMap<std::pair<const void *, unsigned>, unsigned> Bits;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_VALUEFLOW_H
