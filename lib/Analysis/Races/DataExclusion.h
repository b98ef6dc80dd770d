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
  /// All outlive it. \p Launches: all that are known of the kernel; null: no others are.
  DataExclusion(const RaceSetting &Setting, const WaitingLoops &Waiting,
                const CriticalSections &Sections, const std::vector<LaunchContext> *Launches);

  /// The source may give threads that are related as \p Kind says different locations by \p Site,
  /// at
  /// \p Address, for each entry: each has a region of its own, or what data give is the start of
  /// one.
  bool areApart(const Access &Site, const DataAddress &Address, ThreadPair Kind) const;
  /// A condition may let one of the threads that are related as \p Kind says alone come to
  /// \p Site, at \p Address, while the other is at \p Other.
  bool isExclusive(const Access &Site, const DataAddress &Address, const Access &Other,
                   ThreadPair Kind) const;
  /// Data lead the thread at \p Site, at \p Address in shared memory, to any of the elements that
  /// the threads have by their own numbers, and nothing says that it is the thread's own, or that
  /// the thread comes alone while the other one, related as \p Kind says, is at \p Other.
  bool reachesAnyElement(const Access &Site, const DataAddress &Address, const Access &Other,
                         ThreadPair Kind) const;
  /// \p Store, at \p Address, writes the key from which its location was computed in a way that
  /// leads several keys to one, and the thread writes other parts of the record there, too.
  bool writesKeyOfRecord(const Access &Store, const DataAddress &Address) const;
  /// Each thread may have a thing of its own, and access more of it than what it updates by
  /// \p Site, at \p Address.
  bool isOfEntities(const Access &Site, const DataAddress &Address) const;
  /// The access by which a loop decides whether its search ends at \p Leaf, if from iteration to
  /// iteration that goes on by what is the same for all threads, as `slot = (slot + 1) % size`
  /// does: where one thread has been, others may come. Else null.
  const Access *probeAt(ExprRef Leaf) const;
  /// \p Leaf is where a thread has come that tries one compare-and-swap after the other.
  bool isProbedBySwaps(ExprRef Leaf) const;
  /// \p Site stands in or behind a loop that ends when another thread has done something else than
  /// to give a lock back. \p Passes: not by such a loop, given what it polls, null if that
  /// is not known, and its number.
  bool
  isBehindFlag(const Access &Site,
               llvm::function_ref<bool(const Access *Polls, unsigned Loop)> Passes = nullptr) const;
  /// \p Root is one number for all threads that are related as \p Kind says and that no barrier
  /// parts.
  bool isCommonNumber(ExprRef Root, ThreadPair Kind) const;
  /// \p Leaf is the same for all threads that are related as \p Kind says and come to \p Site.
  bool isOneNumber(ExprRef Leaf, const Access &Site, ThreadPair Kind) const;
  /// The atomic whose result \p Guard, on the way to \p Site, tests in a way that several threads
  /// come through, one after the other: `atomicMin(&least[v], d) > d`. Null: none, or \p Address,
  /// that of \p Site, may depend on the result.
  const Access *passedBySeveral(ExprRef Guard, const Access &Site, const DataAddress &Address,
                                ThreadPair Kind) const;
  /// \p Leaf was read at the thread's own element of an array of links, not that of \p Site, in
  /// which each thread goes on along its own ones: `total[i] += total[next[i]]; next[i] =
  /// next[next[i]];`.
  bool isJumped(ExprRef Leaf, const Access &Site) const;
  /// \p Leaf stands for the lanes that have voted.
  bool isBallot(ExprRef Leaf) const;
  /// \p Store adds a constant to what its location holds.
  bool isCount(const Access &Store) const;

private:
  static bool areOfOneThing(const Access &Colour, const Access &Index);
  static bool isOfThing(const Access &Colour, const Access *Load);
  bool isFromAtomic(ExprRef Leaf) const;
  bool isFollowedBy(const Access &Read, ExprRef Leaf) const;
  bool letsEqualsPass(ExprRef Guard) const;
  const Access *claimLost(ExprRef Guard) const;
  bool letsLosersPass(ExprRef Guard, const Access &Site, ThreadPair Kind) const;
  bool takesUpNothing(const Access &Claim, const Access &Site) const;
  bool letsFollowersPass(ExprRef Guard, const Access &Site, ThreadPair Kind) const;
  bool isPassedByDraws(ExprRef Guard, const Access &Site, const DataAddress &Address,
                       const Access &Other, ThreadPair Kind, ExprRef Old) const;
  bool isOpposedAt(ExprRef Guard, const Access &Other) const;
  bool mayDependOn(ExprRef Value, ExprRef Result) const;
  bool isFoundByAll(ExprRef Leaf, const Access &Site, ThreadPair Kind) const;
  bool isClaimAfterLook(ExprRef Guard, ExprRef Leaf, const Access &Site, const Access &Other) const;
  bool isClaimBefore(ExprRef Leaf, const Access &Site, const Access &Other) const;
  bool isClaimElsewhere(ExprRef Leaf, const DataAddress &Address, ThreadPair Kind) const;
  bool isNearest(ExprRef Value, const Access &Sum) const;
  bool isRowOfKey(const Access &Site, const DataAddress &Address) const;
  bool isFoundInRow(const Access &Site, const DataAddress &Address) const;
  bool isEntryOfRow(const Access &Site, const DataAddress &Address) const;
  bool isTakenByHash(const Access &Site, const DataAddress &Address) const;
  bool hasSeveralLocations(const Access &Colour, const Access &Site,
                           const DataAddress &Address) const;
  bool isLaunchedInTurns(ExprRef Guard) const;
  bool isEndOfBatch(ExprRef Value, const Access *Load, const Access &Site) const;
  bool hasOtherEnd(ExprRef Value, const Access &Load,
                   llvm::function_ref<bool(const Access &)> Is) const;
  bool isOneOfTwo(ExprRef Value, const Access &Load,
                  llvm::function_ref<bool(const Access &)> Is) const;
  bool hasOwnNumber(const Access &Load, const Access &Site) const;
  bool isReadAsState(const Access &Read) const;
  bool isChangedAlone(const Access &Load, const Access &Site) const;
  bool isOnlySummedUp(ExprRef Value, const Access *Load, const Access &Site) const;
  bool hasState(ExprRef Value, const Access *Load, const Access &Site) const;
  bool takesNothingOf(ExprRef Thing, const Access &Load, const Access &Site) const;
  ExprRef drawnIn(ExprRef Guard) const;
  bool isDrawnForAll(ExprRef Guard, const DataAddress &Address) const;
  bool isDrawnThing(ExprRef Guard, const Access &Site, const DataAddress &Address) const;
  bool isSelectedAsKey(const Access &Load, const Access &Site) const;
  bool isSearchFor(ExprRef Test, const Loop &Around) const;
  bool isBehindAgreement(ExprRef Leaf) const;
  bool isComputed(ExprRef Leaf) const;
  bool isUnclear(ExprRef Leaf) const;
  bool isWaitForLock(ExprRef Guard, const Access &Site) const;
  bool isAboutContent(ExprRef Guard, const Access &Site, const DataAddress &Address) const;
  bool goesRoundTogether(const Loop &Around, ThreadPair Kind) const;
  bool areOneValue(ExprRef One, ExprRef Other) const;
  bool hasTurn(const Access &Site, ExprRef Equal) const;
  bool isTurn(ExprRef Guard, const Access &Site, const DataAddress &Address, const Access &Other,
              ThreadPair Kind) const;
  bool isWonBesideAll(ExprRef Guard, const Access &Site, const Access &Other) const;
  static bool putsKey(const Access &Swap);
  bool holdsOutsideData(const Access &Source) const;
  bool isBelowCount(ExprRef Guard, const Access &Source) const;
  bool excludes(ExprRef Guard, const Access &Site, const DataAddress &Address, const Access &Other,
                ThreadPair Kind) const;
  bool isOfOwnRow(const Access &Load, const Access &Site) const;
  bool isBestOfOwn(const Access &Load, const Access &Site) const;
  bool isOfRow(const Access &Load) const;
  bool isOfPermutation(const Access &Load) const;
  bool readsNextEntry(const Access &One, uint64_t Step) const;
  bool areNeighbours(const Access &One, const Access &Other) const;
  bool hasOneMoreThanThreads(const Access &One, const Access &Other, const Access &Site) const;
  bool comparesNeighbours(const Access &Site, const DataAddress &Address, ThreadPair Kind) const;
  bool isCountedBehind(const Access &Site, const Access &Polls) const;
  bool isHeadOfRun(const Access &Site) const;
  bool isOfWarp(ExprRef Root) const;
  bool isOfLane(ExprRef Root) const;
  bool isLeaderOfLanes(ExprRef Guard) const;
  bool keepsNoOtherWarp(ExprRef Guard) const;
  bool isBeforeGroup(ExprRef Leaf, const Access &Site) const;
  bool isSharedColumn(const Access &Site, const DataAddress &Address, ThreadPair Kind) const;
  bool isNumberFromMemory(ExprRef Leaf) const;
  bool isNeighbour(ExprRef Leaf, const Access &Site) const;
  bool isAgreed(ExprRef Leaf) const;
  bool isBetweenBounds(const Access &Site, const DataAddress &Address, ThreadPair Kind) const;
  bool isWritten(const MemoryObject &Object) const;

  const RaceSetting &Setting;
  const KernelProgram &Kernel;
  const WaitingLoops &Waiting;
  const CriticalSections &Sections;
  const std::vector<LaunchContext> *Launches;
  /// An atomic gives a result, so that threads may agree on something by it: what is made from
  /// there on has a number() from this one on. Empty: none does.
  std::optional<unsigned> FirstAgreement;
  /// Arrays whose entries bound loops, by object.
  std::vector<bool> BoundsLoops;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_DATAEXCLUSION_H
