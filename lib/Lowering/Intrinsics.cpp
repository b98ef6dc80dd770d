//===- Intrinsics.cpp - Functions that CUDA gives a meaning -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// CUDA's built-in functions, each according to its kind: barriers, fences, atomics and other
/// accesses, integers.
///
//===----------------------------------------------------------------------===//

#include "Intrinsics.h"

#include "LibraryCalls.h"

using namespace clang;

namespace memlint {

/// Clang's own CUDA headers read threadIdx.x through a function.
std::optional<Value> Intrinsics::builtinVariableField(const FunctionDecl &Function) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  if (!Method || !Method->getParent()->getIdentifier())
    return std::nullopt;
  llvm::StringRef Class = Method->getParent()->getName();
  if (!Class.consume_front("__cuda_builtin_") || !Class.consume_back("_t"))
    return std::nullopt;
  llvm::StringRef Name = Method->getName();
  Value Whole = Builtins.variable(Class);
  if (!Name.consume_front("__fetch_builtin_") || Name.size() != 1 || Whole.isEmpty())
    return std::nullopt;
  unsigned Dimension = unsigned(Name[0] - 'x');
  if (Dimension > 2)
    return std::nullopt;
  Builtins.noteDimension(Class, Dimension);
  return (*Whole.Parts)[Dimension];
}

void Intrinsics::evaluateArguments(const CallExpr *Call, unsigned From) {
  for (const clang::Expr *Argument : llvm::drop_begin(Call->arguments(), From))
    Code.evaluate(Argument);
}

Value Intrinsics::unknown(const CallExpr *Call, Uniformity Varies) {
  return Code.unknownValue(Call, Varies, OpaqueReason::DataDependent);
}

std::optional<std::vector<ExprRef>> Intrinsics::integers(const CallExpr *Call, unsigned Count) {
  if (Call->getNumArgs() != Count || !Call->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  std::vector<ExprRef> Result;
  for (const clang::Expr *Argument : Call->arguments()) {
    if (!Argument->getType().getNonReferenceType()->isIntegralOrEnumerationType())
      return std::nullopt;
    Result.push_back(Code.number(Argument));
  }
  return Result;
}

//===--- Barriers ---------------------------------------------------------===//

Value Intrinsics::blockVote(const DeviceFunction &Known, const CallExpr *Call) {
  bool IsOfData = false;
  for (const clang::Expr *Argument : Call->arguments()) {
    Value Vote = Code.evaluate(Argument);
    IsOfData |= !Vote.isScalar() || anyLeaf(Vote.Number, [](ExprRef Leaf) {
      return Leaf->leaf().Kind == LeafKind::Loaded || Leaf->leaf().Kind == LeafKind::Opaque;
    });
  }
  Barrier New;
  New.HasResult = true;
  Out.emitBarrier(std::move(New), Call);
  // What threads make of their indices and of the launch alone is one number that no data change.
  return Code.unknownValue(Call, Known.Result,
                           IsOfData ? OpaqueReason::DataDependent : OpaqueReason::NotUnderstood);
}

void Intrinsics::warpBarrier(const CallExpr *Call) {
  Barrier New;
  New.Scope = BarrierScope::Warp;
  New.Mask = Call->getNumArgs() > 0 ? laneMask(Code.number(Call->getArg(0)), Builtins.warpLanes())
                                    : nullptr;
  New.GroupSize = Builtins.warpLanes();
  Out.emitBarrier(std::move(New), Call);
}

void Intrinsics::namedBarrier(const CallExpr *Call) {
  bool IsCounted = Call->getNumArgs() > 1;
  Barrier New;
  New.Scope = IsCounted ? BarrierScope::Named : BarrierScope::Block;
  New.Id = Code.number(Call->getArg(0));
  New.Count = IsCounted ? Code.number(Call->getArg(1)) : nullptr;
  Out.emitBarrier(std::move(New), Call);
}

//===--- Accesses ---------------------------------------------------------===//

QualType Intrinsics::accessedType(const CallExpr *Call, const Value &Address) {
  QualType Type = Call->getArg(0)->getType()->getPointeeType();
  if (Address.isPointer() && !Type.isNull())
    return Type;
  Out.noteUnseen(Call);
  return {};
}

void Intrinsics::changeMemory(AccessRequest Request) {
  const Lvalue All = Request.At;
  Code.forEachChoice(All, [&](const Lvalue &At) {
    Request.At = At;
    if (At.isVariable())
      Code.havocVariable(At.Slot, "changed atomically");
    else
      Out.emitAccess(Request);
  });
}

Value Intrinsics::load(const CallExpr *Call) {
  Value Address = Code.evaluate(Call->getArg(0));
  QualType Type = accessedType(Call, Address);
  return Type.isNull() ? Value() : Code.load(Address.Target, Type, Call);
}

void Intrinsics::store(const CallExpr *Call) {
  evaluateArguments(Call, 2);
  Value New = Code.evaluate(Call->getArg(1));
  Value Address = Code.evaluate(Call->getArg(0));
  QualType Type = accessedType(Call, Address);
  if (!Type.isNull())
    changeMemory({.At = Address.Target,
                  .Type = Type,
                  .Kind = AccessKind::Store,
                  .Where = Call,
                  .Ordering = Atomics.ordering(),
                  .Stored = Memory.storedNumber(New, Type, Call)});
}

Value Intrinsics::atomic(const DeviceFunction &Known, const CallExpr *Call, bool IsUsed) {
  // In a method of an atomic object, the object determines the scope.
  MemoryOrdering Ordering = Atomics.ordering();
  if (Ordering.Order == AccessOrder::Weak)
    Ordering = {AccessOrder::Relaxed, Known.Scope};
  AtomicUse Use = {.Operation = Known.Operation, .Scope = Known.Scope, .ResultIsUsed = IsUsed};
  bool IsInteger = Call->getType()->isIntegralOrEnumerationType();
  if (Call->getNumArgs() == 2 && IsInteger) {
    Use.Operand = Code.number(Call->getArg(1));
  } else if (Known.Operation == AtomicOperation::CompareAndSwap && Call->getNumArgs() == 3 &&
             IsInteger) {
    Use.Expected = Code.number(Call->getArg(1));
    Use.Replacement = Code.number(Call->getArg(2));
  } else {
    evaluateArguments(Call, 1);
  }
  Value Address = Code.evaluate(Call->getArg(0));
  Value Result = unknown(Call, Known.Result);
  QualType Type = accessedType(Call, Address);
  if (Type.isNull())
    return Result;
  Use.Bytes = unsigned(sizeOf(Ast, Type));
  Use.IsInteger = Type->isIntegerType();
  Use.IsUnsigned = Type->isUnsignedIntegerType();
  // The address may have been read from memory.
  size_t Before = Out.accessCount();
  changeMemory({.At = Address.Target,
                .Type = Type,
                .Kind = AccessKind::Atomic,
                .Where = Call,
                .Form = Use.form(),
                .Ordering = Ordering});
  Out.noteAtomic(Before, Use, Result.isScalar() && !isFloat(Result) ? Result.Number : nullptr);
  noteConversions(*Call, Use, Before);
  return Result;
}

//===--- Numbers ----------------------------------------------------------===//

ExprRef Intrinsics::chooseInteger(const DeviceFunction &Known, QualType Type, ExprRef Left,
                                  ExprRef Right) {
  bool IsMinimum = Known.Kind == FunctionKind::Minimum;
  // In an unsigned type of 64 bits a number below zero stands for the larger one.
  if (Type->isUnsignedIntegerType() && Ast.getIntWidth(Type) == 64 &&
      (Left->range().Low < 0 || Right->range().Low < 0))
    return Exprs.select(Exprs.lessUnsigned(Left, Right), IsMinimum ? Left : Right,
                        IsMinimum ? Right : Left);
  return IsMinimum ? Exprs.minimum(Left, Right) : Exprs.maximum(Left, Right);
}

std::optional<Value> Intrinsics::choose(const DeviceFunction &Known, const CallExpr *Call) {
  QualType Type = Call->getType();
  Value Chosen;
  if (Type->isFloatingType() && Call->getNumArgs() == 2)
    Chosen = floatValue(Exprs, std::max(uniformity(Code.evaluate(Call->getArg(0))),
                                        uniformity(Code.evaluate(Call->getArg(1)))));
  else if (auto N = integers(Call, 2))
    Chosen = Value::scalar(chooseInteger(Known, Type, (*N)[0], (*N)[1]));
  else
    return std::nullopt;
  if (!Call->isGLValue())
    return Chosen;
  // std::min and std::max give a reference; which of the two matters to no reader.
  SlotId Slot = Code.newSlot(Type, "a temporary");
  Code.Current.Variables[Slot] = std::move(Chosen);
  return Value::pointer(Lvalue::variable(Slot));
}

std::optional<Value> Intrinsics::absolute(const CallExpr *Call) {
  if (auto N = integers(Call, 1))
    return Value::scalar(Exprs.maximum((*N)[0], Exprs.negate((*N)[0])));
  return std::nullopt;
}

void Intrinsics::assume(const CallExpr *Call) {
  if (Call->getNumArgs() == 1)
    Out.addFact(Code.condition(Call->getArg(0)), Code.Current.Guards);
}

//===--- Calls ------------------------------------------------------------===//

std::optional<Value> Intrinsics::evaluate(const FunctionDecl &Function, const CallExpr *Call,
                                          bool IsUsed) {
  if (auto Builtin = builtinVariableField(Function))
    return Builtin;
  std::optional<DeviceFunction> Known = deviceFunction(Function.getName());
  if (!Known || Call->getNumArgs() < Known->Arguments || isa<CXXMethodDecl>(Function))
    return std::nullopt;
  switch (Known->Kind) {
  case FunctionKind::BlockBarrier:
    evaluateArguments(Call);
    Out.emitBarrier(BarrierScope::Block, Call);
    return Value();
  case FunctionKind::BlockVote:
    return blockVote(*Known, Call);
  case FunctionKind::WarpBarrier:
    warpBarrier(Call);
    return Value();
  case FunctionKind::NamedBarrier:
    namedBarrier(Call);
    return Value();
  case FunctionKind::Fence:
    Out.emitFence(Known->Scope, Call);
    return Value();
  case FunctionKind::Atomic:
    return atomic(*Known, Call, IsUsed);
  case FunctionKind::Load:
    return load(Call);
  case FunctionKind::Store:
    store(Call);
    return Value();
  case FunctionKind::CopyBytes:
  case FunctionKind::SetBytes:
    return evaluateMemoryFunction(*Known, Call, Code, Out);
  case FunctionKind::TextureRead:
  case FunctionKind::SurfaceWrite:
    return evaluateTexture(*Known, Function, Call, Code, Out);
  case FunctionKind::StartCopy:
    Copies.startCopy(Call);
    return Value();
  case FunctionKind::CommitCopies:
    Out.emitCopyCommit(Call);
    return Value();
  case FunctionKind::WaitForCopies:
    Out.emitCopyWait(Code.number(Call->getArg(0)), /*Commits=*/false, Call);
    return Value();
  case FunctionKind::TrackCopies:
    Out.trackCopies();
    return Value();
  case FunctionKind::Shuffle:
    return shuffle(*Known, Call);
  case FunctionKind::Vote:
    return vote(*Known, Call);
  case FunctionKind::Ballot:
    return ballot(*Known, Call);
  case FunctionKind::Minimum:
  case FunctionKind::Maximum:
    return choose(*Known, Call);
  case FunctionKind::Absolute:
    return absolute(Call);
  case FunctionKind::Integer:
    return integer(*Known, Call);
  case FunctionKind::Assume:
    assume(Call);
    return Value();
  case FunctionKind::SameAddress:
    return Code.evaluate(Call->getArg(0));
  case FunctionKind::AddressInSpace:
    return addressInSpace(Call);
  case FunctionKind::GenericAddress:
    return genericAddress(Call);
  case FunctionKind::IsInSpace:
    return isInSpace(*Known, Call);
  }
  llvm_unreachable("not a kind of function");
}

} // namespace memlint
