//===- Lvalues.cpp - Lvalues of expressions -------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Interpreter/Interpreter.h"

#include "clang/AST/Attr.h"

using namespace clang;

namespace memlint {

Lvalue Interpreter::locate(const clang::Expr *E) {
  constexpr unsigned MaximumDepth = 400;
  auto Lost = [&](llvm::StringRef Why) {
    return Memory.unknownPointer(Uniformity::Lane, OpaqueReason::NotUnderstood, Why);
  };
  if (!E || !step() || Depth >= MaximumDepth || E->isTypeDependent() || E->containsErrors()) {
    if (E) {
      Recorder.noteUnseen(E);
      Client.forgetChanges(*E);
    }
    return Lost("an expression that does not compile");
  }
  ++Depth;
  Lvalue Result = locateImpl(E);
  --Depth;
  if (Result.Where == Lvalue::Kind::Unknown)
    return Lost(textOf(E->getSourceRange(), Ast));
  return Result;
}

const VarDecl *Interpreter::outerVariable(SlotId Slot) const { return OuterVariables.lookup(Slot); }

Lvalue Interpreter::locateVariable(const VarDecl &Variable, const clang::Expr *E) {
  if (auto Captured = frame().Captures.find(&Variable);
      Captured != frame().Captures.end() && frame().This) {
    Lvalue At = fieldLvalue(*frame().This, *Captured->second);
    if (Captured->second->getType()->isReferenceType() && At.isVariable()) {
      Value Reference = readVariable(At, Captured->second->getType(), E);
      return Reference.isPointer() ? Reference.Target : Lvalue();
    }
    return At;
  }
  // Innermost first: a capture-less lambda may name an outer variable.
  for (Frame &Active : llvm::reverse(Frames)) {
    auto Found = Active.Slots.find(&Variable);
    if (Found == Active.Slots.end())
      continue;
    Lvalue At = Lvalue::variable(Found->second);
    if (!Variable.getType()->isReferenceType())
      return At;
    Value Reference = readVariable(At, Variable.getType(), E);
    return Reference.isPointer() ? Reference.Target : Lvalue();
  }
  if (!Variable.hasLocalStorage()) {
    // All declarations are of one variable. An array's first one may not say its size.
    const VarDecl *Outer = Variable.getDefinition();
    if (!Outer)
      Outer = Variable.getCanonicalDecl();
    if (auto Known = OuterSlots.find(Outer); Known != OuterSlots.end())
      return Lvalue::variable(Known->second);
    if (!Client.outerValue(*Outer).isEmpty()) {
      SlotId Slot = newSlot(Outer->getType(), Outer->getName());
      OuterSlots[Outer] = Slot;
      OuterVariables[Slot] = Outer;
      return Lvalue::variable(Slot);
    }
  }
  if (Variable.hasLocalStorage() && !Variable.getType()->isReferenceType())
    return Lvalue::memory(Memory.objectFor(Variable), Exprs.constant(0));
  if (Variable.getType()->isReferenceType())
    return Variable.getInit() ? locate(Variable.getInit()) : Lvalue();
  return Lvalue::memory(Memory.objectFor(Variable), Exprs.constant(0));
}

Lvalue Interpreter::locateImpl(const clang::Expr *E) {
  // Of Clang's vectors, which are not arrays. Those of a variable are in registers, whichever an
  // index selects. In memory, compilers access the whole vector, or not, for one of them.
  auto LocateElement = [&](const Lvalue &Vector, ExprRef Index) {
    if (!Vector.isVariable() || !Index->isConstant())
      return Lvalue();
    ExprRef Bytes = Exprs.constant(int64_t(sizeOf(Ast, E->getType())));
    return offsetLvalue(Vector, Exprs.multiply(Index, Bytes), E->getType());
  };
  switch (E->getStmtClass()) {
  case Stmt::ParenExprClass:
    return locate(cast<ParenExpr>(E)->getSubExpr());
  case Stmt::ExprWithCleanupsClass:
    return locate(cast<ExprWithCleanups>(E)->getSubExpr());
  case Stmt::CXXDefaultArgExprClass:
    return locate(cast<CXXDefaultArgExpr>(E)->getExpr());
  case Stmt::CXXDefaultInitExprClass:
    return locate(cast<CXXDefaultInitExpr>(E)->getExpr());
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return locate(cast<SubstNonTypeTemplateParmExpr>(E)->getReplacement());
  case Stmt::OpaqueValueExprClass:
    return locate(cast<OpaqueValueExpr>(E)->getSourceExpr());
  case Stmt::PseudoObjectExprClass:
    return locate(cast<PseudoObjectExpr>(E)->getResultExpr());
  case Stmt::DeclRefExprClass: {
    const ValueDecl *Declared = cast<DeclRefExpr>(E)->getDecl();
    if (const auto *Binding = dyn_cast<BindingDecl>(Declared))
      return Binding->getBinding() ? locate(Binding->getBinding()) : Lvalue();
    const auto *Variable = dyn_cast<VarDecl>(Declared);
    if (!Variable)
      return {};
    return locateVariable(*Variable, E);
  }
  case Stmt::MemberExprClass: {
    const auto *Member = cast<MemberExpr>(E);
    if (const auto *Static = dyn_cast<VarDecl>(Member->getMemberDecl()))
      return locateVariable(*Static, E);
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    if (!Field)
      return {};
    Lvalue Base;
    if (Member->isArrow()) {
      Value Pointer = evaluate(Member->getBase());
      if (!Pointer.isPointer())
        return {};
      Base = Pointer.Target;
    } else {
      Base = locate(Member->getBase());
    }
    if (const VarDecl *Outer = Base.isVariable() ? outerVariable(Base.Slot) : nullptr)
      Client.outerFieldNamed(*Outer, *Field);
    Lvalue At = fieldLvalue(Base, *Field);
    if (Field->getType()->isReferenceType()) {
      Value Reference = At.isVariable() ? readVariable(At, Field->getType(), E) : Value();
      return Reference.isPointer() ? Reference.Target : Lvalue();
    }
    return At;
  }
  case Stmt::ArraySubscriptExprClass: {
    const auto *Subscript = cast<ArraySubscriptExpr>(E);
    if (Subscript->getBase()->getType()->isVectorType())
      return LocateElement(locate(Subscript->getBase()), number(Subscript->getIdx()));
    Value Base = evaluate(Subscript->getBase());
    ExprRef Index = number(Subscript->getIdx());
    Client.subscripted(*Subscript, Base, Index);
    if (!Base.isPointer())
      return {};
    QualType Element = E->getType();
    return offsetLvalue(
        Base.Target, Exprs.multiply(Index, Exprs.constant(int64_t(sizeOf(Ast, Element)))), Element);
  }
  case Stmt::ExtVectorElementExprClass: {
    const auto *Component = cast<ExtVectorElementExpr>(E);
    llvm::SmallVector<uint32_t, 4> Numbers;
    Component->getEncodedElementAccess(Numbers);
    if (Numbers.size() != 1)
      return {};
    if (!Component->isArrow())
      return LocateElement(locate(Component->getBase()), Exprs.constant(Numbers[0]));
    Value Pointer = evaluate(Component->getBase());
    return Pointer.isPointer() ? LocateElement(Pointer.Target, Exprs.constant(Numbers[0]))
                               : Lvalue();
  }
  case Stmt::UnaryOperatorClass: {
    const auto *Operator = cast<UnaryOperator>(E);
    switch (Operator->getOpcode()) {
    case UO_Deref: {
      Value Pointer = evaluate(Operator->getSubExpr());
      return Pointer.isPointer() ? Pointer.Target : Lvalue();
    }
    case UO_PreInc:
    case UO_PreDec:
      evaluateUnary(Operator);
      return locate(Operator->getSubExpr());
    case UO_Extension:
    case UO_Real:
      return locate(Operator->getSubExpr());
    default:
      return {};
    }
  }
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass: {
    const auto *Operator = cast<BinaryOperator>(E);
    if (Operator->getOpcode() == BO_Comma) {
      evaluateForEffect(Operator->getLHS());
      return locate(Operator->getRHS());
    }
    if (Operator->isPtrMemOp()) {
      havocAround(Operator->getOpcode() == BO_PtrMemI ? evaluate(Operator->getLHS()).Target
                                                      : locate(Operator->getLHS()),
                  "a member that a pointer chooses");
      return {};
    }
    if (!Operator->isAssignmentOp())
      return {};
    evaluateAssignment(Operator);
    return locate(Operator->getLHS());
  }
  case Stmt::ConditionalOperatorClass: {
    const auto *Choice = cast<ConditionalOperator>(E);
    ExprRef Condition = condition(Choice->getCond());
    Lvalue Then, Else;
    branch(
        Condition, [&] { Then = locate(Choice->getTrueExpr()); },
        [&] { Else = locate(Choice->getFalseExpr()); }, Choice->getCond());
    if (Condition->isConstant())
      return Condition->isConstant(0) ? Else : Then;
    return joinValues(Condition, Value::pointer(Then), Value::pointer(Else), E->getType()).Target;
  }
  case Stmt::MaterializeTemporaryExprClass: {
    const clang::Expr *Temporary = cast<MaterializeTemporaryExpr>(E)->getSubExpr();
    SlotId Slot = newSlot(Temporary->getType(), "a temporary");
    Value Held = evaluate(Temporary);
    Current.Variables[Slot] = std::move(Held);
    return Lvalue::variable(Slot);
  }
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass: {
    Value Result = evaluateCall(cast<CallExpr>(E));
    if (E->isGLValue())
      return Result.isPointer() ? Result.Target : Lvalue();
    SlotId Slot = newSlot(E->getType(), "a temporary");
    Current.Variables[Slot] = std::move(Result);
    return Lvalue::variable(Slot);
  }
  case Stmt::StringLiteralClass:
  case Stmt::PredefinedExprClass:
    return Lvalue::memory(Memory.stringLiteralObject(*E), Exprs.constant(0));
  default:
    break;
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    switch (Cast->getCastKind()) {
    case CK_NoOp:
    case CK_AddressSpaceConversion:
      return locate(Cast->getSubExpr());
    case CK_LValueBitCast: {
      // What has another type than the variable is put together from bytes.
      return locate(Cast->getSubExpr());
    }
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase:
    case CK_BaseToDerived:
      return baseLvalue(locate(Cast->getSubExpr()), Cast->getSubExpr()->getType(), *Cast);
    case CK_UserDefinedConversion:
    case CK_ConstructorConversion:
      if (E->isGLValue())
        return locate(Cast->getSubExpr());
      break;
    default:
      break;
    }
  }
  if (!E->isGLValue()) {
    SlotId Slot = newSlot(E->getType(), "a temporary");
    Value Held = evaluate(E);
    Current.Variables[Slot] = std::move(Held);
    return Lvalue::variable(Slot);
  }
  return {};
}

} // namespace memlint
