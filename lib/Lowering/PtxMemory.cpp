//===- PtxMemory.cpp - Inline assembly that touches memory ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loads, stores, atomics, copies and matrix rows of inline assembly.
///
//===----------------------------------------------------------------------===//

#include "InlinePtx.h"

using namespace clang;
using llvm::StringRef;

namespace memlint {

/// "[%1 + 16]": where in memory; an object of its own when that is not known.
Lvalue InlinePtx::address(StringRef Operand, MemorySpace Space) {
  Operand = Operand.trim();
  StringRef Inside = Operand;
  if (Inside.consume_front("["))
    Inside.consume_back("]");
  // An addend of either sign; "%[name]" holds none.
  size_t Sign = Inside.find_first_of("+-", 1);
  StringRef Base = Inside.take_front(Sign).trim();
  ExprRef Addend = Exprs.constant(0);
  if (Sign != StringRef::npos) {
    StringRef Written = Inside.drop_front(Sign + 1).trim();
    Addend = number(Written);
    if (Inside[Sign] == '-')
      Addend = Exprs.negate(Addend);
  }
  Value Start = read(Base);
  std::optional<Lvalue> At;
  if (Start.isPointer())
    At = Start.Target;
  else if (Start.isScalar())
    At = Objects.lvalueAt(Start.Number);
  if (At && At->isVariable())
    return *At;
  if (At && At->isMemory()) {
    MemorySpace Known = Objects[At->Object].Space;
    if (Space == MemorySpace::Generic || Known == Space)
      return At->movedBy(Exprs, Addend);
  }
  Uniformity Varies = uniformity(Start);
  std::string Words = "the address " + Inside.str() + " of inline assembly";
  return Lvalue::memory(Objects.unknownObject(Words, Space),
                        Exprs.opaque(OpaqueReason::NotUnderstood, Varies, Words));
}

/// What a store writes as Access::Value has it; null where it is not known.
ExprRef InlinePtx::storedNumber(StringRef Operand, unsigned Bytes) {
  Value New = read(Operand);
  if (isFloat(New) || !(New.isScalar() || (New.isPointer() && New.Target.isMemory())))
    return nullptr;
  ExprRef Number = numberOf(New);
  return Bytes <= 8 ? Exprs.wrap(Number, Bytes * 8, /*Signed=*/false) : nullptr;
}

void InlinePtx::emit(const PtxInstruction &Instruction, const Lvalue &At, unsigned Bytes,
                     AccessKind Kind, RequestForm Form, StringRef Reason) {
  if (At.isVariable()) {
    if (Kind != AccessKind::Load)
      Code.havocVariable(At.Slot, "written by inline assembly");
    return;
  }
  size_t Before = Out.accessCount();
  MemoryOrdering Ordered = Instruction.ordering();
  // One scalar: neither the elements of a vector nor a number that is shortened.
  ExprRef Stored = nullptr;
  if (Instruction.opcode() == "st" && Instruction.Operands.size() > 1 &&
      !isPtxFloat(Instruction.type()) && !StringRef(Instruction.Operands[1]).starts_with("{"))
    Stored = storedNumber(Instruction.Operands[1], Bytes);
  Out.emitAccess({.At = At,
                  .Type = typeOfBytes(Ast, Bytes),
                  .Kind = Kind,
                  .Where = &Asm,
                  .Form = Form,
                  .Stored = Stored});
  for (Access &New : Out.accessesFrom(Before)) {
    // What a library writes in PTX, the source calls.
    if (!Ast.getSourceManager().isInSystemHeader(Asm.getBeginLoc()))
      New.Text = Instruction.Text;
    New.Reason = Reason.str();
    New.IsInCopyGroup = Kind == AccessKind::AsyncCopy;
    New.IsVolatile = Instruction.has("volatile") || Instruction.has("relaxed") ||
                     Instruction.has("acquire") || Instruction.has("release");
    New.Order = Ordered.Order;
    New.Scope = Ordered.Scope;
  }
}

Uniformity InlinePtx::uniformityOfLoad(const Lvalue &From, bool Volatile) {
  if (!From.isMemory())
    return Uniformity::Lane;
  const MemoryObject &Object = Objects[From.Object];
  if (!Memory.isStable(Object, Volatile || Object.IsVolatile) || Memory.mayChange(&Asm))
    return Uniformity::Lane;
  return From.Offset->varies();
}

void InlinePtx::listAsUnknown(const PtxInstruction &Instruction, StringRef Reason) {
  constexpr unsigned NominalBytes = 4;
  for (StringRef Operand : Instruction.Operands)
    if (Operand.starts_with("[")) {
      // The first of "[map, {x, y}]" is the address.
      std::vector<std::string> Parts = splitPtxGroup(Operand);
      if (!Parts.empty())
        emit(Instruction, address(Parts[0], MemorySpace::Generic), NominalBytes, AccessKind::Atomic,
             RequestForm::Plain, Reason);
    }
}

static bool isPlainSize(unsigned Bytes) {
  return Bytes == 1 || Bytes == 2 || Bytes == 4 || Bytes == 8 || Bytes == 16;
}

void InlinePtx::load(const PtxInstruction &Instruction) {
  if (Instruction.Operands.size() < 2)
    return;
  MemorySpace Space = Instruction.space();
  bool Volatile = Instruction.has("volatile") || Instruction.has("relaxed") ||
                  Instruction.has("acquire") || Instruction.has("mmio");
  size_t Before = Out.accessCount();
  Uniformity Varies = Uniformity::Lane;
  if (Instruction.has("shared::cluster")) {
    listAsUnknown(Instruction, "may access shared memory of another block of the cluster");
  } else if (Space != MemorySpace::Local) {
    unsigned Bytes = Instruction.accessedBytes();
    Lvalue At = address(Instruction.Operands[1], Space);
    if (At.isVariable() && Instruction.Operands.size() == 2 &&
        !StringRef(Instruction.Operands[0]).starts_with("{")) {
      write(Instruction.Operands[0], Code.readVariable(At, typeOfBytes(Ast, Bytes), nullptr));
      return;
    }
    if (isPlainSize(Bytes))
      emit(Instruction, At, Bytes, AccessKind::Load);
    else
      listAsUnknown(Instruction, "unknown instruction size");
    Varies = uniformityOfLoad(At, Volatile);
  } else if (Instruction.has("param")) {
    Varies = Uniformity::Grid;
  }
  makeOutputsOpaque(Instruction, Varies);
  noteResult(Instruction, Before);
}

/// Says of the access that \p Instruction is, number \p Before, which value it gives.
void InlinePtx::noteResult(const PtxInstruction &Instruction, size_t Before) {
  StringRef Destination = Instruction.Operands[0];
  Access *Emitted = Out.oneAccessFrom(Before);
  if (Emitted && !Destination.starts_with("{") && !isPtxFloat(Instruction.type()))
    Emitted->Result = number(Destination);
}

void InlinePtx::store(const PtxInstruction &Instruction) {
  if (Instruction.Operands.size() < 2)
    return;
  MemorySpace Space = Instruction.space();
  if (Space == MemorySpace::Local)
    return;
  if (Instruction.has("shared::cluster") || Instruction.has("async")) {
    listAsUnknown(Instruction, "may access shared memory of another block of the cluster");
    return;
  }
  unsigned Bytes = Instruction.accessedBytes();
  Lvalue At = address(Instruction.Operands[0], Space);
  if (isPlainSize(Bytes))
    emit(Instruction, At, Bytes, AccessKind::Store);
  else
    listAsUnknown(Instruction, "unknown instruction size");
}

static std::optional<AtomicOperation> operationOf(const PtxInstruction &Instruction) {
  for (StringRef Part : Instruction.Parts)
    if (std::optional<AtomicOperation> Operation = atomicOperationInPtx(Part))
      return Operation;
  return std::nullopt;
}

/// atom d, [address], operand...; red [address], operand...
void InlinePtx::atomic(const PtxInstruction &Instruction) {
  Operands All = Instruction.Operands;
  bool Returns = Instruction.opcode() == "atom";
  unsigned AddressAt = Returns ? 1 : 0;
  if (All.size() <= AddressAt)
    return;
  unsigned Bytes = Instruction.accessedBytes();
  std::optional<AtomicOperation> Operation = operationOf(Instruction);
  size_t Before = Out.accessCount();
  AtomicUse Use;
  if (Instruction.has("shared::cluster") || Instruction.has("async")) {
    listAsUnknown(Instruction, "may access shared memory of another block of the cluster");
  } else if (isPlainSize(Bytes) && Operation) {
    StringRef Type = Instruction.type();
    Use = {.Operation = *Operation,
           .Scope = Instruction.scope(),
           .Bytes = Bytes,
           .IsInteger = !isPtxFloat(Type),
           .IsUnsigned = Type.starts_with("u"),
           .ResultIsUsed = Returns};
    if (All.size() > AddressAt + 1 && Use.IsInteger &&
        *Operation != AtomicOperation::CompareAndSwap)
      Use.Operand = Exprs.wrap(number(All[AddressAt + 1]), Bytes * 8, Type.starts_with("s"));
    emit(Instruction, address(All[AddressAt], Instruction.space()), Bytes, AccessKind::Atomic,
         Use.form());
    if (All.size() > AddressAt + 2 && Use.IsInteger &&
        *Operation == AtomicOperation::CompareAndSwap) {
      Use.Expected = Exprs.wrap(number(All[AddressAt + 1]), Bytes * 8, Type.starts_with("s"));
      Use.Replacement = Exprs.wrap(number(All[AddressAt + 2]), Bytes * 8, Type.starts_with("s"));
    }
  } else {
    listAsUnknown(Instruction, "unknown instruction size");
  }
  if (Returns)
    makeOutputsOpaque(Instruction, Uniformity::Lane);
  Out.noteAtomic(Before, Use, Returns && Use.IsInteger ? number(All[0]) : nullptr);
}

/// cp.async.ca.shared.global [to], [from], bytes {, bytes to read} {, policy}.
void InlinePtx::asyncCopy(const PtxInstruction &Instruction) {
  if (Instruction.Operands.size() < 3)
    return;
  ExprRef Size = number(Instruction.Operands[2]);
  unsigned Bytes = Size->isConstant() ? unsigned(Size->constantTerm()) : 0;
  if (!isPlainSize(Bytes) || Bytes < 4) {
    listAsUnknown(Instruction, "unknown instruction size");
    return;
  }
  Lvalue To = address(Instruction.Operands[0], MemorySpace::Shared);
  Lvalue From = address(Instruction.Operands[1], MemorySpace::Global);
  RequestForm Form = Instruction.has("cg") ? RequestForm::BypassingCopy : RequestForm::Plain;
  auto Read = [&] { emit(Instruction, From, Bytes, AccessKind::AsyncCopy, Form); };
  // Bytes that are not read are filled with zeros.
  bool Policy = Instruction.has("L2::cache_hint");
  if (Instruction.Operands.size() > (Policy ? 4u : 3u)) {
    ExprRef Filled = number(Instruction.Operands[3]);
    Code.branch(Exprs.logicalNot(Exprs.equal(Filled, Exprs.constant(0))), Read, [] {});
  } else {
    Read();
  }
  emit(Instruction, To, Bytes, AccessKind::AsyncCopy, Form);
}

/// Each lane of the first 8, 16 or 32 names the 16 bytes of one row.
void InlinePtx::matrixRows(const PtxInstruction &Instruction) {
  bool Stores = Instruction.opcode() == "stmatrix";
  if (Instruction.Operands.size() < 2)
    return;
  unsigned Matrices = Instruction.has("x4")   ? 4
                      : Instruction.has("x2") ? 2
                      : Instruction.has("x1") ? 1
                                              : 0;
  StringRef At = Instruction.Operands[Stores ? 0 : 1];
  if (!Instruction.has("m8n8") || Matrices == 0 || Instruction.has("shared::cluster")) {
    listAsUnknown(Instruction, "no cost model for matrices of this shape");
  } else {
    constexpr unsigned RowBytes = 16, RowsPerMatrix = 8;
    Lvalue Rows = address(At, MemorySpace::Shared);
    auto Emit = [&] {
      emit(Instruction, Rows, RowBytes, Stores ? AccessKind::Store : AccessKind::Load,
           RequestForm::MatrixRows);
    };
    if (Matrices * RowsPerMatrix == NvidiaWarpLanes)
      Emit();
    else
      Code.branch(Exprs.less(Builtins.laneId(), Exprs.constant(Matrices * RowsPerMatrix)), Emit,
                  [] {});
  }
  if (!Stores)
    makeOutputsOpaque(Instruction, Uniformity::Lane);
}

void InlinePtx::bulkCopy(const PtxInstruction &Instruction) {
  if (Instruction.has("wait_group"))
    Out.emitBarrier(BarrierScope::Thread, &Asm);
  else if (!Instruction.has("commit_group") && !Instruction.has("prefetch"))
    listAsUnknown(Instruction, "no cost model for bulk copies (TMA)");
}

void InlinePtx::copy(const PtxInstruction &Instruction) {
  if (Instruction.has("bulk")) {
    bulkCopy(Instruction);
  } else if (Instruction.has("reduce")) {
    listAsUnknown(Instruction, "no cost model for bulk copies (TMA)");
  } else if (!Instruction.has("async")) {
    notUnderstood(Instruction);
  } else if (Instruction.has("wait_all")) {
    Out.emitCopyWait(Exprs.constant(0), /*Commits=*/true, &Asm);
  } else if (Instruction.has("wait_group")) {
    Operands All = Instruction.Operands;
    Out.emitCopyWait(All.empty() ? nullptr : number(All.front()), /*Commits=*/false, &Asm);
  } else if (Instruction.has("mbarrier")) {
    Out.trackCopies();
    listAsUnknown(Instruction, "no cost model for mbarrier operations");
  } else if (Instruction.has("commit_group")) {
    Out.emitCopyCommit(&Asm);
  } else {
    asyncCopy(Instruction);
  }
}

} // namespace memlint
