//===- FlagSimulation.h - Blocks that wait for each other, run --*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs the threads of one or two blocks step by step, in several orders, with the values that
/// their flags have: which store a wait has seen follows from what is waited for. Two accesses
/// race that nothing orders in one of these executions, had it all fences that one could wish for.
/// Others lack a fence: flags order their threads, but neither fences nor memory orders do.
/// Internal to the race analysis.
///
/// A thread stops for good where something is not known that decides what it does next; it is then
/// one that comes there late. Other blocks have not begun. What is read of a flag that nobody has
/// written yet is 0, which proves nothing alone: a race behind it counts if it is there for other
/// numbers as well, or if no other number lets threads come to either access.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_FLAGSIMULATION_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_FLAGSIMULATION_H

#include "FlagExecution.h"
#include "PlacedSite.h"

#include "cuda-memlint/Analysis/Races/WaitingLoops.h"

#include <map>
#include <tuple>

namespace memlint {

struct SimulatedRace {
  /// At the access with the smaller number, and at the other one.
  RaceParticipant First, Second;
  /// A flag orders the two threads, but not their accesses.
  bool LacksFence = false;
  /// Data that the kernel does not write are made up.
  bool InventsData = false;
};

/// Answers for one kernel in one launch.
class FlagSimulation {
public:
  /// Both outlive it.
  FlagSimulation(const RaceSetting &Setting, const WaitingLoops &Waiting);

  /// Threads that are related as \p Possible says and race at \p First and \p Second, whose number
  /// is not smaller: of the blocks that it names, or of the first ones of the grid. Null: none were
  /// seen to.
  const SimulatedRace *find(const Access &First, const Access &Second, const RaceVerdict &Possible);

private:
  using Blocks = std::vector<std::array<int64_t, 3>>;
  using Races = std::map<std::tuple<unsigned, unsigned, ThreadPair>, SimulatedRace>;

  static Blocks blocksOf(const RaceVerdict &Possible);
  Blocks firstBlocks() const;
  const SimulatedRace *findAmong(const Blocks &Of, const Access &First, const Access &Second,
                                 ThreadPair Kind);
  Races run(const Blocks &Of) const;
  void keepForAnyStart(const Blocks &Of, std::set<SimulatedLocation> &Flags, Races &Found) const;

  const RaceSetting &Setting;
  const WaitingLoops &Waiting;
  /// Some loop waits for a flag, and blocks are small enough to be run.
  bool IsOfUse = false;
  std::map<Blocks, Races> Known;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_FLAGSIMULATION_H
