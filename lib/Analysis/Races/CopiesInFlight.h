//===- CopiesInFlight.h - Asynchronous copies past barriers -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// At which barriers an asynchronous copy may still be under way: barriers hold threads back,
/// not their copies (PTX ISA, `cp.async`: done only behind a wait of the thread that made it).
/// Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_COPIESINFLIGHT_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_COPIESINFLIGHT_H

#include "cuda-memlint/Model/MemoryProgram.h"

#include <vector>

namespace memlint {

/// A copy that is under way while its thread is at a barrier.
struct CopyInFlight {
  /// Iterations counted up to here are exact; this many: so many or more.
  static constexpr unsigned Most = 3;

  unsigned Barrier = 0;
  /// The first so many loops around the copy are, at the barrier, in the iteration of the copy;
  /// the next one is Ahead iterations further (0: the barrier is not in it).
  unsigned Same = 0;
  unsigned Ahead = 0;
  /// Loops around the barrier that were entered since, and the iteration they are in.
  std::vector<std::pair<unsigned, unsigned>> Entered;

  friend auto operator<=>(const CopyInFlight &, const CopyInFlight &) = default;
};

/// All that is known of one copy.
struct CopyFlight {
  std::vector<CopyInFlight> At;
  /// It is under way there in each thread that makes it.
  bool IsCertain = true;
  /// Some wait leaves groups under way, so that it may be so in some iterations of the copy only.
  bool CountsGroups = false;
  /// Else there are too many ways to go through.
  bool IsComplete = true;
};

CopyFlight followCopy(const KernelProgram &Kernel, const Access &Copy);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_COPIESINFLIGHT_H
