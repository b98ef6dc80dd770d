//===- DataRaces.h - Races that data decide about ---------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Pairs of accesses whose locations or conditions depend on data, but that are used as no author
/// uses locations that belong to one thread: updates without an atomic, plain accesses beside
/// atomics, atomics for one block alone. Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_DATARACES_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_DATARACES_H

#include "DataExclusion.h"
#include "ReadEffects.h"

#include "cuda-memlint/Model/BarrierFreePaths.h"

#include <map>

namespace memlint {

struct DataRace {
  /// None: that of the witness, which data let come about.
  DataRaceForm Form = DataRaceForm::None;
  /// Nothing but the order of equal results depends on which thread comes first.
  bool IsBenign = false;
  /// RaceVerdict::Needs.
  DataNeed Needs;
};

/// Answers for one kernel in one launch.
class DataRaces {
public:
  /// All outlive it. \p Launches: all that are known of the kernel; null: no others are.
  DataRaces(const RaceSetting &Setting, const WaitingLoops &Waiting,
            const CriticalSections &Sections, const std::vector<LaunchContext> *Launches);

  /// \p First and \p Second, which \p Open neither shows to race nor proves not to. None: they are
  /// not of a form that is a race for some data.
  std::optional<DataRace> find(const Access &First, const Access &Second, const RaceVerdict &Open);

  /// Data lead the two threads of a block that \p Possible names to \p First and \p Second, or only
  /// one of them, and nothing in the source says that they do not lead both there: what is said of
  /// that, as RaceVerdict::Needs.
  std::optional<DataNeed> findConditions(const Access &First, const Access &Second,
                                         const RaceVerdict &Possible) const;

  /// In shared memory, or where elements are gathered in place, one of \p First and \p Second, by
  /// threads that are related as \p Kind says, is at an element that data choose and the other one
  /// where the thread's own number says; or both write the key of a record; or both are at elements
  /// of shared memory that different data choose. Then the two collide by chance wherever no
  /// barrier is between them, as they do with what this gives for the former: the access at the
  /// first element that data may choose. Else none.
  std::optional<Access> atFirstElement(const Access &First, const Access &Second,
                                       ThreadPair Kind) const;
  /// Beside that: \p Other at the first element, too, if data choose its own; or, if one number
  /// that all threads have read says how far \p Chosen is from the thread's own element at \p
  /// Other,
  /// \p Other, whatever conditions on that number lead there. None: \p Other as it is.
  std::optional<Access> besideChosen(const Access &Chosen, const Access &Other) const;
  /// One of the two moves the thread's own element to a place that the thread has drawn from a
  /// counter, and the other one reads the element: the counter says nothing of who has read.
  bool isMovedByCount(const Access &First, const Access &Second) const;
  /// Data choose the location of \p Site.
  bool isChosen(const Access &Site) const;
  /// What data must be like for that, as RaceVerdict::Needs.
  DataNeed needAtElement(const Access &First, const Access &Second) const;

private:
  struct Side {
    const Access *Site;
    DataAddress Address;
  };

  bool areUnderTwoLocks(const Side &First, const Side &Second) const;
  bool areBesideLock(const Side &First, const Side &Second) const;
  std::optional<DataRace> findUpdate(const Side &First, const Side &Second,
                                     const RaceVerdict &Open);
  std::optional<DataRace> findBesideAtomic(const Side &Plain, const Side &Atomic, ThreadPair Kind);
  bool readsCountOfOther(const Side &Read, const Side &Update, ThreadPair Kind);
  bool isSetBesideUpdates(const Side &Plain, const Side &Atomic) const;
  std::optional<DataRace> findOvertaken(const Side &First, const Side &Second,
                                        ThreadPair Kind) const;
  std::optional<DataRace> findStoredTwice(const Side &Store, ThreadPair Kind) const;
  std::optional<DataRace> findBehindKey(const Side &First, const Side &Second, ThreadPair Kind);
  bool isCounted(const Side &Each, ThreadPair Kind) const;
  bool isBehindContest(const Side &Storing, ThreadPair Kind) const;
  std::optional<DataRace> findNarrowScope(const Side &First, const Side &Second) const;
  DataRace raceFor(const Side &One, const Side &Other, DataRaceForm Form) const;

  bool stopsAt(const Access &Read, const Side &Storing, const Loop &Search) const;
  bool endsSearch(const Access &Read, const Side &Storing) const;
  bool isTestedFor(const Access &Read, const Access &Site) const;
  bool decidesStore(const Access &Read, const Access &Store) const;
  const Access *readBefore(const Side &Storing, ThreadPair Kind);
  bool setsBefore(const Access &Read, ExprRef Offset);
  bool isReached(const Access &From, const Access &To, BarrierScope Least = BarrierScope::Block);
  bool isReached(unsigned From, const Access &To, BarrierScope Least);
  bool isReachedFirst(const Access &Site, BarrierScope Least);
  bool isNextToUpdate(const Side &Read, const Side &Update) const;
  bool isReadWhileUpdated(const Side &Update, const Access &Read, ThreadPair Kind);
  bool storesOneValue(const Access &Store, ThreadPair Kind) const;
  ReadEffects effectsOf(const Access &Store, const DataAddress &Where, ThreadPair Kind) const;
  std::optional<bool> actsOnRead(const Access &Test, const Side &Storing, const Access &First,
                                 const Access &Second, ThreadPair Kind) const;
  bool hasOtherCode(const Side &Storing, const Access &Read) const;
  bool setsOtherValue(const Access &Store) const;
  bool isChosenBeside(const Access &Chosen, const DataAddress &Address, const Access &Other,
                      ThreadPair Kind) const;
  bool meetInShared(const Side &Writing, const Side &Reading, ThreadPair Kind) const;
  bool meetInRegion(const Side &Writing, const Side &Reading, ThreadPair Kind) const;
  bool isLeftOpen(const Access &Setter, const Access &Read, ThreadPair Kind) const;
  DataNeed needOfConditions(const Access &First, const Access &Second) const;
  bool meetByConditions(const Side &First, const Side &Second, ThreadPair Kind) const;
  bool isOwnEntry(const Access &Load) const;
  bool isInCommonRegion(const Side &Each, const Access &Other, ThreadPair Kind) const;
  bool mayBeExcluded(const Side &Each, const Access &Other, ThreadPair Kind) const;
  bool areOfOneTable(const Side &First, const Side &Second) const;

  const RaceSetting &Setting;
  const KernelProgram &Kernel;
  const CriticalSections &Sections;
  DataExclusion Exclusion;
  /// By the scope of the barriers that end a way, and by node: the nodes that a way leads to.
  std::map<std::pair<BarrierScope, unsigned>, std::vector<bool>> Reached;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_DATARACES_H
