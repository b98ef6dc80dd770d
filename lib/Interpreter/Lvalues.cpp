//===- Lvalues.cpp - Lvalues of expressions -------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Interpreter/Interpreter.h"

#include "clang/AST/StmtVisitor.h"

using namespace clang;

namespace memlint {

/// Where an expression is, by its kind.
class Interpreter::LvalueVisitor : public ConstStmtVisitor<Interpreter::LvalueVisitor, Lvalue> {
public:
  explicit LvalueVisitor(Interpreter &In) : In(In) {}

  Lvalue VisitParenExpr(const ParenExpr *E) { return In.locate(E->getSubExpr()); }
  Lvalue VisitExprWithCleanups(const ExprWithCleanups *E) { return In.locate(E->getSubExpr()); }
  Lvalue VisitCXXDefaultArgExpr(const CXXDefaultArgExpr *E) { return In.locate(E->getExpr()); }
  Lvalue VisitCXXDefaultInitExpr(const CXXDefaultInitExpr *E) { return In.locate(E->getExpr()); }
  Lvalue VisitSubstNonTypeTemplateParmExpr(const SubstNonTypeTemplateParmExpr *E) {
    return In.locate(E->getReplacement());
  }
  Lvalue VisitOpaqueValueExpr(const OpaqueValueExpr *E) { return In.locate(E->getSourceExpr()); }
  Lvalue VisitPseudoObjectExpr(const PseudoObjectExpr *E) { return In.locate(E->getResultExpr()); }

  Lvalue VisitDeclRefExpr(const DeclRefExpr *Name) {
    if (const auto *Binding = dyn_cast<BindingDecl>(Name->getDecl()))
      return Binding->getBinding() ? In.locate(Binding->getBinding()) : Lvalue();
    const auto *Variable = dyn_cast<VarDecl>(Name->getDecl());
    return Variable ? In.locateVariable(*Variable, Name) : Lvalue();
  }

  Lvalue VisitMemberExpr(const MemberExpr *Member) {
    if (const auto *Static = dyn_cast<VarDecl>(Member->getMemberDecl()))
      return In.locateVariable(*Static, Member);
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    if (!Field)
      return {};
    Lvalue Base;
    if (Member->isArrow()) {
      Value Pointer = In.evaluate(Member->getBase());
      if (!Pointer.isPointer())
        return {};
      Base = Pointer.Target;
    } else {
      Base = In.locate(Member->getBase());
    }
    if (const VarDecl *Outer = Base.isVariable() ? In.outerVariable(Base.Slot) : nullptr)
      In.Client.outerFieldNamed(*Outer, *Field);
    Lvalue At = In.fieldLvalue(Base, *Field);
    if (!Field->getType()->isReferenceType())
      return At;
    return At.isVariable() ? targetOf(In.readVariable(At, Field->getType(), Member)) : Lvalue();
  }

  Lvalue VisitArraySubscriptExpr(const ArraySubscriptExpr *Subscript) {
    QualType Element = Subscript->getType();
    if (Subscript->getBase()->getType()->isVectorType()) {
      Lvalue Vector = In.locate(Subscript->getBase());
      return componentOf(Vector, In.number(Subscript->getIdx()), Element);
    }
    Value Base = In.evaluate(Subscript->getBase());
    ExprRef Index = In.number(Subscript->getIdx());
    In.Client.subscripted(*Subscript, Base, Index);
    return Base.isPointer() ? elementAt(Base.Target, Index, Element) : Lvalue();
  }

  Lvalue VisitExtVectorElementExpr(const ExtVectorElementExpr *Component) {
    llvm::SmallVector<uint32_t, 4> Numbers;
    Component->getEncodedElementAccess(Numbers);
    if (Numbers.size() != 1)
      return {};
    Lvalue Vector = Component->isArrow() ? targetOf(In.evaluate(Component->getBase()))
                                         : In.locate(Component->getBase());
    return componentOf(Vector, In.Exprs.constant(Numbers[0]), Component->getType());
  }

  Lvalue VisitUnaryOperator(const UnaryOperator *Operator) {
    switch (Operator->getOpcode()) {
    case UO_Deref:
      return targetOf(In.evaluate(Operator->getSubExpr()));
    case UO_PreInc:
    case UO_PreDec:
      In.evaluateUnary(Operator);
      return In.locate(Operator->getSubExpr());
    case UO_Extension:
    case UO_Real:
      return In.locate(Operator->getSubExpr());
    default:
      return {};
    }
  }

  Lvalue VisitBinaryOperator(const BinaryOperator *Operator) {
    if (Operator->getOpcode() == BO_Comma) {
      In.evaluateForEffect(Operator->getLHS());
      return In.locate(Operator->getRHS());
    }
    if (Operator->isPtrMemOp()) {
      In.havocAround(Operator->getOpcode() == BO_PtrMemI ? In.evaluate(Operator->getLHS()).Target
                                                         : In.locate(Operator->getLHS()),
                     "a member that a pointer chooses");
      return {};
    }
    if (!Operator->isAssignmentOp())
      return {};
    In.evaluateAssignment(Operator);
    return In.locate(Operator->getLHS());
  }

  Lvalue VisitConditionalOperator(const ConditionalOperator *Choice) {
    ExprRef Condition = In.condition(Choice->getCond());
    Lvalue Then, Else;
    In.branch(
        Condition, [&] { Then = In.locate(Choice->getTrueExpr()); },
        [&] { Else = In.locate(Choice->getFalseExpr()); }, Choice->getCond());
    if (Condition->isConstant())
      return Condition->isConstant(0) ? Else : Then;
    return In.joinValues(Condition, Value::pointer(Then), Value::pointer(Else), Choice->getType())
        .Target;
  }

  Lvalue VisitMaterializeTemporaryExpr(const MaterializeTemporaryExpr *E) {
    return temporary(E->getSubExpr());
  }

  Lvalue VisitCallExpr(const CallExpr *Call) {
    Value Result = In.evaluateCall(Call);
    if (Call->isGLValue())
      return targetOf(Result);
    SlotId Slot = In.newSlot(Call->getType(), "a temporary");
    In.Current.Variables[Slot] = std::move(Result);
    return Lvalue::variable(Slot);
  }
  Lvalue VisitUserDefinedLiteral(const UserDefinedLiteral *E) { return VisitExpr(E); }
  Lvalue VisitCUDAKernelCallExpr(const CUDAKernelCallExpr *E) { return VisitExpr(E); }

  Lvalue VisitStringLiteral(const clang::StringLiteral *E) { return literal(E); }
  Lvalue VisitPredefinedExpr(const PredefinedExpr *E) { return literal(E); }

  Lvalue VisitCastExpr(const CastExpr *Cast) {
    switch (Cast->getCastKind()) {
    case CK_NoOp:
    case CK_AddressSpaceConversion:
    // What has another type than the variable is put together from bytes.
    case CK_LValueBitCast:
      return In.locate(Cast->getSubExpr());
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase:
    case CK_BaseToDerived:
      return In.baseLvalue(In.locate(Cast->getSubExpr()), Cast->getSubExpr()->getType(), *Cast);
    case CK_UserDefinedConversion:
    case CK_ConstructorConversion:
      return Cast->isGLValue() ? In.locate(Cast->getSubExpr()) : VisitExpr(Cast);
    default:
      return VisitExpr(Cast);
    }
  }

  Lvalue VisitExpr(const clang::Expr *E) { return E->isGLValue() ? Lvalue() : temporary(E); }

private:
  static Lvalue targetOf(const Value &Pointer) {
    return Pointer.isPointer() ? Pointer.Target : Lvalue();
  }

  Lvalue elementAt(const Lvalue &Base, ExprRef Index, QualType Element) {
    ExprRef Bytes = In.Exprs.constant(int64_t(sizeOf(In.Ast, Element)));
    return In.offsetLvalue(Base, In.Exprs.multiply(Index, Bytes), Element);
  }

  /// Of Clang's vectors, which are not arrays. Those of a variable are in registers, whichever an
  /// index selects. In memory, compilers access the whole vector, or not, for one of them.
  Lvalue componentOf(const Lvalue &Vector, ExprRef Index, QualType Component) {
    if (!Vector.isVariable() || !Index->isConstant())
      return {};
    return elementAt(Vector, Index, Component);
  }

  Lvalue temporary(const clang::Expr *E) {
    SlotId Slot = In.newSlot(E->getType(), "a temporary");
    Value Held = In.evaluate(E);
    In.Current.Variables[Slot] = std::move(Held);
    return Lvalue::variable(Slot);
  }

  Lvalue literal(const clang::Expr *E) {
    return Lvalue::memory(In.Memory.stringLiteralObject(*E), In.Exprs.constant(0));
  }

  Interpreter &In;
};

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
  Lvalue Result = LvalueVisitor(*this).Visit(E);
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

} // namespace memlint
