//===- DeviceClient.cpp - What kernels are interpreted for ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceClient.h"

#include "InlinePtx.h"
#include "LibraryCalls.h"

#include "cuda-memlint/CudaModel/UnfollowedFunction.h"

#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace memlint {

DeviceClient::DeviceClient(Interpreter &Code, Emitter &Out, KernelObjects &Objects,
                           BuiltinVariables &Builtins, const LoadFacts &KnownFacts)
    : Code(Code), Out(Out), Objects(Objects), Builtins(Builtins), Atomics(Code, Out),
      Memory(Code, Out, Objects, Atomics, KnownFacts), Copies(Code, Out, Objects),
      Known(Code, Out, Objects, Memory, Atomics, Copies, Builtins), Groups(Code, Out, Builtins),
      Unfollowed(Code, Out, Objects), Rows(Code, Objects) {}

//===--- Values -----------------------------------------------------------===//

Value DeviceClient::outerValue(const VarDecl &Variable) {
  return Builtins.variable(Variable.getName());
}

void DeviceClient::outerFieldNamed(const VarDecl &Variable, const FieldDecl &Field) {
  Builtins.noteDimension(Variable.getName(), Field.getFieldIndex());
}

bool DeviceClient::isNumbered(QualType Type) { return isGroup(Type); }

Value DeviceClient::numberedObject(QualType Type, const clang::Expr *From) {
  return Groups.groupValue(Type, From);
}

void DeviceClient::convertedFloating(ExprRef Number) { Known.noteConverted(Number); }

void DeviceClient::computedFloating(BinaryOperatorKind Opcode, QualType Type) {
  Out.addFloatingWork(Type, 1);
  // A division takes several instructions.
  if (Opcode == BO_Div)
    Out.noteOtherWork();
}

void DeviceClient::computed(BinaryOperatorKind Opcode, const Value &Left, const Value &Right,
                            const clang::Expr &Where) {
  for (auto [Number, Other] : {std::pair(&Left, &Right), std::pair(&Right, &Left)})
    if (Number->isScalar())
      Out.addBlockUse(Number->Number,
                      Opcode == BO_Mul && Other->isScalar() ? Other->Number : nullptr,
                      Where.getExprLoc());
}

void DeviceClient::multiplied(const BinaryOperator &Operator, ExprRef Product) {
  Rows.multiplied(Operator, Product);
}

void DeviceClient::subscripted(const ArraySubscriptExpr &Subscript, const Value &Base,
                               ExprRef Index) {
  Out.subscripted(Subscript, Index);
  Out.addBlockUse(Index);
  if (Base.isPointer())
    Rows.subscripted(Subscript, Base.Target, Index);
}

//===--- Accesses ---------------------------------------------------------===//

Value DeviceClient::loadMemory(const Lvalue &From, QualType Type, const clang::Expr *Where) {
  return Memory.load(From, Type, Where);
}

void DeviceClient::storeMemory(const Lvalue &To, QualType Type, const Value &New,
                               const clang::Expr *Where, const StoreOrigin &Origin) {
  Memory.store(To, Type, New, Where, Origin);
}

void DeviceClient::accessElement(const Lvalue &At, QualType Type, bool Writes,
                                 const clang::Expr *Where) {
  Out.emitAccess({.At = At,
                  .Type = Type,
                  .Kind = Writes ? AccessKind::Store : AccessKind::Load,
                  .Where = Where,
                  .Ordering = Atomics.ordering()});
}

//===--- Calls ------------------------------------------------------------===//

/// The source defines it, and it only shares its name with one of CUDA's, if that: what is seen of
/// it counts. Headers of a toolkit define what ours declare.
static bool isUsersOwn(const FunctionDecl &Function) {
  const FunctionDecl *Written = Function.getTemplateInstantiationPattern();
  const FunctionDecl *First = (Written ? Written : &Function)->getFirstDecl();
  const SourceManager &Sources = Function.getASTContext().getSourceManager();
  return Function.hasBody() &&
         !Sources.isInSystemHeader(Sources.getExpansionLoc(First->getLocation()));
}

std::optional<Value> DeviceClient::evaluateKnown(const FunctionDecl &Function, const CallExpr *Call,
                                                 bool IsUsed) {
  // All that is known is known by its name.
  if (!Function.getDeclName().isIdentifier())
    return std::nullopt;
  std::optional<Value> Result;
  if (!isUsersOwn(Function) && (Result = Known.evaluate(Function, Call, IsUsed)))
    return Result;
  if ((Result = Copies.evaluate(Function, Call)))
    return Result;
  if ((Result = Groups.evaluate(Function, Call))) {
    // Reductions compute on the way.
    if (Call->getType()->isFloatingType())
      Out.noteOtherWork();
    return Result;
  }
  if ((Result = evaluateWarpMatrix(Function, Call, Code, Out, Builtins)))
    return Result;
  return Atomics.executeFence(Function, Call) ? std::optional(Value()) : std::nullopt;
}

/// Clang's function \p Name for AMD's devices gives each lane a value of its own, whatever its
/// arguments: its place among the lanes, or what another lane holds.
static bool differsByLane(llvm::StringRef Name, llvm::ArrayRef<Value> Arguments) {
  return Name.consume_front("__builtin_amdgcn_") && !Name.starts_with("read") &&
         llvm::all_of(Arguments, [](const Value &Argument) { return Argument.isScalar(); });
}

/// How many lanes are below a lane, among the first 32 of its wave or among the others, more than
/// the second argument: what Clang's function \p Name for AMD's devices counts where its mask has
/// all of them.
static std::optional<Value> countLanesBelow(llvm::StringRef Name, llvm::ArrayRef<Value> Arguments,
                                            ExprContext &Exprs, BuiltinVariables &Builtins) {
  bool CountsFirst = Name == "__builtin_amdgcn_mbcnt_lo";
  if ((!CountsFirst && Name != "__builtin_amdgcn_mbcnt_hi") || Arguments.size() != 2 ||
      !Arguments[0].isScalar() || !Arguments[1].isScalar() ||
      !Arguments[0].Number->isConstant(~uint32_t(0)))
    return std::nullopt;
  ExprRef Lane = Builtins.laneId();
  ExprRef First = Exprs.minimum(Lane, Exprs.constant(32));
  return Value::scalar(
      Exprs.add(Arguments[1].Number, CountsFirst ? First : Exprs.subtract(Lane, First)));
}

std::optional<Value> DeviceClient::evaluateUnseen(const clang::Expr *Call,
                                                  const FunctionDecl *Function,
                                                  llvm::ArrayRef<Value> Arguments,
                                                  const std::optional<Lvalue> &This) {
  if (!Function || !Function->getDeclName().isIdentifier())
    return std::nullopt;
  if (!isUsersOwn(*Function) && Function->getName() == "__lane_id")
    return Value::scalar(Builtins.laneId());
  if (Function->getBuiltinID() != 0)
    if (std::optional<Value> Count =
            countLanesBelow(Function->getName(), Arguments, Code.Exprs, Builtins))
      return Count;
  if (Function->getBuiltinID() != 0 && differsByLane(Function->getName(), Arguments)) {
    noteUnseenCall(Call, Function, Arguments, This);
    return Code.unknownValue(Call->getType(), Uniformity::Lane, OpaqueReason::DataDependent,
                             "a function of the device");
  }
  if (Arguments.size() != 1 || !Arguments[0].isScalar() || !Call->getType()->isIntegerType() ||
      !roundsToInteger(Function->getName()))
    return std::nullopt;
  Value Rounded = Code.unknownValue(Call, uniformity(Arguments[0]), OpaqueReason::DataDependent);
  Known.noteConverted(Rounded.Number);
  return Rounded;
}

void DeviceClient::enterFunction() {
  Atomics.enterFunction();
  Out.enterFunction(*Code.frame().Function);
}

void DeviceClient::leaveFunction() { Atomics.leaveFunction(); }

void DeviceClient::noteUnfollowedCall(const Stmt *Call, const FunctionDecl *Function,
                                      llvm::ArrayRef<Value> Arguments) {
  Out.noteOtherWork();
  Unfollowed.note(Call, Function, Arguments);
}

bool DeviceClient::noteUnseenCall(const clang::Expr *Call, const FunctionDecl *Function,
                                  llvm::ArrayRef<Value> Arguments,
                                  const std::optional<Lvalue> &This) {
  for (const Value &Argument : Arguments)
    if (Argument.isScalar() && Argument.Number)
      Out.addUnfollowedUse(Argument.Number);
  Out.addWorkOfCall(Function);
  if (Function)
    touchRandomStates(*Function, Call, Arguments, Code, Out, Builtins);
  return Unfollowed.noteUnseen(Call, Function, Arguments, This);
}

void DeviceClient::executeAsm(const GCCAsmStmt &Asm) {
  // Of matrices, whatever the registers are declared as.
  if (Asm.getAsmString()->getString().contains("mma"))
    Out.noteOtherWork();
  for (unsigned Output = 0; Output != Asm.getNumOutputs(); ++Output)
    if (Asm.getOutputExpr(Output)->getType()->isFloatingType())
      Out.noteOtherWork();
  InlinePtx(Code, Out, Objects, Memory, Builtins, Asm).run();
}

void DeviceClient::forgetLoads(ExprRef Counter) { Memory.forgetLoads(Counter); }

} // namespace memlint
