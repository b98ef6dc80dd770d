//===- Expressions.cpp - Expressions ----------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Interpreter/IntegerConstants.h"
#include "cuda-memlint/Interpreter/Interpreter.h"

#include "clang/AST/Attr.h"
#include "clang/AST/StmtVisitor.h"

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

/// What an expression evaluates to, by its kind.
class Interpreter::ValueVisitor : public ConstStmtVisitor<Interpreter::ValueVisitor, Value> {
public:
  explicit ValueVisitor(Interpreter &In) : In(In) {}

  // Constants.
  Value VisitIntegerLiteral(const IntegerLiteral *E) {
    const llvm::APInt &Literal = E->getValue();
    // One that stands for a template argument may be below zero.
    bool HasSign = E->getType()->isSignedIntegerType() && Literal.getSignificantBits() <= 64;
    return constant(HasSign || Literal.getActiveBits() > 63 ? Literal.getSExtValue()
                                                            : int64_t(Literal.getZExtValue()));
  }
  /// Its value has no sign, its type may have one.
  Value VisitCharacterLiteral(const CharacterLiteral *E) {
    return constant(E->EvaluateKnownConstInt(In.Ast).getExtValue());
  }
  Value VisitCXXBoolLiteralExpr(const CXXBoolLiteralExpr *E) { return constant(E->getValue()); }
  Value VisitFloatingLiteral(const FloatingLiteral *E) {
    return In.floatNumber(E->getValueAsApproximateDouble(), E->getType());
  }
  Value VisitImaginaryLiteral(const ImaginaryLiteral *) {
    return floatValue(In.Exprs, Uniformity::Grid);
  }
  Value VisitCXXNullPtrLiteralExpr(const CXXNullPtrLiteralExpr *E) { return zero(E); }
  Value VisitGNUNullExpr(const GNUNullExpr *E) { return zero(E); }
  Value VisitImplicitValueInitExpr(const ImplicitValueInitExpr *E) { return zero(E); }
  Value VisitCXXScalarValueInitExpr(const CXXScalarValueInitExpr *E) { return zero(E); }
  Value VisitUnaryExprOrTypeTraitExpr(const UnaryExprOrTypeTraitExpr *E) { return computed(E); }
  Value VisitTypeTraitExpr(const TypeTraitExpr *E) { return computed(E); }
  Value VisitSizeOfPackExpr(const SizeOfPackExpr *E) { return computed(E); }
  Value VisitCXXNoexceptExpr(const CXXNoexceptExpr *E) { return computed(E); }
  Value VisitArrayTypeTraitExpr(const ArrayTypeTraitExpr *E) { return computed(E); }
  Value VisitConceptSpecializationExpr(const ConceptSpecializationExpr *E) { return computed(E); }
  Value VisitOffsetOfExpr(const OffsetOfExpr *E) { return computed(E); }
  Value VisitConstantExpr(const ConstantExpr *E) {
    std::optional<int64_t> Known = computedByClang(E);
    return Known ? constant(*Known) : In.evaluate(E->getSubExpr());
  }

  // What stands for another expression.
  Value VisitParenExpr(const ParenExpr *E) { return In.evaluate(E->getSubExpr()); }
  Value VisitSubstNonTypeTemplateParmExpr(const SubstNonTypeTemplateParmExpr *E) {
    return In.evaluate(E->getReplacement());
  }
  Value VisitExprWithCleanups(const ExprWithCleanups *E) { return In.evaluate(E->getSubExpr()); }
  Value VisitMaterializeTemporaryExpr(const MaterializeTemporaryExpr *E) {
    return In.evaluate(E->getSubExpr());
  }
  Value VisitCXXDefaultArgExpr(const CXXDefaultArgExpr *E) { return In.evaluate(E->getExpr()); }
  Value VisitCXXDefaultInitExpr(const CXXDefaultInitExpr *E) { return In.evaluate(E->getExpr()); }
  Value VisitPseudoObjectExpr(const PseudoObjectExpr *E) { return In.evaluate(E->getResultExpr()); }
  Value VisitOpaqueValueExpr(const OpaqueValueExpr *E) { return In.evaluate(E->getSourceExpr()); }
  Value VisitGenericSelectionExpr(const GenericSelectionExpr *E) {
    return In.evaluate(E->getResultExpr());
  }
  Value VisitCXXRewrittenBinaryOperator(const CXXRewrittenBinaryOperator *E) {
    return In.evaluate(E->getSemanticForm());
  }

  // Names.
  Value VisitCXXThisExpr(const CXXThisExpr *E) {
    if (In.frame().CapturedThis)
      return Value::pointer(*In.frame().CapturedThis);
    if (In.frame().This)
      return Value::pointer(*In.frame().This);
    return VisitExpr(E);
  }
  Value VisitDeclRefExpr(const DeclRefExpr *Name) {
    if (auto Constant = constantValue(Name->getDecl(), In.Ast))
      return constant(signedBits(*Constant));
    if (const auto *Function = dyn_cast<FunctionDecl>(Name->getDecl()))
      return Value::function(Function);
    return VisitExpr(Name);
  }

  // Objects.
  Value VisitCXXBindTemporaryExpr(const CXXBindTemporaryExpr *E) { return In.evaluateTemporary(E); }
  Value VisitCXXDeleteExpr(const CXXDeleteExpr *E) { return In.evaluateDelete(E); }
  Value VisitCXXConstructExpr(const CXXConstructExpr *E) { return In.evaluateConstruct(E); }
  Value VisitCXXNewExpr(const CXXNewExpr *New);
  Value VisitLambdaExpr(const LambdaExpr *Lambda);
  Value VisitInitListExpr(const InitListExpr *List);
  Value VisitCXXStdInitializerListExpr(const CXXStdInitializerListExpr *List);
  /// A copy of an array, element by element.
  Value VisitArrayInitLoopExpr(const ArrayInitLoopExpr *Copy) {
    const clang::Expr *Source = Copy->getCommonExpr()->getSourceExpr();
    return In.load(In.locate(Source), Source->getType(), Copy);
  }

  // Operators, calls and statements.
  Value VisitBinaryOperator(const BinaryOperator *E) { return In.evaluateBinary(E); }
  Value VisitUnaryOperator(const UnaryOperator *E) { return In.evaluateUnary(E); }
  Value VisitAbstractConditionalOperator(const AbstractConditionalOperator *Operator);
  Value VisitCallExpr(const CallExpr *Call) {
    Value Result = In.evaluateCall(Call);
    if (Call->isGLValue() && Result.isPointer())
      return In.load(Result.Target, Call->getType(), Call);
    return Result;
  }
  Value VisitCUDAKernelCallExpr(const CUDAKernelCallExpr *E) { return VisitExpr(E); }
  Value VisitCXXThrowExpr(const CXXThrowExpr *) {
    In.endPath();
    return {};
  }
  Value VisitStmtExpr(const StmtExpr *E) {
    const CompoundStmt *Body = E->getSubStmt();
    Value Last;
    for (const Stmt *Child : Body->body()) {
      const auto *Expression = dyn_cast<clang::Expr>(Child);
      if (Expression && Child == Body->body_back() && !E->getType()->isVoidType())
        Last = In.evaluate(Expression);
      else
        In.execute(Child);
    }
    return Last;
  }
  Value VisitCastExpr(const CastExpr *Cast);

  Value VisitExpr(const clang::Expr *E) {
    if (E->isGLValue())
      return In.load(In.locate(E), E->getType(), E);
    if (!isa<CXXThisExpr>(E))
      In.Recorder.noteUnseen(E);
    In.Client.forgetChanges(*E);
    return In.unknownValue(E, Uniformity::Lane, OpaqueReason::NotUnderstood);
  }

private:
  Value constant(int64_t Number) { return Value::scalar(In.Exprs.constant(Number)); }
  Value zero(const clang::Expr *E) { return In.zeroValue(E->getType()); }

  std::optional<int64_t> computedByClang(const clang::Expr *E) {
    clang::Expr::EvalResult Result;
    if (!E->getType()->isIntegralOrEnumerationType() || !E->EvaluateAsInt(Result, In.Ast))
      return std::nullopt;
    return signedBits(Result.Val.getInt());
  }
  Value computed(const clang::Expr *E) {
    if (std::optional<int64_t> Known = computedByClang(E))
      return constant(*Known);
    return In.unknownValue(E, Uniformity::Grid, OpaqueReason::NotUnderstood);
  }

  /// Of an aggregate, which holds references as pointers.
  Value part(const clang::Expr *Init, bool IsReference) {
    return IsReference ? Value::pointer(In.locate(Init)) : In.evaluate(Init);
  }

  Value loaded(const clang::Expr *Operand);
  Value pointerAsNumber(const CastExpr *Cast);
  Value numberAsPointer(const CastExpr *Cast);
  Value toRelatedClass(const CastExpr *Cast);

  Interpreter &In;
};

Value Interpreter::ValueVisitor::loaded(const clang::Expr *Operand) {
  const clang::Expr *Bare = Operand->IgnoreParens();
  if (const auto *Reference = dyn_cast<DeclRefExpr>(Bare))
    if (auto Constant = constantValue(Reference->getDecl(), In.Ast))
      return constant(signedBits(*Constant));
  if (const auto *Member = dyn_cast<MemberExpr>(Bare))
    if (auto Constant = constantValue(Member->getMemberDecl(), In.Ast))
      return constant(signedBits(*Constant));
  if (const auto *Operator = dyn_cast<BinaryOperator>(Bare); Operator && Operator->isAssignmentOp())
    return In.evaluateAssignment(Operator);
  if (const auto *Operator = dyn_cast<UnaryOperator>(Bare);
      Operator && Operator->isIncrementDecrementOp())
    return In.evaluateUnary(Operator);
  // Of two constants at fixed addresses, compilers load both and select.
  if (const auto *Choice = dyn_cast<ConditionalOperator>(Bare);
      Choice && isAtFixedConstantAddress(*Choice->getTrueExpr(), In.Ast) &&
      isAtFixedConstantAddress(*Choice->getFalseExpr(), In.Ast))
    return VisitAbstractConditionalOperator(Choice);
  return In.load(In.locate(Bare), Operand->getType(), Bare);
}

Value Interpreter::ValueVisitor::pointerAsNumber(const CastExpr *Cast) {
  Value Pointer = In.evaluate(Cast->getSubExpr());
  In.Client.loseAddresses(Pointer);
  if (Pointer.isPointer() && Pointer.Target.isMemory())
    return Value::scalar(In.fitted(In.Memory.addressNumber(Pointer.Target), Cast->getType()));
  return Value::scalar(In.Exprs.opaque(OpaqueReason::DataDependent, uniformity(Pointer),
                                       textOf(Cast->getSourceRange(), In.Ast),
                                       rangeOf(In.Ast, Cast->getType())));
}

Value Interpreter::ValueVisitor::numberAsPointer(const CastExpr *Cast) {
  ExprRef Address = In.number(Cast->getSubExpr());
  if (std::optional<Lvalue> At = In.Memory.lvalueAt(Address))
    return Value::pointer(*At);
  return In.unknownValue(Cast, Address->varies(), OpaqueReason::NotUnderstood);
}

Value Interpreter::ValueVisitor::toRelatedClass(const CastExpr *Cast) {
  const clang::Expr *Operand = Cast->getSubExpr();
  if (!Cast->getType()->isPointerType())
    return In.load(In.baseLvalue(In.locate(Operand), Operand->getType(), *Cast), Cast->getType(),
                   Cast);
  Value Pointer = In.evaluate(Operand);
  if (Pointer.isPointer())
    Pointer.Target = In.baseLvalue(Pointer.Target, Operand->getType()->getPointeeType(), *Cast);
  return Pointer;
}

Value Interpreter::ValueVisitor::VisitCastExpr(const CastExpr *Cast) {
  const clang::Expr *Operand = Cast->getSubExpr();
  switch (Cast->getCastKind()) {
  case CK_LValueToRValue:
    return loaded(Operand);
  case CK_ToVoid:
    In.evaluateForEffect(Operand);
    return {};
  case CK_NoOp:
  case CK_UserDefinedConversion:
  case CK_ConstructorConversion:
  case CK_BitCast:
  case CK_AddressSpaceConversion:
  case CK_AtomicToNonAtomic:
  case CK_NonAtomicToAtomic:
  case CK_FunctionToPointerDecay:
    return In.evaluate(Operand);
  case CK_ArrayToPointerDecay:
    return Value::pointer(In.firstElement(In.locate(Operand), Operand->getType()));
  case CK_IntegralCast:
  case CK_BooleanToSignedIntegral:
    return Value::scalar(In.fitted(In.number(Operand), Cast->getType()));
  case CK_IntegralToFloating:
  case CK_FloatingCast:
  case CK_FloatingToIntegral:
    return In.convertFloating(In.evaluate(Operand), Operand->getType(), Cast);
  case CK_IntegralToBoolean:
  case CK_PointerToBoolean:
  case CK_FloatingToBoolean:
    return Value::scalar(In.truth(In.evaluate(Operand), Operand));
  case CK_NullToPointer:
    return zero(Cast);
  case CK_PointerToIntegral:
    return pointerAsNumber(Cast);
  case CK_IntegralToPointer:
    return numberAsPointer(Cast);
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
  case CK_BaseToDerived:
    return toRelatedClass(Cast);
  case CK_BuiltinFnToFnPtr:
    return {};
  default:
    return In.unknownValue(Cast, std::max(uniformity(In.evaluate(Operand)), Uniformity::Grid),
                           OpaqueReason::NotUnderstood);
  }
}

Value Interpreter::ValueVisitor::VisitAbstractConditionalOperator(
    const AbstractConditionalOperator *Operator) {
  ExprRef Condition = In.condition(Operator->getCond());
  Value Then, Else;
  bool ThenReturns = false, ElseReturns = false;
  In.branch(
      Condition,
      [&] {
        Then = In.evaluate(Operator->getTrueExpr());
        ThenReturns = In.Current.Reachable;
      },
      [&] {
        Else = In.evaluate(Operator->getFalseExpr());
        ElseReturns = In.Current.Reachable;
      },
      Operator->getCond());
  if (ThenReturns != ElseReturns)
    return ThenReturns ? Then : Else;
  if (In.Client.isConcrete())
    In.noteChoice(Condition);
  return In.joinValues(Condition, Then, Else, Operator->getType());
}

Value Interpreter::ValueVisitor::VisitInitListExpr(const InitListExpr *List) {
  if (List->isTransparent())
    return In.evaluate(List->getInit(0));
  QualType Type = List->getType();
  if (!Type->isRecordType() && !Type->isConstantArrayType())
    return List->getNumInits() == 1 ? In.evaluate(List->getInit(0)) : In.zeroValue(Type);
  if (!In.isTracked(Type)) {
    for (const clang::Expr *Init : List->inits())
      In.evaluateForEffect(Init);
    return {};
  }
  Value Whole = In.zeroValue(Type);
  if (!Whole.isAggregate())
    return Whole;
  std::vector<Value> Parts = *Whole.Parts;
  for (unsigned Index = 0; Index < List->getNumInits() && Index < Parts.size(); ++Index)
    Parts[Index] = part(List->getInit(Index), List->getInit(Index)->isGLValue());
  if (const clang::Expr *Filler = List->getNumInits() < Parts.size() && Type->isArrayType()
                                      ? List->getArrayFiller()
                                      : nullptr)
    std::fill(Parts.begin() + List->getNumInits(), Parts.end(), In.evaluate(Filler));
  return Value::aggregate(std::move(Parts));
}

/// std::initializer_list, which holds a pointer and a number of elements.
Value Interpreter::ValueVisitor::VisitCXXStdInitializerListExpr(
    const CXXStdInitializerListExpr *List) {
  QualType Type = List->getType();
  std::vector<QualType> Types = partTypes(In.Ast, Type);
  const auto *Array = In.Ast.getAsConstantArrayType(List->getSubExpr()->getType());
  if (Array && Types.size() == 2 && Types[0]->isPointerType() && Types[1]->isIntegerType())
    return Value::aggregate(
        {Value::pointer(In.firstElement(In.locate(List->getSubExpr()), QualType(Array, 0))),
         constant(int64_t(Array->getZExtSize()))});
  In.Recorder.noteUnseen(List);
  In.Client.forgetChanges(*List);
  return In.unknownValue(Type, Uniformity::Lane, OpaqueReason::NotUnderstood, "initializer list");
}

/// Only that at a given address is followed.
Value Interpreter::ValueVisitor::VisitCXXNewExpr(const CXXNewExpr *New) {
  const clang::Expr *Init = New->getInitializer();
  if (New->getNumPlacementArgs() != 1 || New->isArray() ||
      !New->getPlacementArg(0)->getType()->isPointerType()) {
    In.Recorder.noteUnseen(New);
    if (Init)
      In.Client.loseAddresses(In.evaluate(Init));
    return In.unknownValue(New->getType(), Uniformity::Lane, OpaqueReason::NotUnderstood,
                           In.shownText(New->getSourceRange()));
  }
  Value Pointer = In.evaluate(New->getPlacementArg(0));
  if (!Init)
    return Pointer;
  if (!Pointer.isPointer()) {
    In.Recorder.noteUnseen(New);
    return Pointer;
  }
  QualType Type = New->getAllocatedType();
  In.forEachChoice(Pointer.Target, [&](const Lvalue &At) {
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(Init->IgnoreImplicit()))
      In.constructInto(At, Construct);
    else
      In.store(At, Type, In.evaluate(Init), Init);
  });
  return Pointer;
}

Value Interpreter::ValueVisitor::VisitLambdaExpr(const LambdaExpr *Lambda) {
  std::vector<Value> Parts;
  auto Field = Lambda->getLambdaClass()->field_begin();
  for (const clang::Expr *Init : Lambda->capture_inits()) {
    bool HasField = Field != Lambda->getLambdaClass()->field_end();
    Parts.push_back(Init ? part(Init, HasField && Field->getType()->isReferenceType()) : Value());
    if (HasField)
      ++Field;
  }
  return Value::aggregate(std::move(Parts));
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
  Value Result = ValueVisitor(*this).Visit(E);
  --Depth;
  return Result;
}

Value Interpreter::evaluateShortCircuit(const BinaryOperator *Operator) {
  bool IsAnd = Operator->getOpcode() == BO_LAnd;
  ExprRef Left = condition(Operator->getLHS());
  ExprRef Right = Exprs.constant(IsAnd ? 1 : 0);
  auto Evaluate = [&] { Right = condition(Operator->getRHS()); };
  branch(IsAnd ? Left : Exprs.logicalNot(Left), Evaluate, [] {}, Operator->getLHS());
  return Value::scalar(IsAnd ? Exprs.logicalAnd(Left, Right) : Exprs.logicalOr(Left, Right));
}

} // namespace memlint
