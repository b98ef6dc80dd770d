//===- ThreadProgram.h - Expressions for all threads of a block -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A compiled program evaluated for all threads of a block at once; everything but the thread's
/// index is a variable that is set from outside.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_RACES_THREADPROGRAM_H
#define CUDA_MEMLINT_ANALYSIS_RACES_THREADPROGRAM_H

#include "cuda-memlint/Symbolic/Program.h"
#include "cuda-memlint/Target/BlockShape.h"

namespace memlint {

/// threadIdx of all threads of a block.
struct ThreadIndices {
  explicit ThreadIndices(const BlockShape &Block);

  BlockShape Block;
  std::array<std::vector<int64_t>, 3> ByDimension;
};

class ThreadProgram {
public:
  /// \p Indices outlives it.
  explicit ThreadProgram(const ThreadIndices &Indices)
      : Indices(Indices), Threads(unsigned(Indices.Block.threads())) {}

  unsigned threads() const { return Threads; }
  std::array<int64_t, 3> indexOf(unsigned Thread) const { return Indices.Block.indexOf(Thread); }

  /// The step that computes \p Root.
  unsigned add(ExprRef Root);

  /// Leaves that are not thread indices, in the order of their first use.
  llvm::ArrayRef<ExprRef> variables() const { return Compiled.variables(); }
  /// Of a loop counter, all leaves that stand for it.
  void set(unsigned Variable, int64_t Value) { Values[Variable] = Value; }
  int64_t variable(unsigned Variable) const { return Values[Variable]; }

  /// The steps that \p Roots need and that can change when a variable does, ascending.
  std::vector<unsigned> needed(llvm::ArrayRef<unsigned> Roots) const;
  /// Computes \p Steps, and what depends on no variable the first time it is asked for.
  void compute(llvm::ArrayRef<unsigned> Steps);

  const Program::Step &step(unsigned Step) const { return Compiled.steps()[Step]; }
  bool variesByThread(unsigned Step) const { return step(Step).Lane; }
  /// The value for \p Thread, as last computed.
  int64_t value(unsigned Step, unsigned Thread) const {
    const Slot &At = Slots[Step];
    return variesByThread(Step) ? At.PerThread[Thread] : At.Uniform;
  }

  /// Values computed so far, one for each step and thread.
  uint64_t spent() const { return Spent; }

private:
  struct Slot {
    int64_t Uniform = 0;
    std::vector<int64_t> PerThread;
  };

  void computeStep(unsigned Number);

  const ThreadIndices &Indices;
  unsigned Threads;
  Program Compiled;
  std::vector<Slot> Slots;
  llvm::SmallVector<int64_t, 8> Values;
  size_t FixedComputed = 0;
  uint64_t Spent = 0;
};

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_RACES_THREADPROGRAM_H
