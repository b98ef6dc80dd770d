//===- RaceReport.h - What is known of the races of a kernel ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_MODEL_RACEREPORT_H
#define CUDA_MEMLINT_MODEL_RACEREPORT_H

#include "cuda-memlint/Model/RaceReasons.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace memlint {

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
  DataRace,  ///< happens where RaceVerdict::Needs holds, which data decide and nothing rules out
  Benign,    ///< happens, and all write one value
  MayRace,   ///< happens for some values of what is not known
  Absent,    ///< proved
  Undecided, ///< Reason says why
};

/// What makes accesses whose locations or conditions data decide a race.
enum class DataRaceForm : uint8_t {
  None,
  LostUpdate,        ///< a location is read and written without an atomic in between
  Claim,             ///< threads that read it before it is written all act on what they read
  PlainBesideAtomic, ///< one thread updates it atomically, the other one accesses it plainly
  PlainBeforeAtomic, ///< a plain read precedes the atomic update by the same thread
  NarrowScope,       ///< both are atomic, but not for the threads of other blocks
  Overtaken,         ///< stored behind an atomic that several threads pass one after the other
  BehindKey          ///< stored after the key, or the count, by which others find it
};

/// What decides whether threads race.
enum class RaceDependence : uint8_t {
  Data,           ///< what memory holds leads threads to the accesses, or to one location
  LoopEnd,        ///< how many iterations a loop has, which was not looked at
  Stride,         ///< an argument scales or masks an index in an address: `y * width + x`
  Shift,          ///< an argument is added to an address: `a[i + shift]`
  Condition,      ///< an argument takes part in conditions or ends of loops: `i < n`
  GridSize,       ///< how many blocks there are
  SkippedBarrier, ///< a condition leads past a barrier
  PointerOverlap  ///< pointers that were loaded from memory lead to one location
};

/// The verdict on one pair of accesses.
struct RaceVerdict {
  unsigned First = 0; ///< the earlier access in the program, or the same as Second
  unsigned Second = 0;
  ThreadPair Threads = ThreadPair::DifferentWarps;
  RaceOutcome Outcome = RaceOutcome::Undecided;
  /// Undecided: why. A race: what orders the two threads although it lacks a fence; else empty.
  PairReason Reason;
  /// Other than None: there is no witness, and the outcome is DataRace, or Benign for data.
  /// DataRace without a form has one: the location is known, and data decide whether threads come
  /// to it.
  DataRaceForm Form = DataRaceForm::None;
  /// DataRace, or Form is not None: what data must be like for two threads to meet.
  DataNeed Needs;
  /// DataRace and MayRace, and Benign for data: what decides whether it happens, in the order of
  /// the enumerators.
  std::vector<RaceDependence> DependsOn;
  /// MayRace: only conditions that data decide may prevent it.
  bool IsForSomeData = false;
  /// Race, Benign and MayRace: a witness.
  RaceParticipant FirstThread, SecondThread;
  /// Both offsets lack a part that is the same for the two.
  bool OffsetsAreRelative = false;
  /// The values that the witness gives to what is not known, by the names of the leaves.
  std::vector<std::pair<std::string, int64_t>> Values;
  /// What else the witness assumes.
  std::vector<RaceAssumption> Assumptions;
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
  /// Why nothing was looked at, or that more pairs than these were not; empty: all were.
  UnsearchedPairs Reason;
};

} // namespace memlint

#endif // CUDA_MEMLINT_MODEL_RACEREPORT_H
