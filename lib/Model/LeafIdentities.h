//===- LeafIdentities.h - Expressions of different contexts -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_MODEL_LEAFIDENTITIES_H
#define CUDA_MEMLINT_LIB_MODEL_LEAFIDENTITIES_H

#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace memlint {

/// Numbers that the expressions of a program share with those expressions of another context that
/// have the same structure.
class LeafIdentities {
public:
  explicit LeafIdentities(const KernelProgram &Program) : Program(Program) {}

  /// To be called for all expressions of the program, and then number().
  void add(ExprRef Root);
  void number();
  /// A hash of the structure, from which the order of operands that may be swapped is left out.
  uint64_t identityOf(ExprRef Root);

private:
  uint64_t hashOf(ExprRef Expression);

  const KernelProgram &Program;
  llvm::SetVector<ExprRef> Leaves;
  llvm::DenseMap<ExprRef, uint64_t> Identities;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_MODEL_LEAFIDENTITIES_H
