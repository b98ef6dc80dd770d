//===- Expressions.cpp - Expressions ----------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Interpreter/IntegerConstants.h"
#include "cuda-memlint/Interpreter/Interpreter.h"

#include "clang/AST/Attr.h"

using namespace clang;

namespace memlint {

ExprRef Interpreter::toNumber(const Value &From, const clang::Expr *Where) {
  if (From.isScalar())
    return From.Number;
  return Exprs.opaque(OpaqueReason::NotUnderstood, uniformity(From),
                      Where ? textOf(Where->getSourceRange(), Ast) : "a value");
}

ExprRef Interpreter::truth(const Value &From, const clang::Expr *Where) {
  if (From.Floating)
    return Exprs.constant(*From.Floating != 0);
  if (From.isPointer())
    if (ExprRef Known = Memory.notNull(From.Target))
      return Exprs.logicalNot(Exprs.logicalNot(Known));
  // All floating-point numbers are one expression, and nothing follows from it.
  if (From.isScalar() && !isFloat(From))
    return Exprs.logicalNot(Exprs.logicalNot(From.Number));
  return Exprs.opaque(OpaqueReason::DataDependent, uniformity(From),
                      Where ? textOf(Where->getSourceRange(), Ast) : "a condition", {0, 1});
}

ExprRef Interpreter::number(const clang::Expr *E) { return toNumber(evaluate(E), E); }

ExprRef Interpreter::condition(const clang::Expr *E) {
  clang::Expr::EvalResult Result;
  if (!E->isValueDependent() && isa<ConstantExpr>(E) && E->EvaluateAsInt(Result, Ast))
    return Exprs.constant(Result.Val.getInt() != 0);
  return truth(evaluate(E), E);
}

void Interpreter::evaluateForEffect(const clang::Expr *E) {
  const clang::Expr *Bare = E->IgnoreParens();
  if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(Bare))
    Bare = Cleanups->getSubExpr()->IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(Bare); Cast && Cast->getCastKind() == CK_ToVoid)
    Bare = Cast->getSubExpr()->IgnoreParens();
  if (const auto *Operator = dyn_cast<BinaryOperator>(Bare);
      Operator && (Operator->isAssignmentOp() || Operator->getOpcode() == BO_Comma)) {
    evaluate(Bare);
    return;
  }
  const auto *Unary = dyn_cast<UnaryOperator>(Bare);
  if (const auto *Call = dyn_cast<CallExpr>(Bare)) {
    evaluateCall(Call, /*IsUsed=*/false);
  } else if (!Bare->isGLValue() || (Unary && Unary->isIncrementDecrementOp()))
    evaluate(Bare);
  else
    locate(Bare);
}

Value Interpreter::evaluate(const clang::Expr *E) {
  /// Nesting past which an expression is given up instead of the stack.
  constexpr unsigned MaximumDepth = 400;
  // Arguments in parentheses that do not compile have no type of their own.
  if (!E)
    return {};
  if (E->getType().isNull()) {
    Client.forgetChanges(*E);
    return {};
  }
  if (!step() || Depth >= MaximumDepth || E->isTypeDependent() || E->isValueDependent() ||
      E->containsErrors()) {
    Recorder.noteUnseen(E);
    Client.forgetChanges(*E);
    return unknownValue(E->getType(), Uniformity::Lane, OpaqueReason::NotUnderstood,
                        StepsExhausted ? "the kernel is too large to analyse"
                                       : "an expression that does not compile");
  }
  ++Depth;
  Value Result = evaluateImpl(E);
  --Depth;
  return Result;
}

static std::optional<llvm::APSInt> constantValue(const ValueDecl *Declared, ASTContext &Ast) {
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

Value Interpreter::evaluateImpl(const clang::Expr *E) {
  QualType Type = E->getType();
  switch (E->getStmtClass()) {
  case Stmt::ParenExprClass:
    return evaluate(cast<ParenExpr>(E)->getSubExpr());
  case Stmt::IntegerLiteralClass: {
    const llvm::APInt &Literal = cast<IntegerLiteral>(E)->getValue();
    // One that stands for a template argument may be below zero.
    bool HasSign = Type->isSignedIntegerType() && Literal.getSignificantBits() <= 64;
    return Value::scalar(Exprs.constant(HasSign || Literal.getActiveBits() > 63
                                            ? Literal.getSExtValue()
                                            : int64_t(Literal.getZExtValue())));
  }
  case Stmt::CharacterLiteralClass:
    // Its value has no sign, its type may have one.
    return Value::scalar(Exprs.constant(E->EvaluateKnownConstInt(Ast).getExtValue()));
  case Stmt::CXXBoolLiteralExprClass:
    return Value::scalar(Exprs.constant(cast<CXXBoolLiteralExpr>(E)->getValue()));
  case Stmt::FloatingLiteralClass:
    return floatNumber(cast<FloatingLiteral>(E)->getValueAsApproximateDouble(), Type);
  case Stmt::ImaginaryLiteralClass:
    return floatValue(Exprs, Uniformity::Grid);
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
      return Value::scalar(Exprs.constant(signedBits(Result.Val.getInt())));
    if (const auto *Constant = dyn_cast<ConstantExpr>(E))
      return evaluate(Constant->getSubExpr());
    return unknownValue(E, Uniformity::Grid, OpaqueReason::NotUnderstood);
  }
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return evaluate(cast<SubstNonTypeTemplateParmExpr>(E)->getReplacement());
  case Stmt::ExprWithCleanupsClass:
    return evaluate(cast<ExprWithCleanups>(E)->getSubExpr());
  case Stmt::CXXBindTemporaryExprClass:
    return evaluateTemporary(cast<CXXBindTemporaryExpr>(E));
  case Stmt::CXXDeleteExprClass:
    return evaluateDelete(cast<CXXDeleteExpr>(E));
  case Stmt::MaterializeTemporaryExprClass:
    return evaluate(cast<MaterializeTemporaryExpr>(E)->getSubExpr());
  case Stmt::CXXDefaultArgExprClass:
    return evaluate(cast<CXXDefaultArgExpr>(E)->getExpr());
  case Stmt::CXXDefaultInitExprClass:
    return evaluate(cast<CXXDefaultInitExpr>(E)->getExpr());
  case Stmt::ArrayInitLoopExprClass: {
    // A copy of an array, element by element.
    const clang::Expr *Source = cast<ArrayInitLoopExpr>(E)->getCommonExpr()->getSourceExpr();
    return load(locate(Source), Source->getType(), E);
  }
  case Stmt::CXXNewExprClass:
    return evaluatePlacementNew(cast<CXXNewExpr>(E));
  case Stmt::CXXStdInitializerListExprClass:
    return evaluateInitializerList(cast<CXXStdInitializerListExpr>(E));
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
    if (auto Constant = constantValue(Declared, Ast))
      return Value::scalar(Exprs.constant(signedBits(*Constant)));
    if (const auto *Function = dyn_cast<FunctionDecl>(Declared))
      return Value::function(Function);
    break;
  }
  default:
    if (const auto *Cast = dyn_cast<CastExpr>(E))
      return evaluateCast(Cast);
    break;
  }
  if (E->isGLValue())
    return load(locate(E), Type, E);
  if (!isa<CXXThisExpr>(E))
    Recorder.noteUnseen(E);
  Client.forgetChanges(*E);
  return unknownValue(E, Uniformity::Lane, OpaqueReason::NotUnderstood);
}

/// Whether \p Lvalue is a `__constant__` variable or a part of one that no index at run time
/// chooses.
static bool isAtFixedConstantAddress(const clang::Expr &Lvalue, const ASTContext &Ast) {
  const clang::Expr *Bare = Lvalue.IgnoreParens();
  if (const auto *Reference = dyn_cast<DeclRefExpr>(Bare))
    return Reference->getDecl()->hasAttr<CUDAConstantAttr>();
  if (const auto *Member = dyn_cast<MemberExpr>(Bare))
    return !Member->isArrow() && isa<FieldDecl>(Member->getMemberDecl()) &&
           !Member->getType()->isReferenceType() &&
           isAtFixedConstantAddress(*Member->getBase(), Ast);
  const auto *Element = dyn_cast<ArraySubscriptExpr>(Bare);
  if (!Element || !Element->getIdx()->isIntegerConstantExpr(Ast))
    return false;
  const clang::Expr *Array = Element->getBase()->IgnoreParenImpCasts();
  return Array->getType()->isArrayType() && isAtFixedConstantAddress(*Array, Ast);
}

Value Interpreter::evaluateCast(const CastExpr *Cast) {
  const clang::Expr *Operand = Cast->getSubExpr();
  QualType Type = Cast->getType();
  switch (Cast->getCastKind()) {
  case CK_LValueToRValue: {
    const clang::Expr *Bare = Operand->IgnoreParens();
    if (const auto *Reference = dyn_cast<DeclRefExpr>(Bare))
      if (auto Constant = constantValue(Reference->getDecl(), Ast))
        return Value::scalar(Exprs.constant(signedBits(*Constant)));
    if (const auto *Member = dyn_cast<MemberExpr>(Bare))
      if (auto Constant = constantValue(Member->getMemberDecl(), Ast))
        return Value::scalar(Exprs.constant(signedBits(*Constant)));
    if (const auto *Operator = dyn_cast<BinaryOperator>(Bare);
        Operator && Operator->isAssignmentOp())
      return evaluateAssignment(Operator);
    if (const auto *Operator = dyn_cast<UnaryOperator>(Bare);
        Operator && Operator->isIncrementDecrementOp())
      return evaluateUnary(Operator);
    // Of two constants at fixed addresses, compilers load both and select.
    if (const auto *Choice = dyn_cast<ConditionalOperator>(Bare);
        Choice && isAtFixedConstantAddress(*Choice->getTrueExpr(), Ast) &&
        isAtFixedConstantAddress(*Choice->getFalseExpr(), Ast))
      return evaluateConditional(Choice);
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
    return Value::pointer(firstElement(locate(Operand), Operand->getType()));
  }
  case CK_IntegralCast:
  case CK_BooleanToSignedIntegral:
    return Value::scalar(fitted(number(Operand), Type));
  case CK_IntegralToFloating:
  case CK_FloatingCast:
  case CK_FloatingToIntegral:
    return convertFloating(evaluate(Operand), Operand->getType(), Cast);
  case CK_IntegralToBoolean:
  case CK_PointerToBoolean:
  case CK_FloatingToBoolean:
    return Value::scalar(truth(evaluate(Operand), Operand));
  case CK_NullToPointer:
    return zeroValue(Type);
  case CK_PointerToIntegral: {
    Value Pointer = evaluate(Operand);
    Client.loseAddresses(Pointer);
    if (Pointer.isPointer() && Pointer.Target.isMemory())
      return Value::scalar(fitted(Memory.addressNumber(Pointer.Target), Type));
    return Value::scalar(Exprs.opaque(OpaqueReason::DataDependent, uniformity(Pointer),
                                      textOf(Cast->getSourceRange(), Ast), rangeOf(Ast, Type)));
  }
  case CK_IntegralToPointer: {
    ExprRef Address = number(Operand);
    if (std::optional<Lvalue> At = Memory.lvalueAt(Address))
      return Value::pointer(*At);
    return unknownValue(Cast, Address->varies(), OpaqueReason::NotUnderstood);
  }
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
  case CK_BaseToDerived: {
    if (!Type->isPointerType())
      return load(baseLvalue(locate(Operand), Operand->getType(), *Cast), Type, Cast);
    Value Pointer = evaluate(Operand);
    if (Pointer.isPointer())
      Pointer.Target = baseLvalue(Pointer.Target, Operand->getType()->getPointeeType(), *Cast);
    return Pointer;
  }
  case CK_FunctionToPointerDecay:
    return evaluate(Operand);
  case CK_BuiltinFnToFnPtr:
    return {};
  default: {
    Value Inner = evaluate(Operand);
    return unknownValue(Cast, std::max(uniformity(Inner), Uniformity::Grid),
                        OpaqueReason::NotUnderstood);
  }
  }
}

Value Interpreter::evaluateShortCircuit(const BinaryOperator *Operator) {
  bool IsAnd = Operator->getOpcode() == BO_LAnd;
  ExprRef Left = condition(Operator->getLHS());
  ExprRef Right = Exprs.constant(IsAnd ? 1 : 0);
  auto Evaluate = [&] { Right = condition(Operator->getRHS()); };
  branch(IsAnd ? Left : Exprs.logicalNot(Left), Evaluate, [] {}, Operator->getLHS());
  return Value::scalar(IsAnd ? Exprs.logicalAnd(Left, Right) : Exprs.logicalOr(Left, Right));
}

Value Interpreter::evaluateConditional(const AbstractConditionalOperator *Operator) {
  ExprRef Condition = condition(Operator->getCond());
  Value Then, Else;
  bool ThenReturns = false, ElseReturns = false;
  branch(
      Condition,
      [&] {
        Then = evaluate(Operator->getTrueExpr());
        ThenReturns = Current.Reachable;
      },
      [&] {
        Else = evaluate(Operator->getFalseExpr());
        ElseReturns = Current.Reachable;
      },
      Operator->getCond());
  if (ThenReturns != ElseReturns)
    return ThenReturns ? Then : Else;
  if (Client.isConcrete())
    noteChoice(Condition);
  return joinValues(Condition, Then, Else, Operator->getType());
}

Value Interpreter::evaluateInitList(const InitListExpr *List) {
  if (List->isTransparent())
    return evaluate(List->getInit(0));
  QualType Type = List->getType();
  if (!Type->isRecordType() && !Type->isConstantArrayType())
    return List->getNumInits() == 1 ? evaluate(List->getInit(0)) : zeroValue(Type);
  if (!isTracked(Type)) {
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
  if (const clang::Expr *Filler = List->getNumInits() < Parts.size() && Type->isArrayType()
                                      ? List->getArrayFiller()
                                      : nullptr)
    std::fill(Parts.begin() + List->getNumInits(), Parts.end(), evaluate(Filler));
  return Value::aggregate(std::move(Parts));
}

/// std::initializer_list, which holds a pointer and a number of elements.
Value Interpreter::evaluateInitializerList(const CXXStdInitializerListExpr *List) {
  QualType Type = List->getType();
  std::vector<QualType> Types = partTypes(Ast, Type);
  const auto *Array = Ast.getAsConstantArrayType(List->getSubExpr()->getType());
  if (Array && Types.size() == 2 && Types[0]->isPointerType() && Types[1]->isIntegerType())
    return Value::aggregate(
        {Value::pointer(firstElement(locate(List->getSubExpr()), QualType(Array, 0))),
         Value::scalar(Exprs.constant(int64_t(Array->getZExtSize())))});
  Recorder.noteUnseen(List);
  Client.forgetChanges(*List);
  return unknownValue(Type, Uniformity::Lane, OpaqueReason::NotUnderstood, "initializer list");
}

Value Interpreter::evaluatePlacementNew(const CXXNewExpr *New) {
  const clang::Expr *Init = New->getInitializer();
  if (New->getNumPlacementArgs() != 1 || New->isArray() ||
      !New->getPlacementArg(0)->getType()->isPointerType()) {
    Recorder.noteUnseen(New);
    if (Init)
      Client.loseAddresses(evaluate(Init));
    return unknownValue(New->getType(), Uniformity::Lane, OpaqueReason::NotUnderstood,
                        shownText(New->getSourceRange()));
  }
  Value Pointer = evaluate(New->getPlacementArg(0));
  if (!Init)
    return Pointer;
  if (!Pointer.isPointer()) {
    Recorder.noteUnseen(New);
    return Pointer;
  }
  QualType Type = New->getAllocatedType();
  forEachChoice(Pointer.Target, [&](const Lvalue &At) {
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(Init->IgnoreImplicit()))
      constructInto(At, Construct);
    else
      store(At, Type, evaluate(Init), Init);
  });
  return Pointer;
}

Value Interpreter::evaluateLambda(const LambdaExpr *Lambda) {
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
