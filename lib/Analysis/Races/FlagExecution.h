//===- FlagExecution.h - One execution of some blocks -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs the threads of some blocks step by step, with the values that their flags have, and tells
/// which accesses nothing orders (FlagSimulation.h). Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_FLAGEXECUTION_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_FLAGEXECUTION_H

#include "PlacedSite.h"

#include "cuda-memlint/Analysis/Races/WaitingLoops.h"

#include "llvm/ADT/DenseSet.h"

#include <set>
#include <tuple>

namespace memlint {

/// When a thread lets others go on: where it has written a flag, at each flag, or at random.
enum class Schedule : uint8_t { AtWrites, AtFlags, AtRandom };

/// Object, offset and, of memory that not all threads share, whose it is.
using SimulatedLocation = std::tuple<unsigned, int64_t, unsigned>;
using SimulatedVisit = std::pair<const Access *, RaceParticipant>;
/// How two accesses of one location, one of them a write, came behind each other.
enum class SimulatedOrder : uint8_t {
  Ordered,
  LacksFence,     ///< a flag orders their threads, but for a fence
  Unordered,      ///< whatever flags hold at the start
  UnorderedSoFar, ///< for what the flag held at the start, which nobody has set
};
using OnSimulatedMeeting = llvm::function_ref<void(SimulatedVisit One, SimulatedVisit Other,
                                                   ThreadPair Kind, SimulatedOrder Order)>;

struct ExecutionOptions {
  Schedule Order = Schedule::AtFlags;
  /// Data that the kernel does not write are made up, and only races that lack a fence are
  /// reported.
  bool InventsData = false;
  /// What each flag holds that nobody has set.
  int64_t Start = 0;
  /// Not null: accesses that some thread makes are added.
  llvm::DenseSet<const Access *> *Made = nullptr;
};

/// One execution of \p Blocks. \p Flags are the locations that threads communicate by, to which
/// those are added that are found. False: something is not known that decides what a thread does.
bool executeFlags(const RaceSetting &Setting, const WaitingLoops &Waiting,
                  llvm::ArrayRef<std::array<int64_t, 3>> Blocks, std::set<SimulatedLocation> &Flags,
                  const ExecutionOptions &Options, OnSimulatedMeeting Meet);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_FLAGEXECUTION_H
