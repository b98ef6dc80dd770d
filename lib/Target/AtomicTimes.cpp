//===- AtomicTimes.cpp - What atomics at one address take -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Target/AtomicTimes.h"

#include <algorithm>
#include <cmath>

namespace memlint {

static bool isWide(const TimedAtomic &Atomic) { return Atomic.Bytes == 8; }

/// A first try, and one more for each lane that was there before: by those that are left.
static double cyclesOfRetries(double First, double Further, unsigned Lanes) {
  return First + Further * (Lanes - 1);
}

/// Two cycles for each wavefront: a lane at a shared word takes one, and two to compare and swap
/// there (docs/hardware-rules.md, Shared memory).
static double sharedCycles(const TimedAtomic &Atomic, unsigned Lanes) {
  bool IsSwap = Atomic.Form == RequestForm::CompareAndSwap;
  constexpr double Wavefront = 2;
  if (Atomic.IsRetried) {
    // All lanes that are left try, and one succeeds: 1 + 2 + … + Lanes swaps instead of one.
    double Tries = Lanes * (Lanes + 1.0) / 2 - 1;
    double Cycles = cyclesOfRetries(isWide(Atomic) ? 199 : 177, isWide(Atomic) ? 275 : 240, Lanes) +
                    2 * Wavefront * Tries;
    return Atomic.ResultIsUsed ? Cycles : Cycles - (isWide(Atomic) ? 35 : 27) * Lanes;
  }
  if (Atomic.Form == RequestForm::AtomicLoop) {
    if (!Atomic.ChangesValue)
      return 100;
    if (!Atomic.ResultIsUsed)
      return 32 + (isWide(Atomic) ? 112 : 95) * Lanes;
    return (isWide(Atomic) ? 124 : 105) * Lanes;
  }
  double Cycles = Wavefront * (IsSwap ? 2 : 1) * Lanes;
  return Atomic.ResultIsUsed ? (IsSwap ? 61 : 54) + Cycles : std::max(29.5, Cycles);
}

/// The way there and back, and a few cycles for each further lane at an address.
static double globalCycles(const TimedAtomic &Atomic, unsigned Lanes) {
  if (Atomic.IsRetried) {
    double Cycles = cyclesOfRetries(isWide(Atomic) ? 700 : 672, 765, Lanes);
    return Atomic.ResultIsUsed ? Cycles : Cycles - (isWide(Atomic) ? 36 : 30) * Lanes;
  }
  double Way = isWide(Atomic) ? 326 : 304;
  if (Atomic.Form == RequestForm::CompareAndSwap)
    Way += 13;
  return Way + (Atomic.IsInteger ? 2.1 : 3.7) * Lanes - (Atomic.ResultIsUsed ? 0 : 29);
}

double AtomicTimes::cyclesOfWarp(const TimedAtomic &Atomic, unsigned Lanes) {
  return Atomic.Space == MemorySpace::Shared ? sharedCycles(Atomic, Lanes)
                                             : globalCycles(Atomic, Lanes);
}

double AtomicTimes::updateOfWarp(const TimedAtomic &Atomic, unsigned Lanes) {
  // What moves the data of all lanes, and what updates one address lane by lane, overlap.
  return std::hypot(isWide(Atomic) ? 0.005 : 0.0034, 0.0012 * Lanes);
}

double AtomicTimes::updateInTurn(const TimedAtomic &Atomic) {
  return Atomic.IsInteger ? 0.733 : 1.76;
}

/// Parts of the second-level cache that neighbouring sectors are spread over, as was measured.
static unsigned slicesOf(unsigned Sectors) { return Sectors <= 8 ? 1 : Sectors <= 32 ? 2 : 4; }

double AtomicTimes::updateAtFew(const TimedAtomic &Atomic, unsigned Addresses, unsigned Sectors) {
  bool IsDouble = isWide(Atomic) && !Atomic.IsInteger;
  // Up to four lanes that add an integer at one address are as fast as if each had its own.
  bool IsInTurn = !Atomic.IsInteger || Addresses < 8;
  double Turns = IsInTurn ? updateInTurn(Atomic) / Addresses : 0;
  double OfSector = IsDouble ? 0.587 / Sectors : 0;
  double OfSlice = (IsDouble ? 0.293 : 0.0735) / slicesOf(Sectors);
  return std::max({Turns, OfSector, OfSlice});
}

double AtomicTimes::leastRetriedUpdate() {
  // A read and a swap, at 1.98 cycles a nanosecond at the most.
  return globalCycles({.IsRetried = true}, 1) / 1.98;
}

} // namespace memlint
