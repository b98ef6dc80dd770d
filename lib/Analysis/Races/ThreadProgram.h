//===- ThreadProgram.h - Expressions for all threads of a block -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Index expressions as a list of steps, operands before their users, evaluated for
/// all threads of a block at once; everything but the thread's index is a variable
/// that is set from outside. Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_THREADPROGRAM_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_THREADPROGRAM_H

#include "cuda-memlint/Symbolic/Expression.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <array>
#include <vector>

namespace memlint {

class ThreadProgram {
public:
  explicit ThreadProgram(std::array<uint64_t, 3> Block);

  unsigned threads() const { return Threads; }
  std::array<int64_t, 3> indexOf(unsigned Thread) const;

  /// The step that computes \p Root.
  unsigned add(ExprRef Root);

  /// The variables: leaves that are not thread indices, in the order of their first use.
  llvm::ArrayRef<ExprRef> variables() const { return Variables; }
  /// Of a loop counter, all leaves that stand for it.
  void set(unsigned Variable, int64_t Value) { Values[Variable] = Value; }
  int64_t variable(unsigned Variable) const { return Values[Variable]; }

  /// The steps that \p Roots need and that can change when a variable does, ascending.
  std::vector<unsigned> needed(llvm::ArrayRef<unsigned> Roots) const;
  /// Computes \p Steps, and what depends on no variable the first time it is asked for.
  void compute(llvm::ArrayRef<unsigned> Steps);

  bool variesByThread(unsigned Step) const { return Steps[Step].Lane; }
  /// The variables that \p Step depends on.
  const llvm::SmallVectorImpl<unsigned> &dependencies(unsigned Step) const {
    return Steps[Step].DependsOn;
  }
  /// The value for \p Thread, as last computed.
  int64_t value(unsigned Step, unsigned Thread) const {
    const Slot &At = Slots[Step];
    return Steps[Step].Lane ? At.PerThread[Thread] : At.Uniform;
  }

  /// Values computed so far, one for each step and thread.
  uint64_t spent() const { return Spent; }

private:
  struct Term {
    int64_t Coefficient;
    llvm::SmallVector<unsigned, 2> Factors;
  };
  struct Step {
    ExprRef Source;
    bool Lane = false;
    llvm::SmallVector<unsigned, 4> DependsOn;
    llvm::SmallVector<unsigned, 3> Operands;
    llvm::SmallVector<Term, 2> Terms;
    unsigned Variable = ~0u;
  };
  struct Slot {
    int64_t Uniform = 0;
    std::vector<int64_t> PerThread;
  };

  void computeStep(unsigned Index);
  int64_t computeUniform(const Step &Current) const;
  void computeSum(const Step &Current, std::vector<int64_t> &Result) const;
  void computeOperation(const Step &Current, std::vector<int64_t> &Result) const;

  std::array<uint64_t, 3> Block;
  unsigned Threads;
  std::vector<Step> Steps;
  std::vector<Slot> Slots;
  llvm::DenseMap<ExprRef, unsigned> Index;
  llvm::SmallVector<ExprRef, 8> Variables;
  llvm::SmallVector<int64_t, 8> Values;
  size_t FixedComputed = 0;
  uint64_t Spent = 0;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_THREADPROGRAM_H
