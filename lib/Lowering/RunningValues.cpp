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

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <utility>

using namespace clang;

namespace memlint {

/// A local variable, or a member of one that is a structure.
using Part = std::pair<const VarDecl *, const FieldDecl *>;
using Parts = llvm::SmallDenseSet<Part, 8>;

/// The members that \p Variable consists of; null: it is looked at as a whole.
static const RecordDecl *membersOf(const VarDecl &Variable) {
  const auto *Record = Variable.getType()->getAsCXXRecordDecl();
  bool HasOwnOnly = Record && Record->hasDefinition() && !Record->isUnion() &&
                    Record->getNumBases() == 0 && !Record->field_empty();
  return HasOwnOnly ? Record->getDefinition() : nullptr;
}

static void addAll(const VarDecl &Variable, Parts &Found) {
  const RecordDecl *Record = membersOf(Variable);
  if (!Record)
    Found.insert({&Variable, nullptr});
  else
    for (const FieldDecl *Member : Record->fields())
      Found.insert({&Variable, Member});
}

/// The parts that \p Code names by itself, all of a variable or one member; none: it may be a part
/// of these, or hold names.
static Parts partsNamedBy(const Stmt &Code) {
  Parts Found;
  if (const auto *Name = dyn_cast<DeclRefExpr>(&Code)) {
    if (const VarDecl *Variable = localVariable(Name))
      addAll(*Variable, Found);
  } else if (const auto *Member = dyn_cast<MemberExpr>(&Code); Member && !Member->isArrow()) {
    const auto *Name = dyn_cast<DeclRefExpr>(Member->getBase()->IgnoreParens());
    const VarDecl *Variable = Name ? localVariable(Name) : nullptr;
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    if (Variable && Field && membersOf(*Variable))
      Found.insert({Variable, Field});
  }
  return Found;
}

/// The parts of local variables that the lvalue \p At belongs to, an element too; none: it is
/// memory.
static Parts partsAround(const clang::Expr *At) {
  while (true) {
    At = At->IgnoreParens();
    if (Parts Named = partsNamedBy(*At); !Named.empty())
      return Named;
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(At)) {
      const auto *Decay = dyn_cast<ImplicitCastExpr>(Element->getBase());
      if (!Decay || Decay->getCastKind() != CK_ArrayToPointerDecay)
        return {};
      At = Decay->getSubExpr();
    } else if (const auto *Member = dyn_cast<MemberExpr>(At); Member && !Member->isArrow()) {
      At = Member->getBase();
    } else {
      Parts Found;
      if (const VarDecl *Variable = localVariable(At))
        addAll(*Variable, Found);
      return Found;
    }
  }
}

static void addMentioned(const Stmt *Code, Parts &Found) {
  if (!Code)
    return;
  Parts Named = partsNamedBy(*Code);
  Found.insert(Named.begin(), Named.end());
  if (!Named.empty())
    return;
  for (const Stmt *Child : Code->children())
    addMentioned(Child, Found);
}

static bool haveCommon(const Parts &Left, const Parts &Right) {
  return llvm::any_of(Left, [&](const Part &Each) { return Right.contains(Each); });
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
  /// `Targets = f(Mentioned)`.
  struct Assignment {
    Parts Targets; ///< none: memory
    Parts Mentioned;
  };

  void visit(const Stmt &Code, bool IsAlways);
  void visitBranches(const IfStmt &Choice, bool IsAlways);
  void visitParts(const Stmt &Code, bool IsAlways);
  void assign(const clang::Expr &Target, const clang::Expr &Source, bool Reads, bool IsAlways);

  std::vector<Assignment> Assignments;
  /// Declared in the loop.
  llvm::SmallPtrSet<const VarDecl *, 8> Inner;
  /// Read before an iteration has given them a value; given one for sure.
  Parts ReadFirst, Given;
};

} // namespace

void LoopScan::assign(const clang::Expr &Target, const clang::Expr &Source, bool Reads,
                      bool IsAlways) {
  visit(Source, IsAlways);
  Parts Targets = partsAround(&Target);
  bool IsWhole = !partsNamedBy(*Target.IgnoreParens()).empty();
  if (Reads || !IsWhole)
    visit(Target, IsAlways);
  if (IsWhole && IsAlways)
    Given.insert(Targets.begin(), Targets.end());
  Assignment &New = Assignments.emplace_back();
  addMentioned(&Source, New.Mentioned);
  if (Reads)
    New.Mentioned.insert(Targets.begin(), Targets.end());
  New.Targets = std::move(Targets);
}

void LoopScan::visitParts(const Stmt &Code, bool IsAlways) {
  for (const Stmt *Part : Code.children())
    if (Part)
      visit(*Part, IsAlways);
}

void LoopScan::visitBranches(const IfStmt &Choice, bool IsAlways) {
  for (const Stmt *Part : Choice.children())
    if (Part && Part != Choice.getThen() && Part != Choice.getElse())
      visit(*Part, IsAlways);
  const Parts Before = Given;
  visit(*Choice.getThen(), IsAlways);
  const Parts IfTrue = std::exchange(Given, Before);
  if (const Stmt *Else = Choice.getElse())
    visit(*Else, IsAlways);
  Parts OfBoth;
  for (const Part &Each : Given)
    if (IfTrue.contains(Each))
      OfBoth.insert(Each);
  Given = std::move(OfBoth);
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
        addAll(*Variable, Assignments.back().Targets);
      }
    return;
  }
  if (const auto *Choice = dyn_cast<IfStmt>(&Code))
    return visitBranches(*Choice, IsAlways);
  if (Parts Named = partsNamedBy(Code); !Named.empty()) {
    for (const Part &Each : Named)
      if (!Given.contains(Each))
        ReadFirst.insert(Each);
    return;
  }
  // What is behind a condition may not happen.
  bool IsBranch =
      isa<SwitchStmt, WhileStmt, ForStmt, CXXForRangeStmt, AbstractConditionalOperator>(Code);
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
  Parts Running;
  for (const Assignment &Each : Assignments)
    for (const Part &Target : Each.Targets)
      if (!Inner.contains(Target.first) && ReadFirst.contains(Target) &&
          isUnfollowed(*Target.first))
        Running.insert(Target);
  for (bool IsNew = !Running.empty(); IsNew;) {
    IsNew = false;
    for (const Assignment &Each : Assignments)
      if (haveCommon(Each.Mentioned, Running))
        for (const Part &Target : Each.Targets)
          if (!Target.first->getType()->isPointerType())
            IsNew |= Running.insert(Target).second;
  }
  return llvm::any_of(Assignments, [&](const Assignment &Each) {
    return Each.Targets.empty() && haveCommon(Each.Mentioned, Running);
  });
}

bool storesRunningValue(const Stmt &Loop) {
  return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(Loop) &&
         LoopScan(Loop).storesRunningValue();
}

} // namespace memlint
