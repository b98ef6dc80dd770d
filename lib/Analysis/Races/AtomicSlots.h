//===- AtomicSlots.h - Addresses from atomic additions ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Threads that draw a number each by an atomic addition and write to the location that it
/// names: `out[atomicAdd(&count, 1)] = x`. Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_ATOMICSLOTS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_ATOMICSLOTS_H

#include "PairEnumeration.h"

namespace memlint {

/// What is known of two addresses that depend on numbers drawn from one counter.
struct AtomicSlots {
  /// No two threads, and no two draws of one thread, meet there: each draw adds at least
  /// what its addresses span, and nothing else changes the counter meanwhile.
  bool AreDistinct = false;
  /// The draw of the first access.
  const Access *Draw = nullptr;
  /// A thread that adds nothing draws the number that the next thread draws, too: both
  /// addresses then, with one number in the place of the two, the same for all threads.
  ExprRef First = nullptr, Second = nullptr;
  /// Of the first thread: that it adds nothing.
  ExprRef AddsNothing = nullptr;
};

/// None: the addresses of \p First and \p Second do not both depend on one counter, or on
/// other things that are not known either.
std::optional<AtomicSlots> drawnSlots(const RaceSetting &Setting, const PlacedSite &First,
                                      const PlacedSite &Second, ThreadPair Relation);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_ATOMICSLOTS_H
