//===- UnusedAccesses.cpp - Accesses that no compiler keeps ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnusedAccesses.h"

#include "cuda-memlint/Frontend/Statements.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <utility>
#include <vector>

using namespace clang;

namespace memlint {

namespace {

/// How often a function names one of its variables.
struct Uses {
  unsigned All = 0;
  /// As the target of an assignment whose own value is discarded, or in a value that is.
  unsigned Assigned = 0;
  /// As a whole, or a field of it, to read.
  unsigned Read = 0;
  /// A field of it, or as a whole to be assigned another structure.
  unsigned AsFields = 0;
};

/// A local variable, or one that \p Operand is a field of.
const VarDecl *variableOf(const clang::Expr *Operand) {
  for (Operand = Operand->IgnoreParenImpCasts(); const auto *Member = dyn_cast<MemberExpr>(Operand);
       Operand = Member->getBase()->IgnoreParenImpCasts())
    if (Member->isArrow())
      return nullptr;
  const auto *Name = dyn_cast<DeclRefExpr>(Operand);
  const auto *Variable = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  return Variable && Variable->hasLocalStorage() ? Variable : nullptr;
}

/// The local variable that \p Operand names as a whole.
const VarDecl *namedVariable(const clang::Expr *Operand) {
  const auto *Name = dyn_cast<DeclRefExpr>(Operand->IgnoreParens());
  return Name ? variableOf(Name) : nullptr;
}

bool isTrivialCopy(const CXXConstructExpr &Construction) {
  return Construction.getConstructor()->isCopyOrMoveConstructor() &&
         Construction.getConstructor()->isTrivial();
}

/// `a = b` of structures, bit by bit.
bool isTrivialAssignment(const CXXOperatorCallExpr &Call) {
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call.getDirectCallee());
  return Method && Call.getNumArgs() == 2 && Method->isTrivial() &&
         (Method->isCopyAssignmentOperator() || Method->isMoveAssignmentOperator());
}

/// Whether evaluating \p Code does nothing but read.
bool onlyReads(const Stmt *Code) {
  if (!Code || isa<PseudoObjectExpr>(Code)) // threadIdx and its like
    return true;
  if (!isa<clang::Expr>(Code) ||
      isa<CallExpr, CXXNewExpr, CXXDeleteExpr, CXXThrowExpr, StmtExpr, LambdaExpr, AtomicExpr>(
          Code))
    return false;
  if (const auto *Binary = dyn_cast<BinaryOperator>(Code); Binary && Binary->isAssignmentOp())
    return false;
  if (const auto *Unary = dyn_cast<UnaryOperator>(Code); Unary && Unary->isIncrementDecrementOp())
    return false;
  if (const auto *Construction = dyn_cast<CXXConstructExpr>(Code);
      Construction && !Construction->getConstructor()->isTrivial())
    return false;
  if (const auto *Cast = dyn_cast<CastExpr>(Code);
      Cast && (Cast->getCastKind() == CK_UserDefinedConversion ||
               Cast->getSubExpr()->getType().isVolatileQualified()))
    return false;
  return llvm::all_of(Code->children(), onlyReads);
}

void addAll(const Stmt *Code, llvm::DenseSet<const Stmt *> &Unused) {
  forEachPart(Code, [&](const Stmt &Part) { Unused.insert(&Part); });
}

class BodyScan {
public:
  explicit BodyScan(const Stmt *Body) { visit(Body); }

  void collect(UnusedAccesses &Found) const {
    llvm::DenseSet<const Stmt *> &Unused = Found.Whole;
    for (const clang::Expr *Value : Discarded)
      addAll(Value, Unused);
    Found.Calls.insert(Calls.begin(), Calls.end());
    for (const auto &[Variable, Value] : Given) {
      const Uses Count = Named.lookup(Variable);
      if (Candidates.contains(Variable) && Count.All == Count.Assigned)
        addAll(Value, Unused);
    }
    for (const auto &[Target, Variable] : Copies)
      if (const Uses Count = Named.lookup(Variable);
          Unset.contains(Variable) && Count.All == Count.Read) {
        Unused.insert(Target);
        Unused.insert(Target->IgnoreParens());
      }
    for (const auto &[Variable, Source] : Structures)
      if (const Uses Count = Named.lookup(Variable);
          Candidates.contains(Variable) && Count.All == Count.AsFields)
        for (const clang::Expr *Form :
             {Source, Source->IgnoreParens(), Source->IgnoreParenImpCasts()})
          Found.NamedFields[Form] = Fields.lookup(Variable);
  }

private:
  void declare(const VarDecl *Variable) {
    QualType Type = Variable->getType();
    if (!Variable->hasLocalStorage() || isa<DecompositionDecl>(Variable) ||
        Type->isReferenceType() || Type.isVolatileQualified() ||
        Type.isDestructedType() != QualType::DK_none)
      return;
    Candidates.insert(Variable);
    const clang::Expr *Initial = Variable->getInit();
    const auto *Construction = dyn_cast_or_null<CXXConstructExpr>(Initial);
    if (!Initial || (Construction && Construction->getNumArgs() == 0 &&
                     Construction->getConstructor()->isTrivial() &&
                     !Construction->requiresZeroInitialization()))
      Unset.insert(Variable);
    else if (onlyReads(Initial))
      Given.push_back({Variable, Initial});
    if (Construction && isTrivialCopy(*Construction))
      Structures.push_back({Variable, Construction->getArg(0)});
  }

  /// `Target = Source`, the value of the assignment not being used.
  void assign(const clang::Expr *Target, const clang::Expr *Source) {
    if (const VarDecl *Variable = variableOf(Target);
        Variable && !Target->getType().isVolatileQualified()) {
      ++Named[Variable].Assigned;
      if (onlyReads(Source))
        Given.push_back({Variable, Source});
    }
  }

  void copy(const clang::Expr *Target, const clang::Expr *Source) {
    if (const VarDecl *Variable = variableOf(Source);
        Variable && !Target->getType().isVolatileQualified())
      Copies.push_back({Target, Variable});
  }

  void visitStatement(const clang::Expr *Statement) {
    Statement = Statement->IgnoreParens();
    if (const auto *Clean = dyn_cast<ExprWithCleanups>(Statement))
      Statement = Clean->getSubExpr();
    if (onlyReads(Statement)) {
      Discarded.push_back(Statement);
      discardReads(Statement);
    }
    if (const auto *Binary = dyn_cast<BinaryOperator>(Statement);
        Binary && Binary->getOpcode() == BO_Assign)
      assign(Binary->getLHS(), Binary->getRHS());
    if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(Statement);
        Call && isTrivialAssignment(*Call))
      if (const VarDecl *Variable = namedVariable(Call->getArg(0))) {
        ++Named[Variable].AsFields;
        Structures.push_back({Variable, Call->getArg(1)});
      }
  }

  /// \p Statement is a whole statement, or nothing else takes its value.
  void discard(const Stmt *Statement) {
    const auto *Value = dyn_cast_or_null<clang::Expr>(Statement);
    if (!Value)
      return;
    Value = Value->IgnoreParens();
    if (const auto *Clean = dyn_cast<ExprWithCleanups>(Value))
      return discard(Clean->getSubExpr());
    if (const auto *Cast = dyn_cast<CastExpr>(Value); Cast && Cast->getCastKind() == CK_ToVoid)
      return discard(Cast->getSubExpr());
    if (const auto *Binary = dyn_cast<BinaryOperator>(Value); Binary && Binary->isCommaOp())
      return discard(Binary->getRHS());
    if (isa<CallExpr>(Value))
      Calls.insert(Value);
  }

  /// What \p Code evaluates for its effects alone.
  void discardParts(const Stmt *Code) {
    if (const auto *Compound = dyn_cast<CompoundStmt>(Code)) {
      for (const Stmt *Child : Compound->body())
        discard(Child);
    } else if (const auto *If = dyn_cast<IfStmt>(Code)) {
      discard(If->getThen());
      discard(If->getElse());
    } else if (const auto *For = dyn_cast<ForStmt>(Code)) {
      discard(For->getInit());
      discard(For->getInc());
      discard(For->getBody());
    } else if (const auto *Range = dyn_cast<CXXForRangeStmt>(Code)) {
      discard(Range->getBody());
    } else if (const auto *While = dyn_cast<WhileStmt>(Code)) {
      discard(While->getBody());
    } else if (const auto *Do = dyn_cast<DoStmt>(Code)) {
      discard(Do->getBody());
    } else if (const auto *Case = dyn_cast<SwitchCase>(Code)) {
      discard(Case->getSubStmt());
    } else if (const auto *Binary = dyn_cast<BinaryOperator>(Code); Binary && Binary->isCommaOp()) {
      discard(Binary->getLHS());
    }
  }

  /// `(void)Variable;`
  void discardReads(const Stmt *Code) {
    forEachPart(Code, [&](const Stmt &Part) {
      if (const auto *Name = dyn_cast<DeclRefExpr>(&Part))
        if (const VarDecl *Variable = variableOf(Name))
          ++Named[Variable].Assigned;
    });
  }

  void visit(const Stmt *Code) {
    if (!Code)
      return;
    const auto *Value = dyn_cast<StmtExpr>(Code);
    if (!Value)
      discardParts(Code);
    if (const auto *Compound = dyn_cast<CompoundStmt>(Code)) {
      for (const Stmt *Child : Compound->body()) {
        if (const auto *Expression = dyn_cast<clang::Expr>(Child))
          visitStatement(Expression);
        visit(Child);
      }
      return;
    }
    if (Value) {
      // The last expression is its value.
      for (const Stmt *Child : Value->getSubStmt()->body())
        visit(Child);
      return;
    }
    if (const auto *Declaration = dyn_cast<DeclStmt>(Code)) {
      for (const Decl *Each : Declaration->decls())
        if (const auto *Variable = dyn_cast<VarDecl>(Each))
          declare(Variable);
    } else if (const auto *Name = dyn_cast<DeclRefExpr>(Code)) {
      if (const VarDecl *Variable = variableOf(Name))
        ++Named[Variable].All;
    } else if (const auto *Binary = dyn_cast<BinaryOperator>(Code)) {
      if (Binary->isAssignmentOp())
        noteField(Binary->getLHS());
      if (Binary->getOpcode() == BO_Assign)
        copy(Binary->getLHS(), Binary->getRHS());
    } else if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(Code)) {
      if (isTrivialAssignment(*Call)) {
        copy(Call->getArg(0), Call->getArg(1));
        noteRead(Call->getArg(1));
      }
    } else if (const auto *Cast = dyn_cast<ImplicitCastExpr>(Code)) {
      if (Cast->getCastKind() == CK_LValueToRValue) {
        noteRead(Cast->getSubExpr());
        noteField(Cast->getSubExpr());
      }
    } else if (const auto *Construction = dyn_cast<CXXConstructExpr>(Code)) {
      if (isTrivialCopy(*Construction))
        noteRead(Construction->getArg(0));
    }
    for (const Stmt *Child : Code->children())
      visit(Child);
  }

  /// \p Operand is read or written, and may be a field of a local variable. An address of a field
  /// is something else: compilers let it lead to the other fields, too.
  void noteField(const clang::Expr *Operand) {
    const auto *Member = dyn_cast<MemberExpr>(Operand->IgnoreParens());
    while (Member && !Member->isArrow()) {
      const auto *Outer = dyn_cast<MemberExpr>(Member->getBase()->IgnoreParens());
      if (!Outer)
        break;
      Member = Outer;
    }
    const auto *Field = Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
    const VarDecl *Variable =
        Field && !Member->isArrow() ? namedVariable(Member->getBase()) : nullptr;
    if (!Variable)
      return;
    ++Named[Variable].AsFields;
    Fields[Variable].insert(Field);
  }

  void noteRead(const clang::Expr *Operand) {
    if (const VarDecl *Variable = variableOf(Operand))
      ++Named[Variable].Read;
  }

  llvm::DenseMap<const VarDecl *, Uses> Named;
  /// Declared here; a lambda's own body also names variables of others.
  llvm::DenseSet<const VarDecl *> Candidates;
  llvm::DenseSet<const VarDecl *> Unset;
  std::vector<const clang::Expr *> Discarded;
  llvm::DenseSet<const clang::Expr *> Calls;
  /// What variables are given.
  std::vector<std::pair<const VarDecl *, const clang::Expr *>> Given;
  /// Lvalues that are assigned a variable, or a field of one.
  std::vector<std::pair<const clang::Expr *, const VarDecl *>> Copies;
  /// Variables, and structures that are copied to them.
  std::vector<std::pair<const VarDecl *, const clang::Expr *>> Structures;
  llvm::DenseMap<const VarDecl *, llvm::DenseSet<const FieldDecl *>> Fields;
};

} // namespace

void addUnusedAccesses(const Stmt *Body, UnusedAccesses &Unused) { BodyScan(Body).collect(Unused); }

} // namespace memlint
