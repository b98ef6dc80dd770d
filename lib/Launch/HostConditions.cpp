//===- HostConditions.cpp - What statements of host code depend on --------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostConditions.h"

#include "RuntimeCalls.h"

#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace clang;

namespace memlint {

namespace {

/// A statement that decides about a part of it.
struct Decision {
  const Stmt *Code = nullptr;
  /// The part that has the other statement.
  const Stmt *Part = nullptr;

  friend bool operator==(const Decision &, const Decision &) = default;
};

} // namespace

using Decisions = llvm::SmallVector<Decision, 8>;

static bool isLoop(const Stmt &Code) {
  return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(Code);
}

static bool decides(const Stmt &Code) {
  const auto *Operator = dyn_cast<BinaryOperator>(&Code);
  return isLoop(Code) || isa<IfStmt, SwitchStmt, AbstractConditionalOperator, CXXCatchStmt>(Code) ||
         (Operator && Operator->isLogicalOp());
}

/// The condition is evaluated whatever it is.
static const Stmt *conditionOf(const Stmt &Code) {
  if (const auto *If = dyn_cast<IfStmt>(&Code))
    return If->getCond();
  if (const auto *Switch = dyn_cast<SwitchStmt>(&Code))
    return Switch->getCond();
  if (const auto *For = dyn_cast<ForStmt>(&Code))
    return For->getCond();
  if (const auto *While = dyn_cast<WhileStmt>(&Code))
    return While->getCond();
  if (const auto *Do = dyn_cast<DoStmt>(&Code))
    return Do->getCond();
  if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(&Code))
    return Choice->getCond();
  if (const auto *Operator = dyn_cast<BinaryOperator>(&Code))
    return Operator->getLHS();
  return nullptr;
}

/// Fills \p Around with what decides about \p Target, from \p Code inwards; false: it is not there.
static bool findDecisions(const Stmt &Code, const Stmt &Target, Decisions &Around) {
  if (&Code == &Target)
    return true;
  const Stmt *Condition = decides(Code) ? conditionOf(Code) : nullptr;
  for (const Stmt *Part : Code.children()) {
    if (!Part)
      continue;
    bool IsDecided = decides(Code) && Part != Condition;
    // Two statements of a switch may be of different labels.
    if (IsDecided)
      Around.push_back({&Code, isa<SwitchStmt>(Code) ? &Target : Part});
    if (findDecisions(*Part, Target, Around))
      return true;
    if (IsDecided)
      Around.pop_back();
  }
  return false;
}

bool mayExclude(const Stmt &Body, const Stmt &Earlier, const Stmt &Later) {
  Decisions OfEarlier, OfLater;
  if (!findDecisions(Body, Earlier, OfEarlier) || !findDecisions(Body, Later, OfLater))
    return true;
  while (!OfEarlier.empty() && !OfLater.empty() && OfEarlier.front() == OfLater.front()) {
    OfEarlier.erase(OfEarlier.begin());
    OfLater.erase(OfLater.begin());
  }
  llvm::erase_if(OfLater, [](const Decision &Each) { return isLoop(*Each.Code); });
  return !OfLater.empty();
}

} // namespace memlint
