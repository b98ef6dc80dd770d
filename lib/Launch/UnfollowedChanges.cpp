//===- UnfollowedChanges.cpp - What runs where no code says so ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnfollowedChanges.h"

#include "HostProgram.h"

#include "cuda-memlint/Frontend/Statements.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace memlint {

namespace {

/// \p Target, which is assigned to, is not a variable or a member of the function that does so, but
/// what one leads to.
bool isElsewhere(const clang::Expr *Target) {
  Target = Target->IgnoreParenCasts();
  if (const auto *Name = dyn_cast<DeclRefExpr>(Target))
    return Name->getType()->isReferenceType() || Name->refersToEnclosingVariableOrCapture() ||
           Name->getDecl()->getType()->isReferenceType();
  if (const auto *Member = dyn_cast<MemberExpr>(Target)) {
    if (Member->getMemberDecl()->getType()->isReferenceType())
      return true;
    if (Member->isArrow())
      return !isa<CXXThisExpr>(Member->getBase()->IgnoreParenCasts());
    return isElsewhere(Member->getBase());
  }
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Target)) {
    const clang::Expr *Array = Element->getBase()->IgnoreParenCasts();
    return !Array->getType()->isArrayType() || isElsewhere(Array);
  }
  const auto *Unary = dyn_cast<UnaryOperator>(Target);
  return !Unary || Unary->getOpcode() != UO_Deref ||
         !isa<CXXThisExpr>(Unary->getSubExpr()->IgnoreParenCasts());
}

/// \p Code assigns to what a pointer or a reference leads to, or calls what is not known.
bool writesElsewhere(const Stmt *Code) {
  if (!Code)
    return false;
  if (const auto *Binary = dyn_cast<BinaryOperator>(Code))
    if (Binary->isAssignmentOp() && isElsewhere(Binary->getLHS()))
      return true;
  if (const auto *Unary = dyn_cast<UnaryOperator>(Code))
    if (Unary->isIncrementDecrementOp() && isElsewhere(Unary->getSubExpr()))
      return true;
  if (const auto *Call = dyn_cast<CallExpr>(Code)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    // A function that a library keeps, such as in std::function.
    bool IsKept = Callee && Callee->getOverloadedOperator() == OO_Call && !Callee->hasBody();
    if (!Callee || IsKept)
      return true;
  }
  return llvm::any_of(Code->children(), writesElsewhere);
}

class ChangeSearch {
public:
  explicit ChangeSearch(const HostProgram &Program) : Program(Program) {}

  llvm::DenseSet<const VarDecl *> run() {
    for (const FunctionDecl *Function : Program.calledUnseen()) {
      const llvm::DenseSet<const VarDecl *> &Globals = Program.globalsModifiedBy(Function);
      Found.insert(Globals.begin(), Globals.end());
      const auto *Destructor = dyn_cast<CXXDestructorDecl>(Function);
      auto Writes = [&](const FunctionDecl &Each) {
        return Each.hasBody() ? writesElsewhere(Each.getBody())
                              : &Each == Function || Program.isDefinedElsewhere(&Each);
      };
      if (Destructor && Program.reaches(Function, Writes))
        Classes.insert(Destructor->getParent()->getCanonicalDecl());
    }
    if (Classes.empty())
      return std::move(Found);
    for (const FunctionDecl *Function : Program.functions())
      visit(Function->getBody());
    if (IsPointerGiven)
      Found.insert(AddressTaken.begin(), AddressTaken.end());
    return std::move(Found);
  }

private:
  /// An object of \p Type is one of Classes, or holds one.
  bool holds(QualType Type) {
    Type = Type.getNonReferenceType();
    if (Type->isPointerType())
      Type = Type->getPointeeType();
    const CXXRecordDecl *Class =
        Type.isNull() ? nullptr : Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (!Class)
      return false;
    Class = Class->getCanonicalDecl();
    auto [Known, IsNew] = Holding.try_emplace(Class, Classes.contains(Class));
    if (!IsNew || Known->second)
      return Known->second;
    bool Holds = anyPart(*Class, [&](QualType Part) { return holds(Part); });
    return Holding[Class] = Holds;
  }

  static bool anyPart(const CXXRecordDecl &Class, llvm::function_ref<bool(QualType)> Is) {
    if (const auto *Specialization = dyn_cast<ClassTemplateSpecializationDecl>(&Class))
      for (const TemplateArgument &Each : Specialization->getTemplateArgs().asArray())
        if (Each.getKind() == TemplateArgument::Type && Is(Each.getAsType()))
          return true;
    if (!Class.hasDefinition())
      return false;
    return llvm::any_of(Class.bases(),
                        [&](const CXXBaseSpecifier &Base) { return Is(Base.getType()); }) ||
           llvm::any_of(Class.fields(),
                        [&](const FieldDecl *Field) { return Is(Field->getType()); });
  }

  /// Where an object of such a class is made, or a function of it is called: what it is given.
  void visit(const Stmt *Code) {
    if (!Code)
      return;
    if (const auto *Unary = dyn_cast<UnaryOperator>(Code); Unary && Unary->getOpcode() == UO_AddrOf)
      addNamed(Unary->getSubExpr(), AddressTaken);
    bool IsGiven = false;
    if (isa<CXXConstructExpr, InitListExpr, CallExpr>(Code))
      IsGiven = holds(cast<clang::Expr>(Code)->getType());
    if (const auto *Method = dyn_cast<CXXMemberCallExpr>(Code))
      IsGiven |= holds(Method->getObjectType());
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Code))
      IsGiven |= holds(Operator->getArg(0)->getType());
    for (const Stmt *Part : Code->children()) {
      if (IsGiven)
        addNamed(Part, Found);
      visit(Part);
    }
  }

  void addNamed(const Stmt *Code, llvm::DenseSet<const VarDecl *> &Names) {
    forEachPart(Code, [&](const Stmt &Part) {
      const auto *Name = dyn_cast<DeclRefExpr>(&Part);
      const auto *Variable = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
      if (!Variable)
        return;
      IsPointerGiven |= &Names == &Found && Variable->getType()->isAnyPointerType();
      Names.insert(Variable->hasGlobalStorage() ? Variable->getCanonicalDecl() : Variable);
    });
  }

  const HostProgram &Program;
  /// Those whose destructor assigns to what is not its object's own.
  llvm::DenseSet<const CXXRecordDecl *> Classes;
  llvm::DenseMap<const CXXRecordDecl *, bool> Holding;
  llvm::DenseSet<const VarDecl *> Found, AddressTaken;
  bool IsPointerGiven = false;
};

} // namespace

bool isAllocationOperator(const FunctionDecl &Function) {
  return llvm::is_contained({OO_New, OO_Array_New, OO_Delete, OO_Array_Delete},
                            Function.getOverloadedOperator());
}

bool isCalledUnseen(const FunctionDecl &Function) {
  const auto *Destructor = dyn_cast<CXXDestructorDecl>(&Function);
  return (Destructor && Destructor->isUserProvided()) || isAllocationOperator(Function) ||
         Function.hasAttr<ConstructorAttr>();
}

llvm::DenseSet<const VarDecl *> findUnfollowedChanges(const HostProgram &Program) {
  return ChangeSearch(Program).run();
}

} // namespace memlint
