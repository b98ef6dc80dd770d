//===- Publication.h - Data that blocks hand to each other ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds where a block stores data and then says so by a flag or a counter, and another
/// block sees that and reads the data.
///
/// The other block is known to have seen it where the data is read behind a loop that waits
/// for the flag, where the read is for the thread only that was the last to count, or where a
/// lock is held that the first block has given back.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_PUBLICATION_PUBLICATION_H
#define CUDA_MEMLINT_ANALYSIS_PUBLICATION_PUBLICATION_H

#include "cuda-memlint/Analysis/Publication/AccessTouches.h"

namespace memlint {

/// Accesses by their numbers, and threads that meet the fault.
struct Publication {
  unsigned Store = 0;
  /// Publishes the data to other blocks.
  unsigned Signal = 0;
  /// Where others see it.
  unsigned Seen = 0;
  unsigned Load = 0;
  ThreadId Writer, Reader;
  /// A fence between the store and the signal that other blocks do not heed.
  std::optional<unsigned> WeakFence;
  /// Neither thread has waited for anything before: the load may come first, signal or not.
  bool IsUnawaited = false;
  /// Data choose the counter or the lock, and with it the data: the threads are not known.
  bool IsByData = false;
  /// Seen takes a lock.
  bool IsOfLock = false;
  /// The reader, who has waited or has taken a lock, has no fence before its load, either, and no
  /// finding of its own says so: what it reads is volatile, or it polls by an atomic.
  bool LacksSecondFence = false;
  /// Other threads of the writer's block store as well, and no barrier holds the signal back until
  /// they have.
  bool IsEarly = false;
};

/// An atomic that holds within a block, on what another block changes too.
struct NarrowAtomic {
  unsigned Narrow = 0, Other = 0;
  ThreadId First, Second;
};

struct UnorderedAccesses {
  /// Stores that may be seen after the signal, one for each pair of object and signal.
  std::vector<Publication> Stores;
  /// Plain loads behind waiting loops that may be made before those end.
  std::vector<Publication> Loads;
  std::vector<NarrowAtomic> Atomics;
};

UnorderedAccesses findUnorderedAccesses(ExprContext &Expressions, const KernelProgram &Kernel,
                                        const LaunchContext &Launch);

/// Of these the stores with \p Signal, and the loads behind \p Seen: much less to look for.
std::vector<Publication> findStoresBefore(ExprContext &Expressions, const KernelProgram &Kernel,
                                          const LaunchContext &Launch, unsigned Signal);
std::vector<Publication> findLoadsBehind(ExprContext &Expressions, const KernelProgram &Kernel,
                                         const LaunchContext &Launch, unsigned Seen);

/// Accesses by their numbers: a thread gives a signal for its block when others of the block may
/// still be storing, whatever fences there are.
struct EarlySignal {
  unsigned Store = 0, Signal = 0, Load = 0;
};

std::vector<EarlySignal> findEarlySignals(ExprContext &Expressions, const KernelProgram &Kernel,
                                          const LaunchContext &Launch);

/// A loop that waits for a plain load to give something else.
struct EndlessWait {
  unsigned Read = 0, Write = 0;
};

std::vector<EndlessWait> findEndlessWaits(const KernelProgram &Kernel);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_PUBLICATION_PUBLICATION_H
