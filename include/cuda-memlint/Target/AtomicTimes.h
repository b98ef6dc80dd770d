//===- AtomicTimes.h - What atomics at one address take ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Rules for the time of atomics whose lanes, or whose threads, share addresses; of one device, as
/// test/hardware/atomics has measured them. docs/hardware-rules.md explains them.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TARGET_ATOMICTIMES_H
#define CUDA_MEMLINT_TARGET_ATOMICTIMES_H

#include "cuda-memlint/Target/WarpRequest.h"

namespace memlint {

/// An atomic, as far as its time depends on it.
struct TimedAtomic {
  MemorySpace Space = MemorySpace::Global;
  RequestForm Form = RequestForm::NativeAtomic;
  unsigned Bytes = 4;
  bool IsInteger = true;
  bool ResultIsUsed = true;
  /// A compare-and-swap that the source repeats until it succeeds.
  bool IsRetried = false;
  /// It leaves another value behind, so that others have to try again.
  bool ChangesValue = true;
};

struct AtomicTimes {
  static constexpr const char *Device = "an H100";

  /// Cycles of a warp for one atomic of each lane, \p Lanes of them at each address.
  static double cyclesOfWarp(const TimedAtomic &Atomic, unsigned Lanes);

  /// Nanoseconds for each update of global memory that no loop does, where many warps update
  /// memory and \p Lanes lanes of each, but no two warps, share an address.
  static double updateOfWarp(const TimedAtomic &Atomic, unsigned Lanes);

  /// Likewise, where all share one address: each update waits for the one before.
  static double updateInTurn(const TimedAtomic &Atomic);

  /// At so many addresses, at the most, only the updates of each one wait for each other.
  static constexpr unsigned FewAddresses = 4;

  /// Likewise, where all share \p Addresses addresses, 256 at most, which are elements side by side
  /// in \p Sectors sectors, and consecutive threads update one after the other. Of integers of 8
  /// bytes at several addresses, it is a lower bound.
  static double updateAtFew(const TimedAtomic &Atomic, unsigned Addresses, unsigned Sectors);

  /// No update by a compare-and-swap loop takes less than so many nanoseconds of the time of all
  /// at its address.
  static double leastRetriedUpdate();
};

} // namespace memlint

#endif // CUDA_MEMLINT_TARGET_ATOMICTIMES_H
