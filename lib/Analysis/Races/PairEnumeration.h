//===- PairEnumeration.h - Two accesses by all threads ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Goes through all threads and iterations of two accesses in one interval and looks for
/// a byte that two threads meet at. Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_PAIRENUMERATION_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_PAIRENUMERATION_H

#include "PartialBarriers.h"
#include "PlacedSite.h"

#include "cuda-memlint/Model/RaceReport.h"

namespace memlint {

/// Which pairs of threads count, by linear thread index.
struct ThreadRelation {
  ThreadPair Kind = ThreadPair::DifferentWarps;
  /// Both are in one group of so many threads; 0: anywhere.
  unsigned Share = 0;
  /// And in different groups of so many.
  unsigned Differ = 1;
  /// Each is one of these; null: any of the block.
  const ThreadSet *OfFirst = nullptr, *OfSecond = nullptr;
};

struct PairSpace {
  PlacedSite First, Second;
  llvm::SmallVector<IteratedLoop, 2> StartLoops;
  ThreadRelation Relation;
  /// Values of what is not known.
  llvm::DenseMap<ExprRef, int64_t> Values;
  /// Block indices that are gone through.
  std::vector<std::array<int64_t, 3>> Blocks;
  /// Iterations of a loop that are gone through at most.
  int64_t MostIterations = 0;
  uint64_t Budget = 0;
  /// An answer counts only if everything was gone through.
  bool NeedsAll = false;
};

struct PairResult {
  enum class Finding : uint8_t { None, EqualValues, Conflict };
  Finding Found = Finding::None;
  RaceParticipant First, Second;
  /// Some thread comes to the access; of different blocks, some two come to the two.
  bool FirstActive = false, SecondActive = false;
  /// The most threads that make the accesses in one iteration.
  unsigned FirstThreads = 0, SecondThreads = 0;
  /// Everything was gone through.
  bool Complete = true;
  uint64_t Steps = 0;
};

PairResult enumeratePair(const RaceSetting &Setting, const PairSpace &Space);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_PAIRENUMERATION_H
