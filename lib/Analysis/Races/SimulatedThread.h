//===- SimulatedThread.h - What an execution knows of threads ---*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The state of one execution of some blocks (FlagExecution.h): its threads, what locations hold,
/// and who has accessed them. Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_SIMULATEDTHREAD_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_SIMULATEDTHREAD_H

#include "FlagExecution.h"

#include "llvm/ADT/STLExtras.h"

namespace memlint {

/// Empty: not known.
using SimulatedNumber = std::optional<int64_t>;
/// How far each thread has come, as far as one knows.
using SimulatedClock = std::vector<unsigned>;

inline void join(SimulatedClock &To, const SimulatedClock &From) {
  for (auto [Mine, Other] : llvm::zip(To, From))
    Mine = std::max(Mine, Other);
}

struct SimulatedContent {
  SimulatedNumber Value;
  /// What those who have written here had seen, and what of that they have released.
  SimulatedClock Seen, Released;
  /// It was computed from what was there before the launch.
  bool IsRelative = false;
};

struct SimulatedThread {
  enum class State : uint8_t { Ready, AtBarrier, Stopped, Done };
  State Is = State::Ready;
  unsigned Node = 0;
  unsigned Block = 0, InBlock = 0;
  llvm::DenseMap<ExprRef, SimulatedNumber> Values;
  SimulatedClock Seen;
  /// By fences and memory orders: what is ordered before, what that was at the last fence, and what
  /// the next one acquires.
  SimulatedClock Ordered, Fenced, Pending;
  /// Flags that nobody had written when they were read last; those, and others whose value came
  /// from what is in such.
  std::set<SimulatedLocation> Unset, Relative;
  /// The last read, and how many writes there had been: one that repeats it learns nothing.
  std::pair<unsigned, unsigned> LastRead = {~0U, 0};
};

/// An access that may race with others of its location.
struct RememberedVisit {
  unsigned Thread = 0, Time = 0;
  const Access *Site = nullptr;
  RaceParticipant Who;
  bool IsAfterRelative = false;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_SIMULATEDTHREAD_H
