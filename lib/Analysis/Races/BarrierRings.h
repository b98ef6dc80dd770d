//===- BarrierRings.h - Threads that hand elements on in turns --*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Producers and consumers in a loop each, who tell each other by barriers at which one side only
/// arrives that an element is full or empty: how many iterations the one may be ahead of the other.
/// Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_BARRIERRINGS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_BARRIERRINGS_H

#include "PlacedSite.h"

#include "llvm/ADT/SmallVector.h"

#include <array>
#include <map>
#include <optional>

namespace memlint {

/// The barriers that all threads of one side reach; each of them counts the whole block.
struct RingSide {
  llvm::SmallVector<const Barrier *, 4> Before, Inside, Behind;
  /// The loop that those inside are in.
  unsigned Loop = 0;
};

/// Follows both sides through their first iterations. What holds there holds in all: the numbers of
/// the barriers come again after a period, and so does who meets whom.
class BarrierRing {
public:
  /// \p Setting outlives it.
  BarrierRing(const RaceSetting &Setting, RingSide First, RingSide Second);

  /// Nobody comes to a barrier again before those have gone on whom he has let go.
  bool isFollowed() const { return IsFollowed; }

  struct Window {
    /// How many iterations the second thread may be ahead of the first, each in increasing order.
    llvm::SmallVector<int64_t, 4> Ahead;
    /// In any iteration, rather than in some.
    bool InAnyIteration = true;
  };
  /// After isFollowed(), when threads may be at two places at once: the first behind so many of the
  /// barriers inside its loop, the second likewise. Empty: the one may be any number ahead.
  std::optional<Window> window(size_t FirstPassed, size_t SecondPassed) const;

private:
  struct Event {
    int64_t Number = 0;
    bool Waits = false;
  };
  static constexpr unsigned First = 0, Second = 1;

  std::optional<int64_t> numberAt(const Barrier &Each, unsigned Loop, int64_t Iteration) const;
  std::optional<int64_t> findPeriod() const;
  bool addEvents(unsigned Side);
  bool areBalanced() const;
  bool learn(unsigned Side);
  bool arrivesInTurn(unsigned Side) const;
  bool leaves(unsigned Side) const;
  size_t eventsBefore(unsigned Side, int64_t Iteration, size_t Passed) const;
  bool isBefore(unsigned Side, size_t Event, size_t OtherEvent) const;

  const RaceSetting &Setting;
  std::array<RingSide, 2> Sides;
  int64_t Period = 0, Iterations = 0;
  /// By side, in order.
  std::array<std::vector<Event>, 2> Events;
  /// By side and number of the barrier: its events.
  std::array<std::map<int64_t, std::vector<size_t>>, 2> Visits;
  /// By side and event: how many events of the other side have surely been before it.
  std::array<std::vector<size_t>, 2> Known;
  bool IsFollowed = false;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_BARRIERRINGS_H
