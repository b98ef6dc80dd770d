//===- HostCalls.cpp - Calls in host code ---------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostEvaluator.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace memlint {

namespace {

bool isDim3(QualType Type) {
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  return Record && Record->getIdentifier() && Record->getName() == "dim3";
}

/// The function's name without namespace; for the mathematics functions also
/// without what marks it as builtin or as of type float.
StringRef plainName(const FunctionDecl *Function) {
  if (!Function->getIdentifier())
    return {};
  StringRef Name = Function->getName();
  Name.consume_front("__builtin_");
  static const llvm::StringSet<> FloatNames = {"ceilf", "floorf", "roundf", "truncf",
                                               "sqrtf", "log2f",  "logf",   "fabsf",
                                               "fminf", "fmaxf",  "powf"};
  if (FloatNames.contains(Name))
    Name = Name.drop_back();
  return Name;
}

bool isMutablePointer(QualType Type) {
  return Type->isPointerType() && !Type->getPointeeType().isConstQualified();
}

bool inSystemHeader(const FunctionDecl *Function, const SourceManager &Sources) {
  return Sources.isInSystemHeader(Sources.getExpansionLoc(Function->getLocation()));
}

} // namespace

HostValue HostEvaluator::evaluateCall(const CallExpr *Call) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee && !isa<CXXPseudoDestructorExpr>(Call->getCallee()->IgnoreParens()))
    Callee = evaluate(Call->getCallee()).Function;
  ArrayRef<const clang::Expr *> Arguments(Call->getArgs(), Call->getNumArgs());

  HostLocation Object;
  const clang::Expr *ObjectLvalue = nullptr;
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call)) {
    ObjectLvalue = Member->getImplicitObjectArgument();
  } else if (isa<CXXOperatorCallExpr>(Call) && Method && !Arguments.empty()) {
    ObjectLvalue = Arguments.front();
    Arguments = Arguments.drop_front();
  }
  if (ObjectLvalue)
    Object = ObjectLvalue->getType()->isPointerType() ? evaluate(ObjectLvalue).Target
                                                      : locate(ObjectLvalue);

  if (Method && (Method->isCopyAssignmentOperator() || Method->isMoveAssignmentOperator()) &&
      (Method->isTrivial() || Method->isDefaulted() || isDim3(ObjectLvalue->getType()))) {
    assign(ObjectLvalue, Object, evaluate(Arguments.front()));
    return HostValue::pointerTo(Object);
  }
  if (Callee)
    if (std::optional<HostValue> Known = evaluateKnownFunction(Call, Callee))
      return *Known;
  if (const FunctionDecl *Definition = Callee ? followable(Callee) : nullptr)
    return follow(Definition, Arguments, Object);

  applyUnseenCall(Callee, Arguments, Call->getBeginLoc());
  if (ObjectLvalue && (!Method || !Method->isConst()))
    forgetLvalue(ObjectLvalue);
  if (Callee && (Callee->isNoReturn() || plainName(Callee) == "exit" ||
                 plainName(Callee) == "abort" || plainName(Callee) == "__assert_fail"))
    State.Reachable = false;
  return HostValue::unknown();
}

std::optional<HostValue> HostEvaluator::evaluateKnownFunction(const CallExpr *Call,
                                                              const FunctionDecl *Callee) {
  // A function of the user's own that only shares the name is followed instead.
  if (followable(Callee))
    return std::nullopt;
  StringRef Name = plainName(Callee);
  if (Name == "swap" && Call->getNumArgs() == 2) {
    HostLocation First = locate(Call->getArg(0)), Second = locate(Call->getArg(1));
    HostValue Kept = load(First, Call->getArg(0)->getType());
    assign(Call->getArg(0), First, load(Second, Call->getArg(1)->getType()));
    assign(Call->getArg(1), Second, Kept);
    return HostValue::unknown();
  }
  if (Name == "move" || Name == "forward") {
    if (Call->getNumArgs() != 1)
      return std::nullopt;
    return Call->isGLValue() ? HostValue::pointerTo(locate(Call->getArg(0)))
                             : evaluate(Call->getArg(0));
  }
  if (Name.starts_with("make_") && Call->getType()->isRecordType()) {
    // The vector types: make_uint3(x, y, z) and the like.
    std::vector<HostValue> Members;
    for (const clang::Expr *Argument : Call->arguments())
      Members.push_back(evaluate(Argument));
    return HostValue::aggregate(std::move(Members));
  }
  if (Call->getNumArgs() < 1 || Call->getNumArgs() > 2)
    return std::nullopt;
  QualType Operand = Call->getArg(0)->getType();
  NumberType Operands = numberType(Operand);
  static const llvm::StringSet<> Known = {"ceil", "floor", "round", "trunc", "sqrt",
                                          "log2", "log",   "fabs",  "abs",   "labs",
                                          "pow",  "min",   "max",   "fmin",  "fmax"};
  if (!Known.contains(Name) || (!Operands.isInteger() && !Operands.isFloating()))
    return std::nullopt;
  std::vector<HostValue> Arguments;
  for (const clang::Expr *Argument : Call->arguments())
    Arguments.push_back(evaluate(Argument));
  std::optional<HostValue> Result = applyFunction(Name, Arguments, Operands);
  if (!Result)
    return std::nullopt;
  if (Call->isGLValue())
    return HostValue::pointerTo(temporary(Call, *Result));
  NumberType Returned = numberType(Call->getType());
  return convertNumber(*Result, Result->isFloating() ? Returned : Operands, Returned);
}

const FunctionDecl *HostEvaluator::followable(const FunctionDecl *Callee) const {
  const FunctionDecl *Definition = nullptr;
  if (!Callee->getBody(Definition) || Definition->isDependentContext() ||
      Definition->isVariadic() || Definition->isInvalidDecl() ||
      Definition->hasAttr<CUDAGlobalAttr>() ||
      (Definition->hasAttr<CUDADeviceAttr>() && !Definition->hasAttr<CUDAHostAttr>()) ||
      inSystemHeader(Definition, Ast.getSourceManager()))
    return nullptr;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(Definition))
    if (Method->isVirtual())
      return nullptr;
  return Definition;
}

HostValue HostEvaluator::skip(const FunctionDecl *Definition) {
  if (Program.reachesLaunch(Definition))
    Skipped.insert(Definition->getCanonicalDecl());
  forgetGlobalsModifiedBy(Definition);
  State.forgetEscaped();
  return HostValue::unknown();
}

HostValue HostEvaluator::follow(const FunctionDecl *Definition,
                                ArrayRef<const clang::Expr *> Arguments, HostLocation This) {
  std::vector<HostValue> Values;
  bool AllKnown = true;
  for (unsigned Index = 0; Index != Arguments.size(); ++Index) {
    bool ByReference = Index < Definition->getNumParams() &&
                       Definition->getParamDecl(Index)->getType()->isReferenceType();
    Values.push_back(ByReference ? HostValue::pointerTo(locate(Arguments[Index]))
                                 : evaluate(Arguments[Index]));
    AllKnown &= !Values.back().isUnknown();
  }
  if (!State.Reachable)
    return HostValue::unknown();
  bool Recursive = llvm::any_of(Frames, [&](const Frame &Active) {
    return Active.Function->getCanonicalDecl() == Definition->getCanonicalDecl();
  });
  if (exhausted() || Frames.size() >= MaximumDepth || (Recursive && !AllKnown) ||
      LongFunctions.contains(Definition)) {
    for (const HostValue &Value : Values)
      if (Value.isPointer())
        forgetPointee(Value);
    if (This.known())
      State.forget({This.Root, {}});
    return skip(Definition);
  }

  Executed.insert(Definition->getCanonicalDecl());
  bool FirstQuiet = QuietCallEnd == UINT64_MAX && !Program.reachesLaunch(Definition);
  if (FirstQuiet)
    QuietCallEnd = Steps + MaximumQuietCallSteps;
  {
    Frame &Callee = Frames.emplace_back();
    Callee.Number = ++FramesMade;
    Callee.Function = Definition;
    Callee.This = std::move(This);
    Callee.LastAllocationBefore = AllocationsMade;
  }
  for (unsigned Index = 0; Index != Definition->getNumParams(); ++Index) {
    HostLocation Parameter;
    Parameter.Root = {frame().Number, Definition->getParamDecl(Index)};
    State.store(Parameter, Index < Values.size() ? Values[Index] : HostValue::unknown());
  }
  std::vector<JumpTargets> CallersJumps = std::move(Jumps);
  Jumps.clear();
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Definition))
    for (const CXXCtorInitializer *Initializer : Constructor->inits()) {
      HostValue Value = evaluate(Initializer->getInit());
      if (const FieldDecl *Field = Initializer->getMember();
          Field && !Field->getType()->isReferenceType())
        State.store(frame().This.at(Field->getFieldIndex()), std::move(Value));
      else if (Initializer->isBaseInitializer() && !Initializer->isBaseVirtual())
        if (std::optional<unsigned> Base =
                basePart(Constructor->getParent(), QualType(Initializer->getBaseClass(), 0)))
          State.store(frame().This.at(*Base), std::move(Value));
    }
  execute(Definition->getBody());
  Jumps = std::move(CallersJumps);

  if (FirstQuiet) {
    if (Steps > QuietCallEnd)
      LongFunctions.insert(Definition);
    QuietCallEnd = UINT64_MAX;
  }
  Frame Finished = std::move(Frames.back());
  Frames.pop_back();
  if (Finished.Returned)
    State.joinWith(*Finished.Returned);
  State.dropFrame(Finished.Number);
  return Finished.Result.value_or(HostValue::unknown());
}

void HostEvaluator::applyUnseenCall(const FunctionDecl *Callee,
                                    ArrayRef<const clang::Expr *> Arguments, SourceLocation Where) {
  bool Outgoing = Program.severalFiles() && Callee && Program.isDefinedElsewhere(Callee);
  PassedArguments Passed;
  // The run time, the C library and the standard library do not keep addresses
  // of the caller's variables.
  bool FromSystem =
      Callee && (inSystemHeader(Callee, Ast.getSourceManager()) || Callee->getBuiltinID() != 0);
  for (unsigned Index = 0; Index != Arguments.size(); ++Index) {
    const clang::Expr *Argument = Arguments[Index];
    QualType Parameter = Callee && Index < Callee->getNumParams()
                             ? Callee->getParamDecl(Index)->getType()
                             : Argument->getType();
    HostValue Pointer =
        Parameter->isReferenceType() ? HostValue::pointerTo(locate(Argument)) : evaluate(Argument);
    if (Outgoing)
      Passed.Values.push_back(passedValue(Pointer));
    if (isMutableReference(Parameter)) {
      forgetLvalue(Argument);
    } else if (Parameter->isReferenceType()) {
      continue;
    } else {
      if (!Pointer.Target.known() || !isMutablePointer(Parameter))
        continue;
      forgetPointee(Pointer);
      if (FromSystem)
        if (HostValue Written = runtimeOutput(Callee, Arguments, Index);
            Written != HostValue::unknown())
          State.store(Pointer.Target, std::move(Written));
    }
    if (!FromSystem && Pointer.Target.known())
      State.markEscaped(Pointer.Target.Root);
  }
  if (Outgoing && State.Reachable)
    recordOutgoing(Callee, std::move(Passed), Where);
  if (!FromSystem) {
    State.forgetEscaped();
    forgetGlobalsModifiedBy(Callee);
  }
}

/// An array, of any number of dimensions, all of whose elements are \p Element.
HostValue HostEvaluator::filled(QualType Type, const HostValue &Element) const {
  const clang::ArrayType *Array = Ast.getAsArrayType(Type);
  if (!Array)
    return Element;
  const auto *Sized = dyn_cast<ConstantArrayType>(Array);
  if (!Sized || Sized->getSize().getLimitedValue() > MaximumTrackedElements)
    return HostValue::unknown();
  return HostValue::aggregate(std::vector<HostValue>(Sized->getSize().getLimitedValue(),
                                                     filled(Sized->getElementType(), Element)));
}

HostValue HostEvaluator::evaluateConstruction(const CXXConstructExpr *Construction) {
  const CXXConstructorDecl *Constructor = Construction->getConstructor();
  ArrayRef<const clang::Expr *> Arguments(Construction->getArgs(), Construction->getNumArgs());
  QualType Type = Construction->getType();
  if (Constructor->isCopyOrMoveConstructor() && Arguments.size() >= 1 &&
      (Constructor->isTrivial() || Constructor->isDefaulted() || isDim3(Type)))
    return evaluate(Arguments.front());
  auto IsNumber = [this](const clang::Expr *Argument) {
    return numberType(Argument->getType()).isInteger();
  };
  if (isDim3(Ast.getBaseElementType(Type)) && Arguments.size() <= 3 &&
      llvm::all_of(Arguments, IsNumber)) {
    std::vector<HostValue> Extents(3, HostValue::integer(1));
    for (unsigned Index = 0; Index != Arguments.size(); ++Index)
      Extents[Index] = evaluate(Arguments[Index]);
    return filled(Type, HostValue::aggregate(std::move(Extents)));
  }
  if (Type->isArrayType())
    return HostValue::unknown();
  if (const FunctionDecl *Definition = followable(Constructor)) {
    HostLocation Object = temporary(Construction, HostValue::unknown());
    follow(Definition, Arguments, Object);
    return State.load(Object);
  }
  // dim3 from uint3 and the like: the same members.
  if (isDim3(Type) && Arguments.size() == 1) {
    HostValue Members = evaluate(Arguments.front());
    return Members.isAggregate() && Members.Elements.size() == 3 ? Members : HostValue::unknown();
  }
  applyUnseenCall(Constructor, Arguments);
  return HostValue::unknown();
}

} // namespace memlint
