//===- LockedPairs.h - Accesses that locks keep apart -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether two threads can be at two accesses while each holds a lock: not if it is one lock.
/// Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_LOCKEDPAIRS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_LOCKEDPAIRS_H

#include "PlacedSite.h"
#include "SyncWalk.h"

#include "cuda-memlint/Analysis/Races/CriticalSections.h"

#include <map>
#include <tuple>

namespace memlint {

enum class LockRelation : uint8_t {
  None,     ///< no lock keeps the two apart
  Excluded, ///< both are made by holders of one lock
  Unfenced, ///< likewise, but no fences make the lock order the accesses
  Unled,    ///< it keeps them apart if the threads are those that take it for others
  Unknown   ///< a lock may keep them apart
};

/// Answers for one kernel in one launch.
class LockedPairs {
public:
  /// All outlive it, and so do the accesses that it is asked about.
  LockedPairs(const RaceSetting &Setting, const CriticalSections &Sections,
              const AccessesByResult &Results)
      : Setting(Setting), Sections(Sections), Results(Results),
        Walk(Setting.Context, Setting.Kernel) {}

  /// Of the threads that \p Possible names at \p First and \p Second, or of all related like that.
  LockRelation relate(const Access &First, const Access &Second, const RaceVerdict &Possible) const;
  /// Unled: the conditions on indices that the acquires which may keep the two apart stand under.
  std::vector<ExprRef> leadersOf(const Access &First, const Access &Second) const;
  /// Data read while a lock may be held decide whether a thread comes to \p Site, or where that is.
  bool isChosenUnderLock(const Access &Site) const;
  /// One of the two gives the lock, by an ordinary store, back that other threads try to take by
  /// the other one.
  bool isPlainRelease(const Access &First, const Access &Second) const;
  /// One of the two counts on, by the holder, what others wait for by the other one.
  bool isNextTurn(const Access &First, const Access &Second) const;

private:
  enum class Identity : uint8_t { Same, Different, Unknown };
  struct Holding {
    const CriticalSection &Section;
    const Access &Site;
    const RaceParticipant &Who;
  };
  Identity compare(const Holding &Here, const Holding &There, const RaceVerdict &Possible) const;
  Identity compareObjects(const Holding &Here, const Holding &There,
                          const RaceVerdict &Possible) const;
  bool followsAddress(ExprRef Lock, ExprRef OtherLock, ExprRef Data, ExprRef OtherData,
                      ThreadPair Kind) const;
  bool isUnrelated(ExprRef Lock, ExprRef Data, ThreadPair Kind) const;
  std::optional<int64_t> valueFor(const Holding &Of, ExprRef Root) const;
  /// On which of its ways to or from the lock an access is released or acquired.
  enum class Fencing : uint8_t { AllWays, SomeWays, NoWay };
  Fencing fencingOf(const CriticalSection &Section, const Access &Site, ThreadPair Kind) const;
  Fencing findFencing(const CriticalSection &Section, const Access &Site, ThreadPair Kind) const;
  bool isFencedByThread(const CriticalSection &Section, const Access &Site,
                        const OrderNeeds &Of) const;
  bool passesBy(const CriticalSection &Section, const Access &Site,
                const RaceParticipant &Who) const;
  llvm::SmallVector<const CriticalSection *, 4> sectionsAround(const Access &Site,
                                                               const RaceParticipant *Who) const;
  bool mayClaim(const Access &Read, const Access &Site) const;
  bool givesUp(const CriticalSection &Section, const Access &Site) const;
  bool isLeadersAlone(const CriticalSection &Section, const Access &Site) const;
  bool isCommon(ExprRef Root, ThreadPair Kind) const;

  const RaceSetting &Setting;
  const CriticalSections &Sections;
  const AccessesByResult &Results;
  SyncWalk Walk;
  /// What fencingOf() has found: the search is one through the whole kernel.
  mutable std::map<std::tuple<const CriticalSection *, const Access *, ThreadPair>, Fencing> Fences;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_LOCKEDPAIRS_H
