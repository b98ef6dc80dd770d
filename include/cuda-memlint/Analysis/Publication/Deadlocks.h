//===- Deadlocks.h - Locks that threads never get ---------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Threads that wait for locks in ways that may never end: two that take two locks in opposite
/// orders, one that waits at a barrier while it holds a lock that others need to come there, those
/// that want a lock which nobody gives back, and lanes of a warp that spin while one of them holds
/// the lock.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_PUBLICATION_DEADLOCKS_H
#define CUDA_MEMLINT_ANALYSIS_PUBLICATION_DEADLOCKS_H

#include "cuda-memlint/Analysis/Publication/AccessTouches.h"

#include <optional>

namespace memlint {

/// What takes a lock, by the number of the access, and what waits for another one meanwhile.
struct LockNesting {
  unsigned Held = 0, Wanted = 0;
  ThreadId By;
};

/// Each of the two threads waits for the lock that the other one holds, or one for its own.
struct LockCycle {
  LockNesting First, Second;
  /// If data say so.
  bool IsByData = false;
};

std::optional<LockCycle> findLockCycle(ExprContext &Expressions, const KernelProgram &Kernel,
                                       const LaunchContext &Launch);

/// A thread that takes a lock by \p Acquire waits, while it holds it, at barrier number \p Barrier
/// for another one, which waits for the lock; or, without a barrier, it never gives the lock back.
struct LockStall {
  unsigned Acquire = 0;
  std::optional<unsigned> Barrier;
  ThreadId Holder, Waiter;
};

std::optional<LockStall> findLockStall(ExprContext &Expressions, const KernelProgram &Kernel,
                                       const LaunchContext &Launch);

/// Two lanes of a warp that try to take one lock by \p Acquire, in a loop that whoever gets it
/// leaves before it is released.
struct SpinInWarp {
  unsigned Acquire = 0, Release = 0;
  ThreadId First, Second;
};

std::optional<SpinInWarp> findSpinInWarp(ExprContext &Expressions, const KernelProgram &Kernel,
                                         const LaunchContext &Launch);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_PUBLICATION_DEADLOCKS_H
