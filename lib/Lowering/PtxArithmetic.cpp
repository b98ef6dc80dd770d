//===- PtxArithmetic.cpp - Integers of inline assembly --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Enough integer arithmetic of inline assembly to follow addresses.
///
//===----------------------------------------------------------------------===//

#include "InlinePtx.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace memlint {

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

using FunctionOfTwo = ExprRef (ExprContext::*)(ExprRef, ExprRef);

static FunctionOfTwo ofTwo(StringRef Opcode) {
  return llvm::StringSwitch<FunctionOfTwo>(Opcode)
      .Case("add", &ExprContext::add)
      .Case("sub", &ExprContext::subtract)
      .Case("mul", &ExprContext::multiply)
      .Case("div", &ExprContext::divide)
      .Case("rem", &ExprContext::remainder)
      .Case("min", &ExprContext::minimum)
      .Case("max", &ExprContext::maximum)
      .Case("and", &ExprContext::bitAnd)
      .Case("or", &ExprContext::bitOr)
      .Case("xor", &ExprContext::bitXor)
      .Case("shl", &ExprContext::shiftLeft)
      .Case("shr", &ExprContext::shiftRight)
      .Default(nullptr);
}

/// The integer that \p Instruction computes; null when it is not followed.
ExprRef InlinePtx::compute(const PtxInstruction &Instruction, Operands Inputs) {
  StringRef Opcode = Instruction.opcode();
  // C++ passes any 32 bits; the instruction determines whether they are signed.
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
    if (Opcode == "cvt" && Instruction.Parts.size() >= 3 && !Instruction.has("rni") &&
        !Instruction.has("rzi")) {
      // To the type before, from the last: "cvt.u32.u64".
      StringRef To = Instruction.Parts[Instruction.Parts.size() - 2];
      if (ptxTypeBits(To) != 0 && !isPtxFloat(To))
        return Exprs.wrap(In(0), ptxTypeBits(To), To.starts_with("s"));
    }
    return nullptr;
  case 2: {
    // Numbers past 2^63, which are below zero here, are not followed.
    bool DependsOnSign = llvm::is_contained({"div", "rem", "shr", "min", "max"}, Opcode);
    if (DependsOnSign && Bits == 64 && !Instruction.type().starts_with("s") &&
        (In(0)->range().Low < 0 || In(1)->range().Low < 0))
      return nullptr;
    auto Function = High && Opcode == "mul" ? nullptr : ofTwo(Opcode);
    return Function ? (Exprs.*Function)(In(0), In(1)) : nullptr;
  }
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

/// setp.lt.s32 p|q, a, b: q is the opposite.
bool InlinePtx::setPredicate(const PtxInstruction &Instruction) {
  Operands Inputs = Operands(Instruction.Operands).drop_front();
  StringRef Type = Instruction.type();
  if (Inputs.size() != 2 || isPtxFloat(Type) || Instruction.Parts.size() != 3)
    return false;
  unsigned Bits = ptxTypeBits(Type);
  auto Operand = [&](unsigned Index) {
    ExprRef Read = number(Inputs[Index]);
    return Bits != 0 && Bits <= 32 ? Exprs.wrap(Read, Bits, Type.starts_with("s")) : Read;
  };
  ExprRef Holds = compare(Instruction.Parts[1], Operand(0), Operand(1), Type == "u64");
  if (!Holds)
    return false;
  std::vector<std::string> To = ptxDestinations(Instruction.Operands[0]);
  write(To[0], Value::scalar(Holds));
  if (To.size() > 1)
    write(To[1], Value::scalar(Exprs.logicalNot(Holds)));
  return true;
}

void InlinePtx::arithmetic(const PtxInstruction &Instruction) {
  if (Instruction.Operands.empty())
    return;
  StringRef Opcode = Instruction.opcode(), Type = Instruction.type();
  StringRef Destination = Instruction.Operands[0];
  Operands Inputs = Operands(Instruction.Operands).drop_front();
  bool Single = !Destination.starts_with("{") && !Destination.contains('|');
  // An address is the same in its own space and in the generic one.
  if ((Opcode == "mov" || Opcode == "cvta") && Single && Inputs.size() == 1 &&
      !StringRef(Inputs[0]).starts_with("{"))
    return write(Destination, read(Inputs[0]));
  if (Opcode == "setp" && setPredicate(Instruction))
    return;
  ExprRef Result = Single ? compute(Instruction, Inputs) : nullptr;
  if (!Result)
    return makeOutputsOpaque(Instruction, uniformityOf(Inputs));
  unsigned Bits = ptxTypeBits(Type) * (Instruction.has("wide") ? 2 : 1);
  // Addresses do not wrap, and a conversion has its own width.
  if (Opcode != "cvt" && Bits != 0 && !(Bits == 64 && Type.starts_with("s")))
    Result = Exprs.wrap(Result, Bits, Type.starts_with("s"));
  write(Destination, Value::scalar(Result));
}

} // namespace memlint
