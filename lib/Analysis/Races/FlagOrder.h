//===- FlagOrder.h - Accesses that flags may order --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether a flag may order two accesses, by the causality order of the PTX memory consistency
/// model: the thread of the one must release behind it, and the thread of the other must acquire
/// before. Where one thread of a block does so for the others, a barrier must lie in between.
/// Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_FLAGORDER_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_FLAGORDER_H

#include "SyncWalk.h"

#include "cuda-memlint/Analysis/Races/CriticalSections.h"
#include "cuda-memlint/Model/RaceReport.h"

#include <map>
#include <tuple>

namespace memlint {

/// Answers for one kernel.
class FlagOrder {
public:
  /// All outlive it, and so do the accesses that it is asked about.
  FlagOrder(ExprContext &Context, const KernelProgram &Kernel, const WaitingLoops &Waiting,
            const CriticalSections &Sections, bool IndependentThreads);

  /// Which of the threads at the two accesses no flag orders.
  struct Unordered {
    /// None are known.
    bool MayOrder = false;
    /// Conditions on indices that hold for such threads; null: all are.
    ExprRef First = nullptr, Second = nullptr;
    /// One of the two comes to its access where it has found that the other's flag is not set.
    bool IsNotSet = false;

    bool isPart() const { return !MayOrder && (First || Second); }
  };
  Unordered compare(const Access &First, const Access &Second, ThreadPair Kind) const;
  /// A flag may tell the thread at \p Later that the other one has been at \p Earlier, but by the
  /// memory model that does not order the two.
  bool lacksFences(const Access &Earlier, const Access &Later, ThreadPair Kind) const;
  /// A thread comes to \p Later by such sights alone that \p Are holds for.
  bool isOnlyBehind(const Access &Later, ThreadPair Kind,
                    llvm::function_ref<bool(const Access &)> Are) const;
  /// A thread comes to \p Site whatever flags hold.
  bool isBehindNothing(const Access &Site, ThreadPair Kind) const;
  /// Threads poll where the two are, or take a lock, and these are strong accesses: they
  /// synchronise, and do not race.
  bool areFlags(const Access &First, const Access &Second) const;

private:
  /// Of two threads, in this order if any.
  struct Meeting {
    const Access &Earlier, &Later;
  };

  Unordered compareAt(const SyncWalk::End &First, const SyncWalk::End &Second,
                      const OrderNeeds &Of) const;
  const SyncWalk::Steps &signalsBehind(const SyncWalk::End &From, const OrderNeeds &Of) const;
  const SyncWalk::Steps &sightsBefore(const SyncWalk::End &To, const OrderNeeds &Of) const;
  SyncWalk::Steps findSignals(const SyncWalk::End &From, const OrderNeeds &Of) const;
  SyncWalk::Steps findSights(const SyncWalk::End &To, const OrderNeeds &Of) const;
  bool mayPassOn(llvm::ArrayRef<SyncWalk::Step> Signals, llvm::ArrayRef<SyncWalk::Step> Sights,
                 const Meeting *Between, const OrderNeeds &Of) const;
  SyncWalk::Steps withoutThoseOfLast(llvm::ArrayRef<SyncWalk::Step> Signals,
                                     const Meeting &Between) const;
  bool comesOnlyLast(const Access &Site, const Access &Later) const;
  /// What holds for the threads at \p At that do nothing of \p Doing; null: that is not known.
  ExprRef othersThan(llvm::ArrayRef<SyncWalk::Step> Doing, const Access &At) const;
  llvm::SmallVector<SyncWalk::End, 2> endsAt(const Access &Site, ThreadPair Kind) const;
  bool isSteadyInLoops(const Access &Site) const;
  bool isWaitBy(unsigned Loop, const Access &Sight) const;
  bool isPolled(const Access &Sight) const;
  bool hasSeenNobody(const Access &Sight, const Access &Site) const;
  bool givesUp(const Access &Sight, const Access &Site) const;
  bool acquiresPolled(const Access &Sight) const;
  bool mayObserve(const Access &Signal, const Access &Sight) const;
  bool isContinuation(ExprRef Guard, const Access &Site) const;
  bool isAlsoAt(const Access &Site, const Access &Other) const;
  bool isMonotone(const Access &Sight) const;
  bool mayEndBefore(const Access &Sight, const SyncWalk::End &Earlier,
                    llvm::ArrayRef<SyncWalk::Step> Signals) const;
  bool isObserved(const Access &Signal) const;
  bool findsConstants(const Access &Sight) const;
  bool excludes(const Access &Signal, const Access &Sight, const Access &Later) const;
  bool outgrows(const Access &Signal, const Access &Sight, const Access &First,
                const Access &Second) const;
  bool isSightFor(const Access &Sight, const Access &Site) const;

  ExprContext &Context;
  const KernelProgram &Kernel;
  const WaitingLoops &Waiting;
  const CriticalSections &Sections;
  SyncWalk Walk;
  /// Some access may be a sight for another one; in most kernels none can.
  bool HasSights;
  /// What was found from an access, in which of its iterations and for which needs: pairs have the
  /// same ends.
  using Question = std::tuple<const Access *, bool, bool, ThreadScope, bool, bool>;
  static Question questionOf(const SyncWalk::End &At, const OrderNeeds &Of) {
    return {At.Site, At.IsLast, At.IsFirst, Of.Scope, Of.Fences, Of.InBlock};
  }
  mutable std::map<Question, SyncWalk::Steps> KnownSignals, KnownSights;
  /// RaceOptions::IndependentThreads: else lanes of a warp do not run ahead of their first one.
  bool IndependentThreads;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_FLAGORDER_H
