//===- InlinePtx.h - One asm statement being lowered ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// PTX in asm statements. InlinePtx.cpp dispatches the instructions; PtxMemory.cpp has the
/// accesses, PtxArithmetic.cpp the numbers.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_INLINEPTX_H
#define CUDA_MEMLINT_LIB_LOWERING_INLINEPTX_H

#include "BuiltinVariables.h"
#include "DeviceMemory.h"

#include "cuda-memlint/CudaModel/PtxInstruction.h"

#include "llvm/ADT/StringMap.h"

namespace memlint {

/// One execution of an asm statement.
class InlinePtx {
public:
  InlinePtx(Interpreter &Code, Emitter &Out, KernelObjects &Objects, DeviceMemory &Memory,
            BuiltinVariables &Builtins, const clang::GCCAsmStmt &Asm)
      : Code(Code), Exprs(Code.Exprs), Ast(Code.Ast), Out(Out), Objects(Objects), Memory(Memory),
        Builtins(Builtins), Asm(Asm) {}

  void run();

private:
  using Operands = llvm::ArrayRef<std::string>;

  // Operands
  void readOperands();
  void writeOutputs();
  Value read(llvm::StringRef Operand);
  Value readLiteral(llvm::StringRef Operand);
  ExprRef number(llvm::StringRef Operand);
  ExprRef numberOf(const Value &From);
  void write(llvm::StringRef Operand, Value New);
  std::optional<unsigned> operandNumber(llvm::StringRef Operand) const;
  Uniformity uniformityOf(Operands Inputs);
  Value opaque(Uniformity Varies, llvm::StringRef Words);
  void makeOutputsOpaque(const PtxInstruction &Instruction, Uniformity Varies);

  // Instructions
  void execute(const PtxInstruction &Instruction);
  void barrier(const PtxInstruction &Instruction);
  void clusterBarrier(const PtxInstruction &Instruction);
  void fence(const PtxInstruction &Instruction);
  void meetLanes(const PtxInstruction &Instruction);
  void vote(const PtxInstruction &Instruction);
  void match(const PtxInstruction &Instruction);
  void shuffle(const PtxInstruction &Instruction);
  void notUnderstood(const PtxInstruction &Instruction);
  // PtxArithmetic.cpp
  void arithmetic(const PtxInstruction &Instruction);
  bool setPredicate(const PtxInstruction &Instruction);
  ExprRef compute(const PtxInstruction &Instruction, Operands Inputs);
  ExprRef compare(llvm::StringRef Relation, ExprRef Left, ExprRef Right, bool Unsigned);
  // PtxMemory.cpp
  void load(const PtxInstruction &Instruction);
  void store(const PtxInstruction &Instruction);
  void atomic(const PtxInstruction &Instruction);
  void copy(const PtxInstruction &Instruction);
  void bulkCopy(const PtxInstruction &Instruction);
  void asyncCopy(const PtxInstruction &Instruction);
  void matrixRows(const PtxInstruction &Instruction);
  void noteResult(const PtxInstruction &Instruction, size_t Before);
  void listAsUnknown(const PtxInstruction &Instruction, llvm::StringRef Reason);

  // Addresses
  Lvalue address(llvm::StringRef Operand, MemorySpace Space);
  ExprRef storedNumber(llvm::StringRef Operand, unsigned Bytes);
  void emit(const PtxInstruction &Instruction, const Lvalue &At, unsigned Bytes, AccessKind Kind,
            RequestForm Form = RequestForm::Plain, llvm::StringRef Reason = {});
  Uniformity uniformityOfLoad(const Lvalue &From, bool Volatile);

  Interpreter &Code;
  ExprContext &Exprs;
  clang::ASTContext &Ast;
  Emitter &Out;
  KernelObjects &Objects;
  DeviceMemory &Memory;
  BuiltinVariables &Builtins;
  const clang::GCCAsmStmt &Asm;
  /// By the number after '%'.
  std::vector<Value> Values;
  std::vector<std::optional<Lvalue>> Outputs;
  llvm::StringMap<Value> Registers;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_INLINEPTX_H
