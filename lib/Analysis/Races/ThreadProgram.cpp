//===- ThreadProgram.cpp - Expressions for all threads of a block ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Races/ThreadProgram.h"

using namespace llvm;

namespace memlint {

ThreadIndices::ThreadIndices(const BlockShape &Block) : Block(Block) {
  for (uint64_t Thread = 0; Thread != Block.threads(); ++Thread)
    for (unsigned Dimension = 0; Dimension != 3; ++Dimension)
      ByDimension[Dimension].push_back(Block.indexOf(Thread)[Dimension]);
}

unsigned ThreadProgram::add(ExprRef Root) {
  unsigned Number = Compiled.add(Root);
  Slots.resize(Compiled.steps().size());
  Values.resize(Compiled.variables().size());
  return Number;
}

std::vector<unsigned> ThreadProgram::needed(ArrayRef<unsigned> Roots) const {
  return Compiled.needed(Roots, [](const Program::Step &Each) { return Each.DependsOn.any(); });
}

void ThreadProgram::compute(ArrayRef<unsigned> Wanted) {
  for (; FixedComputed != Slots.size(); ++FixedComputed)
    if (step(unsigned(FixedComputed)).DependsOn.none())
      computeStep(unsigned(FixedComputed));
  for (unsigned Number : Wanted)
    computeStep(Number);
}

void ThreadProgram::computeStep(unsigned Number) {
  const Program::Step &Current = step(Number);
  Slot &To = Slots[Number];
  int64_t Uniform = Program::uniformValue(Current, Values,
                                          [&](unsigned Operand) { return Slots[Operand].Uniform; });
  if (!Current.Lane) {
    To.Uniform = Uniform;
    ++Spent;
    return;
  }
  Spent += Threads;
  To.PerThread.resize(Threads);
  const auto &[X, Y, Z] = Indices.ByDimension;
  threadValues(
      Current, {X.data(), Y.data(), Z.data()}, Uniform,
      [&](unsigned Operand) {
        const Slot &From = Slots[Operand];
        return ThreadOperand{variesByThread(Operand) ? From.PerThread.data() : nullptr,
                             From.Uniform};
      },
      std::span(To.PerThread));
}

} // namespace memlint
