//===- Intrinsics.cpp - Functions that CUDA gives a meaning -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// CUDA's built-in functions: barriers, fences, atomics, cache-hinted accesses,
/// warp-wide exchanges and integer arithmetic. They are known by name,
/// whichever header declares them.
///
//===----------------------------------------------------------------------===//

#include "Intrinsics.h"

#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace memlint {

namespace {

enum class Intrinsic {
  None,
  BlockBarrier,
  BlockBarrierVote,
  WarpBarrier,
  NamedBarrier,
  BlockFence,
  DeviceFence,
  SystemFence,
  Atomic,
  HintedLoad,
  HintedStore,
  Shuffle,
  WarpVote,
  LaneQuery,
  Minimum,
  Maximum,
  Absolute,
  Multiply24,
  Assume,
};

Intrinsic classify(llvm::StringRef Name) {
  if (Name.starts_with("atomic")) {
    Name.consume_back("_block") || Name.consume_back("_system");
    bool Known = llvm::StringSwitch<bool>(Name)
                     .Cases("atomicAdd", "atomicSub", "atomicExch", "atomicMin", "atomicMax", true)
                     .Cases("atomicInc", "atomicDec", "atomicCAS", "atomicAnd", "atomicOr", true)
                     .Case("atomicXor", true)
                     .Default(false);
    return Known ? Intrinsic::Atomic : Intrinsic::None;
  }
  return llvm::StringSwitch<Intrinsic>(Name)
      .Case("__syncthreads", Intrinsic::BlockBarrier)
      .Cases("__syncthreads_count", "__syncthreads_and", "__syncthreads_or",
             Intrinsic::BlockBarrierVote)
      .Case("__syncwarp", Intrinsic::WarpBarrier)
      .Cases("__barrier_sync", "__barrier_sync_count", Intrinsic::NamedBarrier)
      .Case("__threadfence_block", Intrinsic::BlockFence)
      .Case("__threadfence", Intrinsic::DeviceFence)
      .Case("__threadfence_system", Intrinsic::SystemFence)
      .Cases("__ldg", "__ldcg", "__ldca", "__ldcs", "__ldlu", "__ldcv", Intrinsic::HintedLoad)
      .Cases("__stwb", "__stcg", "__stcs", "__stwt", Intrinsic::HintedStore)
      .Cases("__shfl", "__shfl_up", "__shfl_down", "__shfl_xor", Intrinsic::Shuffle)
      .Cases("__shfl_sync", "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync",
             Intrinsic::Shuffle)
      .Cases("__any", "__all", "__ballot", "__activemask", Intrinsic::WarpVote)
      .Cases("__any_sync", "__all_sync", "__ballot_sync", Intrinsic::WarpVote)
      .Cases("__reduce_add_sync", "__reduce_min_sync", "__reduce_max_sync", Intrinsic::WarpVote)
      .Cases("__reduce_and_sync", "__reduce_or_sync", "__reduce_xor_sync", Intrinsic::WarpVote)
      .Cases("__match_any_sync", "__match_all_sync", Intrinsic::LaneQuery)
      .Cases("min", "umin", "llmin", "ullmin", Intrinsic::Minimum)
      .Cases("max", "umax", "llmax", "ullmax", Intrinsic::Maximum)
      .Cases("abs", "labs", "llabs", Intrinsic::Absolute)
      .Cases("__mul24", "__umul24", "mul24", "umul24", Intrinsic::Multiply24)
      .Cases("__builtin_assume", "__assume", Intrinsic::Assume)
      .Default(Intrinsic::None);
}

/// What shared memory does for the atomic \p Name on \p Bytes bytes of \p Type: it has
/// instructions for 32-bit integers, for exchanges and for compare-and-swaps.
RequestForm atomicForm(llvm::StringRef Name, QualType Type, uint64_t Bytes) {
  bool Word = Bytes == 4, DoubleWord = Bytes == 8;
  if (Name.starts_with("atomicCAS") && (Word || DoubleWord))
    return RequestForm::CompareAndSwap;
  if (Name.starts_with("atomicExch") && (Word || DoubleWord))
    return RequestForm::NativeAtomic;
  return Word && Type->isIntegerType() ? RequestForm::NativeAtomic : RequestForm::AtomicLoop;
}

/// Whether the atomic \p Name with \p Operand adds 1: where nobody uses the result, compilers
/// have an instruction for that.
bool addsOne(llvm::StringRef Name, ExprRef Operand) {
  if (!Operand || !Operand->isConstant())
    return false;
  uint32_t Number = uint32_t(Operand->constantTerm());
  if (Name == "atomicAdd" || Name == "atomicAdd_block")
    return Number == 1;
  // Counting up to the largest number never starts again at 0.
  return (Name == "atomicInc" || Name == "atomicInc_block") && Number == UINT32_MAX;
}

/// What the atomic \p Name with \p Operand adds to its operand; null: it does something else.
ExprRef addend(llvm::StringRef Name, ExprRef Operand, ExprContext &Exprs) {
  if (!Operand)
    return nullptr;
  if (Name == "atomicAdd" || Name == "atomicAdd_block" || Name == "atomicAdd_system")
    return Operand;
  return addsOne(Name, Operand) ? Exprs.constant(1) : nullptr;
}

/// What the atomic \p Name does to an integer of \p Type where nobody uses its result.
AtomicUpdate updateOf(llvm::StringRef Name, QualType Type) {
  if (!Type->isIntegerType())
    return AtomicUpdate::Other;
  Name.consume_back("_block") || Name.consume_back("_system");
  bool Unsigned = Type->isUnsignedIntegerType();
  return llvm::StringSwitch<AtomicUpdate>(Name)
      .Cases("atomicAdd", "atomicSub", AtomicUpdate::Add)
      .Case("atomicMin", Unsigned ? AtomicUpdate::UnsignedMinimum : AtomicUpdate::Minimum)
      .Case("atomicMax", Unsigned ? AtomicUpdate::UnsignedMaximum : AtomicUpdate::Maximum)
      .Case("atomicAnd", AtomicUpdate::And)
      .Case("atomicOr", AtomicUpdate::Or)
      .Case("atomicXor", AtomicUpdate::Xor)
      .Default(AtomicUpdate::Other);
}

/// The index of a thread along x, y and z, and the extents of its block.
struct ThreadIndices {
  std::array<ExprRef, 3> Index;
  std::array<ExprRef, 3> Extent;
};

/// What \p Exchanged, a number that each lane has, is in the lane that the shuffle
/// \p Name reads from. Null: not known for each lane.
ExprRef shuffled(ExprContext &Exprs, llvm::StringRef Name, const ThreadIndices &Thread,
                 ExprRef Exchanged, ExprRef Lane, int64_t Width) {
  bool Known = true;
  auto Check = [&](ExprRef Leaf) {
    LeafKind Kind = Leaf->leaf().Kind;
    Known &= Leaf->varies() < Uniformity::Lane || Kind == LeafKind::ThreadIndex ||
             Kind == LeafKind::LoopCounter;
  };
  forEachLeaf(Exchanged, Check);
  forEachLeaf(Lane, Check);
  if (!Known)
    return nullptr;
  const auto &[Index, Extent] = Thread;
  ExprRef Linear =
      Exprs.add(Index[0], Exprs.multiply(Extent[0],
                                         Exprs.add(Index[1], Exprs.multiply(Extent[1], Index[2]))));
  ExprRef Size = Exprs.constant(Width);
  ExprRef Own = Exprs.remainder(Linear, Size);
  ExprRef From, Inside;
  if (Name.starts_with("__shfl_up")) {
    From = Exprs.subtract(Own, Lane);
    Inside = Exprs.less(Exprs.constant(-1), From);
  } else if (Name.starts_with("__shfl_down")) {
    From = Exprs.add(Own, Lane);
    Inside = Exprs.less(From, Size);
  } else if (Name.starts_with("__shfl_xor")) {
    From = Exprs.bitXor(Own, Lane);
    // Lanes of a part before one's own could be read, in ways that nobody uses.
    Inside = Exprs.less(From, Size);
  } else {
    From = Exprs.bitAnd(Lane, Exprs.constant(Width - 1));
    Inside = Exprs.constant(1);
  }
  ExprRef There = Exprs.add(Exprs.subtract(Linear, Own), From);
  ExprRef Rows = Exprs.divide(There, Extent[0]);
  std::array<ExprRef, 3> Other = {Exprs.remainder(There, Extent[0]),
                                  Exprs.remainder(Rows, Extent[1]), Exprs.divide(Rows, Extent[1])};
  ExprRef Read = Exprs.substitute(Exchanged, [&](ExprRef Leaf) -> ExprRef {
    const LeafInfo &Info = Leaf->leaf();
    return Info.Kind == LeafKind::ThreadIndex ? Other[Info.Dimension] : nullptr;
  });
  return Exprs.select(Inside, Read, Exchanged);
}

} // namespace

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

Value Intrinsics::accessThrough(const clang::Expr *Pointer, AccessKind Kind, const CallExpr *Call,
                                MemoryOrdering Ordering, ExprRef UnusedResultOperand,
                                const clang::Expr *Operand) {
  Value New = Operand ? Code.evaluate(Operand) : Value();
  Value Address = Code.evaluate(Pointer);
  QualType Type = Pointer->getType()->getPointeeType();
  if (!Address.isPointer() || Type.isNull()) {
    Out.noteUnseen(Call);
    return {};
  }
  if (Kind == AccessKind::Load)
    return Code.load(Address.Target, Type, Call);
  RequestForm Form = RequestForm::Plain;
  if (Kind == AccessKind::Atomic) {
    llvm::StringRef Name = Call->getDirectCallee()->getName();
    Form = atomicForm(Name, Type, sizeOf(Ast, Type));
    if (Form == RequestForm::NativeAtomic && addsOne(Name, UnusedResultOperand))
      Form = RequestForm::Increment;
  }
  ExprRef Stored = Memory.storedNumber(New, Type, Call);
  Code.forEachChoice(Address.Target, [&](const Lvalue &At) {
    if (At.isVariable())
      Code.havocVariable(At.Slot, "changed atomically");
    else
      Out.emitAccess({.At = At,
                      .Type = Type,
                      .Kind = Kind,
                      .Where = Call,
                      .Form = Form,
                      .Ordering = Ordering,
                      .Stored = Stored});
  });
  return {};
}

std::optional<Value> Intrinsics::evaluate(const FunctionDecl &Function, const CallExpr *Call,
                                          bool IsUsed) {
  if (auto Builtin = builtinVariableField(Function))
    return Builtin;
  if (isa<CXXMethodDecl>(Function))
    return std::nullopt;
  llvm::StringRef Name = Function.getName();
  unsigned Count = Call->getNumArgs();
  QualType Type = Call->getType();
  auto EvaluateArguments = [&](unsigned From) {
    for (unsigned Index = From; Index < Count; ++Index)
      Code.evaluate(Call->getArg(Index));
  };
  auto Numbers = [&](unsigned Wanted) -> std::optional<std::vector<ExprRef>> {
    if (Count != Wanted || !Type->isIntegralOrEnumerationType())
      return std::nullopt;
    std::vector<ExprRef> Result;
    for (unsigned Index = 0; Index != Wanted; ++Index) {
      if (!Call->getArg(Index)->getType().getNonReferenceType()->isIntegralOrEnumerationType())
        return std::nullopt;
      Result.push_back(Code.number(Call->getArg(Index)));
    }
    return Result;
  };
  auto Unknown = [&](Uniformity Varies) {
    return Code.unknownValue(Call, Varies, OpaqueReason::DataDependent);
  };
  // Functions for all lanes of a mask start with that. The lanes meet when the arguments are there.
  unsigned FirstBehindMask = Name.ends_with("_sync") && Count != 0 ? 1 : 0;
  auto MeetLanes = [&] {
    if (FirstBehindMask != 0)
      Out.emitWarpOperation(laneMask(Code.number(Call->getArg(0))), WarpSize, Call);
  };
  if (auto Bits = evaluateBitOperation(Name, Call))
    return Bits;
  if (auto Address = evaluateAddressQuery(Name, Call))
    return Address;
  switch (classify(Name)) {
  case Intrinsic::None:
    return std::nullopt;
  case Intrinsic::BlockBarrier:
    EvaluateArguments(0);
    Out.emitBarrier(BarrierScope::Block, Call);
    return Value();
  case Intrinsic::BlockBarrierVote: {
    EvaluateArguments(0);
    Barrier New;
    New.HasResult = true;
    Out.emitBarrier(std::move(New), Call);
    return Unknown(Uniformity::Block);
  }
  case Intrinsic::WarpBarrier: {
    Barrier New;
    New.Scope = BarrierScope::Warp;
    New.Mask = Count > 0 ? laneMask(Code.number(Call->getArg(0))) : nullptr;
    Out.emitBarrier(std::move(New), Call);
    return Value();
  }
  case Intrinsic::NamedBarrier: {
    if (Count == 0)
      return std::nullopt;
    Barrier New;
    New.Scope = Count > 1 ? BarrierScope::Named : BarrierScope::Block;
    New.Id = Code.number(Call->getArg(0));
    New.Count = Count > 1 ? Code.number(Call->getArg(1)) : nullptr;
    Out.emitBarrier(std::move(New), Call);
    return Value();
  }
  case Intrinsic::BlockFence:
    Out.emitFence(ThreadScope::Block, Call);
    return Value();
  case Intrinsic::DeviceFence:
    Out.emitFence(ThreadScope::Device, Call);
    return Value();
  case Intrinsic::SystemFence:
    Out.emitFence(ThreadScope::System, Call);
    return Value();
  case Intrinsic::Atomic: {
    if (Count == 0)
      return std::nullopt;
    ExprRef Operand = nullptr;
    ThreadScope Scope = Name.ends_with("_block")    ? ThreadScope::Block
                        : Name.ends_with("_system") ? ThreadScope::System
                                                    : ThreadScope::Device;
    // In a method of an atomic object, the object determines the scope.
    MemoryOrdering Ordering = Atomics.ordering();
    if (Ordering.Order == AccessOrder::Weak)
      Ordering = {AccessOrder::Relaxed, Scope};
    if (Count == 2 && Type->isIntegralOrEnumerationType())
      Operand = Code.number(Call->getArg(1));
    else
      EvaluateArguments(1);
    size_t Before = Out.accessCount();
    accessThrough(Call->getArg(0), AccessKind::Atomic, Call, Ordering, IsUsed ? nullptr : Operand);
    if (!IsUsed)
      for (Access &Emitted : Out.accessesFrom(Before))
        Emitted.Update = updateOf(Name, Type);
    Value Result = Unknown(Uniformity::Lane);
    if (Access *Atomic = Out.oneAccessFrom(Before)) {
      Atomic->Addend = addend(Name, Operand, Exprs);
      Atomic->Result = Result.isScalar() && !isFloat(Result) ? Result.Number : nullptr;
    }
    return Result;
  }
  case Intrinsic::HintedLoad:
    if (Count == 0)
      return std::nullopt;
    return accessThrough(Call->getArg(0), AccessKind::Load, Call);
  case Intrinsic::HintedStore:
    if (Count < 2)
      return std::nullopt;
    EvaluateArguments(2);
    accessThrough(Call->getArg(0), AccessKind::Store, Call, Atomics.ordering(), nullptr,
                  Call->getArg(1));
    return Value();
  case Intrinsic::Shuffle: {
    unsigned ValueAt = Name.ends_with("_sync") ? 1 : 0;
    if (Count < ValueAt + 2)
      return std::nullopt;
    // Who else is there may be up to a barrier before.
    if (ValueAt == 0)
      Out.noteUnseen(Call);
    Value Exchanged = Code.evaluate(Call->getArg(ValueAt));
    Value Source = Code.evaluate(Call->getArg(ValueAt + 1));
    // The last argument, the width, is that of a warp where it is left out.
    ExprRef Width = Count > ValueAt + 2 ? Code.number(Call->getArg(ValueAt + 2))
                                        : Exprs.constant(int64_t(WarpSize));
    MeetLanes();
    // What every lane has alike is what every lane gets.
    if (uniformity(Exchanged) < Uniformity::Lane)
      return Exchanged;
    if (Exchanged.isScalar() && Source.isScalar() && Type->isIntegralOrEnumerationType() &&
        Width->isConstant() && llvm::isPowerOf2_64(uint64_t(Width->constantTerm())) &&
        Width->constantTerm() <= int64_t(WarpSize)) {
      ThreadIndices Thread;
      for (unsigned Dimension = 0; Dimension != 3; ++Dimension) {
        Thread.Index[Dimension] = Builtins.leaf(LeafKind::ThreadIndex, Dimension);
        Thread.Extent[Dimension] = Builtins.leaf(LeafKind::BlockDimension, Dimension);
      }
      if (ExprRef Read =
              shuffled(Exprs, Name, Thread, Exchanged.Number, Source.Number, Width->constantTerm()))
        return Value::scalar(Read);
    }
    bool FromOneLane = (Name == "__shfl" || Name == "__shfl_sync") &&
                       Width->isConstant(int64_t(WarpSize)) &&
                       uniformity(Source) < Uniformity::Lane;
    return Unknown(FromOneLane ? Uniformity::Warp : Uniformity::Lane);
  }
  case Intrinsic::WarpVote: {
    if (Name != "__ballot_sync" || Count != 2) {
      if (FirstBehindMask == 0)
        Out.noteUnseen(Call);
      EvaluateArguments(FirstBehindMask);
      MeetLanes();
      return Unknown(Uniformity::Warp);
    }
    ExprRef Vote = Code.condition(Call->getArg(1));
    MeetLanes();
    Value Ballot = Unknown(Uniformity::Warp);
    Out.noteBallot(Vote, Ballot.Number);
    return Ballot;
  }
  case Intrinsic::LaneQuery:
    EvaluateArguments(FirstBehindMask);
    MeetLanes();
    // All lanes agree, or none: the mask is the same for each of them.
    return Unknown(Name == "__match_all_sync" ? Uniformity::Warp : Uniformity::Lane);
  case Intrinsic::Minimum:
  case Intrinsic::Maximum: {
    bool Least = classify(Name) == Intrinsic::Minimum;
    Value Chosen;
    if (Type->isFloatingType() && Count == 2)
      Chosen = floatValue(Exprs, std::max(uniformity(Code.evaluate(Call->getArg(0))),
                                          uniformity(Code.evaluate(Call->getArg(1)))));
    else if (auto N = Numbers(2))
      Chosen =
          Value::scalar(Least ? Exprs.minimum((*N)[0], (*N)[1]) : Exprs.maximum((*N)[0], (*N)[1]));
    else
      return std::nullopt;
    if (!Call->isGLValue())
      return Chosen;
    // std::min and std::max give a reference; which of the two matters to no reader.
    SlotId Slot = Code.newSlot(Type, "a temporary");
    Code.Current.Variables[Slot] = std::move(Chosen);
    return Value::pointer(Lvalue::variable(Slot));
  }
  case Intrinsic::Absolute:
    if (auto N = Numbers(1))
      return Value::scalar(Exprs.maximum((*N)[0], Exprs.negate((*N)[0])));
    return std::nullopt;
  case Intrinsic::Multiply24:
    if (auto N = Numbers(2))
      return Value::scalar(Code.fitted(Exprs.multiply((*N)[0], (*N)[1]), Type));
    return std::nullopt;
  case Intrinsic::Assume:
    if (Count == 1) {
      ExprRef Fact = Code.condition(Call->getArg(0));
      Out.addFact(Fact, Code.Current.Guards);
    }
    return Value();
  }
  return std::nullopt;
}

} // namespace memlint
