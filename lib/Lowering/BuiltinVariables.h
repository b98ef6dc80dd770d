//===- BuiltinVariables.h - Variables of the CUDA language ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_BUILTINVARIABLES_H
#define CUDA_MEMLINT_LIB_LOWERING_BUILTINVARIABLES_H

#include "cuda-memlint/Interpreter/Value.h"
#include "cuda-memlint/Model/MemoryProgram.h"

namespace memlint {

/// What a thread reads of where it is: variables of the language, special registers of PTX.
class BuiltinVariables {
public:
  BuiltinVariables(ExprContext &Exprs, KernelProgram &Program) : Exprs(Exprs), Program(Program) {}

  /// `threadIdx` and its like; Empty for other names.
  Value variable(llvm::StringRef Name);
  ExprRef leaf(LeafKind Kind, unsigned Dimension);
  /// The thread's linear index in its block.
  ExprRef threadRank();
  ExprRef laneId();
  /// Lanes of a warp.
  unsigned warpLanes() const { return Program.Device.WarpLanes; }
  bool isAmd() const { return Program.Device.IsAmd; }
  /// Naming threadIdx.y is what makes a kernel two-dimensional.
  void noteDimension(llvm::StringRef Variable, unsigned Dimension);

  // PtxRegisters.cpp
  /// A special register, named without '%'. Empty: no such register.
  Value ptxRegister(llvm::StringRef Name);

private:
  ExprContext &Exprs;
  KernelProgram &Program;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_BUILTINVARIABLES_H
