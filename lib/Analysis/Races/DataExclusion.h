//===- DataExclusion.h - Threads that data keep apart -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What in a kernel shows that data give threads different locations, or let one thread alone
/// come to an access: claims, owners, colours, ends of segments, offsets of rows. Internal to the
/// race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_DATAEXCLUSION_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_DATAEXCLUSION_H

#include "DataAddress.h"

#include "cuda-memlint/Analysis/Races/CriticalSections.h"

namespace memlint {

/// Answers for one kernel in one launch.
class DataExclusion {
public:
  /// Both outlive it.
  DataExclusion(const RaceSetting &Setting, const WaitingLoops &Waiting,
                const CriticalSections &Sections);

  /// The source may give threads that are related as \p Kind says different locations for each
  /// entry: each has a region of its own, or what data give is the start of one.
  bool areApart(const DataAddress &Address, ThreadPair Kind) const;
  /// A condition may let one of the threads that are related as \p Kind says alone come to
  /// \p Site, at \p Address, while the other is at \p Other.
  bool isExclusive(const Access &Site, const DataAddress &Address, const Access &Other,
                   ThreadPair Kind) const;
  /// Each thread may have a thing of its own, of which it accesses more than what it updates by
  /// \p Site, at \p Address.
  bool isOfEntities(const Access &Site, const DataAddress &Address) const;
  /// \p Site stands in or behind a loop that ends when another thread has done something else than
  /// to give a lock back.
  bool isBehindFlag(const Access &Site) const;
  /// \p Root is one number for all threads that are related as \p Kind says and that no barrier
  /// parts.
  bool isCommonNumber(ExprRef Root, ThreadPair Kind) const;

private:
  bool isFromAtomic(ExprRef Leaf) const;
  bool isUnclear(ExprRef Leaf) const;
  bool isWaitForLock(ExprRef Guard, const Access &Site) const;
  bool isAboutContent(ExprRef Guard, const Access &Site, const DataAddress &Address) const;
  bool goesRoundTogether(const Loop &Around, ThreadPair Kind) const;
  bool areOneValue(ExprRef One, ExprRef Other) const;
  bool hasTurn(const Access &Site, ExprRef Equal) const;
  bool isTurn(ExprRef Guard, const Access &Site, const DataAddress &Address, const Access &Other,
              ThreadPair Kind) const;
  bool excludes(ExprRef Guard, const Access &Site, const DataAddress &Address, const Access &Other,
                ThreadPair Kind) const;
  bool isOfRow(const Access &Load) const;
  bool areNeighbours(const Access &One, const Access &Other) const;
  bool comparesNeighbours(const Access &Site) const;
  bool isBetweenBounds(const Access &Site, const DataAddress &Address) const;
  bool isWritten(const MemoryObject &Object) const;

  const RaceSetting &Setting;
  const KernelProgram &Kernel;
  const WaitingLoops &Waiting;
  const CriticalSections &Sections;
  /// An atomic's result is used, so that threads may agree on something by it.
  bool HasAgreement = false;
  /// Arrays whose entries bound loops, by object.
  std::vector<bool> BoundsLoops;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_DATAEXCLUSION_H
