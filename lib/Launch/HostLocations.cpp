//===- HostLocations.cpp - Lvalues in host variables -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostEvaluator.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace memlint {

HostLocation HostEvaluator::locateVariable(const VarDecl *Variable) {
  HostLocation Location;
  if (Variable->getType().isVolatileQualified())
    return {};
  if (Variable->hasGlobalStorage()) {
    Location.Root = {0, Variable->getCanonicalDecl()};
  } else {
    const auto *Owner = dyn_cast_or_null<FunctionDecl>(Variable->getParentFunctionOrMethod());
    for (auto Active = Frames.rbegin(); Active != Frames.rend(); ++Active)
      if (Owner && Active->Function->getCanonicalDecl() == Owner->getCanonicalDecl()) {
        Location.Root = {Active->Number, Variable};
        break;
      }
  }
  if (!Variable->getType()->isReferenceType())
    return Location;
  HostValue Referred = State.load(Location);
  return Referred.isPointer() ? Referred.Target : HostLocation();
}

std::optional<unsigned> basePart(const CXXRecordDecl *Derived, QualType Base) {
  unsigned Part = unsigned(std::distance(Derived->field_begin(), Derived->field_end()));
  for (const CXXBaseSpecifier &Each : Derived->bases()) {
    if (Each.getType()->getCanonicalTypeUnqualified() == Base->getCanonicalTypeUnqualified())
      return Each.isVirtual() ? std::nullopt : std::optional(Part);
    ++Part;
  }
  return std::nullopt;
}

/// The part of \p Object that a cast from a class to one of its bases leads to.
HostLocation HostEvaluator::locateBase(HostLocation Object, const CastExpr *Cast) {
  QualType Type = Cast->getSubExpr()->getType();
  if (Type->isPointerType())
    Type = Type->getPointeeType();
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  for (const CXXBaseSpecifier *Step : Cast->path()) {
    std::optional<unsigned> Part = Class ? basePart(Class, Step->getType()) : std::nullopt;
    if (!Part)
      return {};
    Object = Object.at(*Part);
    Class = Step->getType()->getAsCXXRecordDecl();
  }
  return Object;
}

HostLocation HostEvaluator::locateMember(const MemberExpr *Member) {
  if (const auto *Variable = dyn_cast<VarDecl>(Member->getMemberDecl()))
    return locateVariable(Variable);
  const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
  const clang::Expr *Base = Member->getBase();
  HostLocation Object = Member->isArrow() ? evaluate(Base).Target : locate(Base);
  if (!Field || Field->getParent()->isUnion() || Field->getType()->isReferenceType())
    return {};
  return Object.at(Field->getFieldIndex());
}

HostLocation HostEvaluator::temporary(const clang::Expr *Owner, HostValue Value) {
  HostLocation Location;
  Location.Root = {Frames.empty() ? 0 : frame().Number, Owner};
  State.store(Location, std::move(Value));
  return Location;
}

HostLocation HostEvaluator::locate(const clang::Expr *Lvalue) {
  if (isDependent(Lvalue))
    return {};
  Lvalue = Lvalue->IgnoreParens();
  if (const auto *Reference = dyn_cast<DeclRefExpr>(Lvalue)) {
    const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
    return Variable ? locateVariable(Variable) : HostLocation();
  }
  if (const auto *Member = dyn_cast<MemberExpr>(Lvalue))
    return locateMember(Member);
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Lvalue)) {
    HostValue Pointer = evaluate(Subscript->getBase());
    HostValue Index = evaluate(Subscript->getIdx());
    HostLocation Element = Pointer.Target;
    if (!Index.isInteger() || Index.Integer < 0 || Element.Path.empty() ||
        Element.Path.back() + uint64_t(Index.Integer) >= MaximumTrackedElements)
      return {};
    Element.Path.back() += Index.Integer;
    return Element;
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(Lvalue)) {
    if (Unary->getOpcode() == UO_Deref)
      return evaluate(Unary->getSubExpr()).Target;
    if (Unary->isPrefix() && Unary->isIncrementDecrementOp()) {
      evaluate(Unary);
      return locate(Unary->getSubExpr());
    }
    return {};
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(Lvalue)) {
    if (Binary->getOpcode() == BO_Comma) {
      evaluate(Binary->getLHS());
      return locate(Binary->getRHS());
    }
    evaluate(Binary);
    return Binary->isAssignmentOp() ? locate(Binary->getLHS()) : HostLocation();
  }
  if (const auto *Cast = dyn_cast<CastExpr>(Lvalue)) {
    if (Cast->getSubExpr()->isGLValue()) {
      if (Cast->getCastKind() == CK_DerivedToBase ||
          Cast->getCastKind() == CK_UncheckedDerivedToBase)
        return locateBase(locate(Cast->getSubExpr()), Cast);
      return Cast->getCastKind() == CK_NoOp ? locate(Cast->getSubExpr()) : HostLocation();
    }
    return temporary(Lvalue, evaluate(Lvalue));
  }
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Lvalue))
    return temporary(Temporary, evaluate(Temporary->getSubExpr()));
  if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(Lvalue))
    return locate(Cleanups->getSubExpr());
  if (const auto *Conditional = dyn_cast<ConditionalOperator>(Lvalue)) {
    if (std::optional<bool> Holds = truth(Conditional->getCond()))
      return locate(*Holds ? Conditional->getTrueExpr() : Conditional->getFalseExpr());
    return {};
  }
  if (const auto *Call = dyn_cast<CallExpr>(Lvalue); Call && Call->isGLValue())
    return evaluateCall(Call).Target;
  if (Lvalue->isPRValue())
    return temporary(Lvalue, evaluate(Lvalue));
  return {};
}

/// A variable or a part of one, and nothing that is known would be lost by a store to it.
static bool isPlainLocation(const HostState &State, const HostLocation &Location) {
  HostLocation Around{Location.Root, {}};
  for (unsigned Index : Location.Path) {
    HostValue Whole = State.load(Around);
    if (!Whole.isAggregate())
      return Whole.isUnknown();
    Around.Path.push_back(Index);
  }
  return true;
}

HostValue HostEvaluator::load(const HostLocation &Location, QualType Type) {
  HostValue Value = State.load(Location);
  if (Value.isUnknown() && Location.known() && Type->isPointerType() &&
      State.contains(Location.Root)) {
    // Named, so that the same pointer is recognised when it is read again.
    Value = HostValue::pointerInto(++AllocationsMade, 0);
    State.store(Location, Value);
  }
  if (Value.isUnknown() && !Value.Name && Location.known() && Type->isIntegralOrEnumerationType() &&
      isPlainLocation(State, Location)) {
    // Named, so that what a condition implies for it also holds for its copies.
    Value.Name = ++NumbersMade;
    State.store(Location, Value);
  }
  return Value;
}

void HostEvaluator::learn(const HostLocation &Location, int64_t Number) {
  HostValue Known = State.load(Location);
  if (!Location.known() || !Known.isUnknown())
    return;
  State.store(Location, HostValue::integer(Number));
  // Copies may be of other integer types, in which a negative number would be another.
  if (Known.Name && Number >= 0 && Number <= INT32_MAX)
    State.substitute(Known.Name, Number);
}

void HostEvaluator::assign(const clang::Expr *Lvalue, const HostLocation &Location,
                           HostValue Value) {
  if (Location.known())
    State.store(Location, std::move(Value));
  else
    forgetLvalue(Lvalue);
}

/// A location that is not known exactly is written: gives up the smallest known
/// location around it.
void HostEvaluator::forgetLvalue(const clang::Expr *Lvalue) {
  Lvalue = Lvalue->IgnoreParenCasts();
  if (isDependent(Lvalue))
    return;
  if (HostLocation Location = isa<DeclRefExpr, MemberExpr, ArraySubscriptExpr>(Lvalue)
                                  ? locate(Lvalue)
                                  : HostLocation();
      Location.known()) {
    State.forget(Location);
    return;
  }
  if (const auto *Member = dyn_cast<MemberExpr>(Lvalue); Member && !Member->isArrow())
    return forgetLvalue(Member->getBase());
  const clang::Expr *Pointer = nullptr;
  if (const auto *Member = dyn_cast<MemberExpr>(Lvalue))
    Pointer = Member->getBase();
  else if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Lvalue))
    Pointer = Subscript->getBase();
  else if (const auto *Unary = dyn_cast<UnaryOperator>(Lvalue))
    Pointer = Unary->getSubExpr();
  if (Pointer)
    forgetPointee(evaluate(Pointer));
}

void HostEvaluator::forgetPointee(const HostValue &Pointer) {
  if (!Pointer.Target.known()) {
    State.forgetEscaped();
    return;
  }
  // A pointer to one element reaches the whole array.
  HostLocation Whole = Pointer.Target;
  if (!Whole.Path.empty())
    Whole.Path.pop_back();
  State.forget(Whole);
}

} // namespace memlint
