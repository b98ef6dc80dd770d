//===- RaceAnalysis.h - Conflicting accesses without a barrier --*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Data races of a kernel in one launch: pairs of accesses by different threads to a
/// common byte, at least one of them a write, not both atomic, that no barrier
/// separates. Each pair of access sites is decided by the cheapest means that can:
/// range and congruence of the distance between the two addresses, enumeration of all
/// threads, integer sets.
///
/// The rules for what is a race are those of the CUDA C++ Programming Guide: since
/// compute capability 7.0 threads of a warp are scheduled independently, so that only
/// `__syncwarp()` and wider barriers order them (section "Independent Thread
/// Scheduling"); shuffles and votes do not order memory (section "Warp Shuffle
/// Functions").
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_RACES_RACEANALYSIS_H
#define CUDA_MEMLINT_RACES_RACEANALYSIS_H

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace memlint {

class ExprContext;
struct ArgumentCase;
struct KernelProgram;
struct LaunchContext;

/// Which threads a pair of accesses was looked at for.
enum class ThreadPair : uint8_t {
  SameWarp,       ///< two lanes of one warp
  DifferentWarps, ///< of one block
  DifferentBlocks
};

/// One of the two threads of a race, at its access.
struct RaceParticipant {
  std::array<int64_t, 3> Thread = {};
  std::array<int64_t, 3> Block = {};
  /// By loop number: the iteration the thread is in, for the loops around its access.
  std::vector<std::pair<unsigned, int64_t>> Iterations;
  /// Bytes from the start of the object that the second access is to, less a part that both threads
  /// have in common and that is not known before launch.
  int64_t Offset = 0;
};

enum class RaceOutcome : uint8_t {
  Race,      ///< happens in every such launch
  Benign,    ///< happens, and all write one value
  MayRace,   ///< happens for some values of what is not known
  Absent,    ///< proved
  Undecided, ///< Reason says why
};

/// The verdict on one pair of accesses.
struct RaceVerdict {
  unsigned First = 0; ///< the earlier access in the program, or the same as Second
  unsigned Second = 0;
  ThreadPair Threads = ThreadPair::DifferentWarps;
  RaceOutcome Outcome = RaceOutcome::Undecided;
  std::string Reason;
  /// Race, Benign and MayRace: a witness.
  RaceParticipant FirstThread, SecondThread;
  /// Both offsets lack a part that is the same for the two.
  bool OffsetsAreRelative = false;
  /// The values that the witness gives to what is not known, by the names of the leaves.
  std::vector<std::pair<std::string, int64_t>> Values;
  /// What else the witness assumes, each a part of a sentence.
  std::vector<std::string> Assumptions;
  /// Conditions that depend on what is read from memory, or ends of loops that are not known,
  /// were not looked at: the witness need not come to its accesses.
  bool ConditionsLeftOut = false;
  /// Race, in a launch whose block is a guess: another block that the source allows as well
  /// and with which this pair of accesses is not found to race.
  std::optional<std::array<uint64_t, 3>> NotFoundWithBlock;
};

/// The outcome for a kernel in one launch.
struct RaceReport {
  /// Pairs that are not proved absent, in the order of their accesses.
  std::vector<RaceVerdict> Verdicts;
  unsigned Pairs = 0;  ///< pairs looked at, once for each value of ThreadPair that applies
  unsigned Absent = 0; ///< of those, proved absent
  /// Not looked at, and why; empty: looked at.
  std::string Reason;
};

/// Barriers that are looked at as if they were not there.
struct BarrierRemoval {
  /// Those asked about, which are one in the source: indices into KernelProgram::Barriers. All
  /// threads that they hold back must come by them equally often.
  std::vector<unsigned> Asked;
  /// Taken away before.
  std::vector<unsigned> Gone;
};

struct RaceOptions {
  /// Values that are computed for one thread at most, in whole. What is left is undecided.
  uint64_t Budget = 20'000'000;
  /// Look for values of arguments for which a pair races, where it does not in launches as
  /// usual: RaceOutcome::MayRace instead of Undecided.
  bool PossibleRaces = false;
  /// Lanes of a warp are scheduled independently (compute capability 7.0 and later); else
  /// they run in lockstep, and only one and the same access of two lanes can race.
  bool IndependentThreads = true;
  /// Not null: only what the barriers asked about keep apart and nothing else does is looked at,
  /// and conflicts are also accesses that are not races but whose order may matter: atomics that
  /// do not commute, and flags of other blocks beside global memory. Pointer parameters may
  /// all have one value, unless they are restrict. The report ends with the first pair that is
  /// no proved absence.
  const BarrierRemoval *Removal = nullptr;
  /// Not null: no other pairs of accesses are looked at, the earlier one first.
  const std::set<std::pair<unsigned, unsigned>> *Only = nullptr;
  /// Whether a race happens for all arguments is decided, too; else all of them are
  /// RaceOutcome::Race.
  bool ForAllArguments = true;
  /// Not null: outcomes of conditions on arguments that are assumed. Then RaceOutcome::Race means
  /// in launches with these outcomes.
  const ArgumentCase *Case = nullptr;
};

/// Decides all pairs of \p Kernel in \p Launch, whose block must be known.
RaceReport analyseRaces(ExprContext &Context, const KernelProgram &Kernel,
                        const LaunchContext &Launch, const RaceOptions &Options);

/// Sets RaceVerdict::NotFoundWithBlock in \p Report, that of \p Launch: the pairs that race are
/// decided again with each of LaunchContext::OtherBlocks that may be meant. One with which
/// threads would leave a shared array is not, nor one with which they would read shared memory
/// that no thread writes, where that of \p Launch does not do so.
void compareWithOtherBlocks(ExprContext &Context, const KernelProgram &Kernel,
                            const LaunchContext &Launch, const RaceOptions &Options,
                            RaceReport &Report);

} // namespace memlint

#endif // CUDA_MEMLINT_RACES_RACEANALYSIS_H
