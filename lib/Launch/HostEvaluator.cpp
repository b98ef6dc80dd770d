//===- HostEvaluator.cpp - Interpreter of host code -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostEvaluator.h"
#include "cuda-memlint/Model/LaunchContexts.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace clang;

namespace memlint {

/// Runs the functions that other files call; returns them.
llvm::DenseSet<const FunctionDecl *> HostEvaluator::runCalledFromOutside() {
  llvm::StringMap<std::vector<const OutgoingCall *>> CallsOf;
  for (const OutgoingCall &Call : FromOutside.Calls)
    CallsOf[Call.Function].push_back(&Call);
  llvm::DenseSet<const FunctionDecl *> Called;
  if (CallsOf.empty())
    return Called;
  for (const FunctionDecl *Function : Program.functions()) {
    if (!Program.reachesLaunch(Function))
      continue;
    auto Found = CallsOf.find(linkerName(Ast, Function));
    if (Found == CallsOf.end())
      continue;
    Called.insert(Function);
    for (const OutgoingCall *Call : Found->second) {
      Conditions = Call->Conditions;
      runFromStart(Function, Call->Arguments.get());
    }
    Conditions.clear();
  }
  return Called;
}

void HostEvaluator::run() {
  llvm::DenseSet<const FunctionDecl *> Called = runCalledFromOutside();
  for (const FunctionDecl *Function : Program.roots()) {
    if (Function->isMain())
      runMain(Function);
    else if (!Called.contains(Function))
      runFromStart(Function);
  }
  // Recursion without a start, or calls in code that is not understood.
  for (const FunctionDecl *Function : Program.launchingFunctions())
    if (!Executed.contains(Function))
      Skipped.insert(Function);
  // Running one may add others.
  for (size_t Index = 0; Index != Skipped.size(); ++Index)
    runFromStart(Skipped[Index]);
}

namespace {

/// Merges what two runs found at one source location: the \p First, which knows less,
/// and the \p Second, which knows more under a condition. Keeps of the first what
/// is all known or met by both, and of the second what is new, if there is anything;
/// else all of the first.
template <typename T, typename KeyOf, typename Alike>
void mergeRuns(std::vector<T> &All, size_t FirstBegin, size_t SecondBegin, KeyOf Key,
               Alike SayTheSame) {
  ArrayRef<T> First = ArrayRef(All).slice(FirstBegin, SecondBegin - FirstBegin);
  ArrayRef<T> Second = ArrayRef(All).drop_front(SecondBegin);
  std::vector<T> Kept(All.begin(), All.begin() + FirstBegin);
  for (const T &Each : First) {
    bool MetAgain = false, MetOther = false;
    for (const T &Other : Second)
      if (Key(Each) == Key(Other))
        (SayTheSame(Each, Other) ? MetAgain : MetOther) = true;
    if (Each.AllKnown || MetAgain || !MetOther)
      Kept.push_back(Each);
  }
  for (const T &Each : Second) {
    auto Same = [&](const T &Other) { return Key(Each) == Key(Other) && SayTheSame(Each, Other); };
    bool IsAllKnown = llvm::all_of(
        First, [&](const T &Other) { return Key(Each) != Key(Other) || Other.AllKnown; });
    if (!IsAllKnown && llvm::none_of(First, Same))
      Kept.push_back(Each);
  }
  All = std::move(Kept);
}

} // namespace

/// Once for all arguments, and, where that leaves something of a launch unknown,
/// once more without any.
void HostEvaluator::runMain(const FunctionDecl *Main) {
  size_t LaunchesBefore = Launches.size(), CallsBefore = OutgoingCalls.size();
  runFromStart(Main);
  size_t LaunchesBetween = Launches.size(), CallsBetween = OutgoingCalls.size();
  auto IsAllKnown = [](const auto &Each) { return Each.AllKnown; };
  if (Main->getNumParams() == 0 ||
      (llvm::all_of(ArrayRef(Launches).drop_front(LaunchesBefore), IsAllKnown) &&
       llvm::all_of(ArrayRef(OutgoingCalls).drop_front(CallsBefore), IsAllKnown)))
    return;
  Conditions = {"main is called without arguments"};
  runFromStart(Main, nullptr, MainArguments::None);
  Conditions.clear();
  mergeRuns(
      Launches, LaunchesBefore, LaunchesBetween,
      [](const RecordedLaunch &Launch) { return std::pair(Launch.Kernel, Launch.Where); },
      [](const RecordedLaunch &Left, const RecordedLaunch &Right) {
        return sayTheSame(Left.Context, Right.Context, /*WithConditions=*/false);
      });
  mergeRuns(
      OutgoingCalls, CallsBefore, CallsBetween,
      [](const RecordedCall &Call) { return std::pair(Call.Call.Function, Call.Where); },
      [](const RecordedCall &Left, const RecordedCall &Right) {
        return *Left.Call.Arguments == *Right.Call.Arguments;
      });
}

void HostEvaluator::runFromStart(const FunctionDecl *Function, const PassedArguments *Arguments,
                                 MainArguments OfMain) {
  const FunctionDecl *Definition = nullptr;
  const Stmt *Body = Function->getBody(Definition);
  if (!Body)
    return;
  State = HostState();
  Jumps.clear();
  Frames.clear();
  Steps = LoopSteps = 0;
  QuietCallEnd = UINT64_MAX;
  Frame &Start = Frames.emplace_back();
  Start.Number = ++FramesMade;
  Start.Function = Definition;
  Executed.insert(Function->getCanonicalDecl());
  setGlobals(Function->isMain());
  for (const ParmVarDecl *Parameter : Definition->parameters())
    State.forget(locateVariable(Parameter));
  IsCalledFromOutside = Arguments != nullptr;
  if (Arguments)
    bindParameters(Definition, *Arguments);
  frame().LastAllocationBefore = AllocationsMade;
  if (OfMain == MainArguments::None)
    State.store(locateVariable(Definition->getParamDecl(0)), HostValue::integer(1));
  execute(Body);
}

void HostEvaluator::bindParameters(const FunctionDecl *Definition,
                                   const PassedArguments &Arguments) {
  unsigned Count = std::min<size_t>(Definition->getNumParams(), Arguments.Values.size());
  // Numbers of allocations in the calling file mean other ones here.
  unsigned FirstAllocation = AllocationsMade;
  auto Renumber = [&](auto &Self, HostValue &Value) -> void {
    if (Value.isPointer() && Value.Allocation) {
      Value.Allocation += FirstAllocation;
      AllocationsMade = std::max(AllocationsMade, Value.Allocation);
    }
    for (HostValue &Element : Value.Elements)
      Self(Self, Element);
  };
  for (unsigned Index = 0; Index != Count; ++Index) {
    const PassedValue &Passed = Arguments.Values[Index];
    HostValue Value = Passed.Value;
    Renumber(Renumber, Value);
    HostLocation Parameter;
    Parameter.Root = {frame().Number, Definition->getParamDecl(Index)};
    if (!Passed.IsPointee) {
      State.store(Parameter, std::move(Value));
      continue;
    }
    HostLocation Pointee;
    Pointee.Root = {frame().Number, &Passed};
    State.store(Pointee, std::move(Value));
    State.store(Parameter, HostValue::pointerTo(Pointee));
  }
}

HostValue HostEvaluator::valueOfConstant(const VarDecl *Variable) {
  if (!Variable->getType().isConstQualified())
    return HostValue::unknown();
  if (const clang::Expr *Initializer = Variable->getAnyInitializer())
    return isDependent(Initializer) ? HostValue::unknown() : evaluate(Initializer);
  if (!FromOutside.Constants.empty()) {
    std::string Name = linkerName(Ast, Variable);
    for (const SharedConstant &Constant : FromOutside.Constants)
      if (Constant.Name == Name)
        return Constant.Value->Values.front().Value;
  }
  return HostValue::unknown();
}

void HostEvaluator::setGlobals(bool FromMain) {
  for (const VarDecl *Global : Program.mutableGlobals()) {
    const VarDecl *Definition = Global->getDefinition();
    if (!Definition || Definition->hasAttr<CUDADeviceAttr>() ||
        Definition->hasAttr<CUDAConstantAttr>() || Definition->hasAttr<CUDASharedAttr>())
      continue;
    // Before main nothing but initializers has run. Elsewhere the value is known
    // only when nobody can have changed it.
    bool Constant = !Definition->isExternallyVisible() && Program.isNeverModified(Global);
    if (!FromMain && !Constant)
      continue;
    const clang::Expr *Initializer = Definition->getInit();
    State.store(locateVariable(Definition),
                Initializer ? evaluate(Initializer) : zeroOf(Definition->getType()));
  }
}

void HostEvaluator::forgetGlobalsModifiedBy(const FunctionDecl *Callee) {
  for (const VarDecl *Global :
       Program.globalsModifiedBy(Callee ? Callee->getCanonicalDecl() : nullptr))
    State.forget(locateVariable(Global));
}

void HostEvaluator::havoc(const Modifications &Modified) {
  for (const VarDecl *Variable : Modified.Variables)
    State.forget(locateVariable(Variable));
  for (const VarDecl *Variable : Modified.Moved) {
    QualType Pointee = Variable->getType().getNonReferenceType()->getPointeeType();
    bool Sized = !Pointee->isDependentType() && Pointee->isConstantSizeType() &&
                 !Pointee->isIncompleteType();
    int64_t Size = Sized ? Ast.getTypeSizeInChars(Pointee).getQuantity() : 1;
    State.store(locateVariable(Variable),
                HostValue::pointerInto(++AllocationsMade, std::nullopt, powerOfTwoFactor(Size)));
  }
  for (const VarDecl *Variable : Modified.Pointees)
    forgetPointee(State.load(locateVariable(Variable)));
  if (Modified.Members)
    State.forget(frame().This);
  for (const FunctionDecl *Callee : Modified.Callees)
    forgetGlobalsModifiedBy(Callee);
  if (!Modified.Callees.empty())
    State.forgetEscaped();
}

bool HostEvaluator::isDependent(const clang::Expr *Expression) const {
  // In templates some expressions, such as (a, b) as an initializer, have no type.
  return Expression->getType().isNull() || Expression->isValueDependent() ||
         Expression->isTypeDependent() || Expression->containsErrors();
}

} // namespace memlint
