//===- LaneProgram.h - Index expressions of the lanes of a warp -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiled index expressions over the lanes of a warp, and over ranges of block indices and loop
/// counters, which are the variables here. Internal to the cost library.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_COST_LANEPROGRAM_H
#define CUDA_MEMLINT_LIB_ANALYSIS_COST_LANEPROGRAM_H

#include "cuda-memlint/Symbolic/Program.h"
#include "cuda-memlint/Target/BlockShape.h"

namespace memlint {

/// The steps that vary by lane and that \p Roots need, ascending.
std::vector<unsigned> neededLanes(const Program &Compiled, llvm::ArrayRef<unsigned> Roots);

/// Values of \p Needed (ascending steps that vary by lane) for the \p Lanes of a warp, given the
/// others.
void laneValues(const Program &Compiled, const WarpThreads &Threads, unsigned Lanes,
                llvm::ArrayRef<unsigned> Needed, llvm::ArrayRef<int64_t> Uniform,
                std::vector<LaneValues> &Values);

/// The variable repeats: when variable \p Variable grows by the result, the
/// steps \p Exact keep their values for every thread, and \p Offset grows by
/// one multiple of \p Modulus for all lanes together (0: it may grow by any
/// amount that is the same for all lanes). \p Bounds are those of all steps in
/// the region looked at. 0 when no period of at most \p Limit was found.
uint64_t findPeriod(const Program &Compiled, unsigned Variable, llvm::ArrayRef<Interval> Bounds,
                    llvm::ArrayRef<unsigned> Exact, unsigned Offset, uint64_t Modulus,
                    uint64_t Limit);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_COST_LANEPROGRAM_H
