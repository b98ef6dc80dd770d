//===- Expressions.cpp - Expressions ------------------------------- -*- C++
//-*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "clang/AST/Attr.h"

using namespace clang;

namespace memlint {

ExprRef KernelLowering::builtinLeaf(LeafKind Kind, unsigned Dimension) {
  static constexpr const char *Names[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
  // CUDA C++ Programming Guide, technical specifications per compute
  // capability.
  static constexpr int64_t MaximumThreads[] = {1024, 1024, 64};
  static constexpr int64_t MaximumBlocks[] = {2147483647, 65535, 65535};
  LeafInfo Info;
  Info.Kind = Kind;
  Info.Dimension = uint8_t(Dimension);
  Info.Varies = Kind == LeafKind::ThreadIndex  ? Uniformity::Lane
                : Kind == LeafKind::BlockIndex ? Uniformity::Block
                                               : Uniformity::Grid;
  switch (Kind) {
  case LeafKind::ThreadIndex:
    Info.Range = {0, MaximumThreads[Dimension] - 1};
    break;
  case LeafKind::BlockIndex:
    Info.Range = {0, MaximumBlocks[Dimension] - 1};
    break;
  case LeafKind::BlockDimension:
    Info.Range = {1, MaximumThreads[Dimension]};
    break;
  default:
    Info.Range = {1, MaximumBlocks[Dimension]};
    break;
  }
  Info.Name = std::string(Names[unsigned(Kind)]) + "." + "xyz"[Dimension];
  return Exprs.leaf(Info);
}

bool KernelLowering::isBuiltinSlot(SlotId Slot) const {
  return llvm::any_of(BuiltinSlots, [&](const auto &Entry) { return Entry.second == Slot; });
}

void KernelLowering::noteDimension(llvm::StringRef Variable, unsigned Dimension) {
  if (Dimension < 3 && (Variable == "threadIdx" || Variable == "blockDim"))
    Program.DimensionsUsed = std::max(Program.DimensionsUsed, Dimension + 1);
}

ExprRef KernelLowering::laneId() {
  ExprRef Linear = builtinLeaf(LeafKind::ThreadIndex, 0);
  ExprRef Row = Exprs.add(Exprs.multiply(builtinLeaf(LeafKind::ThreadIndex, 2),
                                         builtinLeaf(LeafKind::BlockDimension, 1)),
                          builtinLeaf(LeafKind::ThreadIndex, 1));
  Linear = Exprs.add(Linear, Exprs.multiply(Row, builtinLeaf(LeafKind::BlockDimension, 0)));
  return Exprs.remainder(Linear, Exprs.constant(WarpSize));
}

Value KernelLowering::builtinVariable(llvm::StringRef Name) {
  std::optional<LeafKind> Kind = llvm::StringSwitch<std::optional<LeafKind>>(Name)
                                     .Case("threadIdx", LeafKind::ThreadIndex)
                                     .Case("blockIdx", LeafKind::BlockIndex)
                                     .Case("blockDim", LeafKind::BlockDimension)
                                     .Case("gridDim", LeafKind::GridDimension)
                                     .Default(std::nullopt);
  if (!Kind)
    return {};
  std::vector<Value> Parts;
  for (unsigned Dimension = 0; Dimension != 3; ++Dimension)
    Parts.push_back(Value::scalar(builtinLeaf(*Kind, Dimension)));
  return Value::aggregate(std::move(Parts));
}

ExprRef KernelLowering::fitted(ExprRef Number, QualType Type) {
  if (Type->isBooleanType())
    return Exprs.logicalNot(Exprs.logicalNot(Number));
  if (!Type->isIntegralOrEnumerationType() || Type->isIncompleteType())
    return Number;
  return Exprs.wrap(Number, unsigned(Ast.getIntWidth(Type)),
                    !Type->isUnsignedIntegerOrEnumerationType());
}

ExprRef KernelLowering::toNumber(const Value &From, const clang::Expr *Where) {
  if (From.isScalar())
    return From.Number;
  return Exprs.opaque(OpaqueReason::NotUnderstood, uniformity(From),
                      Where ? textOf(Where->getSourceRange()) : "a value");
}

ExprRef KernelLowering::truth(const Value &From, const clang::Expr *Where) {
  if (From.isScalar() && !(From.Number->isLeaf() && From.Number->leaf().Kind == LeafKind::Opaque &&
                           From.Number->range() == Interval()))
    return Exprs.logicalNot(Exprs.logicalNot(From.Number));
  return Exprs.opaque(OpaqueReason::DataDependent, uniformity(From),
                      Where ? textOf(Where->getSourceRange()) : "a condition", {0, 1});
}

ExprRef KernelLowering::number(const clang::Expr *E) { return toNumber(evaluate(E), E); }

ExprRef KernelLowering::condition(const clang::Expr *E) {
  clang::Expr::EvalResult Result;
  if (!E->isValueDependent() && isa<ConstantExpr>(E) && E->EvaluateAsInt(Result, Ast))
    return Exprs.constant(Result.Val.getInt() != 0);
  return truth(evaluate(E), E);
}

void KernelLowering::evaluateForEffect(const clang::Expr *E) {
  const clang::Expr *Bare = E->IgnoreParens();
  if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(Bare))
    Bare = Cleanups->getSubExpr()->IgnoreParens();
  if (const auto *Operator = dyn_cast<BinaryOperator>(Bare);
      Operator && (Operator->isAssignmentOp() || Operator->getOpcode() == BO_Comma)) {
    evaluate(Bare);
    return;
  }
  const auto *Unary = dyn_cast<UnaryOperator>(Bare);
  if (const auto *Call = dyn_cast<CallExpr>(Bare))
    evaluateCall(Call);
  else if (!Bare->isGLValue() || (Unary && Unary->isIncrementDecrementOp()))
    evaluate(Bare);
  else
    locate(Bare);
}

Value KernelLowering::evaluate(const clang::Expr *E) {
  /// Nesting past which an expression is given up instead of the stack.
  constexpr unsigned MaximumDepth = 400;
  if (!E)
    return {};
  if (!step() || Depth >= MaximumDepth || E->isTypeDependent() || E->isValueDependent() ||
      E->containsErrors())
    return unknownValue(E->getType(), Uniformity::Lane, OpaqueReason::NotUnderstood,
                        StepsExhausted ? "the kernel is too large to follow"
                                       : "an expression that does not compile");
  ++Depth;
  Value Result = evaluateImpl(E);
  --Depth;
  return Result;
}

static std::optional<llvm::APSInt> constantOf(const ValueDecl *Declared, ASTContext &Ast) {
  if (const auto *Enumerator = dyn_cast<EnumConstantDecl>(Declared))
    return Enumerator->getInitVal();
  const auto *Variable = dyn_cast<VarDecl>(Declared);
  if (!Variable || !Variable->getType()->isIntegralOrEnumerationType() ||
      Variable->getType()->isDependentType())
    return std::nullopt;
  if (!Variable->getType().isConstQualified() && !Variable->isConstexpr())
    return std::nullopt;
  const VarDecl *Initialised = nullptr;
  const clang::Expr *Init = Variable->getAnyInitializer(Initialised);
  if (!Init || Init->isValueDependent() || Init->containsErrors())
    return std::nullopt;
  if (!Initialised->isUsableInConstantExpressions(Ast))
    return std::nullopt;
  const APValue *Known = Initialised->evaluateValue();
  return Known && Known->isInt() ? std::optional(Known->getInt()) : std::nullopt;
}

Value KernelLowering::evaluateImpl(const clang::Expr *E) {
  QualType Type = E->getType();
  switch (E->getStmtClass()) {
  case Stmt::ParenExprClass:
    return evaluate(cast<ParenExpr>(E)->getSubExpr());
  case Stmt::IntegerLiteralClass: {
    const llvm::APInt &Literal = cast<IntegerLiteral>(E)->getValue();
    return Value::scalar(Exprs.constant(
        Literal.getActiveBits() <= 63 ? int64_t(Literal.getZExtValue()) : Literal.getSExtValue()));
  }
  case Stmt::CharacterLiteralClass:
    return Value::scalar(Exprs.constant(cast<CharacterLiteral>(E)->getValue()));
  case Stmt::CXXBoolLiteralExprClass:
    return Value::scalar(Exprs.constant(cast<CXXBoolLiteralExpr>(E)->getValue()));
  case Stmt::FloatingLiteralClass:
  case Stmt::ImaginaryLiteralClass:
    return floatValue(Uniformity::Grid);
  case Stmt::CXXNullPtrLiteralExprClass:
  case Stmt::GNUNullExprClass:
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::CXXScalarValueInitExprClass:
    return zeroValue(Type);
  case Stmt::ConstantExprClass:
  case Stmt::UnaryExprOrTypeTraitExprClass:
  case Stmt::TypeTraitExprClass:
  case Stmt::SizeOfPackExprClass:
  case Stmt::CXXNoexceptExprClass:
  case Stmt::ArrayTypeTraitExprClass:
  case Stmt::ConceptSpecializationExprClass:
  case Stmt::OffsetOfExprClass: {
    clang::Expr::EvalResult Result;
    if (Type->isIntegralOrEnumerationType() && E->EvaluateAsInt(Result, Ast))
      return Value::scalar(Exprs.constant(Result.Val.getInt().getExtValue()));
    if (const auto *Constant = dyn_cast<ConstantExpr>(E))
      return evaluate(Constant->getSubExpr());
    return unknownValue(Type, Uniformity::Grid, OpaqueReason::NotUnderstood,
                        textOf(E->getSourceRange()));
  }
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return evaluate(cast<SubstNonTypeTemplateParmExpr>(E)->getReplacement());
  case Stmt::ExprWithCleanupsClass:
    return evaluate(cast<ExprWithCleanups>(E)->getSubExpr());
  case Stmt::CXXBindTemporaryExprClass:
    return evaluate(cast<CXXBindTemporaryExpr>(E)->getSubExpr());
  case Stmt::MaterializeTemporaryExprClass:
    return evaluate(cast<MaterializeTemporaryExpr>(E)->getSubExpr());
  case Stmt::CXXDefaultArgExprClass:
    return evaluate(cast<CXXDefaultArgExpr>(E)->getExpr());
  case Stmt::CXXDefaultInitExprClass:
    return evaluate(cast<CXXDefaultInitExpr>(E)->getExpr());
  case Stmt::CXXStdInitializerListExprClass:
    return unknownValue(Type, Uniformity::Lane, OpaqueReason::NotUnderstood, "initializer list");
  case Stmt::PseudoObjectExprClass:
    return evaluate(cast<PseudoObjectExpr>(E)->getResultExpr());
  case Stmt::OpaqueValueExprClass:
    return evaluate(cast<OpaqueValueExpr>(E)->getSourceExpr());
  case Stmt::GenericSelectionExprClass:
    return evaluate(cast<GenericSelectionExpr>(E)->getResultExpr());
  case Stmt::CXXRewrittenBinaryOperatorClass:
    return evaluate(cast<CXXRewrittenBinaryOperator>(E)->getSemanticForm());
  case Stmt::StmtExprClass: {
    const CompoundStmt *Body = cast<StmtExpr>(E)->getSubStmt();
    Value Last;
    for (const Stmt *Child : Body->body()) {
      const auto *Expression = dyn_cast<clang::Expr>(Child);
      if (Expression && Child == Body->body_back() && !Type->isVoidType())
        Last = evaluate(Expression);
      else
        execute(Child);
    }
    return Last;
  }
  case Stmt::CXXThisExprClass:
    if (frame().CapturedThis)
      return Value::pointer(*frame().CapturedThis);
    if (frame().This)
      return Value::pointer(*frame().This);
    break;
  case Stmt::InitListExprClass:
    return evaluateInitList(cast<InitListExpr>(E));
  case Stmt::CXXParenListInitExprClass:
    break;
  case Stmt::LambdaExprClass:
    return evaluateLambda(cast<LambdaExpr>(E));
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
    return evaluateConstruct(cast<CXXConstructExpr>(E));
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass:
  case Stmt::UserDefinedLiteralClass: {
    Value Result = evaluateCall(cast<CallExpr>(E));
    if (E->isGLValue() && Result.isPointer())
      return load(Result.Target, Type, E);
    return Result;
  }
  case Stmt::ConditionalOperatorClass:
  case Stmt::BinaryConditionalOperatorClass:
    return evaluateConditional(cast<AbstractConditionalOperator>(E));
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass:
    return evaluateBinary(cast<BinaryOperator>(E));
  case Stmt::UnaryOperatorClass:
    return evaluateUnary(cast<UnaryOperator>(E));
  case Stmt::CXXThrowExprClass:
    endPath();
    return {};
  case Stmt::DeclRefExprClass: {
    const ValueDecl *Declared = cast<DeclRefExpr>(E)->getDecl();
    if (auto Constant = constantOf(Declared, Ast))
      return Value::scalar(Exprs.constant(Constant->getExtValue()));
    if (isa<FunctionDecl>(Declared))
      return {};
    break;
  }
  default:
    if (const auto *Cast = dyn_cast<CastExpr>(E))
      return evaluateCast(Cast);
    break;
  }
  if (E->isGLValue())
    return load(locate(E), Type, E);
  return unknownValue(Type, Uniformity::Lane, OpaqueReason::NotUnderstood,
                      textOf(E->getSourceRange()));
}

Place KernelLowering::locate(const clang::Expr *E) {
  constexpr unsigned MaximumDepth = 400;
  auto Lost = [&](llvm::StringRef Why) {
    return Place::memory(unknownObject(Why, MemorySpace::Generic),
                         Exprs.opaque(OpaqueReason::NotUnderstood, Uniformity::Lane, Why));
  };
  if (!E || !step() || Depth >= MaximumDepth || E->isTypeDependent() || E->containsErrors())
    return Lost("an expression that does not compile");
  ++Depth;
  Place Result = locateImpl(E);
  --Depth;
  if (Result.Where == Place::Kind::Unknown)
    return Lost(textOf(E->getSourceRange()));
  return Result;
}

Place KernelLowering::locateImpl(const clang::Expr *E) {
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
      return Binding->getBinding() ? locate(Binding->getBinding()) : Place();
    const auto *Variable = dyn_cast<VarDecl>(Declared);
    if (!Variable)
      return {};
    if (auto Captured = frame().Captures.find(Variable);
        Captured != frame().Captures.end() && frame().This) {
      Place At = fieldPlace(*frame().This, *Captured->second);
      if (Captured->second->getType()->isReferenceType() && At.isVariable()) {
        Value Reference = readVariable(At, Captured->second->getType(), E);
        return Reference.isPointer() ? Reference.Target : Place();
      }
      return At;
    }
    // Innermost first: a capture-less lambda may name an outer variable.
    for (Frame &Active : llvm::reverse(Frames)) {
      auto Found = Active.Slots.find(Variable);
      if (Found == Active.Slots.end())
        continue;
      Place At = Place::variable(Found->second);
      if (!Variable->getType()->isReferenceType())
        return At;
      Value Reference = readVariable(At, Variable->getType(), E);
      return Reference.isPointer() ? Reference.Target : Place();
    }
    if (auto Known = BuiltinSlots.find(Variable); Known != BuiltinSlots.end())
      return Place::variable(Known->second);
    if (Value Builtin = builtinVariable(Variable->getName());
        !Builtin.isEmpty() && !Variable->hasLocalStorage()) {
      SlotId Slot = newSlot(Variable->getType(), Variable->getName());
      BuiltinSlots[Variable] = Slot;
      return Place::variable(Slot);
    }
    if (Variable->hasLocalStorage() && !Variable->getType()->isReferenceType())
      return Place::memory(objectFor(*Variable), Exprs.constant(0));
    if (Variable->getType()->isReferenceType())
      return Variable->getInit() ? locate(Variable->getInit()) : Place();
    return Place::memory(objectFor(*Variable), Exprs.constant(0));
  }
  case Stmt::MemberExprClass: {
    const auto *Member = cast<MemberExpr>(E);
    if (const auto *Static = dyn_cast<VarDecl>(Member->getMemberDecl()))
      return Place::memory(objectFor(*Static), Exprs.constant(0));
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    if (!Field)
      return {};
    Place Base;
    if (Member->isArrow()) {
      Value Pointer = evaluate(Member->getBase());
      if (!Pointer.isPointer())
        return {};
      Base = Pointer.Target;
    } else {
      Base = locate(Member->getBase());
    }
    // Naming threadIdx.y is what makes a kernel two-dimensional.
    if (Base.isVariable() && isBuiltinSlot(Base.Slot))
      noteDimension(SlotNames[Base.Slot], Field->getFieldIndex());
    Place At = fieldPlace(Base, *Field);
    if (Field->getType()->isReferenceType()) {
      Value Reference = At.isVariable() ? readVariable(At, Field->getType(), E) : Value();
      return Reference.isPointer() ? Reference.Target : Place();
    }
    return At;
  }
  case Stmt::ArraySubscriptExprClass: {
    const auto *Subscript = cast<ArraySubscriptExpr>(E);
    Value Base = evaluate(Subscript->getBase());
    ExprRef Index = number(Subscript->getIdx());
    if (!Base.isPointer())
      return {};
    return elementPlace(Base.Target, Index, E->getType(), E);
  }
  case Stmt::UnaryOperatorClass: {
    const auto *Operator = cast<UnaryOperator>(E);
    switch (Operator->getOpcode()) {
    case UO_Deref: {
      Value Pointer = evaluate(Operator->getSubExpr());
      return Pointer.isPointer() ? Pointer.Target : Place();
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
    if (!Operator->isAssignmentOp())
      return {};
    evaluateAssignment(Operator);
    return locate(Operator->getLHS());
  }
  case Stmt::ConditionalOperatorClass: {
    const auto *Choice = cast<ConditionalOperator>(E);
    ExprRef Condition = condition(Choice->getCond());
    Place Then, Else;
    branch(
        Condition, [&] { Then = locate(Choice->getTrueExpr()); },
        [&] { Else = locate(Choice->getFalseExpr()); });
    if (Condition->isConstant())
      return Condition->isConstant(0) ? Else : Then;
    return joinValues(Condition, Value::pointer(Then), Value::pointer(Else), E->getType()).Target;
  }
  case Stmt::MaterializeTemporaryExprClass: {
    const clang::Expr *Temporary = cast<MaterializeTemporaryExpr>(E)->getSubExpr();
    SlotId Slot = newSlot(Temporary->getType(), "a temporary");
    Value Held = evaluate(Temporary);
    Current.Variables[Slot] = std::move(Held);
    return Place::variable(Slot);
  }
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass: {
    Value Result = evaluateCall(cast<CallExpr>(E));
    if (E->isGLValue())
      return Result.isPointer() ? Result.Target : Place();
    SlotId Slot = newSlot(E->getType(), "a temporary");
    Current.Variables[Slot] = std::move(Result);
    return Place::variable(Slot);
  }
  case Stmt::StringLiteralClass:
  case Stmt::PredefinedExprClass:
    return Place::memory(unknownObject("a string literal", MemorySpace::Generic),
                         Exprs.constant(0));
  default:
    break;
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    switch (Cast->getCastKind()) {
    case CK_NoOp:
    case CK_AddressSpaceConversion:
      return locate(Cast->getSubExpr());
    case CK_LValueBitCast: {
      Place At = locate(Cast->getSubExpr());
      if (At.isMemory() ||
          Ast.hasSameUnqualifiedType(Cast->getType(), Cast->getSubExpr()->getType()))
        return At;
      return At.isVariable() ? localMemory(At, sizeOf(Cast->getType()), E) : At;
    }
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase:
    case CK_BaseToDerived:
      return basePlace(locate(Cast->getSubExpr()), Cast->getSubExpr()->getType(), *Cast);
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
    return Place::variable(Slot);
  }
  return {};
}

Value KernelLowering::load(const Place &From, QualType Type, const clang::Expr *Where) {
  if (From.isVariable()) {
    if (isBuiltinSlot(From.Slot) && !Current.Variables.contains(From.Slot))
      Current.Variables[From.Slot] = builtinVariable(SlotNames[From.Slot]);
    Value Stored = readVariable(From, Type, Where);
    // A bit-field holds the low bits of what was last assigned to it.
    if (const FieldDecl *Field = Where ? Where->getSourceBitField() : nullptr;
        Field && Stored.isScalar() && !Field->getBitWidth()->isValueDependent())
      Stored.Number = Exprs.wrap(Stored.Number, Field->getBitWidthValue(Ast),
                                 !Type->isUnsignedIntegerOrEnumerationType());
    return Stored;
  }
  emitAccess(From, Type, AccessKind::Load, Where);
  const MemoryObject &Object = Program.Objects[From.Object];
  bool Volatile = Type.isVolatileQualified() || Object.IsVolatile;
  Uniformity Varies = From.Offset->varies();
  bool Stable = KnownFacts.Known && !Volatile && Object.Space != MemorySpace::Local &&
                Object.Kind != ObjectKind::Unknown;
  bool ReadOnly = Stable && KnownFacts.ReadOnlyObjects.contains(Object.Name);
  if (!Stable || KnownFacts.MayChange.contains(keyOf(Where)))
    Varies = Uniformity::Lane;
  std::string Name = textOf(Where->getSourceRange());
  QualType Bare = Type.getNonReferenceType().getUnqualifiedType();
  if (Bare->isFloatingType())
    return floatValue(Varies);
  if (Bare->isPointerType()) {
    // What a stored pointer points to; the same place holds the same pointer.
    if (Varies == Uniformity::Lane)
      return Value::pointer(Place::memory(unknownObject(Name, MemorySpace::Global),
                                          Exprs.opaque(OpaqueReason::DataDependent, Varies, Name)));
    return Value::pointer(Place::memory(
        pointeeObject(ObjectKind::LoadedPointer, Name, Bare, std::nullopt), Exprs.constant(0)));
  }
  if (Bare->isIntegralOrEnumerationType()) {
    if (ReadOnly)
      if (auto Known = ReadOnlyLoads.find({From.Object, From.Offset, Bare.getAsOpaquePtr()});
          Known != ReadOnlyLoads.end())
        return Value::scalar(Known->second);
    LeafInfo Info;
    Info.Kind = LeafKind::Loaded;
    Info.Varies = Varies;
    Info.Id = NextLeaf++;
    Info.Range = rangeOf(Bare);
    Info.Reason = OpaqueReason::DataDependent;
    Info.Name = Name;
    ExprRef Loaded = Exprs.leaf(Info);
    if (ReadOnly)
      ReadOnlyLoads[{From.Object, From.Offset, Bare.getAsOpaquePtr()}] = Loaded;
    return Value::scalar(Loaded);
  }
  return unknownValue(Bare, Varies, OpaqueReason::DataDependent, Name);
}

void KernelLowering::store(const Place &To, QualType Type, const Value &New,
                           const clang::Expr *Where) {
  if (To.isVariable()) {
    writeVariable(To, New);
    return;
  }
  if (!To.isMemory())
    return;
  emitAccess(To, Type, AccessKind::Store, Where);
  // An element of a local array that is chosen at run time: any of them.
  if (Program.Objects[To.Object].Kind == ObjectKind::LocalVariable &&
      NamedObjects.contains("local" + std::to_string(To.Slot)) &&
      NamedObjects["local" + std::to_string(To.Slot)] == To.Object)
    havocVariable(To.Slot, Program.Objects[To.Object].Name);
}

Value KernelLowering::evaluateCast(const CastExpr *Cast) {
  const clang::Expr *Operand = Cast->getSubExpr();
  QualType Type = Cast->getType();
  switch (Cast->getCastKind()) {
  case CK_LValueToRValue: {
    const clang::Expr *Bare = Operand->IgnoreParens();
    if (const auto *Reference = dyn_cast<DeclRefExpr>(Bare))
      if (auto Constant = constantOf(Reference->getDecl(), Ast))
        return Value::scalar(Exprs.constant(Constant->getExtValue()));
    if (const auto *Member = dyn_cast<MemberExpr>(Bare))
      if (auto Constant = constantOf(Member->getMemberDecl(), Ast))
        return Value::scalar(Exprs.constant(Constant->getExtValue()));
    if (const auto *Operator = dyn_cast<BinaryOperator>(Bare);
        Operator && Operator->isAssignmentOp())
      return evaluateAssignment(Operator);
    if (const auto *Operator = dyn_cast<UnaryOperator>(Bare);
        Operator && Operator->isIncrementDecrementOp())
      return evaluateUnary(Operator);
    return load(locate(Bare), Operand->getType(), Bare);
  }
  case CK_ToVoid:
    evaluateForEffect(Operand);
    return {};
  case CK_NoOp:
  case CK_UserDefinedConversion:
  case CK_ConstructorConversion:
  case CK_BitCast:
  case CK_AddressSpaceConversion:
  case CK_AtomicToNonAtomic:
  case CK_NonAtomicToAtomic:
    return evaluate(Operand);
  case CK_ArrayToPointerDecay: {
    Place Array = locate(Operand);
    if (Array.isVariable() && Operand->getType()->isConstantArrayType())
      Array.Path.push_back(0);
    return Value::pointer(Array);
  }
  case CK_IntegralCast:
  case CK_BooleanToSignedIntegral:
    return Value::scalar(fitted(number(Operand), Type));
  case CK_IntegralToBoolean:
  case CK_PointerToBoolean:
  case CK_FloatingToBoolean:
    return Value::scalar(truth(evaluate(Operand), Operand));
  case CK_IntegralToFloating:
  case CK_FloatingCast:
    return floatValue(uniformity(evaluate(Operand)));
  case CK_FloatingToIntegral:
    return Value::scalar(Exprs.opaque(OpaqueReason::DataDependent, uniformity(evaluate(Operand)),
                                      textOf(Cast->getSourceRange()), rangeOf(Type)));
  case CK_NullToPointer:
    return zeroValue(Type);
  case CK_PointerToIntegral:
    return Value::scalar(Exprs.opaque(OpaqueReason::DataDependent, uniformity(evaluate(Operand)),
                                      textOf(Cast->getSourceRange()), rangeOf(Type)));
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
  case CK_BaseToDerived: {
    if (!Type->isPointerType())
      return load(basePlace(locate(Operand), Operand->getType(), *Cast), Type, Cast);
    Value Pointer = evaluate(Operand);
    if (Pointer.isPointer())
      Pointer.Target = basePlace(Pointer.Target, Operand->getType()->getPointeeType(), *Cast);
    return Pointer;
  }
  case CK_FunctionToPointerDecay:
  case CK_BuiltinFnToFnPtr:
    return {};
  default: {
    Value Inner = evaluate(Operand);
    return unknownValue(Type, std::max(uniformity(Inner), Uniformity::Grid),
                        OpaqueReason::NotUnderstood, textOf(Cast->getSourceRange()));
  }
  }
}

Value KernelLowering::compare(BinaryOperatorKind Opcode, const Value &Left, const Value &Right,
                              QualType Type, const clang::Expr *Where) {
  auto Opaque = [&] {
    return Value::scalar(Exprs.opaque(OpaqueReason::DataDependent,
                                      std::max(uniformity(Left), uniformity(Right)),
                                      textOf(Where->getSourceRange()), {0, 1}));
  };
  ExprRef A = nullptr, B = nullptr;
  if (Left.isPointer() && Right.isPointer()) {
    if (!Left.Target.isMemory() || !Right.Target.isMemory() ||
        Left.Target.Object != Right.Target.Object)
      return Opaque();
    A = Left.Target.Offset;
    B = Right.Target.Offset;
  } else if (Left.isScalar() && Right.isScalar() && !Type->isFloatingType()) {
    A = Left.Number;
    B = Right.Number;
  } else {
    return Opaque();
  }
  bool Unsigned = Type->isUnsignedIntegerOrEnumerationType() && sizeOf(Type) == 8;
  auto Less = [&](ExprRef X, ExprRef Y) {
    return Unsigned ? Exprs.lessUnsigned(X, Y) : Exprs.less(X, Y);
  };
  switch (Opcode) {
  case BO_LT:
    return Value::scalar(Less(A, B));
  case BO_GT:
    return Value::scalar(Less(B, A));
  case BO_LE:
    return Value::scalar(Exprs.logicalNot(Less(B, A)));
  case BO_GE:
    return Value::scalar(Exprs.logicalNot(Less(A, B)));
  case BO_EQ:
    return Value::scalar(Exprs.equal(A, B));
  case BO_NE:
    return Value::scalar(Exprs.logicalNot(Exprs.equal(A, B)));
  default:
    return Opaque();
  }
}

Value KernelLowering::pointerArithmetic(BinaryOperatorKind Opcode, const Value &Left,
                                        const Value &Right, QualType LeftType, QualType RightType,
                                        QualType Result, const clang::Expr *Where) {
  if (Opcode == BO_Sub && Left.isPointer() && Right.isPointer()) {
    uint64_t Size = sizeOf(LeftType->getPointeeType());
    if (Size != 0 && Left.Target.isMemory() && Right.Target.isMemory() &&
        Left.Target.Object == Right.Target.Object)
      return Value::scalar(Exprs.divide(Exprs.subtract(Left.Target.Offset, Right.Target.Offset),
                                        Exprs.constant(int64_t(Size))));
    return unknownValue(Result, std::max(uniformity(Left), uniformity(Right)),
                        OpaqueReason::NotUnderstood, textOf(Where->getSourceRange()));
  }
  const Value &Pointer = Left.isPointer() ? Left : Right;
  const Value &Index = Left.isPointer() ? Right : Left;
  QualType PointerType = Left.isPointer() ? LeftType : RightType;
  QualType Element = PointerType->getPointeeType();
  if (!Index.isScalar() || Element.isNull())
    return unknownValue(Result, Uniformity::Lane, OpaqueReason::NotUnderstood,
                        textOf(Where->getSourceRange()));
  ExprRef Count = Opcode == BO_Sub ? Exprs.negate(Index.Number) : Index.Number;
  // GNU C: arithmetic on void* counts bytes.
  uint64_t Size = Element->isVoidType() ? 1 : sizeOf(Element);
  return Value::pointer(offsetPlace(
      Pointer.Target, Exprs.multiply(Count, Exprs.constant(int64_t(Size))), Element, Where));
}

Value KernelLowering::arithmetic(BinaryOperatorKind Opcode, const Value &Left, const Value &Right,
                                 QualType LeftType, QualType RightType, QualType Result,
                                 const clang::Expr *Where) {
  if (BinaryOperator::isComparisonOp(Opcode))
    return compare(Opcode, Left, Right, LeftType, Where);
  if (Left.isPointer() || Right.isPointer())
    return pointerArithmetic(Opcode, Left, Right, LeftType, RightType, Result, Where);
  if (Result->isFloatingType() || LeftType->isFloatingType() || RightType->isFloatingType()) {
    Value Float = floatValue(std::max(uniformity(Left), uniformity(Right)));
    if (Result->isFloatingType())
      return Float;
    return unknownValue(Result, uniformity(Float), OpaqueReason::DataDependent,
                        textOf(Where->getSourceRange()));
  }
  if (!Left.isScalar() || !Right.isScalar() || !Result->isIntegralOrEnumerationType())
    return unknownValue(Result, std::max(uniformity(Left), uniformity(Right)),
                        OpaqueReason::NotUnderstood, textOf(Where->getSourceRange()));
  ExprRef A = Left.Number, B = Right.Number;
  ExprRef Number = nullptr;
  switch (Opcode) {
  case BO_Add:
    Number = Exprs.add(A, B);
    break;
  case BO_Sub:
    Number = Exprs.subtract(A, B);
    break;
  case BO_Mul:
    Number = Exprs.multiply(A, B);
    break;
  case BO_Div:
    Number = Exprs.divide(A, B);
    break;
  case BO_Rem:
    Number = Exprs.remainder(A, B);
    break;
  case BO_Shl:
    Number = Exprs.shiftLeft(A, B);
    break;
  case BO_Shr:
    Number = Exprs.shiftRight(A, B);
    break;
  case BO_And:
    Number = Exprs.bitAnd(A, B);
    break;
  case BO_Or:
    Number = Exprs.bitOr(A, B);
    break;
  case BO_Xor:
    Number = Exprs.bitXor(A, B);
    break;
  default:
    return unknownValue(Result, std::max(uniformity(Left), uniformity(Right)),
                        OpaqueReason::NotUnderstood, textOf(Where->getSourceRange()));
  }
  return Value::scalar(fitted(Number, Result));
}

Value KernelLowering::evaluateBinary(const BinaryOperator *Operator) {
  if (Operator->isAssignmentOp())
    return evaluateAssignment(Operator);
  if (Operator->isLogicalOp())
    return evaluateShortCircuit(Operator);
  if (Operator->getOpcode() == BO_Comma) {
    evaluateForEffect(Operator->getLHS());
    return evaluate(Operator->getRHS());
  }
  Value Left = evaluate(Operator->getLHS());
  Value Right = evaluate(Operator->getRHS());
  return arithmetic(Operator->getOpcode(), Left, Right, Operator->getLHS()->getType(),
                    Operator->getRHS()->getType(), Operator->getType(), Operator);
}

Value KernelLowering::evaluateAssignment(const BinaryOperator *Operator) {
  const clang::Expr *Target = Operator->getLHS();
  QualType Type = Target->getType();
  if (Operator->getOpcode() == BO_Assign) {
    Value New = evaluate(Operator->getRHS());
    Place To = locate(Target);
    store(To, Type, New, Target);
    return New;
  }
  Value Operand = evaluate(Operator->getRHS());
  Place To = locate(Target);
  Value Old = load(To, Type, Target);
  const auto *Compound = cast<CompoundAssignOperator>(Operator);
  QualType LeftType = Compound->getComputationLHSType();
  if (Old.isScalar() && LeftType->isIntegralOrEnumerationType() && !Type->isFloatingType())
    Old.Number = fitted(Old.Number, LeftType);
  Value New = arithmetic(BinaryOperator::getOpForCompoundAssignment(Operator->getOpcode()), Old,
                         Operand, LeftType, Operator->getRHS()->getType(),
                         Compound->getComputationResultType(), Operator);
  if (Type->isFloatingType())
    New = floatValue(uniformity(New));
  else if (New.isScalar() && Type->isIntegralOrEnumerationType()) {
    if (Compound->getComputationResultType()->isFloatingType())
      New = unknownValue(Type, uniformity(New), OpaqueReason::DataDependent,
                         textOf(Operator->getSourceRange()));
    else
      New.Number = fitted(New.Number, Type);
  }
  store(To, Type, New, Target);
  return New;
}

Value KernelLowering::evaluateUnary(const UnaryOperator *Operator) {
  const clang::Expr *Operand = Operator->getSubExpr();
  QualType Type = Operator->getType();
  switch (Operator->getOpcode()) {
  case UO_AddrOf: {
    const auto *Name = dyn_cast<DeclRefExpr>(Operand->IgnoreParens());
    if (Name && isa<FunctionDecl>(Name->getDecl()))
      return {};
    return Value::pointer(locate(Operand));
  }
  case UO_Deref:
    return load(locate(Operator), Type, Operator);
  case UO_Plus:
  case UO_Extension:
  case UO_Real:
    return evaluate(Operand);
  case UO_Minus: {
    Value Inner = evaluate(Operand);
    if (Type->isIntegralOrEnumerationType() && Inner.isScalar())
      return Value::scalar(fitted(Exprs.negate(Inner.Number), Type));
    return Type->isFloatingType()
               ? floatValue(uniformity(Inner))
               : unknownValue(Type, uniformity(Inner), OpaqueReason::NotUnderstood,
                              textOf(Operator->getSourceRange()));
  }
  case UO_Not: {
    // ~x is -1 - x, in the width of the type.
    ExprRef Inner = number(Operand);
    return Value::scalar(fitted(Exprs.subtract(Exprs.constant(-1), Inner), Type));
  }
  case UO_LNot:
    return Value::scalar(Exprs.logicalNot(truth(evaluate(Operand), Operand)));
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec: {
    Place At = locate(Operand);
    Value Old = load(At, Operand->getType(), Operand);
    bool Up = Operator->isIncrementOp();
    Value One = Value::scalar(Exprs.constant(1));
    Value New = arithmetic(Up ? BO_Add : BO_Sub, Old, One, Operand->getType(), Ast.IntTy,
                           Operand->getType(), Operator);
    store(At, Operand->getType(), New, Operand);
    return Operator->isPrefix() ? New : Old;
  }
  default:
    evaluate(Operand);
    return unknownValue(Type, Uniformity::Lane, OpaqueReason::NotUnderstood,
                        textOf(Operator->getSourceRange()));
  }
}

Value KernelLowering::evaluateShortCircuit(const BinaryOperator *Operator) {
  bool IsAnd = Operator->getOpcode() == BO_LAnd;
  ExprRef Left = condition(Operator->getLHS());
  ExprRef Right = Exprs.constant(IsAnd ? 1 : 0);
  auto Evaluate = [&] { Right = condition(Operator->getRHS()); };
  branch(IsAnd ? Left : Exprs.logicalNot(Left), Evaluate, [] {});
  return Value::scalar(IsAnd ? Exprs.logicalAnd(Left, Right) : Exprs.logicalOr(Left, Right));
}

Value KernelLowering::evaluateConditional(const AbstractConditionalOperator *Operator) {
  ExprRef Condition = condition(Operator->getCond());
  Value Then, Else;
  branch(
      Condition, [&] { Then = evaluate(Operator->getTrueExpr()); },
      [&] { Else = evaluate(Operator->getFalseExpr()); });
  if (Condition->isConstant())
    return Condition->isConstant(0) ? Else : Then;
  return joinValues(Condition, Then, Else, Operator->getType());
}

Value KernelLowering::evaluateInitList(const InitListExpr *List) {
  if (List->isTransparent())
    return evaluate(List->getInit(0));
  QualType Type = List->getType();
  if (!Type->isRecordType() && !Type->isConstantArrayType())
    return List->getNumInits() == 1 ? evaluate(List->getInit(0)) : zeroValue(Type);
  if (!isTrackedType(Type)) {
    for (const clang::Expr *Init : List->inits())
      evaluateForEffect(Init);
    return {};
  }
  Value Whole = zeroValue(Type);
  if (!Whole.isAggregate())
    return Whole;
  std::vector<Value> Parts = *Whole.Parts;
  for (unsigned Index = 0; Index < List->getNumInits() && Index < Parts.size(); ++Index) {
    const clang::Expr *Init = List->getInit(Index);
    if (Init->isGLValue())
      Parts[Index] = Value::pointer(locate(Init));
    else
      Parts[Index] = evaluate(Init);
  }
  return Value::aggregate(std::move(Parts));
}

Value KernelLowering::evaluateLambda(const LambdaExpr *Lambda) {
  std::vector<Value> Parts;
  auto Field = Lambda->getLambdaClass()->field_begin();
  for (const clang::Expr *Init : Lambda->capture_inits()) {
    bool ByReference =
        Field != Lambda->getLambdaClass()->field_end() && Field->getType()->isReferenceType();
    if (!Init)
      Parts.emplace_back();
    else if (ByReference)
      Parts.push_back(Value::pointer(locate(Init)));
    else
      Parts.push_back(evaluate(Init));
    if (Field != Lambda->getLambdaClass()->field_end())
      ++Field;
  }
  return Value::aggregate(std::move(Parts));
}

} // namespace memlint
