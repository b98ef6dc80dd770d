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
/// Without what stands below one of \p Without.
OtherEffects otherEffects(const clang::Stmt *Code,
                          const llvm::DenseSet<const clang::Stmt *> &Without = {});

/// CUDA's compare-and-swap; null: another expression.
const clang::CallExpr *asSwap(const clang::Stmt *Code);

/// Where a value and what is computed of it go.
struct ReachedUses {
  /// Somewhere that is not followed.
  bool IsLost = false;
  /// To other memory, an address, or a compare-and-swap that expects another value.
  bool HasOthers = false;
  /// To who calls the function.
  bool IsReturned = false;
  llvm::SmallPtrSet<const clang::CallExpr *, 4> Expecting;
  /// Statements and expressions whose condition depends on it.
  llvm::SmallPtrSet<const clang::Stmt *, 4> Deciding;
  /// Loops and bodies that it decides to leave, or to go on with.
  llvm::SmallPtrSet<const clang::Stmt *, 4> Leaving;
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
  ReachedUses follow(const clang::Expr &Source) { return run(Source, nullptr); }
  /// Likewise, also by what conditions on it decide, except those of \p Tests.
  ReachedUses followDecisions(const clang::Expr &Source,
                              const llvm::DenseSet<const clang::Stmt *> &Tests) {
    return run(Source, &Tests);
  }

private:
  /// What holds the value: variables, and operands of assignments and calls that are still to be
  /// executed; by number of bit.
  using State = uint64_t;

  ReachedUses run(const clang::Expr &Source, const llvm::DenseSet<const clang::Stmt *> *Tests);
  void noteIfLost(const clang::DeclRefExpr &Name);
  State bitOf(const void *Holder, unsigned Operand, ReachedUses &Out);
  State knownBit(const void *Holder, unsigned Operand) const;
  void pass(const clang::Expr &Value, State &Now, ReachedUses &Out);
  bool passInto(const clang::Stmt &Parent, const clang::Stmt &Value, State &Now, ReachedUses &Out);
  bool passToCall(const clang::CallExpr &Call, const clang::Stmt &Value, State &Now,
                  ReachedUses &Out);
  void decide(const clang::Stmt &Branch, State &Now, ReachedUses &Out);
  void enter(const clang::Stmt &Region, State &Now, ReachedUses &Out);
  void executeInRegions(const clang::Stmt &Element, State &Now, ReachedUses &Out);
  void addLeft(const clang::Stmt &Within, const clang::Stmt &Branch, State &Now, ReachedUses &Out);
  void execute(const clang::Stmt &Element, State &Now, ReachedUses &Out);
  void assign(const void *By, const clang::VarDecl &Variable, bool Keeps, State &Now,
              ReachedUses &Out);
  bool holds(const clang::Expr &Lvalue, State Now) const;

  const clang::Stmt &Body;
  std::unique_ptr<clang::CFG> Graph;
  /// Conditions that decide nothing that is followed; null: none does.
  const llvm::DenseSet<const clang::Stmt *> *Excepted = nullptr;
  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> Parents;
  /// Variables that pointers or references lead to.
  llvm::DenseSet<const clang::VarDecl *> Lost;
  llvm::DenseMap<std::pair<const void *, unsigned>, unsigned> Bits;
  /// Code that the value has decided about.
  llvm::SmallPtrSet<const clang::Stmt *, 4> Regions;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_VALUEFLOW_H
