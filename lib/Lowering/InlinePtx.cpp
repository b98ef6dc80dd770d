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

#include "InlinePtx.h"

#include "llvm/ADT/StringExtras.h"

using namespace clang;
using llvm::StringRef;

namespace memlint {

//===--- Operands ---------------------------------------------------------===//

void InlinePtx::readOperands() {
  unsigned OutputCount = Asm.getNumOutputs();
  for (unsigned Index = 0; Index != OutputCount; ++Index) {
    const clang::Expr *Output = Asm.getOutputExpr(Index);
    Outputs.push_back(Code.locate(Output));
    Value Before;
    if (Asm.isOutputPlusConstraint(Index))
      Before = Code.load(*Outputs.back(), Output->getType(), Output);
    Values.push_back(std::move(Before));
  }
  for (unsigned Index = 0; Index != Asm.getNumInputs(); ++Index) {
    const clang::Expr *Input = Asm.getInputExpr(Index);
    Value Read = Input->isGLValue() ? Value::pointer(Code.locate(Input)) : Code.evaluate(Input);
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
      New = Code.unknownValue(Type, Uniformity::Lane, OpaqueReason::NotUnderstood,
                              "result of inline assembly");
    else if (Type->isIntegralOrEnumerationType())
      New = Value::scalar(Code.fitted(numberOf(Result), Type));
    else if (Type->isPointerType() && Result.isPointer())
      New = Result;
    else if (std::optional<Lvalue> At;
             Type->isPointerType() && Result.isScalar() && (At = Objects.lvalueAt(Result.Number)))
      New = Value::pointer(*At);
    else
      New = Code.unknownValue(Type, uniformity(Result), OpaqueReason::DataDependent,
                              "result of inline assembly");
    Code.store(*Outputs[Index], Type, New, Output);
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
    return floatValue(Exprs, Uniformity::Grid);
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
    if (Name.starts_with("clock") || Name.starts_with("globaltimer"))
      Out.noteUnseen(&Asm);
    if (Value Special = Builtins.ptxRegister(Name); !Special.isEmpty())
      return Special;
  }
  return opaque(Uniformity::Lane, Operand);
}

ExprRef InlinePtx::numberOf(const Value &From) {
  if (From.isScalar())
    return From.Number;
  if (From.isPointer() && From.Target.isMemory())
    return Objects.addressNumber(From.Target);
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

Uniformity InlinePtx::uniformityOf(Operands Inputs) {
  Uniformity Most = Uniformity::Grid;
  for (StringRef Input : Inputs) {
    bool Group = Input.starts_with("{") || Input.starts_with("[");
    if (Group)
      Most = std::max(Most, uniformityOf(splitPtxGroup(Input)));
    else
      Most = std::max(Most, uniformity(read(Input)));
  }
  return Most;
}

void InlinePtx::makeOutputsOpaque(const PtxInstruction &Instruction, Uniformity Varies) {
  if (Instruction.Operands.empty() || StringRef(Instruction.Operands[0]).starts_with("["))
    return;
  for (const std::string &Destination : ptxDestinations(Instruction.Operands[0]))
    write(Destination, opaque(Varies, Instruction.Text));
}

//===--- Barriers and exchanges -------------------------------------------===//

void InlinePtx::clusterBarrier(const PtxInstruction &Instruction) {
  Barrier Half;
  Half.Scope = BarrierScope::Cluster;
  Half.IsArrival = Instruction.has("arrive");
  if (Half.IsArrival)
    Out.emitBarrier(std::move(Half), &Asm);
  else if (Instruction.has("wait"))
    Out.emitBarrierWait(std::move(Half), &Asm);
}

/// bar.red d, a {, b}, p: barrier a of b threads, of the block where b is left out.
void InlinePtx::barrier(const PtxInstruction &Instruction) {
  if (Instruction.has("cluster")) {
    clusterBarrier(Instruction);
    return;
  }
  Operands All = Instruction.Operands;
  Barrier New;
  if (Instruction.has("warp")) {
    New.Scope = BarrierScope::Warp;
    New.Mask = All.empty() ? nullptr : laneMask(number(All[0]), NvidiaWarpLanes);
    Out.emitBarrier(std::move(New), &Asm);
    return;
  }
  bool Reduces = Instruction.has("red");
  size_t First = Reduces ? 1 : 0, Last = Reduces ? All.size() - 1 : All.size();
  if (!All.empty() && First < Last)
    New.Id = number(All[First]);
  if (!All.empty() && First + 1 < Last)
    New.Count = number(All[First + 1]);
  if (New.Id && New.Id->isConstant(0))
    New.Id = nullptr;
  New.Scope = New.Count ? BarrierScope::Named : BarrierScope::Block;
  New.IsArrival = Instruction.has("arrive");
  New.IsForWholeWarps = Instruction.opcode() == "bar" || Instruction.has("aligned");
  New.HasResult = Reduces;
  Uniformity Varies = New.Count ? Uniformity::Warp : Uniformity::Block;
  Out.emitBarrier(std::move(New), &Asm);
  if (Reduces)
    makeOutputsOpaque(Instruction, Varies);
}

void InlinePtx::fence(const PtxInstruction &Instruction) {
  if (Instruction.has("proxy") || Instruction.has("mbarrier_init"))
    Out.noteUnseen(&Asm);
  else
    Out.emitFence(Instruction.scope(), &Asm);
}

/// The mask of lanes is what instructions for all of them end with.
void InlinePtx::meetLanes(const PtxInstruction &Instruction) {
  if (Instruction.has("sync") && !Instruction.Operands.empty())
    Out.emitWarpOperation(laneMask(number(Instruction.Operands.back()), NvidiaWarpLanes),
                          NvidiaWarpLanes, &Asm);
}

void InlinePtx::vote(const PtxInstruction &Instruction) {
  meetLanes(Instruction);
  if (!Instruction.has("sync"))
    Out.noteUnseen(&Asm);
  makeOutputsOpaque(Instruction, Uniformity::Warp);
}

void InlinePtx::match(const PtxInstruction &Instruction) {
  meetLanes(Instruction);
  makeOutputsOpaque(Instruction, Instruction.has("all") ? Uniformity::Warp : Uniformity::Lane);
}

void InlinePtx::shuffle(const PtxInstruction &Instruction) {
  Operands All = Instruction.Operands;
  meetLanes(Instruction);
  if (All.size() < 3) {
    notUnderstood(Instruction);
    return;
  }
  Value Exchanged = read(All[1]);
  std::vector<std::string> To = ptxDestinations(All[0]);
  bool WholeWarp = All.size() >= 4 && number(All[3])->isConstant(31);
  bool FromOneLane =
      Instruction.has("idx") && WholeWarp && uniformity(read(All[2])) < Uniformity::Lane;
  bool Same = uniformity(Exchanged) < Uniformity::Lane;
  write(To[0], Same ? Exchanged
                    : opaque(FromOneLane ? Uniformity::Warp : Uniformity::Lane, Instruction.Text));
  if (To.size() > 1)
    write(To[1], opaque(Uniformity::Lane, Instruction.Text));
}

//===--- Statements -------------------------------------------------------===//

void InlinePtx::notUnderstood(const PtxInstruction &Instruction) {
  Out.noteUnseen(&Asm);
  listAsUnknown(Instruction,
                ("the instruction " + Instruction.opcode() + " is not understood").str());
  makeOutputsOpaque(Instruction, Uniformity::Lane);
}

void InlinePtx::execute(const PtxInstruction &Instruction) {
  if (Builtins.isAmd())
    return notUnderstood(Instruction);
  switch (Instruction.kind()) {
  case PtxKind::Load:
    return load(Instruction);
  case PtxKind::Store:
    return store(Instruction);
  case PtxKind::Atomic:
    return atomic(Instruction);
  case PtxKind::MatrixRows:
    return matrixRows(Instruction);
  case PtxKind::Copy:
    return copy(Instruction);
  case PtxKind::BarrierInMemory:
    listAsUnknown(Instruction, "no cost model for mbarrier operations");
    return makeOutputsOpaque(Instruction, Uniformity::Lane);
  case PtxKind::Barrier:
    return barrier(Instruction);
  case PtxKind::Fence:
    return fence(Instruction);
  case PtxKind::Vote:
    return vote(Instruction);
  case PtxKind::Match:
    return match(Instruction);
  case PtxKind::Shuffle:
    return shuffle(Instruction);
  case PtxKind::Exit:
    return Code.endPath();
  case PtxKind::Trap:
    return Code.endImpossiblePath();
  case PtxKind::Arithmetic:
    return arithmetic(Instruction);
  case PtxKind::Unseen:
    Out.noteUnseen(&Asm);
    [[fallthrough]];
  case PtxKind::Opaque:
    // Textures go another way than what is counted here.
    return makeOutputsOpaque(Instruction, Uniformity::Lane);
  case PtxKind::Nothing:
    return;
  case PtxKind::Unknown:
    return notUnderstood(Instruction);
  }
  llvm_unreachable("not a kind of instruction");
}

void InlinePtx::run() {
  readOperands();
  PtxText Text = parsePtx(Asm.getAsmString()->getString());
  size_t GuardsBefore = Code.Current.Guards.size();
  if (Text.HasBranches)
    Out.noteUnseen(&Asm);
  if (Text.HasBranches)
    Code.Current.Guards.push_back(Exprs.opaque(OpaqueReason::NotUnderstood, Uniformity::Lane,
                                               "a branch inside inline assembly", {0, 1}));
  for (const PtxInstruction &Instruction : Text.Instructions) {
    if (!Code.Current.Reachable || !Code.step())
      break;
    if (Instruction.Predicate.empty()) {
      execute(Instruction);
      continue;
    }
    // What a predicated instruction writes is the old value for other lanes.
    ExprRef Holds = Code.truth(read(Instruction.Predicate), nullptr);
    if (Instruction.PredicateNegated)
      Holds = Exprs.logicalNot(Holds);
    std::vector<Value> ValuesBefore = Values;
    llvm::StringMap<Value> RegistersBefore = Registers;
    Code.branch(Holds, [&] { execute(Instruction); }, [] {});
    auto Merge = [&](Value &After, const Value &Before) {
      After =
          Before.isEmpty() ? After : Code.joinValues(Holds, After, Before, Ast.UnsignedLongLongTy);
    };
    for (size_t Index = 0; Index != Values.size(); ++Index)
      Merge(Values[Index], ValuesBefore[Index]);
    for (auto &Entry : Registers)
      if (auto Before = RegistersBefore.find(Entry.first()); Before != RegistersBefore.end())
        Merge(Entry.second, Before->second);
  }
  if (Code.Current.Reachable && Text.HasBranches)
    Code.Current.Guards.resize(std::min(GuardsBefore, Code.Current.Guards.size()));
  if (Code.Current.Reachable)
    writeOutputs();
}

} // namespace memlint
