//===- FirstGuesses.h - Reads that a swap validates -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Plain reads before a compare-and-swap of the same location. Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_FIRSTGUESSES_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_FIRSTGUESSES_H

#include "cuda-memlint/Model/MemoryProgram.h"

namespace memlint {

/// One of the two is an atomic, and the other one a plain read for nothing but what a
/// compare-and-swap of the same thread expects there: `old = *p; do { assumed = old; old =
/// atomicCAS(p, assumed, f(assumed)); } while (assumed != old);`. Whatever it reads, the swap
/// decides.
enum class GuessUse : uint8_t {
  NoGuess, ///< it is not so
  Unknown, ///< where the value of the plain read goes is not known
  Only,
  Fresh ///< likewise, and each try reads what there is by then
};
GuessUse guessBesideAtomic(const KernelProgram &Kernel, const Access &First, const Access &Second);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_FIRSTGUESSES_H
