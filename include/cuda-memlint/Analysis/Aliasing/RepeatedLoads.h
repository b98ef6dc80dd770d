//===- RepeatedLoads.h - Loads that an alias makes necessary ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_ALIASING_REPEATEDLOADS_H
#define CUDA_MEMLINT_ANALYSIS_ALIASING_REPEATEDLOADS_H

#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace memlint {

/// A load of what the thread has loaded before, made since the compiler cannot know that it is
/// still the same.
struct RepeatedLoad {
  enum class Kind : uint8_t {
    Again,         ///< Before is the same load
    EachIteration, ///< of one location in each iteration of a loop
    /// Of a location that a loop reads and writes, while other loads may mean it, too: its value
    /// goes through memory in each iteration.
    ThroughMemory
  };
  Kind Repetition = Kind::Again;
  /// Index into KernelProgram::Accesses.
  unsigned Load = 0;
  unsigned Before = 0;
  /// The node, on the way there, that may change what is loaded; ThroughMemory: the load that
  /// may be of the same location.
  unsigned Cause = 0;
  /// In a loop whose iterations all access the same addresses: it seems to repeat its work only so
  /// that it takes longer.
  bool RepeatsWork = false;
};

/// What would be different if some pointers were restricted.
struct RestrictedPointers {
  /// A load of what nothing changes while the kernel runs.
  llvm::function_ref<bool(const Access &)> IsStable;
  /// An access to memory that no other pointer would then mean.
  llvm::function_ref<bool(const Access &)> IsOwn;
};

/// Loads of \p Kernel that a compiler makes today and would not make then, one for each object
/// at most, in the order of the program.
std::vector<RepeatedLoad> findRepeatedLoads(const KernelProgram &Kernel,
                                            const RestrictedPointers &Then);

/// Whether a compiler that knows nothing of it takes \p Passed to change global memory: stores and
/// atomics, unless through a pointer that is restricted, and all that threads wait at.
bool mayChangeMemory(const KernelProgram &Kernel, const Node &Passed);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_ALIASING_REPEATEDLOADS_H
