//===- ThreadRelations.h - Who is kept apart by which barriers --*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The kinds of pairs of threads that are looked at one after another, and the
/// barrier-free intervals of each. Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_THREADRELATIONS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_THREADRELATIONS_H

#include "NumberedBarriers.h"
#include "PairEnumeration.h"
#include "PartialBarriers.h"

#include "cuda-memlint/Analysis/Races/RaceAnalysis.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace memlint {

/// Whether a barrier separates two threads.
enum class Separation : uint8_t { No, Uncertain, Yes };

/// The intervals that count for one kind of thread pair.
struct RelationIntervals {
  ThreadRelation Relation;
  /// Of the groups of threads that are looked at one after another; the classes of threads that
  /// barriers of a part of the block make within one have its number.
  unsigned Number = 0;
  /// When every barrier that may separate the two does.
  IntervalSet Intervals;
  /// When only those do that are known to; empty: they are the same.
  IntervalSet WithoutUncertain;
  /// By barrier.
  std::vector<Separation> Separates;
};

class ThreadRelations {
public:
  /// Of the \p Threads of a block; \p Removal may be null.
  ThreadRelations(const RaceSetting &Setting, unsigned Threads, const BarrierRemoval *Removal)
      : Setting(Setting), Kernel(Setting.Kernel), Threads(Threads), Removal(Removal),
        Partial(Setting, Threads), Numbered(Setting, Threads) {}

  std::vector<RelationIntervals> withinBlock() const;
  RelationIntervals betweenBlocks() const;
  /// The intervals between barriers for which \p Separates is true.
  IntervalSet intervals(llvm::function_ref<bool(const Barrier &)> Separates) const;

private:
  RelationIntervals relation(ThreadRelation Relation,
                             llvm::function_ref<Separation(const Barrier &)> SeparatesOnce) const;
  Separation separatesWithinBlock(const Barrier &Each, unsigned Share) const;
  Separation separates(const Barrier &Each, unsigned Share, uint32_t Common) const;
  bool areInOneGroup(const ThreadSet &First, const ThreadSet &Second, unsigned Share) const;

  const RaceSetting &Setting;
  const KernelProgram &Kernel;
  unsigned Threads;
  const BarrierRemoval *Removal;
  PartialBarriers Partial;
  NumberedBarriers Numbered;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_THREADRELATIONS_H
