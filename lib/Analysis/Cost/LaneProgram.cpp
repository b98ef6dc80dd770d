//===- LaneProgram.cpp - Index expressions of the lanes of a warp -*- C++ -*-=//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneProgram.h"

using namespace llvm;

namespace memlint {

std::vector<unsigned> neededLanes(const Program &Compiled, ArrayRef<unsigned> Roots) {
  return Compiled.needed(Roots, [](const Program::Step &Each) { return Each.Lane; });
}

template <size_t Lanes>
static void valuesOfLanes(const Program &Compiled, const WarpThreads &Threads,
                          ArrayRef<unsigned> Needed, ArrayRef<int64_t> Uniform,
                          std::vector<LaneValues> &Values) {
  ArrayRef<Program::Step> Steps = Compiled.steps();
  Values.resize(Steps.size());
  for (unsigned Number : Needed)
    threadValues(
        Steps[Number], {Threads.Index[0].data(), Threads.Index[1].data(), Threads.Index[2].data()},
        Uniform[Number],
        [&](unsigned Operand) {
          return Steps[Operand].Lane ? ThreadOperand{Values[Operand].data(), 0}
                                     : ThreadOperand{nullptr, Uniform[Operand]};
        },
        std::span(Values[Number]).first<Lanes>());
}

void laneValues(const Program &Compiled, const WarpThreads &Threads, unsigned Lanes,
                ArrayRef<unsigned> Needed, ArrayRef<int64_t> Uniform,
                std::vector<LaneValues> &Values) {
  // Loops over a constant number of lanes are vectorised.
  if (Lanes == NvidiaWarpLanes)
    valuesOfLanes<NvidiaWarpLanes>(Compiled, Threads, Needed, Uniform, Values);
  else
    valuesOfLanes<MostWarpLanes>(Compiled, Threads, Needed, Uniform, Values);
}

} // namespace memlint
