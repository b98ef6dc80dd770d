//===- Calls.cpp - Calls ----------------------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Interpreter/Closures.h"
#include "cuda-memlint/Interpreter/Interpreter.h"

#include "clang/AST/Attr.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace memlint {

void Interpreter::run(const FunctionDecl &Function, llvm::ArrayRef<Value> Arguments) {
  Frame Outermost;
  Outermost.Function = &Function;
  for (unsigned Index = 0; Index != Function.getNumParams(); ++Index) {
    const ParmVarDecl *Parameter = Function.getParamDecl(Index);
    if (!Parameter->getType()->isReferenceType() && Client.isChangedUnseen(*Parameter))
      continue;
    SlotId Slot = newSlot(Parameter->getType(), Parameter->getName());
    Outermost.Slots[Parameter] = Slot;
    Current.Variables[Slot] = Arguments[Index];
  }
  Outermost.Result = newSlot(Ast.VoidTy, "result");
  Frames.push_back(std::move(Outermost));
  Client.enterFunction();
  execute(Function.getBody());
  Client.leaveFunction();
  std::vector<State> Ends = std::move(frame().Returns);
  Ends.push_back(std::move(Current));
  Current = join(std::move(Ends), 0);
}

Value Interpreter::argumentValue(const clang::Expr *Argument, QualType Parameter) {
  if (Parameter->isReferenceType())
    return Value::pointer(locate(Argument));
  return evaluate(Argument);
}

/// An object that is not a variable of the function.
static bool isInMemory(const clang::Expr *Object) {
  Object = Object->IgnoreParenImpCasts();
  while (const auto *Member = dyn_cast<MemberExpr>(Object)) {
    if (Member->isArrow())
      return true;
    Object = Member->getBase()->IgnoreParenImpCasts();
  }
  return Object->isGLValue() && isa<ArraySubscriptExpr, UnaryOperator, CXXOperatorCallExpr>(Object);
}

/// A copy or move assignment that is no more than copying the bytes.
std::optional<Value> Interpreter::trivialCopy(const CallExpr *Call) {
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee());
  if (!Operator || !Method || Operator->getOperator() != OO_Equal || Call->getNumArgs() != 2)
    return std::nullopt;
  bool Copies = Method->isCopyAssignmentOperator() || Method->isMoveAssignmentOperator();
  if (!Copies || !(Method->isTrivial() || Method->isDefaulted()))
    return std::nullopt;
  QualType Type = Call->getArg(0)->getType();
  Value New = evaluate(Call->getArg(1));
  Lvalue To = locate(Call->getArg(0));
  store(To, Type, New, Call->getArg(0), {.IsCopy = isInMemory(Call->getArg(1))});
  return Value::pointer(To);
}

/// Of a function that a pointer chooses.
Value Interpreter::callUnknown(const CallExpr *Call) {
  std::vector<Value> Arguments;
  for (const clang::Expr *Argument : Call->arguments())
    Arguments.push_back(Argument->isGLValue() ? Value::pointer(locate(Argument))
                                              : evaluate(Argument));
  // The object of a method that is chosen by a pointer to member.
  const auto *Chosen = dyn_cast<BinaryOperator>(Call->getCallee()->IgnoreParens());
  if (Chosen && Chosen->isPtrMemOp())
    Arguments.push_back(Chosen->getOpcode() == BO_PtrMemD ? Value::pointer(locate(Chosen->getLHS()))
                                                          : evaluate(Chosen->getLHS()));
  return opaqueCall(nullptr, Call, Arguments);
}

/// std::move and its like.
static bool isCast(const FunctionDecl &Function) {
  switch (Function.getBuiltinID()) {
  case Builtin::BImove:
  case Builtin::BImove_if_noexcept:
  case Builtin::BIforward:
  case Builtin::BIas_const:
  case Builtin::BIaddressof:
  case Builtin::BI__addressof:
    return true;
  default:
    return false;
  }
}

/// What a method is called on; empty where that is not known.
std::optional<Lvalue> Interpreter::objectOf(const CallExpr *Call, const FunctionDecl &Function) {
  const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
  if (!Member) {
    const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
    bool IsOperator = isa<CXXOperatorCallExpr>(Call) && Call->getNumArgs() > 0;
    return Method && IsOperator && Method->isInstance() ? std::optional(locate(Call->getArg(0)))
                                                        : std::nullopt;
  }
  const clang::Expr *Object = Member->getImplicitObjectArgument();
  if (!Object)
    return std::nullopt;
  if (!Object->getType()->isPointerType())
    return locate(Object);
  Value Pointer = evaluate(Object);
  return Pointer.isPointer() ? std::optional(Pointer.Target) : std::nullopt;
}

Value Interpreter::evaluateCall(const CallExpr *Call, bool IsUsed) {
  if (Client.launch(*Call))
    return {};
  // Kernels that are launched from here run beside this one.
  if (isa<CUDAKernelCallExpr>(Call))
    Recorder.noteUnseen(Call);
  const FunctionDecl *Function = Call->getDirectCallee();
  if (!Function)
    Function = calledThroughPointer(*Call);
  if (!Function)
    return callUnknown(Call);
  if (isCast(*Function) && Call->getNumArgs() == 1)
    return Value::pointer(locate(Call->getArg(0)));
  if (auto Known = Client.evaluateKnown(*Function, Call, IsUsed))
    return *Known;
  if (auto Copied = trivialCopy(Call))
    return *Copied;

  std::optional<Lvalue> This = objectOf(Call, *Function);
  llvm::ArrayRef<const clang::Expr *> Arguments(Call->getArgs(), Call->getNumArgs());
  const auto *Method = dyn_cast<CXXMethodDecl>(Function);
  if (Method && isa<CXXOperatorCallExpr>(Call) && !Arguments.empty())
    Arguments = Arguments.drop_front();
  std::vector<Value> Values;
  for (size_t Index = 0; Index != Arguments.size(); ++Index) {
    QualType Parameter = Index < Function->getNumParams()
                             ? Function->getParamDecl(unsigned(Index))->getType()
                             : Arguments[Index]->getType();
    Values.push_back(argumentValue(Arguments[Index], Parameter));
  }
  if (Method && Method->isLambdaStaticInvoker()) {
    const CXXMethodDecl *Operator = operatorBehind(*Method);
    // The template itself is not followed.
    Function = Operator ? Operator : Method->getParent()->getLambdaCallOperator();
  }
  const FunctionDecl *Definition = nullptr;
  if (!Function->hasBody(Definition) || !Definition || Definition->isDependentContext() ||
      !Client.follows(*Definition, Values)) {
    Value Result = opaqueCall(Function, Call, std::move(Values), This);
    if (Function->isNoReturn())
      endImpossiblePath();
    return Result;
  }
  if (Method && Method->isVirtual()) {
    const auto *Callee = dyn_cast<MemberExpr>(Call->getCallee()->IgnoreParens());
    bool Chosen = !Callee || !Callee->hasQualifier();
    if (Chosen && This && This->isChoice())
      return callEachObject(*Method, Call, *This->Choices, Values);
    if (Chosen)
      Method = finalOverrider(*Method, This.value_or(Lvalue()));
    if (!Method || !Method->hasBody(Definition) || !Definition) {
      if (This)
        Values.push_back(Value::pointer(*This));
      return unfollowedVirtualCall(*cast<CXXMethodDecl>(Function), Call, Values);
    }
    if (This)
      adjustToClass(*This, *Method);
  }
  return inlineCall(Definition, Call, This, Values, Call->getType());
}

Value Interpreter::opaqueCall(const FunctionDecl *Function, const clang::Expr *Call,
                              std::vector<Value> Arguments, const std::optional<Lvalue> &This) {
  if (std::optional<Value> Known = Client.evaluateUnseen(Call, Function, Arguments, This))
    return *Known;
  if (Client.noteUnseenCall(Call, Function, Arguments, This) && This)
    Arguments.push_back(Value::pointer(*This));
  Uniformity Varies = Uniformity::Grid;
  bool OnlyNumbers = Function != nullptr;
  for (const Value &Argument : Arguments) {
    Varies = std::max(Varies, uniformity(Argument));
    OnlyNumbers &= Argument.isScalar();
    havocReachableFrom(Argument, "changed by a call without a visible body");
  }
  std::string Text = shownText(Call->getSourceRange());
  // A function of numbers alone, such as those of the math library, is as
  // uniform as what it is given.
  if (OnlyNumbers)
    return unknownValue(Call->getType(), Arguments.empty() ? Uniformity::Lane : Varies,
                        OpaqueReason::DataDependent, Text);
  return unknownValue(Call->getType(), Uniformity::Lane, OpaqueReason::NotUnderstood,
                      "call of " + (Function ? Function->getNameAsString() : "a function pointer"));
}

Value Interpreter::inlineCall(const FunctionDecl *Function, const Stmt *CallSite,
                              std::optional<Lvalue> This, llvm::ArrayRef<Value> Arguments,
                              QualType ResultType) {
  constexpr size_t MaximumFrames = 48;
  // With constant arguments, conditions are known and the recursion has an end.
  bool AllConstant = !Arguments.empty() && llvm::all_of(Arguments, [](const Value &Argument) {
    return Argument.isScalar() && Argument.Number->isConstant();
  });
  const unsigned MaximumRecursion = AllConstant ? unsigned(MaximumFrames) : 4;
  auto SameFunction = [&](const Frame &Active) {
    return Active.Function && Active.Function->getCanonicalDecl() == Function->getCanonicalDecl();
  };
  // A call copies and joins states.
  constexpr uint64_t CallWeight = 20;
  if (!step(CallWeight) || Frames.size() >= MaximumFrames ||
      unsigned(llvm::count_if(Frames, SameFunction)) >= MaximumRecursion ||
      Function->isInvalidDecl()) {
    Client.noteUnfollowedCall(CallSite, Function, Arguments);
    for (const Value &Argument : Arguments)
      havocReachableFrom(Argument, "changed by a recursive call");
    return unknownValue(ResultType, Uniformity::Lane, OpaqueReason::NotUnderstood,
                        "recursion of " + Function->getNameAsString());
  }
  bool IsCoroutine = Function->getBody() && isa<CoroutineBodyStmt>(Function->getBody());
  if (IsCoroutine) {
    Recorder.noteUnseen(CallSite);
    Client.forgetChanges(*CallSite);
    return unknownValue(ResultType, Uniformity::Lane, OpaqueReason::NotUnderstood, "a coroutine");
  }

  size_t GuardsAtEntry = Current.Guards.size();
  unsigned WaysLeftBefore = WaysLeft;
  Frames.push_back(frameOf(*Function, CallSite, std::move(This), Arguments));
  std::vector<BreakTarget> OuterTargets = std::exchange(BreakTargets, {});
  Client.enterFunction();
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Function))
    runConstructorInitializers(*Constructor);
  execute(Function->getBody());
  Client.leaveFunction();

  std::vector<State> Ends = std::move(frame().Returns);
  size_t WaysBack = Ends.size();
  Ends.push_back(std::move(Current));
  Current = join(std::move(Ends), GuardsAtEntry);
  rejoin(WaysLeftBefore, WaysBack, GuardsAtEntry);
  SlotId Result = frame().Result;
  Frames.pop_back();
  BreakTargets = std::move(OuterTargets);
  dropVariablesFrom(Result + 1);
  Value Returned;
  if (auto Found = Current.Variables.find(Result); Found != Current.Variables.end()) {
    Returned = Found->second;
    Current.Variables.erase(Result);
  }
  if (Returned.isEmpty() && !ResultType->isVoidType() && !Function->getReturnType()->isVoidType())
    return unknownValue(ResultType, Uniformity::Lane, OpaqueReason::ControlFlow,
                        "result of " + Function->getNameAsString());
  return Returned;
}

Frame Interpreter::frameOf(const FunctionDecl &Function, const Stmt *CallSite,
                           std::optional<Lvalue> This, llvm::ArrayRef<Value> Arguments) {
  Frame New;
  New.Function = &Function;
  New.CallSite = CallSite;
  New.This = std::move(This);
  New.Result = newSlot(Function.getReturnType(), "result of " + Function.getNameAsString());
  for (size_t Index = 0; Index != Function.getNumParams(); ++Index) {
    const ParmVarDecl *Parameter = Function.getParamDecl(unsigned(Index));
    if (!Parameter->getType()->isReferenceType() && Client.isChangedUnseen(*Parameter))
      continue;
    SlotId Slot = newSlot(Parameter->getType(), Parameter->getName());
    New.Slots[Parameter] = Slot;
    // Variadic packs and missing arguments leave parameters empty.
    Current.Variables[Slot] = Index < Arguments.size() ? Arguments[Index] : Value();
  }
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
      Method && Method->getParent()->isLambda())
    addCaptures(New, *Method->getParent());
  return New;
}

void Interpreter::addCaptures(Frame &New, const CXXRecordDecl &Lambda) {
  llvm::DenseMap<const ValueDecl *, FieldDecl *> Captures;
  FieldDecl *ThisCapture = nullptr;
  Lambda.getCaptureFields(Captures, ThisCapture);
  New.Captures = std::move(Captures);
  if (!ThisCapture || !New.This)
    return;
  // A captured *this is what "this" means in the body.
  Lvalue At = fieldLvalue(*New.This, *ThisCapture);
  Value Outer = At.isVariable() ? readVariable(At, ThisCapture->getType(), nullptr) : Value();
  New.CapturedThis = ThisCapture->getType()->isPointerType()
                         ? (Outer.isPointer() ? std::optional(Outer.Target) : std::nullopt)
                         : std::optional(At);
}

void Interpreter::dropVariablesFrom(SlotId First) {
  auto IsKept = [&](const auto &Each) { return Each.first < First || outerVariable(Each.first); };
  if (llvm::all_of(Current.Variables, IsKept))
    return;
  // A map that has been large stays large, and is copied at each branch.
  llvm::DenseMap<SlotId, Value> Kept;
  for (auto &Each : Current.Variables)
    if (IsKept(Each))
      Kept.insert(std::move(Each));
  Current.Variables = std::move(Kept);
}

void Interpreter::runConstructorInitializers(const CXXConstructorDecl &Constructor) {
  if (!frame().This)
    return;
  Lvalue Self = *frame().This;
  for (const CXXCtorInitializer *Initializer : Constructor.inits()) {
    const clang::Expr *Init = Initializer->getInit();
    if (!Init)
      continue;
    Lvalue At;
    QualType Type;
    if (const FieldDecl *Field = Initializer->getMember()) {
      At = fieldLvalue(Self, *Field);
      Type = Field->getType();
    } else if (Initializer->isBaseInitializer() && Self.isVariable()) {
      const CXXRecordDecl *Base = QualType(Initializer->getBaseClass(), 0)->getAsCXXRecordDecl();
      At = Self;
      At.Path.push_back(int64_t(partNumber(*Constructor.getParent(), Base)));
      Type = QualType(Initializer->getBaseClass(), 0);
    } else if (Initializer->isDelegatingInitializer()) {
      At = Self;
      Type = Init->getType();
    } else {
      evaluateForEffect(Init);
      continue;
    }
    if (Type->isReferenceType()) {
      if (At.isVariable())
        writeVariable(At, Value::pointer(locate(Init)));
    } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(Init->IgnoreImplicit())) {
      constructInto(At, Construct);
    } else {
      store(At, Type, evaluate(Init), Init);
    }
  }
}

void Interpreter::constructInto(const Lvalue &Target, const CXXConstructExpr *Construct) {
  const CXXConstructorDecl *Constructor = Construct->getConstructor();
  QualType Type = Construct->getType();
  bool Copies = Constructor->isCopyOrMoveConstructor() &&
                (Constructor->isTrivial() || Constructor->isDefaulted());
  if (Copies && Construct->getNumArgs() == 1) {
    store(Target, Type, evaluate(Construct->getArg(0)), Construct);
    return;
  }
  if (Client.isNumbered(Type)) {
    store(
        Target, Type,
        Client.numberedObject(Type, Construct->getNumArgs() == 1 ? Construct->getArg(0) : nullptr),
        Construct);
    return;
  }
  // A constructor that is not seen may keep the address of its object.
  auto LoseObject = [&] {
    if (!Ast.getSourceManager().isInSystemHeader(Constructor->getLocation()))
      Client.loseAddresses(Value::pointer(Target));
  };
  const FunctionDecl *Definition = nullptr;
  if (Constructor->isDefaultConstructor() &&
      (Constructor->isTrivial() || !Constructor->isDefined())) {
    if (!Constructor->isTrivial()) {
      Recorder.noteUnseen(Construct);
      Client.evaluateUnseen(Construct, Constructor, {}, std::nullopt);
      LoseObject();
    }
    if (Construct->requiresZeroInitialization())
      store(Target, Type, zeroValue(Type), Construct);
    return;
  }
  std::vector<Value> Arguments;
  for (unsigned Index = 0; Index != Construct->getNumArgs(); ++Index) {
    const clang::Expr *Argument = Construct->getArg(Index);
    Arguments.push_back(argumentValue(Argument, Index < Constructor->getNumParams()
                                                    ? Constructor->getParamDecl(Index)->getType()
                                                    : Argument->getType()));
  }
  if (!Constructor->hasBody(Definition) || !Definition || !Client.follows(*Definition, Arguments)) {
    Value Built = opaqueCall(Constructor, Construct, Arguments);
    if (Built.isEmpty())
      Built = unknownValue(Type, Uniformity::Lane, OpaqueReason::NotUnderstood,
                           "constructor of " + Type.getAsString());
    store(Target, Type, Built, Construct);
    LoseObject();
    return;
  }
  // Parts that the constructor does not mention stay unset.
  if (Target.isVariable() && Construct->requiresZeroInitialization())
    writeVariable(Target, zeroValue(Type));
  constructEach(Target, Type, [&](const Lvalue &Object) {
    inlineCall(Definition, Construct, Object, Arguments, Ast.VoidTy);
  });
}

/// Runs \p Construct for \p Target or, where that is an array, for each of its elements.
void Interpreter::constructEach(const Lvalue &Target, QualType Type,
                                llvm::function_ref<void(const Lvalue &)> Construct) {
  const auto *Array = Ast.getAsConstantArrayType(Type);
  if (!Array || !Target.isVariable()) {
    Construct(Target);
    return;
  }
  for (uint64_t Index = 0; Index != Array->getZExtSize(); ++Index) {
    Lvalue Element = Target;
    Element.Path.push_back(int64_t(Index));
    constructEach(Element, Array->getElementType(), Construct);
  }
}

Value Interpreter::evaluateConstruct(const CXXConstructExpr *Construct) {
  QualType Type = Construct->getType();
  const CXXConstructorDecl *Constructor = Construct->getConstructor();
  bool Copies = Constructor->isCopyOrMoveConstructor() &&
                (Constructor->isTrivial() || Constructor->isDefaulted());
  if (Copies && Construct->getNumArgs() == 1)
    return evaluate(Construct->getArg(0));
  if (!isTracked(Type)) {
    if (!Constructor->isTrivial())
      Recorder.noteUnseen(Construct);
    std::vector<Value> Arguments;
    for (unsigned Index = 0; Index != Construct->getNumArgs(); ++Index)
      if (Client.isConcrete() && Index < Constructor->getNumParams())
        Arguments.push_back(
            argumentValue(Construct->getArg(Index), Constructor->getParamDecl(Index)->getType()));
      else
        evaluateForEffect(Construct->getArg(Index));
    if (!Constructor->isTrivial())
      Client.evaluateUnseen(Construct, Constructor, Arguments, std::nullopt);
    return {};
  }
  SlotId Slot = newSlot(Type, "a temporary");
  Current.Variables[Slot] = Value();
  constructInto(Lvalue::variable(Slot), Construct);
  Value Built;
  if (auto Found = Current.Variables.find(Slot); Found != Current.Variables.end()) {
    Built = Found->second;
    Current.Variables.erase(Slot);
  }
  return Built;
}

} // namespace memlint
