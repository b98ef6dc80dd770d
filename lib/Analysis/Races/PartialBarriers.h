//===- PartialBarriers.h - Barriers of a part of the block ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which threads of a block come to a named barrier, or are in the mask of a warp's, where
/// that is known. Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_PARTIALBARRIERS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_PARTIALBARRIERS_H

#include "PlacedSite.h"

#include "llvm/ADT/BitVector.h"

namespace memlint {

/// Threads by linear index.
using ThreadSet = llvm::BitVector;

/// Threads that belong to the same of the sets that barriers have.
struct MemberClass {
  ThreadSet Threads;
  /// By number of the set, whether they are in it.
  uint32_t Memberships = 0;
};

/// What is known of the barriers of a kernel whose members are a part of the block.
class PartialBarriers {
public:
  PartialBarriers(const RaceSetting &Setting, unsigned Threads);

  /// The set of threads that barrier number \p Barrier holds back for each other; empty: not
  /// known, or it is not such a barrier.
  std::optional<unsigned> setOf(unsigned Barrier) const;
  /// Different warps are not held back for each other: more come than the barrier counts.
  bool isWithinWarps(unsigned Barrier) const { return WithinWarps[Barrier]; }
  /// A partition of the block. One class: there are no such barriers.
  llvm::ArrayRef<MemberClass> classes() const { return Classes; }

private:
  std::optional<ThreadSet> comersOf(const Barrier &Each) const;
  void addNamed();
  void addMasks();
  void addSet(unsigned Barrier, const ThreadSet &Members);
  void partition();

  const RaceSetting &Setting;
  unsigned Threads;
  std::vector<ThreadSet> Sets;
  std::vector<std::optional<unsigned>> SetOfBarrier;
  std::vector<bool> WithinWarps;
  std::vector<MemberClass> Classes;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_PARTIALBARRIERS_H
