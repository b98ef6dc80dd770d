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
  std::vector<std::string> To = ptxDestinations(Instruction.Operands[0]);
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

} // namespace memlint
