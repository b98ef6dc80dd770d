//===- InlinePtx.cpp - Inline assembly ---------------------------- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// PTX in asm statements: loads, stores, copies, barriers and enough integer
/// arithmetic to follow addresses (PTX ISA, Instruction Set). What is not known
/// gives opaque outputs, and where it names memory an access that says so.
///
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"
#include "PtxText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using llvm::StringRef;

namespace memlint {

/// One execution of an asm statement.
class InlinePtx {
public:
  InlinePtx(KernelLowering &Lowering, const GCCAsmStmt &Asm)
      : Lowering(Lowering), Exprs(Lowering.Exprs), Ast(Lowering.Ast), Asm(Asm) {}

  void run();

private:
  using Operands = llvm::ArrayRef<std::string>;

  // Operands
  void readOperands();
  void writeOutputs();
  Value read(StringRef Operand);
  Value readLiteral(StringRef Operand);
  ExprRef number(StringRef Operand);
  ExprRef numberOf(const Value &From);
  void write(StringRef Operand, Value New);
  std::optional<unsigned> operandNumber(StringRef Operand) const;
  Uniformity uniformityOf(Operands Inputs);
  Value opaque(Uniformity Varies, StringRef Words);
  void makeOutputsOpaque(const PtxInstruction &Instruction, Uniformity Varies);

  // Instructions
  void execute(const PtxInstruction &Instruction);
  bool executeMemory(const PtxInstruction &Instruction);
  bool executeBarrier(const PtxInstruction &Instruction);
  bool executeWarpWide(const PtxInstruction &Instruction);
  bool executeArithmetic(const PtxInstruction &Instruction);
  ExprRef compute(const PtxInstruction &Instruction, Operands Inputs);
  ExprRef compare(StringRef Relation, ExprRef Left, ExprRef Right, bool Unsigned);
  bool endThread(const PtxInstruction &Instruction);
  void load(const PtxInstruction &Instruction);
  void store(const PtxInstruction &Instruction);
  void atomic(const PtxInstruction &Instruction);
  void copy(const PtxInstruction &Instruction);
  void matrixRows(const PtxInstruction &Instruction);
  void listAsUnknown(const PtxInstruction &Instruction, StringRef Reason);

  // Addresses
  static MemorySpace spaceOf(const PtxInstruction &Instruction);
  Place address(StringRef Operand, MemorySpace Space);
  QualType typeOfBytes(unsigned Bytes);
  void emit(const PtxInstruction &Instruction, const Place &At, unsigned Bytes, AccessKind Kind,
            RequestForm Form = RequestForm::Plain, StringRef Reason = {});
  Uniformity uniformityOfLoad(const Place &From, bool Volatile);

  KernelLowering &Lowering;
  ExprContext &Exprs;
  ASTContext &Ast;
  const GCCAsmStmt &Asm;
  /// By the number after '%'.
  std::vector<Value> Values;
  std::vector<std::optional<Place>> Outputs;
  llvm::StringMap<Value> Registers;
};

//===--- Operands ---------------------------------------------------------===//

void InlinePtx::readOperands() {
  unsigned OutputCount = Asm.getNumOutputs();
  for (unsigned Index = 0; Index != OutputCount; ++Index) {
    const clang::Expr *Output = Asm.getOutputExpr(Index);
    Outputs.push_back(Lowering.locate(Output));
    Value Before;
    if (Asm.isOutputPlusConstraint(Index))
      Before = Lowering.load(*Outputs.back(), Output->getType(), Output);
    Values.push_back(std::move(Before));
  }
  for (unsigned Index = 0; Index != Asm.getNumInputs(); ++Index) {
    const clang::Expr *Input = Asm.getInputExpr(Index);
    Value Read =
        Input->isGLValue() ? Value::pointer(Lowering.locate(Input)) : Lowering.evaluate(Input);
    // "0"(x): x is what output 0 holds before.
    unsigned Tied = 0;
    if (!StringRef(Asm.getInputConstraint(Index)).getAsInteger(10, Tied) && Tied < OutputCount)
      Values[Tied] = Read;
    Values.push_back(std::move(Read));
  }
}

void InlinePtx::writeOutputs() {
  for (unsigned Index = 0; Index != Asm.getNumOutputs(); ++Index) {
    const clang::Expr *Output = Asm.getOutputExpr(Index);
    QualType Type = Output->getType();
    const Value &Result = Values[Index];
    Value New;
    if (Result.isEmpty())
      New = Lowering.unknownValue(Type, Uniformity::Lane, OpaqueReason::NotUnderstood,
                                  "result of inline assembly");
    else if (Type->isIntegralOrEnumerationType())
      New = Value::scalar(Lowering.fitted(numberOf(Result), Type));
    else if (Type->isPointerType() && Result.isPointer())
      New = Result;
    else if (std::optional<Place> At;
             Type->isPointerType() && Result.isScalar() && (At = Lowering.placeAt(Result.Number)))
      New = Value::pointer(*At);
    else
      New = Lowering.unknownValue(Type, Lowering.uniformity(Result), OpaqueReason::DataDependent,
                                  "result of inline assembly");
    Lowering.store(*Outputs[Index], Type, New, Output);
  }
}

std::optional<unsigned> InlinePtx::operandNumber(StringRef Operand) const {
  if (!Operand.consume_front("%"))
    return std::nullopt;
  unsigned Number = 0;
  if (Operand.consume_front("[") && Operand.consume_back("]")) {
    int Named = Asm.getNamedOperand(Operand);
    if (Named < 0)
      return std::nullopt;
    Number = unsigned(Named);
  } else if (Operand.getAsInteger(10, Number)) {
    return std::nullopt;
  }
  return Number < Values.size() ? std::optional(Number) : std::nullopt;
}

Value InlinePtx::opaque(Uniformity Varies, StringRef Words) {
  return Value::scalar(Exprs.opaque(OpaqueReason::DataDependent, Varies, Words));
}

/// 12, -1, 0x1f, 0b101, 4U; 0f3F800000 and 0d... are floating point.
Value InlinePtx::readLiteral(StringRef Operand) {
  if (Operand.starts_with_insensitive("0f") || Operand.starts_with_insensitive("0d"))
    return Lowering.floatValue(Uniformity::Grid);
  bool Negative = Operand.consume_front("-");
  Operand.consume_back("U");
  uint64_t Magnitude = 0;
  if (Operand.getAsInteger(0, Magnitude) || Magnitude > uint64_t(INT64_MAX))
    return opaque(Uniformity::Grid, "a literal");
  int64_t Signed = int64_t(Magnitude);
  return Value::scalar(Exprs.constant(Negative ? -Signed : Signed));
}

Value InlinePtx::read(StringRef Operand) {
  Operand = Operand.trim();
  if (std::optional<unsigned> Number = operandNumber(Operand)) {
    if (Values[*Number].isEmpty())
      return opaque(Uniformity::Lane, "an output of inline assembly before it is set");
    return Values[*Number];
  }
  if (auto Known = Registers.find(Operand); Known != Registers.end())
    return Known->second;
  if (!Operand.empty() && (llvm::isDigit(Operand[0]) || Operand[0] == '-'))
    return readLiteral(Operand);
  if (StringRef Name = Operand; Name.consume_front("%")) {
    Name.consume_front("%");
    if (Value Special = Lowering.ptxRegister(Name); !Special.isEmpty())
      return Special;
  }
  return opaque(Uniformity::Lane, Operand);
}

ExprRef InlinePtx::numberOf(const Value &From) {
  if (From.isScalar())
    return From.Number;
  if (From.isPointer() && From.Target.isMemory())
    return Lowering.addressNumber(From.Target);
  return Exprs.opaque(OpaqueReason::DataDependent, Uniformity::Lane, "a value");
}

ExprRef InlinePtx::number(StringRef Operand) { return numberOf(read(Operand)); }

void InlinePtx::write(StringRef Operand, Value New) {
  Operand = Operand.trim();
  if (std::optional<unsigned> Number = operandNumber(Operand))
    Values[*Number] = std::move(New);
  else if (Operand != "_")
    Registers[Operand] = std::move(New);
}

/// What an instruction writes: "d", "d|p", "{a, b}".
static std::vector<std::string> destinations(StringRef Operand) {
  if (Operand.consume_front("{") && Operand.consume_back("}"))
    return splitPtxList(Operand);
  auto [First, Second] = Operand.split('|');
  std::vector<std::string> Result = {First.trim().str()};
  if (!Second.empty())
    Result.push_back(Second.trim().str());
  return Result;
}

Uniformity InlinePtx::uniformityOf(Operands Inputs) {
  Uniformity Most = Uniformity::Grid;
  for (StringRef Input : Inputs) {
    bool Group = Input.starts_with("{") || Input.starts_with("[");
    if (Group)
      Most = std::max(Most, uniformityOf(splitPtxList(Input.drop_front().drop_back())));
    else
      Most = std::max(Most, Lowering.uniformity(read(Input)));
  }
  return Most;
}

void InlinePtx::makeOutputsOpaque(const PtxInstruction &Instruction, Uniformity Varies) {
  if (Instruction.Operands.empty() || StringRef(Instruction.Operands[0]).starts_with("["))
    return;
  for (const std::string &Destination : destinations(Instruction.Operands[0]))
    write(Destination, opaque(Varies, Instruction.Text));
}

//===--- Addresses and accesses -------------------------------------------===//

MemorySpace InlinePtx::spaceOf(const PtxInstruction &Instruction) {
  for (StringRef Part : Instruction.Parts) {
    std::optional<MemorySpace> Space = llvm::StringSwitch<std::optional<MemorySpace>>(Part)
                                           .Case("global", MemorySpace::Global)
                                           .Cases("shared", "shared::cta", MemorySpace::Shared)
                                           .Case("const", MemorySpace::Constant)
                                           .Cases("local", "param", MemorySpace::Local)
                                           .Default(std::nullopt);
    if (Space)
      return *Space;
  }
  return MemorySpace::Generic;
}

/// "[%1 + 16]": where in memory; an object of its own when that is not known.
Place InlinePtx::address(StringRef Operand, MemorySpace Space) {
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
  std::optional<Place> At;
  if (Start.isPointer())
    At = Start.Target;
  else if (Start.isScalar())
    At = Lowering.placeAt(Start.Number);
  if (At && At->isVariable())
    return *At;
  if (At && At->isMemory()) {
    MemorySpace Known = Lowering.Program.Objects[At->Object].Space;
    if (Space == MemorySpace::Generic || Known == Space)
      return Place::memory(At->Object, Exprs.add(At->Offset, Addend));
  }
  Uniformity Varies = Lowering.uniformity(Start);
  std::string Words = "the address " + Inside.str() + " of inline assembly";
  return Place::memory(Lowering.unknownObject(Words, Space),
                       Exprs.opaque(OpaqueReason::NotUnderstood, Varies, Words));
}

QualType InlinePtx::typeOfBytes(unsigned Bytes) {
  switch (Bytes) {
  case 1:
    return Ast.UnsignedCharTy;
  case 2:
    return Ast.UnsignedShortTy;
  case 4:
    return Ast.UnsignedIntTy;
  case 8:
    return Ast.UnsignedLongLongTy;
  default:
    return Ast.getExtVectorType(Ast.UnsignedIntTy, 4);
  }
}

void InlinePtx::emit(const PtxInstruction &Instruction, const Place &At, unsigned Bytes,
                     AccessKind Kind, RequestForm Form, StringRef Reason) {
  if (At.isVariable()) {
    if (Kind != AccessKind::Load)
      Lowering.havocVariable(At.Slot, "written by inline assembly");
    return;
  }
  size_t Before = Lowering.Program.Accesses.size();
  Lowering.emitAccess(At, typeOfBytes(Bytes), Kind, &Asm, Form);
  for (size_t Index = Before; Index != Lowering.Program.Accesses.size(); ++Index) {
    Access &New = Lowering.Program.Accesses[Index];
    New.Text = Instruction.Text;
    New.Reason = Reason.str();
    New.IsVolatile = Instruction.has("volatile") || Instruction.has("relaxed") ||
                     Instruction.has("acquire") || Instruction.has("release");
  }
}

Uniformity InlinePtx::uniformityOfLoad(const Place &From, bool Volatile) {
  if (!From.isMemory())
    return Uniformity::Lane;
  const MemoryObject &Object = Lowering.Program.Objects[From.Object];
  bool Stable = Lowering.KnownFacts.Known && !Volatile && !Object.IsVolatile &&
                Object.Space != MemorySpace::Local && Object.Kind != ObjectKind::Unknown;
  if (!Stable || Lowering.KnownFacts.MayChange.contains(Lowering.keyOf(&Asm)))
    return Uniformity::Lane;
  return From.Offset->varies();
}

void InlinePtx::listAsUnknown(const PtxInstruction &Instruction, StringRef Reason) {
  constexpr unsigned NominalBytes = 4;
  for (StringRef Operand : Instruction.Operands)
    if (Operand.starts_with("[")) {
      // The first of "[map, {x, y}]" is the address.
      std::vector<std::string> Parts = splitPtxList(Operand.drop_front().drop_back());
      if (!Parts.empty())
        emit(Instruction, address(Parts[0], MemorySpace::Generic), NominalBytes, AccessKind::Atomic,
             RequestForm::Plain, Reason);
    }
}

/// Bytes that one lane moves, 0 where the instruction does not tell.
static unsigned bytesOf(const PtxInstruction &Instruction) {
  unsigned Elements = Instruction.has("v2")   ? 2
                      : Instruction.has("v4") ? 4
                      : Instruction.has("v8") ? 8
                                              : 1;
  return ptxTypeBits(Instruction.type()) / 8 * Elements;
}

static bool isPlainSize(unsigned Bytes) {
  return Bytes == 1 || Bytes == 2 || Bytes == 4 || Bytes == 8 || Bytes == 16;
}

void InlinePtx::load(const PtxInstruction &Instruction) {
  if (Instruction.Operands.size() < 2)
    return;
  MemorySpace Space = spaceOf(Instruction);
  bool Volatile = Instruction.has("volatile") || Instruction.has("relaxed") ||
                  Instruction.has("acquire") || Instruction.has("mmio");
  Uniformity Varies = Uniformity::Lane;
  if (Instruction.has("shared::cluster")) {
    listAsUnknown(Instruction, "it may reach the shared memory of another block of the cluster");
  } else if (Space != MemorySpace::Local) {
    unsigned Bytes = bytesOf(Instruction);
    Place At = address(Instruction.Operands[1], Space);
    if (At.isVariable() && Instruction.Operands.size() == 2 &&
        !StringRef(Instruction.Operands[0]).starts_with("{")) {
      write(Instruction.Operands[0], Lowering.readVariable(At, typeOfBytes(Bytes), nullptr));
      return;
    }
    if (isPlainSize(Bytes))
      emit(Instruction, At, Bytes, AccessKind::Load);
    else
      listAsUnknown(Instruction, "the instruction's size is not known");
    Varies = uniformityOfLoad(At, Volatile);
  } else if (Instruction.has("param")) {
    Varies = Uniformity::Grid;
  }
  makeOutputsOpaque(Instruction, Varies);
}

void InlinePtx::store(const PtxInstruction &Instruction) {
  if (Instruction.Operands.size() < 2)
    return;
  MemorySpace Space = spaceOf(Instruction);
  if (Space == MemorySpace::Local)
    return;
  if (Instruction.has("shared::cluster") || Instruction.opcode() == "st.async") {
    listAsUnknown(Instruction, "it may reach the shared memory of another block of the cluster");
    return;
  }
  unsigned Bytes = bytesOf(Instruction);
  Place At = address(Instruction.Operands[0], Space);
  if (isPlainSize(Bytes))
    emit(Instruction, At, Bytes, AccessKind::Store);
  else
    listAsUnknown(Instruction, "the instruction's size is not known");
}

/// What shared memory does for an atomic: it has instructions for 32-bit
/// integers, for exchanges and for compare-and-swaps.
static RequestForm atomicForm(const PtxInstruction &Instruction, unsigned Bytes) {
  bool Whole = Bytes == 4 || Bytes == 8;
  if (Instruction.has("cas") && Whole)
    return RequestForm::CompareAndSwap;
  if (Instruction.has("exch") && Whole)
    return RequestForm::NativeAtomic;
  return Bytes == 4 && !isPtxFloat(Instruction.type()) ? RequestForm::NativeAtomic
                                                       : RequestForm::AtomicLoop;
}

void InlinePtx::atomic(const PtxInstruction &Instruction) {
  bool Returns = Instruction.opcode() == "atom";
  unsigned AddressAt = Returns ? 1 : 0;
  if (Instruction.Operands.size() <= AddressAt)
    return;
  unsigned Bytes = bytesOf(Instruction);
  MemorySpace Space = spaceOf(Instruction);
  if (Instruction.has("shared::cluster") || Instruction.has("async"))
    listAsUnknown(Instruction, "it may reach the shared memory of another block of the cluster");
  else if (isPlainSize(Bytes))
    emit(Instruction, address(Instruction.Operands[AddressAt], Space), Bytes, AccessKind::Atomic,
         atomicForm(Instruction, Bytes));
  else
    listAsUnknown(Instruction, "the instruction's size is not known");
  if (Returns)
    makeOutputsOpaque(Instruction, Uniformity::Lane);
}

/// cp.async.ca.shared.global [to], [from], bytes {, bytes to read} {, policy}.
void InlinePtx::copy(const PtxInstruction &Instruction) {
  if (Instruction.Operands.size() < 3)
    return;
  ExprRef Size = number(Instruction.Operands[2]);
  unsigned Bytes = Size->isConstant() ? unsigned(Size->constantTerm()) : 0;
  if (!isPlainSize(Bytes) || Bytes < 4) {
    listAsUnknown(Instruction, "the instruction's size is not known");
    return;
  }
  Place To = address(Instruction.Operands[0], MemorySpace::Shared);
  Place From = address(Instruction.Operands[1], MemorySpace::Global);
  RequestForm Form = Instruction.has("cg") ? RequestForm::BypassingCopy : RequestForm::Plain;
  auto Read = [&] { emit(Instruction, From, Bytes, AccessKind::AsyncCopy, Form); };
  // Bytes that are not read are filled with zeros.
  bool Policy = Instruction.has("L2::cache_hint");
  if (Instruction.Operands.size() > (Policy ? 4u : 3u)) {
    ExprRef Filled = number(Instruction.Operands[3]);
    Lowering.branch(Exprs.logicalNot(Exprs.equal(Filled, Exprs.constant(0))), Read, [] {});
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
    listAsUnknown(Instruction, "matrices of this shape have no rule here");
  } else {
    constexpr unsigned RowBytes = 16, RowsPerMatrix = 8;
    Place Rows = address(At, MemorySpace::Shared);
    auto Emit = [&] {
      emit(Instruction, Rows, RowBytes, Stores ? AccessKind::Store : AccessKind::Load,
           RequestForm::MatrixRows);
    };
    if (Matrices * RowsPerMatrix == WarpSize)
      Emit();
    else
      Lowering.branch(Exprs.less(Lowering.laneId(), Exprs.constant(Matrices * RowsPerMatrix)), Emit,
                      [] {});
  }
  if (!Stores)
    makeOutputsOpaque(Instruction, Uniformity::Lane);
}

bool InlinePtx::executeMemory(const PtxInstruction &Instruction) {
  StringRef Opcode = Instruction.opcode();
  if (Opcode == "ld" || Opcode == "ldu") {
    load(Instruction);
  } else if (Opcode == "st") {
    store(Instruction);
  } else if (Opcode == "atom" || Opcode == "red") {
    atomic(Instruction);
  } else if (Opcode == "ldmatrix" || Opcode == "stmatrix") {
    matrixRows(Instruction);
  } else if (Opcode == "mbarrier") {
    listAsUnknown(Instruction, "operations on an mbarrier have no rule here");
    makeOutputsOpaque(Instruction, Uniformity::Lane);
  } else if (Opcode == "cp" && Instruction.has("bulk")) {
    if (Instruction.has("wait_group"))
      Lowering.emitBarrier(BarrierScope::Thread, &Asm);
    else if (!Instruction.has("commit_group") && !Instruction.has("prefetch"))
      listAsUnknown(Instruction, "a bulk copy (TMA) is not made by the lanes of a warp");
  } else if (Opcode == "cp" && Instruction.has("reduce")) {
    listAsUnknown(Instruction, "a bulk copy (TMA) is not made by the lanes of a warp");
  } else if (Opcode == "cp" && Instruction.has("async")) {
    if (Instruction.has("wait_group") || Instruction.has("wait_all"))
      Lowering.emitBarrier(BarrierScope::Thread, &Asm);
    else if (Instruction.has("mbarrier"))
      listAsUnknown(Instruction, "operations on an mbarrier have no rule here");
    else if (!Instruction.has("commit_group"))
      copy(Instruction);
  } else {
    // Requests to the caches alone, and reads that go through the texture path.
    return Opcode == "prefetch" || Opcode == "prefetchu" || Opcode == "applypriority" ||
           Opcode == "discard";
  }
  return true;
}

//===--- Barriers and exchanges -------------------------------------------===//

bool InlinePtx::executeBarrier(const PtxInstruction &Instruction) {
  StringRef Opcode = Instruction.opcode();
  if (Opcode == "bar" || Opcode == "barrier") {
    if (Instruction.has("cluster")) {
      if (Instruction.has("wait"))
        Lowering.emitBarrier(BarrierScope::Cluster, &Asm);
      return true;
    }
    if (Instruction.has("arrive"))
      return true;
    bool Reduces = Instruction.has("red");
    // bar.red d, a {, b}, p: barrier a of b threads, of the block where b is left out.
    size_t Most = Reduces ? 3 : 1;
    BarrierScope Scope = Instruction.has("warp") || Instruction.Operands.size() > Most
                             ? BarrierScope::Warp
                             : BarrierScope::Block;
    Lowering.emitBarrier(Scope, &Asm);
    if (Reduces)
      makeOutputsOpaque(Instruction,
                        Scope == BarrierScope::Block ? Uniformity::Block : Uniformity::Warp);
    return true;
  }
  if (Opcode == "membar" || Opcode == "fence") {
    if (!Instruction.has("proxy") && !Instruction.has("mbarrier_init"))
      Lowering.emitFence(Instruction.has("cta")   ? FenceScope::Block
                         : Instruction.has("sys") ? FenceScope::System
                                                  : FenceScope::Device,
                         &Asm);
    return true;
  }
  return llvm::StringSwitch<bool>(Opcode)
      .Cases("griddepcontrol", "nanosleep", "pmevent", "brkpt", "setmaxnreg", true)
      .Default(false);
}

bool InlinePtx::executeWarpWide(const PtxInstruction &Instruction) {
  StringRef Opcode = Instruction.opcode();
  Operands All = Instruction.Operands;
  if (Opcode == "activemask" || Opcode == "vote" || Opcode == "redux") {
    makeOutputsOpaque(Instruction, Uniformity::Warp);
    return true;
  }
  if (Opcode == "shfl" && All.size() >= 3) {
    Value Exchanged = read(All[1]);
    std::vector<std::string> To = destinations(All[0]);
    Uniformity Varies = Uniformity::Lane;
    bool WholeWarp = All.size() >= 4 && number(All[3])->isConstant(31);
    if (Instruction.has("idx") && WholeWarp && Lowering.uniformity(read(All[2])) < Uniformity::Lane)
      Varies = Uniformity::Warp;
    bool Same = Lowering.uniformity(Exchanged) < Uniformity::Lane;
    write(To[0], Same ? Exchanged : opaque(Varies, Instruction.Text));
    if (To.size() > 1)
      write(To[1], opaque(Uniformity::Lane, Instruction.Text));
    return true;
  }
  return false;
}

//===--- Arithmetic -------------------------------------------------------===//

ExprRef InlinePtx::compare(StringRef Relation, ExprRef Left, ExprRef Right, bool Unsigned) {
  auto Less = [&](ExprRef A, ExprRef B) {
    return Unsigned ? Exprs.lessUnsigned(A, B) : Exprs.less(A, B);
  };
  if (Relation == "eq")
    return Exprs.equal(Left, Right);
  if (Relation == "ne")
    return Exprs.logicalNot(Exprs.equal(Left, Right));
  if (Relation == "lt" || Relation == "lo")
    return Less(Left, Right);
  if (Relation == "gt" || Relation == "hi")
    return Less(Right, Left);
  if (Relation == "le" || Relation == "ls")
    return Exprs.logicalNot(Less(Right, Left));
  if (Relation == "ge" || Relation == "hs")
    return Exprs.logicalNot(Less(Left, Right));
  return nullptr;
}

/// The integer that \p Instruction computes; null when it is not followed.
ExprRef InlinePtx::compute(const PtxInstruction &Instruction, Operands Inputs) {
  StringRef Opcode = Instruction.opcode();
  // C++ hands over any 32 bits; the instruction tells whether they are signed.
  unsigned Bits = ptxTypeBits(Instruction.type());
  auto In = [&](unsigned Index) {
    ExprRef Read = number(Inputs[Index]);
    bool Narrow =
        Bits != 0 && Bits <= 32 && Opcode != "cvt" && !(Instruction.has("wide") && Index == 2);
    return Narrow ? Exprs.wrap(Read, Bits, Instruction.type().starts_with("s")) : Read;
  };
  bool Carries = Instruction.has("cc") || Instruction.has("sat");
  bool High = Instruction.has("hi");
  bool Wide = Instruction.has("wide");
  if (isPtxFloat(Instruction.type()) || Carries)
    return nullptr;
  switch (Inputs.size()) {
  case 1:
    if (Opcode == "neg")
      return Exprs.negate(In(0));
    if (Opcode == "abs")
      return Exprs.maximum(In(0), Exprs.negate(In(0)));
    if (Opcode == "not" && Instruction.type() != "pred")
      return Exprs.subtract(Exprs.constant(-1), In(0));
    if (Opcode == "not")
      return Exprs.logicalNot(In(0));
    if (Opcode == "popc")
      return Exprs.unary(ExprKind::PopulationCount, In(0), Bits);
    if (Opcode == "brev" && Instruction.type() == "b32")
      return Exprs.unary(ExprKind::BitReverse, In(0));
    if (Opcode == "clz" && Instruction.type() == "b32")
      return Exprs.unary(ExprKind::LeadingZeros, In(0));
    if (Opcode == "cvt" && !Instruction.has("rni") && !Instruction.has("rzi")) {
      // To the type before, from the last: "cvt.u32.u64".
      StringRef To = Instruction.Parts[Instruction.Parts.size() - 2];
      if (ptxTypeBits(To) != 0 && !isPtxFloat(To))
        return Exprs.wrap(In(0), ptxTypeBits(To), To.starts_with("s"));
    }
    return nullptr;
  case 2:
    if (Opcode == "add")
      return Exprs.add(In(0), In(1));
    if (Opcode == "sub")
      return Exprs.subtract(In(0), In(1));
    if (Opcode == "mul" && !High)
      return Exprs.multiply(In(0), In(1));
    if (Opcode == "div")
      return Exprs.divide(In(0), In(1));
    if (Opcode == "rem")
      return Exprs.remainder(In(0), In(1));
    if (Opcode == "min")
      return Exprs.minimum(In(0), In(1));
    if (Opcode == "max")
      return Exprs.maximum(In(0), In(1));
    if (Opcode == "and")
      return Exprs.bitAnd(In(0), In(1));
    if (Opcode == "or")
      return Exprs.bitOr(In(0), In(1));
    if (Opcode == "xor")
      return Exprs.bitXor(In(0), In(1));
    if (Opcode == "shl")
      return Exprs.shiftLeft(In(0), In(1));
    if (Opcode == "shr")
      return Exprs.shiftRight(In(0), In(1));
    return nullptr;
  case 3:
    if ((Opcode == "mad" || Opcode == "fma") && !High && (Wide || Instruction.has("lo")))
      return Exprs.add(Exprs.multiply(In(0), In(1)), In(2));
    if (Opcode == "selp")
      return Exprs.select(In(2), In(0), In(1));
    // Bits [b, b + c) of a.
    if (Opcode == "bfe" && Instruction.type() == "u32" && In(1)->isConstant() &&
        In(2)->isConstant() && In(1)->constantTerm() < 32 && In(2)->constantTerm() < 32)
      return Exprs.bitAnd(Exprs.shiftRight(In(0), In(1)),
                          Exprs.constant((int64_t(1) << In(2)->constantTerm()) - 1));
    return nullptr;
  default:
    return nullptr;
  }
}

bool InlinePtx::executeArithmetic(const PtxInstruction &Instruction) {
  static constexpr StringRef Pure[] = {
      "abs",  "add",      "addc",  "and",  "bfe",   "bfi",   "bfind",       "bmsk", "brev", "clz",
      "cnot", "copysign", "cos",   "cvt",  "cvta",  "div",   "dp2a",        "dp4a", "ex2",  "fma",
      "fns",  "isspacep", "lg2",   "lop3", "mad",   "mad24", "madc",        "max",  "min",  "mov",
      "mul",  "mul24",    "neg",   "not",  "or",    "popc",  "prmt",        "rcp",  "rem",  "rsqrt",
      "sad",  "selp",     "set",   "setp", "shf",   "shl",   "shr",         "sin",  "slct", "sqrt",
      "sub",  "subc",     "szext", "tanh", "testp", "xor",   "createpolicy"};
  StringRef Opcode = Instruction.opcode();
  if (!llvm::is_contained(Pure, Opcode) && !Opcode.starts_with("vabsdiff") &&
      !Opcode.starts_with("vadd") && !Opcode.starts_with("vset"))
    return false;
  if (Instruction.Operands.empty())
    return true;
  std::vector<std::string> To = destinations(Instruction.Operands[0]);
  Operands Inputs = Operands(Instruction.Operands).drop_front();
  bool Single = To.size() == 1 && !StringRef(Instruction.Operands[0]).starts_with("{");
  StringRef Type = Instruction.type();
  // An address is the same in its own space and in the generic one.
  if ((Opcode == "mov" || Opcode == "cvta") && Single && Inputs.size() == 1 &&
      !StringRef(Inputs[0]).starts_with("{")) {
    write(To[0], read(Inputs[0]));
    return true;
  }
  if (Opcode == "setp" && Inputs.size() == 2 && !isPtxFloat(Type) &&
      Instruction.Parts.size() == 3) {
    StringRef Relation = Instruction.Parts[1];
    bool Unsigned = Type == "u64";
    unsigned Bits = ptxTypeBits(Type);
    auto Operand = [&](unsigned Index) {
      ExprRef Read = number(Inputs[Index]);
      return Bits != 0 && Bits <= 32 ? Exprs.wrap(Read, Bits, Type.starts_with("s")) : Read;
    };
    if (ExprRef Holds = compare(Relation, Operand(0), Operand(1), Unsigned)) {
      write(To[0], Value::scalar(Holds));
      if (To.size() > 1)
        write(To[1], Value::scalar(Exprs.logicalNot(Holds)));
      return true;
    }
  }
  if (ExprRef Result = Single ? compute(Instruction, Inputs) : nullptr) {
    unsigned Bits = ptxTypeBits(Type) * (Instruction.has("wide") ? 2 : 1);
    // Addresses do not wrap, and a conversion has its own width.
    bool Wraps = Opcode != "cvt" && Bits != 0 && !(Bits == 64 && Type.starts_with("s"));
    if (Wraps)
      Result = Exprs.wrap(Result, Bits, Type.starts_with("s"));
    write(To[0], Value::scalar(Result));
    return true;
  }
  makeOutputsOpaque(Instruction, uniformityOf(Inputs));
  return true;
}

//===--- Statements -------------------------------------------------------===//

/// Ends what follows, for the threads that come here.
bool InlinePtx::endThread(const PtxInstruction &Instruction) {
  if (Instruction.opcode() == "exit")
    Lowering.endPath();
  else if (Instruction.opcode() == "trap")
    Lowering.endImpossiblePath();
  else
    return false;
  return true;
}

void InlinePtx::execute(const PtxInstruction &Instruction) {
  if (endThread(Instruction) || executeMemory(Instruction) || executeBarrier(Instruction) ||
      executeWarpWide(Instruction) || executeArithmetic(Instruction))
    return;
  StringRef Opcode = Instruction.opcode();
  if (Opcode == "bra" || Opcode == "brx" || Opcode == "ret")
    return;
  // Texture and surface instructions go another way than what is counted here.
  bool Texture = Opcode == "tex" || Opcode == "tld4" || Opcode == "suld" || Opcode == "sust" ||
                 Opcode == "sured" || Opcode == "txq" || Opcode == "suq";
  if (!Texture)
    listAsUnknown(Instruction, ("the instruction " + Opcode + " is not understood").str());
  makeOutputsOpaque(Instruction, Uniformity::Lane);
}

void InlinePtx::run() {
  readOperands();
  PtxText Text = parsePtx(Asm.getAsmString()->getString());
  size_t GuardsBefore = Lowering.Current.Guards.size();
  if (Text.HasBranches)
    Lowering.Current.Guards.push_back(Exprs.opaque(OpaqueReason::NotUnderstood, Uniformity::Lane,
                                                   "a branch inside inline assembly", {0, 1}));
  for (const PtxInstruction &Instruction : Text.Instructions) {
    if (!Lowering.Current.Reachable || !Lowering.step())
      break;
    if (Instruction.Predicate.empty()) {
      execute(Instruction);
      continue;
    }
    // What a predicated instruction writes is the old value for other lanes.
    ExprRef Holds = Lowering.truth(read(Instruction.Predicate), nullptr);
    if (Instruction.PredicateNegated)
      Holds = Exprs.logicalNot(Holds);
    std::vector<Value> ValuesBefore = Values;
    llvm::StringMap<Value> RegistersBefore = Registers;
    Lowering.branch(Holds, [&] { execute(Instruction); }, [] {});
    auto Merge = [&](Value &After, const Value &Before) {
      After = Before.isEmpty() ? After
                               : Lowering.joinValues(Holds, After, Before, Ast.UnsignedLongLongTy);
    };
    for (size_t Index = 0; Index != Values.size(); ++Index)
      Merge(Values[Index], ValuesBefore[Index]);
    for (auto &Entry : Registers)
      if (auto Before = RegistersBefore.find(Entry.first()); Before != RegistersBefore.end())
        Merge(Entry.second, Before->second);
  }
  if (Lowering.Current.Reachable && Text.HasBranches)
    Lowering.Current.Guards.resize(std::min(GuardsBefore, Lowering.Current.Guards.size()));
  if (Lowering.Current.Reachable)
    writeOutputs();
}

void KernelLowering::executeAsm(const GCCAsmStmt *Asm) { InlinePtx(*this, *Asm).run(); }

} // namespace memlint
