//===- HostExpressions.cpp - Expressions of host code ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostEvaluator.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace memlint {

namespace {

/// A constant that Clang has computed.
HostValue fromConstant(const APValue &Constant) {
  switch (Constant.getKind()) {
  case APValue::Int:
    if (Constant.getInt().getBitWidth() > 64)
      return HostValue::unknown();
    return HostValue::integer(Constant.getInt().isSigned()
                                  ? Constant.getInt().getSExtValue()
                                  : int64_t(Constant.getInt().getZExtValue()));
  case APValue::Float: {
    llvm::APFloat Number = Constant.getFloat();
    bool Inexact = false;
    Number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &Inexact);
    return HostValue::floating(Number.convertToDouble());
  }
  case APValue::Struct: {
    std::vector<HostValue> Fields;
    for (unsigned Index = 0; Index != Constant.getStructNumFields(); ++Index)
      Fields.push_back(fromConstant(Constant.getStructField(Index)));
    for (unsigned Index = 0; Index != Constant.getStructNumBases(); ++Index)
      Fields.push_back(fromConstant(Constant.getStructBase(Index)));
    return HostValue::aggregate(std::move(Fields));
  }
  case APValue::Array: {
    if (Constant.getArraySize() > MaximumTrackedElements)
      return HostValue::unknown();
    std::vector<HostValue> Elements;
    for (unsigned Index = 0; Index != Constant.getArraySize(); ++Index)
      Elements.push_back(fromConstant(Index < Constant.getArrayInitializedElts()
                                          ? Constant.getArrayInitializedElt(Index)
                                          : Constant.getArrayFiller()));
    return HostValue::aggregate(std::move(Elements));
  }
  default:
    return HostValue::unknown();
  }
}

} // namespace

NumberType HostEvaluator::numberType(QualType Type) const {
  NumberType Result;
  if (Type->isDependentType())
    return Result;
  if (Type->isBooleanType()) {
    Result.Is = NumberType::Kind::Boolean;
    Result.Bits = 1;
  } else if (Type->isIntegralOrEnumerationType()) {
    Result.Bits = Ast.getIntWidth(Type);
    Result.Signed = Type->isSignedIntegerOrEnumerationType();
    if (Result.Bits <= 64)
      Result.Is = NumberType::Kind::Integer;
  } else if (Type->isRealFloatingType()) {
    Result.Is = Type->isSpecificBuiltinType(BuiltinType::Float) ? NumberType::Kind::Float
                                                                : NumberType::Kind::Double;
  }
  return Result;
}

HostValue HostEvaluator::zeroOf(QualType Type) {
  NumberType Number = numberType(Type);
  if (Number.isInteger())
    return HostValue::integer(0);
  if (Number.isFloating())
    return HostValue::floating(0);
  if (const ConstantArrayType *Array = Ast.getAsConstantArrayType(Type)) {
    if (Array->getSize().getLimitedValue() > MaximumTrackedElements)
      return HostValue::unknown();
    return HostValue::aggregate(std::vector<HostValue>(Array->getSize().getLimitedValue(),
                                                       zeroOf(Array->getElementType())));
  }
  if (const RecordDecl *Record = Type->getAsRecordDecl(); Record && !Record->isUnion()) {
    std::vector<HostValue> Fields;
    for (const FieldDecl *Field : Record->fields())
      Fields.push_back(zeroOf(Field->getType()));
    if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
      for (const CXXBaseSpecifier &Base : Class->bases())
        Fields.push_back(zeroOf(Base.getType()));
    return HostValue::aggregate(std::move(Fields));
  }
  return HostValue::unknown();
}

HostValue HostEvaluator::evaluateConstant(const clang::Expr *Expression) {
  if (isDependent(Expression))
    return HostValue::unknown();
  clang::Expr::EvalResult Result;
  if (!Expression->EvaluateAsRValue(Result, Ast) || Result.HasSideEffects)
    return HostValue::unknown();
  return fromConstant(Result.Val);
}

HostValue HostEvaluator::evaluateLoad(const clang::Expr *Lvalue) {
  HostLocation Location = locate(Lvalue);
  if (Location.known() && Location.Root.Frame == 0 && !State.contains(Location.Root)) {
    // A constant of static storage, met for the first time.
    const auto *Variable = static_cast<const VarDecl *>(Location.Root.Entity);
    if (HostValue Value = valueOfConstant(Variable); !Value.isUnknown())
      State.store({Location.Root, {}}, std::move(Value));
  }
  HostValue Value = load(Location, Lvalue->getType());
  if (Value.isUnknown() && Lvalue->getType()->isScalarType())
    if (HostValue Constant = evaluateConstant(Lvalue); !Constant.isUnknown())
      return Constant;
  return Value;
}

HostValue HostEvaluator::evaluate(const clang::Expr *Expression) {
  ++Steps;
  // A default argument that was never instantiated has no expression.
  if (!Expression)
    return HostValue::unknown();
  Expression = Expression->IgnoreParens();
  if (const auto *Call = dyn_cast<CallExpr>(Expression);
      Call && launchForm(Call) != LaunchForm::None) {
    recordLaunch(Call);
    return HostValue::unknown();
  }
  if (isDependent(Expression)) {
    havoc(modificationsIn(Expression));
    return HostValue::unknown();
  }
  if (const auto *Cast = dyn_cast<CastExpr>(Expression))
    return evaluateCast(Cast);
  if (const auto *Unary = dyn_cast<UnaryOperator>(Expression))
    return evaluateUnary(Unary);
  if (const auto *Binary = dyn_cast<BinaryOperator>(Expression))
    return evaluateBinary(Binary);
  if (const auto *Conditional = dyn_cast<AbstractConditionalOperator>(Expression))
    return evaluateConditional(Conditional);
  if (const auto *Call = dyn_cast<CallExpr>(Expression))
    return Call->isGLValue() ? evaluateLoad(Call) : evaluateCall(Call);
  if (const auto *Construction = dyn_cast<CXXConstructExpr>(Expression))
    return evaluateConstruction(Construction);
  if (const auto *List = dyn_cast<InitListExpr>(Expression))
    return evaluateInitializerList(List);
  if (const auto *Reference = dyn_cast<DeclRefExpr>(Expression)) {
    if (const auto *Function = dyn_cast<FunctionDecl>(Reference->getDecl()))
      return HostValue::function(Function);
    return isa<VarDecl>(Reference->getDecl()) ? evaluateLoad(Reference)
                                              : evaluateConstant(Reference);
  }
  if (isa<MemberExpr, ArraySubscriptExpr>(Expression))
    return evaluateLoad(Expression);
  if (isa<CXXThisExpr>(Expression))
    return HostValue::pointerTo(frame().This);
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Expression))
    return evaluate(Temporary->getSubExpr());
  if (const auto *Full = dyn_cast<FullExpr>(Expression))
    return evaluate(Full->getSubExpr());
  if (const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(Expression))
    return evaluate(Bound->getSubExpr());
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(Expression))
    return evaluate(Default->getExpr());
  if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(Expression))
    return evaluate(Default->getExpr());
  if (const auto *Substituted = dyn_cast<SubstNonTypeTemplateParmExpr>(Expression))
    return evaluate(Substituted->getReplacement());
  if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(Expression))
    return evaluate(List->getSubExpr());
  if (const auto *Literal = dyn_cast<CompoundLiteralExpr>(Expression))
    return evaluate(Literal->getInitializer());
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(Expression))
    return zeroOf(Expression->getType());
  if (const auto *Statements = dyn_cast<StmtExpr>(Expression)) {
    execute(Statements->getSubStmt());
    return HostValue::unknown();
  }
  if (isa<CXXNewExpr>(Expression))
    return HostValue::pointerInto(++AllocationsMade, 0);
  if (isa<CXXThrowExpr>(Expression)) {
    State.Reachable = false;
    return HostValue::unknown();
  }
  if (const auto *Lambda = dyn_cast<LambdaExpr>(Expression)) {
    // What is captured are the fields of the closure. Its code reads the variables themselves.
    std::vector<HostValue> Captured;
    for (auto [Capture, Init] : llvm::zip(Lambda->captures(), Lambda->capture_inits()))
      Captured.push_back(Init && Capture.getCaptureKind() == LCK_ByCopy ? evaluate(Init)
                                                                        : HostValue::unknown());
    return HostValue::aggregate(std::move(Captured));
  }
  return Expression->getType()->isScalarType() ? evaluateConstant(Expression)
                                               : HostValue::unknown();
}

HostValue HostEvaluator::evaluateCast(const CastExpr *Cast) {
  const clang::Expr *Operand = Cast->getSubExpr();
  switch (Cast->getCastKind()) {
  case CK_LValueToRValue:
    return evaluateLoad(Operand);
  case CK_NullToPointer:
    return HostValue::integer(0);
  case CK_PointerToBoolean: {
    std::optional<bool> IsNull = evaluate(Operand).isNull();
    return IsNull ? HostValue::integer(!*IsNull) : HostValue::unknown();
  }
  case CK_IntegralCast:
  case CK_IntegralToBoolean:
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
  case CK_FloatingCast:
  case CK_BooleanToSignedIntegral:
    return convertNumber(evaluate(Operand), numberType(Operand->getType()),
                         numberType(Cast->getType()));
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase: {
    if (Cast->isGLValue())
      return evaluateLoad(Cast);
    HostValue Object = evaluate(Operand);
    return Object.Target.known() ? HostValue::pointerTo(locateBase(Object.Target, Cast))
                                 : HostValue::unknown();
  }
  case CK_ArrayToPointerDecay: {
    HostLocation Array = locate(Operand);
    if (!Array.known())
      return HostValue::unknown();
    return HostValue::pointerTo(Array.at(0));
  }
  case CK_NoOp:
  case CK_BitCast:
  case CK_FunctionToPointerDecay:
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
  case CK_AddressSpaceConversion:
    return evaluate(Operand);
  default:
    evaluate(Operand);
    return HostValue::unknown();
  }
}

HostValue HostEvaluator::evaluateUnary(const UnaryOperator *Unary) {
  const clang::Expr *Operand = Unary->getSubExpr();
  QualType Type = Unary->getType();
  switch (Unary->getOpcode()) {
  case UO_AddrOf: {
    if (Operand->getType()->isFunctionType())
      return evaluate(Operand);
    HostLocation Location = locate(Operand);
    if (Location.known())
      return HostValue::pointerTo(Location);
    // &p[k] is p + k.
    const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Operand->IgnoreParens());
    if (!Subscript)
      return HostValue::unknown();
    return applyBinary(BO_Add, evaluate(Subscript->getBase()), Subscript->getBase()->getType(),
                       evaluate(Subscript->getIdx()), Subscript->getIdx()->getType(), Type);
  }
  case UO_Deref:
    return evaluateLoad(Unary);
  case UO_PreInc:
  case UO_PostInc:
  case UO_PreDec:
  case UO_PostDec: {
    HostLocation Location = locate(Operand);
    HostValue Old = load(Location, Operand->getType());
    HostValue New = applyBinary(Unary->isIncrementOp() ? BO_Add : BO_Sub, Old, Operand->getType(),
                                HostValue::integer(1), Ast.IntTy, Operand->getType());
    assign(Operand, Location, New);
    return Unary->isPrefix() ? New : Old;
  }
  case UO_Plus:
  case UO_Extension:
    return evaluate(Operand);
  case UO_Minus: {
    HostValue Value = evaluate(Operand);
    HostValue Zero = Value.isFloating() ? HostValue::floating(0) : HostValue::integer(0);
    return applyBinary(BO_Sub, Zero, Type, Value, Type, Type);
  }
  case UO_Not:
    return applyBinary(BO_Xor, evaluate(Operand), Type, HostValue::integer(-1), Type, Type);
  case UO_LNot:
    if (std::optional<bool> Holds = truth(Operand))
      return HostValue::integer(!*Holds);
    return HostValue::unknown();
  default:
    evaluate(Operand);
    return HostValue::unknown();
  }
}

HostValue HostEvaluator::applyBinary(BinaryOperatorKind Opcode, const HostValue &Left,
                                     QualType LeftType, const HostValue &Right, QualType RightType,
                                     QualType ResultType) {
  bool LeftPoints = LeftType->isPointerType();
  if (LeftPoints || RightType->isPointerType()) {
    if (Opcode == BO_EQ || Opcode == BO_NE) {
      std::optional<bool> LeftIsNull = Left.isNull(), RightIsNull = Right.isNull();
      if (LeftIsNull && RightIsNull && (*LeftIsNull || *RightIsNull))
        return HostValue::integer((*LeftIsNull == *RightIsNull) == (Opcode == BO_EQ));
    }
    bool Adds = Opcode == BO_Add, Subtracts = Opcode == BO_Sub && LeftPoints;
    QualType PointerType = LeftPoints ? LeftType : RightType;
    if ((!Adds && !Subtracts) || (LeftPoints && RightType->isPointerType()))
      return HostValue::unknown();
    const HostValue &Pointer = LeftPoints ? Left : Right;
    HostValue Count = LeftPoints ? Right : Left;
    if (Subtracts && Count.isInteger())
      Count.Integer = int64_t(-uint64_t(Count.Integer));
    if (Pointer.Target.known()) {
      HostLocation Element = Pointer.Target;
      if (!Count.isInteger() || Element.Path.empty() ||
          int64_t(Element.Path.back()) + Count.Integer < 0)
        return HostValue::unknown();
      Element.Path.back() += Count.Integer;
      return HostValue::pointerTo(Element);
    }
    QualType Pointee = PointerType->getPointeeType();
    if (!Pointee->isVoidType() && (!Pointee->isConstantSizeType() || Pointee->isIncompleteType()))
      return HostValue::pointerInto(Pointer.Allocation, std::nullopt);
    int64_t Size = Pointee->isVoidType() ? 1 : Ast.getTypeSizeInChars(Pointee).getQuantity();
    NumberType Offset{NumberType::Kind::Integer, 64, true};
    HostValue Bytes = applyOperator(BO_Mul, Count, HostValue::integer(Size), Offset);
    HostValue Start = Pointer.isPointer() ? Pointer.ByteOffset
                                                ? HostValue::integer(*Pointer.ByteOffset)
                                                : HostValue::unknown(Pointer.Multiple)
                                          : HostValue::integer(0);
    HostValue Sum = applyOperator(BO_Add, Start, Bytes, Offset);
    HostValue Moved = HostValue::pointerInto(
        Pointer.Allocation, Sum.isInteger() ? std::optional(Sum.Integer) : std::nullopt,
        Sum.knownMultiple());
    Moved.NotNull = Pointer.isPointer() && Pointer.NotNull;
    return Moved;
  }
  NumberType Result = numberType(ResultType);
  HostValue Value = applyOperator(Opcode, Left, Right, numberType(LeftType));
  // Comparisons give a truth value whatever their operands are.
  if (BinaryOperator::isComparisonOp(Opcode))
    return Value.isInteger() ? Value : HostValue::unknown();
  return convertNumber(Value, Result, Result);
}

HostValue HostEvaluator::evaluateBinary(const BinaryOperator *Binary) {
  const clang::Expr *Left = Binary->getLHS(), *Right = Binary->getRHS();
  BinaryOperatorKind Opcode = Binary->getOpcode();
  if (Opcode == BO_Comma) {
    evaluate(Left);
    return evaluate(Right);
  }
  if (Opcode == BO_Assign) {
    HostValue Value = evaluate(Right);
    assign(Left, locate(Left), Value);
    return Value;
  }
  if (Binary->isLogicalOp()) {
    bool Deciding = Opcode == BO_LOr;
    std::optional<bool> First = truth(Left);
    if (First)
      return *First == Deciding ? HostValue::integer(Deciding) : evaluate(Right);
    HostValue Second;
    both([&] { Second = evaluate(Right); }, [] {});
    // Whatever the left one is, the right one decides.
    if (Second.isInteger() && (Second.Integer != 0) == Deciding)
      return HostValue::integer(Deciding);
    return HostValue::unknown();
  }
  if (const auto *Compound = dyn_cast<CompoundAssignOperator>(Binary)) {
    HostValue Operand = evaluate(Right);
    HostLocation Location = locate(Left);
    HostValue Old = load(Location, Left->getType());
    HostValue Value;
    if (Left->getType()->isPointerType()) {
      Value = applyBinary(BinaryOperator::getOpForCompoundAssignment(Opcode), Old, Left->getType(),
                          Operand, Right->getType(), Left->getType());
    } else {
      QualType Computed = Compound->getComputationLHSType();
      NumberType Plain = numberType(Left->getType()), Wide = numberType(Computed);
      Value = applyBinary(BinaryOperator::getOpForCompoundAssignment(Opcode),
                          convertNumber(Old, Plain, Wide), Computed, Operand, Right->getType(),
                          Compound->getComputationResultType());
      Value = convertNumber(Value, numberType(Compound->getComputationResultType()), Plain);
    }
    assign(Left, Location, Value);
    return Value;
  }
  HostValue LeftValue = evaluate(Left);
  HostValue RightValue = evaluate(Right);
  return applyBinary(Opcode, LeftValue, Left->getType(), RightValue, Right->getType(),
                     Binary->getType());
}

HostValue HostEvaluator::evaluateConditional(const AbstractConditionalOperator *Conditional) {
  const auto *Plain = dyn_cast<ConditionalOperator>(Conditional);
  if (!Plain)
    return HostValue::unknown();
  if (std::optional<bool> Holds = truth(Plain->getCond()))
    return evaluate(*Holds ? Plain->getTrueExpr() : Plain->getFalseExpr());
  HostValue IfTrue, IfFalse;
  bool TrueReturns = true, FalseReturns = true;
  both(
      [&] {
        refine(Plain->getCond(), true);
        IfTrue = evaluate(Plain->getTrueExpr());
        TrueReturns = State.Reachable;
      },
      [&] {
        refine(Plain->getCond(), false);
        IfFalse = evaluate(Plain->getFalseExpr());
        FalseReturns = State.Reachable;
      });
  if (!TrueReturns || !FalseReturns)
    return TrueReturns ? IfTrue : IfFalse;
  return join(IfTrue, IfFalse);
}

HostValue HostEvaluator::evaluateInitializerList(const InitListExpr *List) {
  if (!List->isSemanticForm() && List->getSemanticForm())
    List = List->getSemanticForm();
  QualType Type = List->getType();
  if (const ConstantArrayType *Array = Ast.getAsConstantArrayType(Type)) {
    uint64_t Size = Array->getSize().getLimitedValue();
    std::vector<HostValue> Elements;
    for (const clang::Expr *Each : List->inits())
      Elements.push_back(evaluate(Each));
    if (Size > MaximumTrackedElements)
      return HostValue::unknown();
    if (Elements.size() < Size)
      Elements.resize(Size, List->getArrayFiller() ? evaluate(List->getArrayFiller())
                                                   : HostValue::unknown());
    return HostValue::aggregate(std::move(Elements));
  }
  if (const RecordDecl *Record = Type->getAsRecordDecl()) {
    const auto *Class = dyn_cast<CXXRecordDecl>(Record);
    if (Record->isUnion())
      return HostValue::unknown();
    std::vector<HostValue> Fields, Bases;
    unsigned Index = 0;
    if (Class)
      for (unsigned Base = 0; Base != Class->getNumBases(); ++Base)
        Bases.push_back(Index < List->getNumInits() ? evaluate(List->getInit(Index++))
                                                    : HostValue::unknown());
    for (const FieldDecl *Field : Record->fields()) {
      bool Written = !Field->isUnnamedBitField() && Index < List->getNumInits();
      Fields.push_back(Written ? evaluate(List->getInit(Index++)) : HostValue::unknown());
    }
    Fields.insert(Fields.end(), Bases.begin(), Bases.end());
    return HostValue::aggregate(std::move(Fields));
  }
  if (List->getNumInits() == 0)
    return zeroOf(Type);
  return List->getNumInits() == 1 ? evaluate(List->getInit(0)) : HostValue::unknown();
}

std::optional<bool> HostEvaluator::truth(const clang::Expr *Condition) {
  HostValue Value = evaluate(Condition);
  if (Value.isInteger())
    return Value.Integer != 0;
  if (Value.isFloating())
    return Value.Floating != 0;
  return std::nullopt;
}

void HostEvaluator::refine(const clang::Expr *Condition, bool Holds) {
  Condition = Condition->IgnoreParenImpCasts();
  if (isDependent(Condition))
    return;
  if (const auto *Unary = dyn_cast<UnaryOperator>(Condition)) {
    if (Unary->getOpcode() == UO_LNot)
      refine(Unary->getSubExpr(), !Holds);
    return;
  }
  const auto *Binary = dyn_cast<BinaryOperator>(Condition);
  if (!Binary)
    return;
  if (Binary->getOpcode() == (Holds ? BO_LAnd : BO_LOr)) {
    refine(Binary->getLHS(), Holds);
    refine(Binary->getRHS(), Holds);
    return;
  }
  if (Binary->getOpcode() != (Holds ? BO_EQ : BO_NE))
    return;
  const clang::Expr *Lvalue = Binary->getLHS(), *Number = Binary->getRHS();
  if (!isa<DeclRefExpr, MemberExpr>(Lvalue->IgnoreParenImpCasts()))
    std::swap(Lvalue, Number);
  Lvalue = Lvalue->IgnoreParenImpCasts();
  if (!isa<DeclRefExpr, MemberExpr>(Lvalue) || !Lvalue->getType()->isIntegralOrEnumerationType() ||
      Lvalue->HasSideEffects(Ast) || Number->HasSideEffects(Ast))
    return;
  HostLocation Location = locate(Lvalue);
  HostValue Value = evaluate(Number);
  if (Value.isInteger())
    learn(
        Location,
        convertNumber(Value, numberType(Number->getType()), numberType(Lvalue->getType())).Integer);
}

void HostEvaluator::both(llvm::function_ref<void()> First, llvm::function_ref<void()> Second) {
  HostState Before = State;
  First();
  std::swap(State, Before);
  Second();
  State.joinWith(Before);
}

} // namespace memlint
