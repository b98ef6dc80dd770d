//===- RunningValues.cpp - What iterations hand to the next one -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunningValues.h"

#include "LocalVariables.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace memlint {

using Variables = llvm::SmallPtrSet<const VarDecl *, 8>;

/// The local variable that the lvalue \p At is a part of, an element too; null: it is memory.
static const VarDecl *variableAround(const clang::Expr *At) {
  while (const auto *Element = dyn_cast<ArraySubscriptExpr>(At->IgnoreParens())) {
    const auto *Decay = dyn_cast<ImplicitCastExpr>(Element->getBase());
    if (!Decay || Decay->getCastKind() != CK_ArrayToPointerDecay)
      return nullptr;
    At = Decay->getSubExpr();
  }
  return localVariable(At);
}

static void addMentioned(const Stmt *Code, Variables &Found) {
  if (!Code)
    return;
  if (const auto *Name = dyn_cast<DeclRefExpr>(Code))
    if (const VarDecl *Variable = localVariable(Name))
      Found.insert(Variable);
  for (const Stmt *Child : Code->children())
    addMentioned(Child, Found);
}

namespace {

class LoopScan {
public:
  explicit LoopScan(const Stmt &Loop) {
    const auto *For = dyn_cast<ForStmt>(&Loop);
    for (const Stmt *Part : Loop.children())
      if (Part && !(For && Part == For->getInit()))
        visit(*Part, /*IsAlways=*/true);
  }

  bool storesRunningValue() const;

private:
  /// `Target = f(Mentioned)`.
  struct Assignment {
    const VarDecl *Target = nullptr; ///< null: memory
    Variables Mentioned;
  };

  void visit(const Stmt &Code, bool IsAlways);
  void visitParts(const Stmt &Code, bool IsAlways);
  void assign(const clang::Expr &Target, const clang::Expr &Source, bool Reads, bool IsAlways);

  std::vector<Assignment> Assignments;
  /// Declared in the loop; read before an iteration has given them a value; given one for sure.
  Variables Inner, ReadFirst, Given;
};

} // namespace

void LoopScan::assign(const clang::Expr &Target, const clang::Expr &Source, bool Reads,
                      bool IsAlways) {
  visit(Source, IsAlways);
  const VarDecl *Variable = variableAround(&Target);
  bool IsWhole = Variable && isa<DeclRefExpr>(Target.IgnoreParens());
  if (Reads || !IsWhole)
    visit(Target, IsAlways);
  Assignment &New = Assignments.emplace_back();
  New.Target = Variable;
  addMentioned(&Source, New.Mentioned);
  if (Reads && Variable)
    New.Mentioned.insert(Variable);
  if (IsWhole && IsAlways)
    Given.insert(Variable);
}

void LoopScan::visitParts(const Stmt &Code, bool IsAlways) {
  for (const Stmt *Part : Code.children())
    if (Part)
      visit(*Part, IsAlways);
}

void LoopScan::visit(const Stmt &Code, bool IsAlways) {
  if (const auto *Operator = dyn_cast<BinaryOperator>(&Code);
      Operator && Operator->isAssignmentOp())
    return assign(*Operator->getLHS(), *Operator->getRHS(), Operator->isCompoundAssignmentOp(),
                  IsAlways);
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(&Code);
      Call && Call->isAssignmentOp() && Call->getNumArgs() == 2)
    return assign(*Call->getArg(0), *Call->getArg(1), Call->getOperator() != OO_Equal, IsAlways);
  if (const auto *Declared = dyn_cast<DeclStmt>(&Code)) {
    visitParts(Code, IsAlways);
    for (const Decl *Each : Declared->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(Each)) {
        Inner.insert(Variable);
        addMentioned(Variable->getInit(), Assignments.emplace_back().Mentioned);
        Assignments.back().Target = Variable;
      }
    return;
  }
  if (const auto *Name = dyn_cast<DeclRefExpr>(&Code))
    if (const VarDecl *Variable = localVariable(Name); Variable && !Given.contains(Variable))
      ReadFirst.insert(Variable);
  // What is behind a condition may not happen.
  bool IsBranch =
      isa<IfStmt, SwitchStmt, WhileStmt, ForStmt, CXXForRangeStmt, AbstractConditionalOperator>(
          Code);
  visitParts(Code, IsAlways && !IsBranch);
}

/// Integers are followed as expressions.
static bool isUnfollowed(const VarDecl &Variable) {
  QualType Type = Variable.getType();
  while (const auto *Array = dyn_cast<ConstantArrayType>(Type->getUnqualifiedDesugaredType()))
    Type = Array->getElementType();
  return Type->isRealFloatingType() || Type->isRecordType() || Type->isVectorType();
}

bool LoopScan::storesRunningValue() const {
  Variables Running;
  for (const Assignment &Each : Assignments)
    if (Each.Target && !Inner.contains(Each.Target) && ReadFirst.contains(Each.Target) &&
        isUnfollowed(*Each.Target))
      Running.insert(Each.Target);
  auto MentionsRunning = [&](const Assignment &Each) {
    return llvm::any_of(Each.Mentioned,
                        [&](const VarDecl *Variable) { return Running.contains(Variable); });
  };
  for (bool IsNew = !Running.empty(); IsNew;) {
    IsNew = false;
    for (const Assignment &Each : Assignments)
      if (Each.Target && !Each.Target->getType()->isPointerType() && MentionsRunning(Each))
        IsNew |= Running.insert(Each.Target).second;
  }
  return llvm::any_of(
      Assignments, [&](const Assignment &Each) { return !Each.Target && MentionsRunning(Each); });
}

bool storesRunningValue(const Stmt &Loop) {
  return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(Loop) &&
         LoopScan(Loop).storesRunningValue();
}

} // namespace memlint
