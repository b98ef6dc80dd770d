//===- HostEvaluator.cpp - The interpreter's client for host code ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostEvaluator.h"

#include "CountedLoops.h"

#include "cuda-memlint/Frontend/Statements.h"
#include "cuda-memlint/Interpreter/IntegerConstants.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace memlint {

void HostEvaluator::start(bool KnowsStrings) {
  ++Runs;
  Strings.reset();
  Code.reset();
  Memory.reset();
  Exprs.emplace();
  Memory.emplace(*Exprs, KnowsStrings);
  ExecutionRecorder &Recorder = *this;
  InterpreterClient &Client = *this;
  Code.emplace(Ast, *Exprs, *Memory, Recorder, Client);
  if (KnowsStrings)
    Strings.emplace(Ast, *Memory, *Code);
  Calls.clear();
  Loops.clear();
  Statements.clear();
  Preconditions.clear();
  IsCapturing = false;
  Escaped.clear();
  HandedFunctions.clear();
  PassedInPlace.clear();
  LoopSteps = QuietLoopDepth = 0;
  QuietCallEnd = UINT64_MAX;
}

void HostEvaluator::runFromStart(const FunctionDecl *Function, const PassedArguments *FromFile,
                                 MainArguments OfMain) {
  // What takes long without arguments may end soon with them.
  if (OfMain != MainArguments::NotKnown) {
    LongLoops.clear();
    LongFunctions.clear();
  }
  const FunctionDecl *Definition = nullptr;
  if (!Function->getBody(Definition))
    return;
  start(/*KnowsStrings=*/OfMain == MainArguments::Given);
  StartsFromMain = Function->isMain();
  IsCalledFromOutside = FromFile != nullptr;
  std::vector<Value> Values;
  if (FromFile)
    Values = valuesOf(*Definition, *FromFile);
  else if (OfMain == MainArguments::Given)
    Values = Strings->argumentsOfMain(*Definition, *Arguments);
  for (const ParmVarDecl *Parameter :
       Definition->parameters().drop_front(std::min(Values.size(), Definition->param_size())))
    Values.push_back(unknown(Parameter->getType()));
  if (OfMain == MainArguments::None)
    Values[0] = Value::scalar(Exprs->constant(1));
  Code->run(*Definition, Values);
}

/// What another file passes, for the parameters of \p Definition.
std::vector<Value> HostEvaluator::valuesOf(const FunctionDecl &Definition,
                                           const PassedArguments &FromFile) {
  // Numbers of allocations in the calling file mean other ones here.
  std::map<unsigned, unsigned> Numbers;
  auto Renumber = [&](auto &Self, HostValue &Each) -> void {
    if (Each.isPointer()) {
      unsigned &Number = Numbers[Each.Allocation];
      if (!Number)
        Number = Memory->add({.IsSeenMade = Each.NotNull});
      Each.Allocation = Number;
    }
    for (HostValue &Element : Each.Elements)
      Self(Self, Element);
  };
  std::vector<Value> Values;
  for (auto [Parameter, Passed] : llvm::zip(Definition.parameters(), FromFile.Values)) {
    HostValue Known = Passed.Value;
    Renumber(Renumber, Known);
    QualType Type = Parameter->getType();
    if (!Passed.IsPointee) {
      Values.push_back(Type->isReferenceType()
                           ? unknown(Ast.getPointerType(Type.getNonReferenceType()))
                           : valueOf(Known, Type));
      continue;
    }
    QualType Pointee = Type->getPointeeType();
    SlotId Slot = Code->newSlot(Pointee, "");
    Code->Current.Variables[Slot] = valueOf(Known, Pointee);
    Values.push_back(Value::pointer(Lvalue::variable(Slot)));
  }
  return Values;
}

/// \p Code names a variable outside all functions that is not constant.
static bool namesMutableGlobal(const Stmt *Code) {
  return anyPart(Code, [](const Stmt &Part) {
    const auto *Name = dyn_cast<DeclRefExpr>(&Part);
    const auto *Variable = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
    return Variable && Variable->hasGlobalStorage() && !Variable->getType().isConstQualified();
  });
}

/// What \p Initializer, of a constant of static storage, gives may be something else once the
/// program has run for a while.
bool HostEvaluator::dependsOnTime(const VarDecl &Variable, const clang::Expr &Initializer) {
  if (Initializer.isConstantInitializer(Ast, Variable.getType()->isReferenceType()))
    return false;
  if (Variable.isStaticLocal() || namesMutableGlobal(&Initializer))
    return true;
  Modifications Used = modificationsIn(&Initializer);
  return llvm::any_of(Used.Callees, [&](const FunctionDecl *Callee) {
    return !Callee || Program.reaches(Callee, [](const FunctionDecl &Each) {
      return namesMutableGlobal(Each.getBody());
    });
  });
}

Value HostEvaluator::constantValue(const VarDecl &Variable) {
  QualType Type = Variable.getType();
  if (const clang::Expr *Initializer = Variable.getAnyInitializer()) {
    if (Initializer->isValueDependent() || dependsOnTime(Variable, *Initializer) ||
        !Pending.insert(&Variable).second)
      return unknown(Type);
    Value Held = Code->evaluate(Initializer);
    Pending.erase(&Variable);
    return Held.isEmpty() ? unknown(Type) : Held;
  }
  if (!FromOutside.Constants.empty()) {
    std::string Name = linkerName(Ast, &Variable);
    for (const SharedConstant &Constant : FromOutside.Constants)
      if (Constant.Name == Name)
        return valueOf(Constant.Value->Values.front().Value, Type);
  }
  return unknown(Type);
}

HostValue HostEvaluator::valueOfConstant(const VarDecl *Variable) {
  if (!Variable->getType().isConstQualified() ||
      !isTrackedType(Ast, Variable->getType(), trackedSizes()))
    return HostValue::unknown();
  start();
  Code->Frames.emplace_back();
  return described(constantValue(*Variable), Variable->getType());
}

Value HostEvaluator::outerValue(const VarDecl &Variable) {
  QualType Type = Variable.getType();
  if (Variable.hasAttr<CUDADeviceAttr>() || Variable.hasAttr<CUDASharedAttr>() ||
      Type->isDependentType() || Type->isReferenceType() || Type.isVolatileQualified() ||
      !Code->isTracked(Type) || isChangedUnseen(Variable))
    return {};
  return Type.isConstQualified() ? constantValue(Variable) : unknown(Type);
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
    std::optional<Lvalue> At = FromMain || Constant ? activeVariable(*Global) : std::nullopt;
    if (!At)
      continue;
    const clang::Expr *Initializer = Definition->getInit();
    Value Held = Initializer ? Code->evaluate(Initializer) : Code->zeroValue(Definition->getType());
    Code->Current.Variables[At->Slot] = std::move(Held);
  }
}

/// Static variables of functions hold what they are initialised with before main begins, if that is
/// a constant. Calls of code that is not followed may change them.
void HostEvaluator::setStaticLocals() {
  for (const VarDecl *Variable : Program.staticLocals()) {
    const clang::Expr *Initializer = Variable->getInit();
    bool IsOfHost = !Variable->hasAttr<CUDADeviceAttr>() && !Variable->hasAttr<CUDASharedAttr>() &&
                    !Variable->hasAttr<CUDAConstantAttr>();
    if (!IsOfHost || Variable->getType()->isDependentType() ||
        (Initializer && (Initializer->isValueDependent() ||
                         !Initializer->isConstantInitializer(Ast, /*ForRef=*/false))))
      continue;
    std::optional<Lvalue> At = activeVariable(*Variable);
    if (!At)
      continue;
    Value Held = Initializer ? Code->evaluate(Initializer) : Code->zeroValue(Variable->getType());
    Code->Current.Variables[At->Slot] = std::move(Held);
    Escaped.insert(At->Slot);
  }
}

void HostEvaluator::enterFunction() {
  const FunctionDecl *Function = Code->frame().Function;
  Calls.emplace_back().Function = Function;
  Executed.insert(Function->getCanonicalDecl());
  bool IsStart = Calls.size() == 1;
  // Initializers call functions: what refers into Calls does not outlive that.
  if (IsStart)
    setGlobals(StartsFromMain);
  if (IsStart && Strings)
    setStaticLocals();
  // getopt() reads the variable POSIXLY_CORRECT.
  if (IsStart && Strings && !Program.setsEnvironment())
    for (SlotId Slot : Strings->startOptions())
      Escaped.insert(Slot);
  ActiveCall &Entered = Calls.back();
  if (!IsStart) {
    Entered.Result = Code->frame().Result;
    Entered.IsFirstQuiet = QuietCallEnd == UINT64_MAX && !Program.reachesLaunch(Entered.Function);
  }
  if (Entered.IsFirstQuiet)
    QuietCallEnd = Code->stepsTaken() + MaximumQuietCallSteps;
  Entered.LastObjectBefore = Memory->lastObject();
}

void HostEvaluator::leaveFunction() {
  if (Calls.back().IsFirstQuiet) {
    if (Code->stepsTaken() > QuietCallEnd)
      LongFunctions.insert(Calls.back().Function);
    QuietCallEnd = UINT64_MAX;
  }
  Calls.pop_back();
}

void HostEvaluator::enterStatement(const Stmt &, Placement) {
  Statements.push_back({Code->Current.Guards.size(), Launches.size()});
}

void HostEvaluator::leaveStatement(const Stmt &, Placement) {
  ActiveStatement Before = Statements.back();
  Statements.pop_back();
  if (Launches.size() == Before.Launches)
    for (ExprRef Guard : llvm::drop_begin(Code->Current.Guards,
                                          std::min(Before.Guards, Code->Current.Guards.size())))
      Preconditions.insert(Guard);
}

//===--- Loops ------------------------------------------------------------===//

void HostEvaluator::enterLoop(const Stmt &Where) {
  bool IsQuiet = !factsOf(Where).ReachesLaunch;
  QuietLoopDepth += IsQuiet;
  Loops.push_back(
      {.Where = &Where,
       .IsQuiet = IsQuiet,
       .StepsBefore = Code->stepsTaken(),
       .LaunchesBefore = Launches.size(),
       .LastValueBefore = Exprs->opaque(OpaqueReason::None, Uniformity::Grid, "mark")->number(),
       .IsConditional = llvm::any_of(
           Code->Current.Guards, [&](ExprRef Guard) { return !Preconditions.contains(Guard); })});
}

/// A loop may end here by other than its condition.
static bool mayLeaveEarly(const Stmt *Code) {
  return anyPart(Code, [](const Stmt &Part) {
    return isa<BreakStmt, ReturnStmt, GotoStmt, CXXThrowExpr>(Part);
  });
}

/// The iterations of \p Where are too many, as is known before the first one.
bool HostEvaluator::isSurelyLong(const Stmt &Where) {
  const auto *Loop = dyn_cast<ForStmt>(&Where);
  if (!Loop)
    return false;
  const Modifications &Modified = factsOf(Where).Modified;
  auto NumberNow = [&](const VarDecl &Variable) -> std::optional<int64_t> {
    std::optional<Lvalue> At = activeVariable(Variable);
    if (!At || Modified.Variables.contains(&Variable))
      return std::nullopt;
    Value Held = Code->load(*At, Variable.getType(), nullptr);
    return Held.isScalar() && !Held.Floating && Held.Number->isConstant()
               ? std::optional(Held.Number->constantTerm())
               : std::nullopt;
  };
  std::optional<CountedLoop> Counted = countedLoop(*Loop, Ast, NumberNow);
  return Counted && Counted->Count > MaximumIterations && !mayLeaveEarly(Loop->getBody());
}

bool HostEvaluator::runsAgain(const Stmt &Where, unsigned Iterations) {
  const ActiveLoop &Loop = Loops.back();
  bool TooLong = Iterations > MaximumIterations || exhausted();
  if (Iterations == 0)
    return !TooLong && !(Loop.IsQuiet && (LongLoops.contains(&Where) ||
                                          LoopSteps > MaximumLoopSteps || isSurelyLong(Where)));
  TooLong |= Loop.IsQuiet && LoopSteps + (Code->stepsTaken() - Loop.StepsBefore) > MaximumLoopSteps;
  if (TooLong)
    LongLoops.insert(&Where);
  return !TooLong;
}

void HostEvaluator::restartLoop() {
  ActiveLoop &Loop = Loops.back();
  if (QuietLoopDepth == 1 && Loop.IsQuiet)
    LoopSteps += Code->stepsTaken() - Loop.StepsBefore;
  Loop.StepsBefore = Code->stepsTaken();
  Loop.IsOpen = true;
  Launches.resize(Loop.LaunchesBefore);
}

/// Whether all of \p Launches, those of a loop, are one and the same: what is repeated to measure
/// its time does no more than it would once.
static bool areRepetitions(ArrayRef<RecordedLaunch> Launches) {
  return llvm::all_of(Launches, [&](const RecordedLaunch &Each) {
    return Each.Where == Launches.front().Where && !Each.PassesOthersInLoop;
  });
}

void HostEvaluator::leaveLoop() {
  const ActiveLoop &Loop = Loops.back();
  MutableArrayRef<RecordedLaunch> OfLoop =
      MutableArrayRef(Launches).drop_front(Loop.LaunchesBefore);
  if (Loop.IsOpen && areRepetitions(OfLoop))
    for (RecordedLaunch &Each : OfLoop)
      Each.Context.IsInOpenLoop = false;
  if (QuietLoopDepth == 1 && Loop.IsQuiet)
    LoopSteps += Code->stepsTaken() - Loop.StepsBefore;
  QuietLoopDepth -= Loop.IsQuiet;
  Loops.pop_back();
}

/// Buffers that are swapped keep the offset that they have in common. Where all pointers start
/// where allocations do, nothing is to be done: that is what is taken of an unknown one.
std::map<SlotId, Value> HostEvaluator::carriedPointers(const Stmt &Loop) {
  std::map<SlotId, Value> Pointers;
  const Modifications &Modified = factsOf(Loop).Modified;
  bool Needed = false;
  for (const VarDecl *Variable : Modified.Variables) {
    std::optional<Lvalue> At =
        Variable->getType()->isPointerType() && !Modified.Moved.contains(Variable)
            ? activeVariable(*Variable)
            : std::nullopt;
    if (!At || !At->Path.empty() || !Code->Current.Variables.contains(At->Slot))
      continue;
    Value Held = Code->readVariable(*At, Variable->getType(), nullptr);
    Needed |= mayLeadInside(Held);
    Pointers[At->Slot] = std::move(Held);
  }
  bool IsWithin = llvm::any_of(Loops, [](const ActiveLoop &Each) { return Each.CarriesPointers; });
  if (!Needed || IsWithin || exhausted())
    return {};
  Loops.back().CarriesPointers = true;
  return Pointers;
}

bool HostEvaluator::addCarried(std::map<SlotId, Value> &Pointers, const State &End) {
  bool IsNew = false;
  for (auto &[Slot, Held] : Pointers) {
    auto Last = End.Variables.find(Slot);
    bool IsMemory = Last != End.Variables.end() && Last->second.isPointer() &&
                    Last->second.Target.isMemory() && Held.Target.isMemory();
    Lvalue &At = Held.Target;
    if (!IsMemory) {
      IsNew |= !At.isMemory() || At.Offset->congruence().LogModulus != 0;
      Held = somewhere();
      JointObjects.insert(Held.Target.Object);
      continue;
    }
    const Lvalue &Other = Last->second.Target;
    if (At.Object != Other.Object) {
      Memory->forgetString(At.Object);
      Memory->forgetString(Other.Object);
    }
    if (At.Object != Other.Object && !JointObjects.contains(At.Object)) {
      At.Object = Memory->unknownObject("");
      JointObjects.insert(At.Object);
      IsNew = true;
    }
    uint64_t Multiple = std::min(multipleOf(At.Offset), multipleOf(Other.Offset));
    if (At.Offset == Other.Offset ||
        (!At.Offset->isConstant() && Multiple == multipleOf(At.Offset)))
      continue;
    At.Offset = somewhere(Multiple).Target.Offset;
    IsNew = true;
  }
  return IsNew;
}

//===--- Memory -----------------------------------------------------------===//

Value HostEvaluator::loadMemory(const Lvalue &From, QualType Type, const clang::Expr *Where) {
  if (std::optional<Value> Known = Strings ? Strings->load(From, Type) : std::nullopt)
    return *Known;
  clang::Expr::EvalResult Result;
  if (Where && Type->isIntegralOrEnumerationType() && !Where->isValueDependent() &&
      Where->EvaluateAsInt(Result, Ast))
    return Value::scalar(Exprs->constant(signedBits(Result.Val.getInt())));
  return unknown(Type);
}

void HostEvaluator::storeMemory(const Lvalue &To, QualType, const Value &New, const clang::Expr *,
                                const StoreOrigin &) {
  loseAddresses(New);
  forgetPointee(Value::pointer(To));
}

void HostEvaluator::executeAsm(const GCCAsmStmt &Asm) { forgetChanges(Asm); }

} // namespace memlint
