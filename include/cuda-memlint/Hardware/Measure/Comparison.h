//===- Comparison.h - Predictions held against counts -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What was predicted of each access in each launch beside what a GPU counted, and one
/// word on how the two agree.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_MEASURE_COMPARISON_H
#define CUDA_MEMLINT_HARDWARE_MEASURE_COMPARISON_H

#include "cuda-memlint/Hardware/Measure/Measurement.h"
#include "cuda-memlint/Launch/RecordedLaunches.h"
#include "cuda-memlint/Model/AccessCost.h"

#include <optional>
#include <string>
#include <vector>

namespace memlint {

struct FileAnalysis;

enum class VerifyStatus : uint8_t {
  Confirmed,           ///< the same lanes, and the same cost and ideal
  ConfirmedPerRequest, ///< their number is not predicted; each had all lanes and cost as predicted
  Refuted,             ///< the same lanes at the same width, and another cost or ideal
  Merged,        ///< other lanes or another width: vectorised, hoisted, shared, partly removed
  OptimisedAway, ///< no instruction of that space and kind stands for that line
  NotExecuted,   ///< no lane came there
  NoCounter,     ///< nothing counts it
  NotPredicted   ///< the analysis gives no totals
};

/// "confirmed", "confirmed per request", "refuted", "merged", "optimised away", "not executed",
/// "no counter", "not predicted".
llvm::StringRef statusName(VerifyStatus Status);

/// Totals of one launch. Cost and Ideal are sectors, wavefronts or distinct addresses.
struct MeasuredTotals {
  uint64_t Lanes = 0;
  uint64_t Cost = 0;
  uint64_t Ideal = 0;
};

/// One access in one launch that ran.
struct AccessOutcome {
  unsigned Access = 0; ///< index into KernelProgram::Accesses
  VerifyStatus Status = VerifyStatus::NotPredicted;
  /// In the shape that was launched.
  AccessCost Predicted;
  /// Of the instructions that stand for the access; where several accesses of a line
  /// cannot be distinguished, of all of them.
  std::optional<MeasuredTotals> Measured;
  /// Accesses that Measured is of: 1 where they can be distinguished.
  unsigned Sharing = 1;
  /// Why no counter covers it, where that is known; else empty.
  std::string Reason;
};

/// One launch that ran.
struct LaunchComparison {
  unsigned Kernel = 0; ///< index into FileAnalysis::Kernels
  /// Index into KernelAnalysis::Launches: the matching launch of the source; empty
  /// where there is none.
  std::optional<unsigned> Context;
  /// The predictions are for a launch of this shape that the program was recorded to make; Context
  /// is the only launch of the source that has it, if there is one.
  bool IsRecorded = false;
  unsigned Number = 1; ///< which of the kernel's measured launches, from 1
  std::array<uint64_t, 3> Grid = {1, 1, 1};
  std::array<uint64_t, 3> Block = {1, 1, 1};
  std::vector<AccessOutcome> Accesses;
  /// Instructions that executed and that no access was found for.
  std::vector<InstructionCount> Unpredicted;
};

/// A build of one file that ran.
struct FileComparison {
  /// Of the run, without its launches.
  Measurement Run;
  std::vector<LaunchComparison> Launches;
  /// Kernels that ran and that the file does not hold, in the order of the run.
  std::vector<std::string> OtherKernels;
};

/// Holds \p File against \p Measured. A launch that ran is held against those of its shape that
/// \p Recorded has of its kernel, or else against those of the source; of several, against the one
/// that fits it best.
FileComparison compareWithMeasurement(const FileAnalysis &File, const Measurement &Measured,
                                      const RecordingList &Recorded = {});

/// The outcome of running one file: the optimised build, the debug build and the
/// instrumented copy, as far as they were asked for.
struct FileVerification {
  const FileAnalysis *File = nullptr;
  std::vector<FileComparison> Builds;
  /// Why counters were not read though they were wanted, in lines as an error has; empty
  /// when they were.
  std::string WithoutCounters;
  /// Why no launches were recorded though they were to be, in lines as an error has; empty when
  /// they were.
  std::string WithoutRecording;
};

/// "measured 3 launches of 'a.cu', then ...": how a run was cut short, in lines as an error has.
std::string describeCutShort(const FileAnalysis &File, const FileComparison &Compared);

/// The number of outcomes with \p Status.
unsigned countOutcomes(const LaunchComparison &Compared, VerifyStatus Status);
unsigned countOutcomes(const FileComparison &Compared, VerifyStatus Status);

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_MEASURE_COMPARISON_H
