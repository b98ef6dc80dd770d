//===- AtomicOperation.h - What an atomic does to memory --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Atomic operations, whichever way a program asks for them: CUDA's functions, methods of libcu++
/// that call them, PTX.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CUDAMODEL_ATOMICOPERATION_H
#define CUDA_MEMLINT_CUDAMODEL_ATOMICOPERATION_H

#include "cuda-memlint/Model/MemoryProgram.h"

namespace memlint {

enum class AtomicOperation : uint8_t {
  Add,
  Subtract,
  Minimum,
  Maximum,
  Increment, ///< back to 0 behind the operand
  Decrement, ///< to the operand after 0
  And,
  Or,
  Xor,
  Exchange,
  CompareAndSwap
};

/// The operation that a modifier of PTX's `atom` and `red` names; empty where it names none.
std::optional<AtomicOperation> atomicOperationInPtx(llvm::StringRef Modifier);

/// One atomic, as far as it matters what is there afterwards and what it costs.
struct AtomicUse {
  AtomicOperation Operation = AtomicOperation::Exchange;
  ThreadScope Scope = ThreadScope::Device;
  unsigned Bytes = 4;
  bool IsInteger = true;
  bool IsUnsigned = false;
  bool ResultIsUsed = true;
  /// The integer that it is called with; null: there is none, or another one beside it.
  ExprRef Operand = nullptr;
  /// Compare-and-swap: the integer that takes the place of the one that is expected.
  ExprRef Replacement = nullptr;
  /// Compare-and-swap: the value that is replaced, where it is known.
  ExprRef Expected = nullptr;

  /// Which instruction shared memory has for it.
  RequestForm form() const;
  /// What it does to the integer in memory, where nobody uses the result.
  AtomicUpdate update() const;
  /// Whether those of a warp at one address can be one.
  AtomicCombining combining() const;
  /// Whether it counts by one up to a bound, or down from it, and then starts again.
  bool startsAgain() const;
  /// What it adds to the integer in memory, 0 where it changes nothing, however it is called; null:
  /// it does something else.
  ExprRef addend(ExprContext &Exprs) const;
  /// The integer that an exchange writes, or a compare-and-swap where it succeeds; else null.
  ExprRef written() const;

private:
  bool addsOne() const;
  bool changesNothing() const;
};

} // namespace memlint

#endif // CUDA_MEMLINT_CUDAMODEL_ATOMICOPERATION_H
