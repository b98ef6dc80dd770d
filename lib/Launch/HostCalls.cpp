//===- HostCalls.cpp - Calls in host code ---------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HandedFunctions.h"
#include "HostEvaluator.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

#include <cmath>

using namespace clang;

namespace memlint {

namespace {

/// Classes of system headers whose methods are followed.
bool isPlainClass(const DeclContext *Context) {
  const auto *Record = dyn_cast<CXXRecordDecl>(Context);
  return Record && Record->getIdentifier() &&
         (Record->getName() == "dim3" || Record->getName() == "initializer_list");
}

/// The function's name without namespace; for the mathematics functions also
/// without what marks it as builtin or as of type float.
StringRef plainName(const FunctionDecl &Function) {
  if (!Function.getIdentifier())
    return {};
  StringRef Name = Function.getName();
  Name.consume_front("__builtin_");
  static const llvm::StringSet<> FloatNames = {"ceilf", "floorf", "roundf", "truncf",  "sqrtf",
                                               "log2f", "logf",   "fabsf",  "fminf",   "fmaxf",
                                               "powf",  "exp2f",  "log10f", "lroundf", "llroundf"};
  if (FloatNames.contains(Name))
    Name = Name.drop_back();
  return Name;
}

using Unary = double (*)(double);

Unary unaryFunction(StringRef Name) {
  static constexpr std::pair<llvm::StringLiteral, Unary> Functions[] = {
      {"ceil", [](double X) { return std::ceil(X); }},
      {"floor", [](double X) { return std::floor(X); }},
      {"round", [](double X) { return std::round(X); }},
      {"trunc", [](double X) { return std::trunc(X); }},
      {"sqrt", [](double X) { return std::sqrt(X); }},
      {"log2", [](double X) { return std::log2(X); }},
      {"log", [](double X) { return std::log(X); }},
      {"log10", [](double X) { return std::log10(X); }},
      {"exp2", [](double X) { return std::exp2(X); }},
      {"lround", [](double X) { return std::round(X); }},
      {"llround", [](double X) { return std::round(X); }},
      {"fabs", [](double X) { return std::fabs(X); }},
      {"abs", [](double X) { return std::fabs(X); }},
  };
  const auto *Found =
      llvm::find_if(Functions, [&](const auto &Each) { return Each.first == Name; });
  return Found == std::end(Functions) ? nullptr : Found->second;
}

} // namespace

/// A function of the C and C++ mathematics headers; nothing when it is none of those known.
std::optional<Value> HostEvaluator::evaluateMathematics(StringRef Name, const CallExpr *Call) {
  Unary Function = unaryFunction(Name);
  bool IsMinimum = Name == "min" || Name == "fmin", IsMaximum = Name == "max" || Name == "fmax";
  if (Call->getNumArgs() != (Function || Name == "labs" ? 1 : 2) ||
      !(Function || Name == "labs" || Name == "pow" || IsMinimum || IsMaximum) ||
      !llvm::all_of(Call->arguments(), [](const clang::Expr *Argument) {
        return Argument->getType()->isArithmeticType();
      }))
    return std::nullopt;
  SmallVector<Value, 2> Values;
  for (const clang::Expr *Argument : Call->arguments())
    Values.push_back(Code->evaluate(Argument));
  QualType Type = Call->getType();
  const Value &First = Values.front(), &Last = Values.back();
  if (First.Floating && Last.Floating) {
    double A = *First.Floating, B = *Last.Floating;
    double Result = Function    ? Function(A)
                    : IsMinimum ? (A < B ? A : B)
                    : IsMaximum ? (A < B ? B : A)
                                : std::pow(A, B);
    if (Type->isFloatingType())
      return Code->floatNumber(Result, Type);
    bool IsRounded = (Name == "lround" || Name == "llround") && std::abs(Result) < 0x1p62;
    if (IsRounded)
      return Value::scalar(Code->fitted(Exprs->constant(int64_t(Result)), Type));
  }
  bool AreIntegers =
      llvm::all_of(Values, [](const Value &Each) { return Each.isScalar() && !isFloat(Each); });
  if (!AreIntegers || !Type->isIntegralOrEnumerationType())
    return unknown(Type);
  if (IsMinimum)
    return Value::scalar(Exprs->minimum(First.Number, Last.Number));
  if (IsMaximum)
    return Value::scalar(Exprs->maximum(First.Number, Last.Number));
  if ((Name == "abs" || Name == "labs"))
    return Value::scalar(
        Code->fitted(Exprs->maximum(First.Number, Exprs->negate(First.Number)), Type));
  return unknown(Type);
}

/// Members of the program's own class may run where an object of \p Type is moved.
static bool movesByOwnCode(QualType Type, const ASTContext &Ast) {
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  return Class && !inSystemHeader(*Class) && !Type.isTriviallyCopyableType(Ast);
}

std::optional<Value> HostEvaluator::evaluateKnown(const FunctionDecl &Function,
                                                  const CallExpr *Call, bool) {
  // A function of the user's own that only shares the name is followed instead.
  const FunctionDecl *Definition = nullptr;
  if (Function.getBody(Definition) && isFollowable(*Definition))
    return std::nullopt;
  StringRef Name = plainName(Function);
  if (Name == "swap" && Call->getNumArgs() == 2 &&
      !movesByOwnCode(Call->getArg(0)->getType(), Ast)) {
    QualType Type = Call->getArg(0)->getType();
    Lvalue First = Code->locate(Call->getArg(0)), Second = Code->locate(Call->getArg(1));
    Value Kept = Code->load(First, Type, nullptr);
    Code->store(First, Type, Code->load(Second, Type, nullptr), nullptr);
    Code->store(Second, Type, Kept, nullptr);
    return Value();
  }
  if ((Name == "move" || Name == "forward") && Call->getNumArgs() == 1)
    return Call->isGLValue() ? Value::pointer(Code->locate(Call->getArg(0)))
                             : Code->evaluate(Call->getArg(0));
  if (Name.starts_with("make_") && Call->getType()->isRecordType() && inSystemHeader(Function) &&
      !Function.isInStdNamespace()) {
    // The vector types: make_uint3(x, y, z) and the like.
    std::vector<Value> Members;
    if (const auto *Class = Call->getType()->getAsCXXRecordDecl())
      Members.resize(Class->getNumBases());
    for (const clang::Expr *Argument : Call->arguments())
      Members.push_back(Code->evaluate(Argument));
    if (Members.size() != partTypes(Ast, Call->getType()).size())
      return unknown(Call->getType());
    return Value::aggregate(std::move(Members));
  }
  std::optional<Value> Result = evaluateMathematics(Name, Call);
  if (!Result || !Call->isGLValue())
    return Result;
  SlotId Slot = Code->newSlot(Call->getType(), "");
  Code->Current.Variables[Slot] = std::move(*Result);
  return Value::pointer(Lvalue::variable(Slot));
}

bool HostEvaluator::isFollowable(const FunctionDecl &Definition) const {
  return !Definition.isDependentContext() && !Definition.isVariadic() &&
         !Definition.isInvalidDecl() && !Definition.hasAttr<CUDAGlobalAttr>() &&
         (!Definition.hasAttr<CUDADeviceAttr>() || Definition.hasAttr<CUDAHostAttr>()) &&
         (!inSystemHeader(Definition) || isPlainClass(Definition.getParent()));
}

bool HostEvaluator::follows(const FunctionDecl &Definition, ArrayRef<Value> Arguments) {
  if (!isFollowable(Definition) || exhausted() || Calls.size() >= MaximumDepth ||
      LongFunctions.contains(&Definition))
    return false;
  bool Recursive = llvm::any_of(Calls, [&](const ActiveCall &Active) {
    return declaresSameEntity(Active.Function, &Definition);
  });
  return !Recursive || llvm::none_of(Arguments, [](const Value &Argument) {
    return Argument.isScalar() && !Argument.Number->isConstant() && !Argument.Floating;
  });
}

void HostEvaluator::skip(const FunctionDecl *Definition, ArrayRef<Value> Arguments,
                         const std::optional<Lvalue> &This) {
  for (const Value &Argument : Arguments) {
    escapeBehind(Argument);
    if (Argument.isPointer())
      forgetPointee(Argument);
  }
  if (This)
    escapeBehind(Value::pointer(*This));
  if (This && This->isVariable())
    forget(Lvalue::variable(This->Slot));
  if (Definition && Program.reachesLaunch(Definition))
    Skipped.insert(Definition->getCanonicalDecl());
  forgetGlobalsModifiedBy(Definition);
  forgetEscaped();
}

/// The function that runs where \p Callee is called; null: what overrides a virtual function is not
/// known.
static const FunctionDecl *functionThatRuns(const FunctionDecl *Callee) {
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  return Method && Method->isVirtual() ? nullptr : Callee;
}

void HostEvaluator::noteUnfollowedCall(const Stmt *, const FunctionDecl *Function,
                                       ArrayRef<Value> Arguments) {
  skip(functionThatRuns(Function), Arguments, std::nullopt);
}

/// What \p Call gives may be an address, or hold one: of what it is given, among others.
static bool mayGiveAddress(const clang::Expr &Call) {
  return Call.isGLValue() || !(Call.getType()->isArithmeticType() ||
                               Call.getType()->isEnumeralType() || Call.getType()->isVoidType());
}

std::optional<Value> HostEvaluator::evaluateUnseen(const clang::Expr *Call,
                                                   const FunctionDecl *Function,
                                                   ArrayRef<Value> Arguments,
                                                   const std::optional<Lvalue> &This) {
  const FunctionDecl *Definition = nullptr;
  if (Function && Function->getBody(Definition) && isFollowable(*Definition)) {
    skip(Definition, Arguments, This);
    return unknown(Call->getType());
  }
  bool FromSystem = Function && (inSystemHeader(*Function) || Function->getBuiltinID() != 0);
  if (Strings && FromSystem)
    if (std::optional<Value> Known = Strings->call(*Function, Call->getType(), Arguments, This))
      return *Known;
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Function);
  bool ChangesThis = !Method || !Method->isConst();
  if (This && (!FromSystem || mayGiveAddress(*Call))) {
    escapeBehind(Value::pointer(*This));
    if (ChangesThis)
      escapeFrom(Value::pointer(*This));
  }
  applyUnseen(Call, Function, Arguments);
  if (This && ChangesThis)
    forget(*This);
  StringRef Name = Function ? plainName(*Function) : "";
  if (Name == "exit" || Name == "abort" || Name == "__assert_fail")
    Code->endImpossiblePath();
  return unknown(Call->getType());
}

/// Forgets what a call of \p Closure, of \p Type, where that is one, may change by its captures.
void HostEvaluator::forgetCaptured(const Value &Closure, QualType Type) {
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  if (!Class || !Class->isLambda())
    return;
  Value Captures = Closure.isPointer() ? Code->load(Closure.Target, Type, nullptr) : Closure;
  if (Captures.isAggregate())
    for (const Value &Captured : *Captures.Parts)
      if (Captured.isPointer() && Captured.Target.isVariable()) {
        escape(Captured.Target.Slot);
        forget(Captured.Target);
      }
}

/// A function that is handed to one that is not seen, such as a thread's, may be called there, or
/// by whatever is called later, with the addresses that are handed on beside it.
void HostEvaluator::noteHandedFunctions(const clang::Expr *Call, const FunctionDecl *Callee,
                                        ArrayRef<Value> Arguments) {
  bool Any = false;
  auto Note = [&](const clang::Expr *Argument) {
    if (const FunctionDecl *Function = namedFunction(Argument)) {
      HandedFunctions.insert(Function->getCanonicalDecl());
      Any = true;
    } else if (handsUnknownFunction(Callee, Argument)) {
      HandedFunctions.insert(nullptr);
      Any = true;
    }
  };
  if (const auto *Plain = dyn_cast<CallExpr>(Call))
    llvm::for_each(Plain->arguments(), Note);
  else if (const auto *Construction = dyn_cast<CXXConstructExpr>(Call))
    llvm::for_each(Construction->arguments(), Note);
  if (!Any)
    return;
  for (const Value &Given : Arguments) {
    escapeFrom(Given);
    escapeBehind(Given);
  }
}

/// \p Callee, of a library, may keep addresses of what it is given by reference; an input stream,
/// say, does not.
static bool keepsReferences(const FunctionDecl &Callee) {
  return isa<CXXConstructorDecl>(Callee) || Callee.getReturnType()->isRecordType() ||
         Callee.getPrimaryTemplate();
}

/// \p Callee, of CUDA's run time, writes through a parameter of type \p Parameter one value, and
/// \p At is the field of a structure: the other fields stay as they are.
bool HostEvaluator::writesOneField(const FunctionDecl &Callee, QualType Parameter,
                                   const Lvalue &At) const {
  if (!At.isVariable() || At.Path.empty() || At.ByteOffset != 0 || !Callee.getIdentifier() ||
      !Callee.getName().starts_with("cuda") || !Parameter->isPointerType())
    return false;
  QualType Written = Parameter->getPointeeType();
  if (Written->isVoidType() || Written->isAnyCharacterType())
    return false;
  Lvalue Around = At;
  Around.Path.pop_back();
  QualType Type = Code->typeAt(Around);
  return !Type.isNull() && Type->isRecordType();
}

/// Forgets what a function that is not seen may change, and notes the call if it leaves the file.
void HostEvaluator::applyUnseen(const clang::Expr *Call, const FunctionDecl *Callee,
                                ArrayRef<Value> Arguments) {
  bool Outgoing =
      Program.severalFiles() && Callee && Program.isDefinedElsewhere(Callee) && isa<CallExpr>(Call);
  PassedArguments Passed;
  noteHandedFunctions(Call, Callee, Arguments);
  bool FromSystem = Callee && (inSystemHeader(*Callee) || Callee->getBuiltinID() != 0);
  if (Callee) {
    noteDeviceMemory(*Callee, Arguments);
    noteCapture(*Callee);
  }
  bool IsCopied = Strings && Callee && HostStrings::copiesArguments(*Callee);
  bool OnlyReadsOthers = Strings && Callee && Strings->onlyReadsOthers(*Callee, Arguments);
  for (unsigned Index = 0; Index != Arguments.size(); ++Index) {
    const Value &Given = Arguments[Index];
    bool IsDeclared = Callee && Index < Callee->getNumParams();
    QualType Parameter = IsDeclared ? Callee->getParamDecl(Index)->getType() : QualType();
    if (Outgoing && IsDeclared)
      Passed.Values.push_back(passedValue(Given, Parameter));
    // What a library may call has been found for the whole program.
    if (IsDeclared && !FromSystem)
      forgetCaptured(Given, Parameter.getNonReferenceType());
    bool IsKept = !FromSystem || keepsAddresses(*Callee) || mayGiveAddress(*Call);
    if (IsKept)
      escapeBehind(Given);
    if (!Given.isPointer() || (!IsDeclared && OnlyReadsOthers))
      continue;
    bool IsReference = IsDeclared && Parameter->isReferenceType();
    if (IsCopied && !IsReference)
      continue;
    if (IsReference ? !isMutableReference(Parameter) : IsDeclared && !isMutablePointer(Parameter))
      continue;
    if (IsReference)
      forget(Given.Target);
    else if (FromSystem && IsDeclared && writesOneField(*Callee, Parameter, Given.Target))
      forget(Given.Target);
    else if (Given.Target.isVariable() || Given.Target.isChoice())
      forgetPointee(Given);
    else
      Memory->forgetString(Given.Target.Object);
    if (!Given.Target.isVariable())
      continue;
    if (IsReference ? IsKept && (!FromSystem || keepsReferences(*Callee)) : IsKept)
      escape(Given.Target.Slot);
    if (!FromSystem)
      continue;
    if (const auto *Plain = dyn_cast<CallExpr>(Call); Plain && !IsReference)
      if (HostValue Written = runtimeOutput(Callee, *Plain, Arguments, Index);
          Written != HostValue::unknown())
        if (QualType Type = Code->typeAt(Given.Target); !Type.isNull())
          Code->store(Given.Target, Type, valueOf(Written, Type), nullptr);
  }
  if (Outgoing && Code->Current.Reachable)
    recordOutgoing(Callee, std::move(Passed), Call->getBeginLoc());
  if (!FromSystem || !HandedFunctions.empty())
    forgetEscaped();
  if (!FromSystem)
    forgetGlobalsModifiedBy(functionThatRuns(Callee));
  for (const FunctionDecl *Handed : HandedFunctions)
    forgetGlobalsModifiedBy(Handed);
}

} // namespace memlint
