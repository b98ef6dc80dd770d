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

#ifndef CUDA_MEMLINT_VERIFY_FINDINGCONFIRMATION_H
#define CUDA_MEMLINT_VERIFY_FINDINGCONFIRMATION_H

#include "cuda-memlint/Verify/Sanitizer.h"

namespace memlint {

enum class ConfirmationStatus : uint8_t {
  Confirmed, ///< a hazard was seen at the places of the finding
  NotSeen,   ///< none was: no proof that there is none, as a run shows what happened in it
  NotWatched ///< no tool looks at it: global memory, and the order in which it is written
};

/// "confirmed", "not seen", "not watched".
llvm::StringRef confirmationStatusName(ConfirmationStatus Status);

/// What came of one finding.
struct FindingConfirmation {
  const KernelAnalysis *Kernel = nullptr;
  const Finding *Of = nullptr;
  ConfirmationStatus Status = ConfirmationStatus::NotSeen;
  /// That looked; none when nothing watches.
  std::optional<SanitizerTool> Tool;
  /// Sum of the counts of the hazards that confirm it.
  uint64_t Count = 0;
};

/// Goes through the findings of \p File about races, barriers and fences, in their order.
/// A race is confirmed by a race between two accesses that the analysis paired too, on the
/// object of the finding; a divergent barrier by an error of a barrier on its line. What
/// has its line in a header of the toolkit, as some intrinsics have, confirms by its other
/// side, or when there is one finding only that it can be about. Findings whose tool is
/// not among the runs of \p Report are left out.
std::vector<FindingConfirmation> confirmFindings(const FileAnalysis &File,
                                                 const SanitizerReport &Report);

} // namespace memlint

#endif // CUDA_MEMLINT_VERIFY_FINDINGCONFIRMATION_H
