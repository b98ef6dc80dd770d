//===- BarrierSuggestion.h - Where a missing barrier belongs ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The few locations of the source where barriers that all threads reach keep all pairs of a race
/// apart. A location is suggested only when the race analysis finds nothing left with a barrier
/// there. Internal to the checks.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_BARRIERS_BARRIERSUGGESTION_H
#define CUDA_MEMLINT_ANALYSIS_BARRIERS_BARRIERSUGGESTION_H

#include "cuda-memlint/Analysis/Races/BarrierPlacement.h"
#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <string>
#include <vector>

namespace memlint {

struct KernelAnalysis;

/// A pair to be kept apart, in one launch of the kernel.
struct PairToSeparate {
  RacingAccesses Pair;
  unsigned Launch = 0;
  /// The witness is in two iterations of a loop.
  bool IsCarried = false;
  /// The loops around both accesses in whose one iteration both threads of the witness are, and the
  /// one within them in whose iterations they differ: all ways from one access to the other, and
  /// the barriers on them, are in these.
  llvm::SmallVector<unsigned, 2> Within;
};

/// Why threads do not all come to where a barrier would be needed.
struct BarrierHindrance {
  /// Of what parts them, with its text; line 0: not known.
  SourcePosition Position;
  std::string Condition;
  /// The others go to the end of the kernel (by a return, or by the other arm of a condition that
  /// nothing follows), or have left the loop at Position.
  bool HasReturned = false;
  bool LeavesLoop = false;
};

struct BarrierSuggestion {
  /// Indices into KernelProgram::InsertionPoints, one for each barrier; empty: none is known.
  llvm::SmallVector<unsigned, 2> Points;
  /// No location that all threads come to does, but one does that not all come to.
  std::optional<BarrierHindrance> Hindrance;
};

/// Looks for locations of barriers for the whole block or, by \p Scope, for warps. \p Pairs, which
/// are not empty, are sorted by how well they show the race. \p Preferred are points that are
/// suggested already; \p Only: no others are looked at. \p Steps is what is left
/// of the kernel's budget of evaluations and is reduced; at 0 the result is empty.
BarrierSuggestion suggestBarriers(ExprContext &Expressions, const KernelAnalysis &Kernel,
                                  llvm::ArrayRef<PairToSeparate> Pairs, BarrierScope Scope,
                                  bool IndependentThreads, llvm::ArrayRef<unsigned> Preferred,
                                  uint64_t &Steps, bool Only = false);

/// Nothing can be put between \p First and \p Second, which stand in one statement.
bool isOneStatement(const KernelProgram &Kernel, const Access &First, const Access &Second);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_BARRIERS_BARRIERSUGGESTION_H
