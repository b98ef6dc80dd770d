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

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <cstdint>
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

/// How an expression uses a variable.
enum class ValueUse : uint8_t {
  None,
  Itself,  ///< its value
  Sum,     ///< with something else added, or subtracted
  Product, ///< multiplied with something else, or divided by it
  And,     ///< its bits and others
  Or,      ///< its bits or others
  Xor,     ///< its bits, some of them inverted
  Mixed,   ///< several of these: what is combined in another order is another result
  Unknown
};

} // namespace

/// How an operator uses what is on its left side.
static ValueUse useByOperator(BinaryOperatorKind Operator) {
  switch (Operator) {
  case BO_Add:
  case BO_AddAssign:
  case BO_Sub:
  case BO_SubAssign:
    return ValueUse::Sum;
  case BO_Mul:
  case BO_MulAssign:
  case BO_Div:
  case BO_DivAssign:
    return ValueUse::Product;
  case BO_And:
  case BO_AndAssign:
    return ValueUse::And;
  case BO_Or:
  case BO_OrAssign:
    return ValueUse::Or;
  case BO_Xor:
  case BO_XorAssign:
    return ValueUse::Xor;
  case BO_Rem:
  case BO_RemAssign:
  case BO_Shl:
  case BO_ShlAssign:
  case BO_Shr:
  case BO_ShrAssign:
    return ValueUse::Mixed;
  default:
    return ValueUse::Unknown;
  }
}

/// How a value that was used as \p First is used if that is used as \p Then.
static ValueUse combine(ValueUse First, ValueUse Then) {
  if (First == ValueUse::Unknown || Then == ValueUse::Unknown)
    return ValueUse::Unknown;
  if (First == ValueUse::Itself || First == Then)
    return Then;
  return ValueUse::Mixed;
}

/// How \p Code uses \p Of.
static ValueUse useIn(const clang::Expr &Code, const Parts &Of) {
  const clang::Expr &Operand = *Code.IgnoreParenCasts();
  Parts Mentioned;
  addMentioned(&Operand, Mentioned);
  if (!haveCommon(Mentioned, Of))
    return ValueUse::None;
  if (!partsNamedBy(Operand).empty())
    return ValueUse::Itself;
  const auto *Binary = dyn_cast<BinaryOperator>(&Operand);
  if (!Binary || Binary->isAssignmentOp())
    return ValueUse::Unknown;
  ValueUse Left = useIn(*Binary->getLHS(), Of), Right = useIn(*Binary->getRHS(), Of);
  ValueUse Then = useByOperator(Binary->getOpcode());
  if (Right == ValueUse::None)
    return combine(Left, Then);
  bool MayBeRight =
      Binary->isMultiplicativeOp() ? Binary->getOpcode() == BO_Mul : Binary->getOpcode() != BO_Sub;
  if (Left != ValueUse::None || !MayBeRight)
    Then = Then == ValueUse::Unknown ? Then : ValueUse::Mixed;
  return combine(Right, Then);
}

namespace {

class LoopScan {
public:
  explicit LoopScan(const Stmt &Loop) {
    const auto *For = dyn_cast<ForStmt>(&Loop);
    for (const Stmt *Part : Loop.children())
      if (Part && !(For && (Part == For->getInit() || Part == For->getInc())))
        visit(*Part, /*IsAlways=*/true);
    if (const clang::Expr *Increment = For ? For->getInc() : nullptr) {
      IsIncrement = true;
      visit(*Increment, /*IsAlways=*/true);
    }
  }

  bool storesRunningValue() const;
  bool hasRecurrence() const;

private:
  /// `Targets = f(Mentioned)`.
  struct Assignment {
    Parts Targets; ///< none: memory
    Parts Mentioned;
    /// How it uses what the target was.
    ValueUse Use = ValueUse::None;
  };

  void visit(const Stmt &Code, bool IsAlways);
  void visitBranches(const IfStmt &Choice, bool IsAlways);
  void visitParts(const Stmt &Code, bool IsAlways);
  void assign(const clang::Expr &Target, const clang::Expr &Source, bool Reads, bool IsAlways,
              ValueUse ByOperator = ValueUse::Unknown);

  std::vector<Assignment> Assignments;
  /// Declared in the loop.
  llvm::SmallPtrSet<const VarDecl *, 8> Inner;
  /// Read before an iteration has given them a value; given one for sure.
  Parts ReadFirst, Given;
  /// It is the last part of a for statement that is visited.
  bool IsIncrement = false;
};

} // namespace

void LoopScan::assign(const clang::Expr &Target, const clang::Expr &Source, bool Reads,
                      bool IsAlways, ValueUse ByOperator) {
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
  if (IsWhole && !IsIncrement) {
    ValueUse InSource = useIn(Source, Targets);
    if (!Reads)
      New.Use = InSource;
    else if (InSource == ValueUse::None)
      New.Use = ByOperator;
    else
      New.Use = InSource == ValueUse::Unknown ? InSource : ValueUse::Mixed;
  }
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
                  IsAlways, useByOperator(Operator->getOpcode()));
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

bool LoopScan::hasRecurrence() const {
  llvm::SmallDenseMap<Part, ValueUse, 8> Uses;
  for (const Assignment &Each : Assignments)
    for (const Part &Target : Each.Targets) {
      if (Inner.contains(Target.first) || !ReadFirst.contains(Target) ||
          Each.Use == ValueUse::None || Each.Use == ValueUse::Itself ||
          Each.Use == ValueUse::Unknown)
        continue;
      ValueUse &Use = Uses.try_emplace(Target, Each.Use).first->second;
      Use = combine(Use, Each.Use);
      if (Use == ValueUse::Mixed)
        return true;
    }
  return false;
}

static bool isLoop(const Stmt &Code) {
  return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(Code);
}

bool storesRunningValue(const Stmt &Loop) {
  return isLoop(Loop) && LoopScan(Loop).storesRunningValue();
}

bool hasRecurrence(const Stmt &Loop) { return isLoop(Loop) && LoopScan(Loop).hasRecurrence(); }

} // namespace memlint
