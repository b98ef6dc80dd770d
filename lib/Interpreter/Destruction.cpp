//===- Destruction.cpp - Destructors of variables -------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Interpreter/Interpreter.h"

#include "cuda-memlint/Interpreter/TypeFacts.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace memlint {

/// Whether the end of an object of \p Type runs code that is not a library's: the destructor of
/// its class, of a base, or of a member.
static bool runsUserCode(const ASTContext &Ast, QualType Type) {
  const CXXRecordDecl *Class = Ast.getBaseElementType(Type)->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition() || Class->hasTrivialDestructor())
    return false;
  const CXXDestructorDecl *Own = Class->getDestructor();
  if (Own && Ast.getSourceManager().isInSystemHeader(Own->getLocation()))
    return false;
  if (Own && Own->isUserProvided())
    return true;
  return llvm::any_of(
             Class->bases(),
             [&](const CXXBaseSpecifier &Base) { return runsUserCode(Ast, Base.getType()); }) ||
         llvm::any_of(Class->fields(),
                      [&](const FieldDecl *Field) { return runsUserCode(Ast, Field->getType()); });
}

/// The temporary that the reference \p Variable keeps alive; null: none.
static const MaterializeTemporaryExpr *temporaryOf(const VarDecl &Variable) {
  const clang::Expr *Init = Variable.getInit();
  if (const auto *Cleanups = dyn_cast_or_null<ExprWithCleanups>(Init))
    Init = Cleanups->getSubExpr();
  const auto *Temporary = Init ? dyn_cast<MaterializeTemporaryExpr>(Init->IgnoreParens()) : nullptr;
  return Temporary && Temporary->getExtendingDecl() == &Variable ? Temporary : nullptr;
}

void Interpreter::noteLifetime(const VarDecl &Variable) {
  if (!Client.runsDestructors())
    return;
  QualType Type = Variable.getType();
  if (Type->isReferenceType()) {
    const MaterializeTemporaryExpr *Temporary = temporaryOf(Variable);
    Type = Temporary ? Temporary->getType() : QualType();
  }
  if (Type.isNull() || Client.isNumbered(Type) || !runsUserCode(Ast, Type))
    return;
  if (frame().Slots.contains(&Variable))
    frame().Objects.push_back(&Variable);
  else
    Client.noteUnfollowedCall(Variable.getInit(), nullptr, {});
}

void Interpreter::endLifetime(const VarDecl &Variable) {
  QualType Type = Variable.getType();
  SlotId Slot = frame().Slots.lookup(&Variable);
  Lvalue At = Lvalue::variable(Slot);
  if (Type->isReferenceType()) {
    Type = Type.getNonReferenceType();
    Value Bound = Current.Variables.lookup(Slot);
    if (!Bound.isPointer())
      return Client.noteUnfollowedCall(Variable.getInit(), nullptr, {});
    At = Bound.Target;
  }
  destroy(At, Type, Variable.getInit());
}

void Interpreter::leaveScope(size_t ObjectsBefore) {
  while (frame().Objects.size() > ObjectsBefore) {
    const VarDecl *Last = frame().Objects.back();
    frame().Objects.pop_back();
    if (Current.Reachable)
      endLifetime(*Last);
  }
}

void Interpreter::jumpOutOfScope(size_t ObjectsBefore, const VarDecl *Returned) {
  for (size_t Index = frame().Objects.size(); Index > ObjectsBefore && Current.Reachable; --Index)
    if (const VarDecl *Each = frame().Objects[Index - 1]; Each != Returned)
      endLifetime(*Each);
}

void Interpreter::loseObjects(const Stmt *Jump) {
  for (const VarDecl *Each : frame().Objects) {
    Value Held = Current.Variables.lookup(frame().Slots.lookup(Each));
    Client.noteUnfollowedCall(Jump, nullptr, Held);
    havocReachableFrom(Held, "changed by a destructor");
  }
}

void Interpreter::destroy(const Lvalue &At, QualType Type, const Stmt *Where) {
  if (!runsUserCode(Ast, Type))
    return;
  if (const auto *Array = Ast.getAsConstantArrayType(Type); Array && At.isVariable()) {
    for (uint64_t Index = Array->getZExtSize(); Index != 0; --Index) {
      Lvalue Element = At;
      Element.Path.push_back(int64_t(Index - 1));
      destroy(Element, Array->getElementType(), Where);
    }
    return;
  }
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  const CXXDestructorDecl *Destructor = Class ? Class->getDestructor() : nullptr;
  const FunctionDecl *Definition = nullptr;
  bool IsSeen = Destructor &&
                (!Destructor->isUserProvided() || (Destructor->hasBody(Definition) && Definition &&
                                                   Client.follows(*Definition, {})));
  if (!IsSeen || !At.isVariable()) {
    Client.noteUnfollowedCall(Where, Destructor, Value::pointer(At));
    havocReachableFrom(Value::pointer(At), "changed by a destructor");
    return;
  }
  if (Definition)
    inlineCall(Definition, Where, At, {}, Ast.VoidTy);
  std::vector<const FieldDecl *> Fields(Class->field_begin(), Class->field_end());
  for (const FieldDecl *Field : llvm::reverse(Fields))
    destroy(fieldLvalue(At, *Field), Field->getType(), Where);
  std::vector<CXXBaseSpecifier> Bases(Class->bases_begin(), Class->bases_end());
  for (const CXXBaseSpecifier &Base : llvm::reverse(Bases)) {
    Lvalue Part = At;
    Part.Path.push_back(int64_t(partNumber(*Class, Base.getType()->getAsCXXRecordDecl())));
    destroy(Part, Base.getType(), Where);
  }
}

Value Interpreter::evaluateTemporary(const CXXBindTemporaryExpr *Temporary) {
  // It has a destructor that does something.
  Recorder.noteUnseen(Temporary);
  Value Held = evaluate(Temporary->getSubExpr());
  if (Client.runsDestructors() && !Client.isNumbered(Temporary->getType()) &&
      runsUserCode(Ast, Temporary->getType())) {
    // At the end of the whole expression, which is not followed.
    Client.noteUnfollowedCall(Temporary, Temporary->getTemporary()->getDestructor(), Held);
    havocReachableFrom(Held, "changed by a destructor");
  }
  return Held;
}

Value Interpreter::evaluateDelete(const CXXDeleteExpr *Delete) {
  Value Pointer = evaluate(Delete->getArgument());
  QualType Type = Delete->getDestroyedType();
  if (Client.runsDestructors() && !Type.isNull() && runsUserCode(Ast, Type)) {
    Client.noteUnfollowedCall(Delete, nullptr, Pointer);
    havocReachableFrom(Pointer, "changed by a destructor");
  }
  Recorder.noteUnseen(Delete);
  Client.forgetChanges(*Delete);
  return {};
}

const clang::Expr *Interpreter::initialValueOf(const VarDecl &Variable) const {
  const clang::Expr *Init = Variable.getInit(), *Bare = Init->IgnoreImplicit();
  bool IsObject = Client.runsDestructors() &&
                  Ast.hasSameUnqualifiedType(Bare->getType(), Variable.getType()) &&
                  runsUserCode(Ast, Variable.getType());
  // The variable is what would be a temporary.
  return IsObject ? Bare : Init;
}

} // namespace memlint
