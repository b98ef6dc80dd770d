//===- NumberedBarriers.h - Barriers that several sites share ---*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether all threads of a block come equally often to a barrier that counts as many as the block
/// has: a thread that comes once more waits for others at their next site of that number. Internal
/// to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_NUMBEREDBARRIERS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_NUMBEREDBARRIERS_H

#include "PlacedSite.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace memlint {

/// Both have a number, and it may be the same.
bool mayHaveOneNumber(const RaceSetting &Setting, const Barrier &One, const Barrier &Other);

/// Answers for one kernel in one launch.
class NumberedBarriers {
public:
  /// It outlives this. Its block has \p Threads threads.
  NumberedBarriers(const RaceSetting &Setting, unsigned Threads);

  /// Barrier number \p Barrier, which is one of the block or a named one, holds back all threads of
  /// the block, whichever sites of its number they come to.
  bool isOfBlock(unsigned Barrier) const { return OfBlock[Barrier]; }

private:
  using BarrierList = llvm::SmallVector<unsigned, 4>;

  const Barrier &at(unsigned Number) const { return Setting.Kernel.Barriers[Number]; }
  bool countsBlock(const Barrier &Each) const;
  std::optional<llvm::BitVector> threadsOf(ExprRef Condition) const;
  bool isForAll(ExprRef Condition) const;
  /// Conditions that may hold for some threads of the block only.
  llvm::SmallVector<ExprRef, 2> partialGuards(const Barrier &Each) const;
  bool keepsWarpsWhole(ExprRef Condition) const;
  bool haveOnePlace(const BarrierList &Group) const;
  bool areUnderOneCondition(const Barrier &One, const Barrier &Other) const;
  bool areOpposed(const Barrier &One, const Barrier &Other) const;
  bool areOfTwoArms(const BarrierList &Group, bool AnyArrival) const;
  bool areReachedAlike(const BarrierList &Group) const;

  const RaceSetting &Setting;
  unsigned Threads;
  std::vector<bool> OfBlock;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_NUMBEREDBARRIERS_H
