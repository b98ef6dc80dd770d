//===- FindingConfirmation.h - Findings a sanitizer saw too -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Holds findings about races and barriers against what compute-sanitizer saw.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_SANITIZER_FINDINGCONFIRMATION_H
#define CUDA_MEMLINT_HARDWARE_SANITIZER_FINDINGCONFIRMATION_H

#include "cuda-memlint/Hardware/Sanitizer/Sanitizer.h"

namespace memlint {

struct Finding;
struct FileAnalysis;
struct KernelAnalysis;

enum class ConfirmationStatus : uint8_t {
  Confirmed, ///< a hazard was seen at the locations of the finding
  NotSeen,   ///< none was: no proof that there is none, as a run shows what happened in it
  NotWatched ///< no tool looks at it: global memory, and the order in which it is written
};

/// "confirmed", "not seen", "not watched".
llvm::StringRef confirmationStatusName(ConfirmationStatus Status);

/// The outcome for one finding.
struct FindingConfirmation {
  const KernelAnalysis *Kernel = nullptr;
  const Finding *Subject = nullptr;
  ConfirmationStatus Status = ConfirmationStatus::NotSeen;
  /// That looked; none when nothing watches.
  std::optional<SanitizerTool> Tool;
  /// Sum of the counts of the hazards that confirm it.
  uint64_t Count = 0;
};

/// Goes through the findings of \p File about races, barriers and fences, in their order.
/// A race is confirmed by a race between two accesses to its object, one of them on a line
/// of a pair that the analysis found to race: racecheck remembers the last access to each
/// location, which may come after the one that the finding names. Sides in headers, as of
/// asynchronous copies, say nothing. A divergent barrier is confirmed by an error of a barrier
/// on one of its lines, or any such error when it is the only such finding: where threads
/// wait at different barriers, one is named. Findings whose tool is not among the runs of \p
/// Report are left out.
std::vector<FindingConfirmation> confirmFindings(const FileAnalysis &File,
                                                 const SanitizerReport &Report);

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_SANITIZER_FINDINGCONFIRMATION_H
