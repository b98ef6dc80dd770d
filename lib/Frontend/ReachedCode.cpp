//===- ReachedCode.cpp - What a function calls and reads ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReachedCode.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace memlint {
namespace {

class Walk {
public:
  explicit Walk(llvm::function_ref<void(const ValueDecl &)> Do) : Do(Do) {}

  void function(const FunctionDecl &Function) {
    if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(&Function))
      for (const CXXCtorInitializer *Each : Constructor->inits())
        statement(Each->getInit());
    if (const auto *Destructor = dyn_cast<CXXDestructorDecl>(&Function))
      parts(*Destructor->getParent());
    statement(Function.getBody());
  }

private:
  void statement(const Stmt *Part) {
    // The operand of sizeof, noexcept or typeid is not run.
    if (!Part || isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, CXXTypeidExpr>(Part))
      return;
    if (const auto *Reference = dyn_cast<DeclRefExpr>(Part))
      Do(*Reference->getDecl());
    else if (const auto *Member = dyn_cast<MemberExpr>(Part))
      Do(*Member->getMemberDecl());
    else if (const auto *Made = dyn_cast<CXXConstructExpr>(Part))
      Do(*Made->getConstructor());
    else if (const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(Part))
      destructor(Bound->getType());
    else if (const auto *Lambda = dyn_cast<LambdaExpr>(Part))
      Do(*Lambda->getCallOperator());
    else if (const auto *Argument = dyn_cast<CXXDefaultArgExpr>(Part))
      statement(Argument->getExpr());
    else if (const auto *Member = dyn_cast<CXXDefaultInitExpr>(Part))
      statement(Member->getExpr());
    else if (const auto *Deleted = dyn_cast<CXXDeleteExpr>(Part))
      destructor(Deleted->getDestroyedType());
    else if (const auto *Declaration = dyn_cast<DeclStmt>(Part))
      for (const Decl *Each : Declaration->decls())
        if (const auto *Variable = dyn_cast<VarDecl>(Each))
          destructor(Variable->getType());
    for (const Stmt *Child : Part->children())
      statement(Child);
  }

  void destructor(QualType Type) {
    const CXXRecordDecl *Class =
        Type.isNull() ? nullptr : Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (!Class || !Class->hasDefinition() || Class->hasTrivialDestructor())
      return;
    if (const CXXDestructorDecl *Destructor = Class->getDestructor())
      Do(*Destructor);
  }

  /// The destructors of the bases and members.
  void parts(const CXXRecordDecl &Class) {
    if (!Class.hasDefinition())
      return;
    for (const CXXBaseSpecifier &Base : Class.bases())
      destructor(Base.getType());
    for (const FieldDecl *Field : Class.fields())
      destructor(Field->getType());
  }

  llvm::function_ref<void(const ValueDecl &)> Do;
};

} // namespace

void forEachReached(const FunctionDecl &Function, llvm::function_ref<void(const ValueDecl &)> Do) {
  Walk(Do).function(Function);
}

} // namespace memlint
