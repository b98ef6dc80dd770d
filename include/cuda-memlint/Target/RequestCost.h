//===- RequestCost.h - What one warp-level request costs --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The cost functions: from the byte offsets of a warp's active lanes to what
/// the hardware's counters show for that request. They follow the target's row,
/// allocate nothing, accept any offsets and any mask, and cost nothing for a
/// request without active lanes.
///
/// Sizes other than 1, 2, 4, 8 and 16 bytes do not exist in hardware: they are
/// costed as the bytes they cover (0 as 1, more than 16 as 16), and evidenceFor()
/// calls them Unknown.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TARGET_REQUESTCOST_H
#define CUDA_MEMLINT_TARGET_REQUESTCOST_H

#include "cuda-memlint/Target/TargetModel.h"

#include <optional>

namespace memlint {

/// 32-byte sectors (AMD: cache lines) that a global memory request moves, and the least that its
/// active lanes could do with: min(cost, ceil(lanes * bytes / bytes of a unit)), rounded up to
/// whole lines where loads fetch those.
RequestCost globalCost(const TargetModel &Target, const WarpRequest &Request);

/// Wavefronts of a shared memory request, and the least that its active lanes
/// could do with: min(cost, ceil(lanes * bytes / bytes per wavefront)), twice that
/// for a compare-and-swap. AMD: cycles of the busiest bank over the groups of lanes, and the groups
/// with an active lane. Atomics built of retried compare-and-swaps and
/// asynchronous copies are costed as stores, which hardware is known to disagree
/// with: see evidenceFor() before believing the number.
RequestCost sharedCost(const TargetModel &Target, const WarpRequest &Request);

/// N of the N-way bank conflict that a shared load or store has: the most different rows that the
/// lanes of one phase want of one bank, which is how many wavefronts that phase takes; 1 without a
/// conflict. Empty for atomics, whose lanes also take turns at one word, and for compute
/// capability 1.x.
std::optional<unsigned> bankConflictDegree(const TargetModel &Target, const WarpRequest &Request);

/// Distinct byte addresses of a constant memory request, by which it is
/// serialised (replays = cost - 1), and the least possible: one, on compute
/// capability 1.x one per half-warp.
RequestCost constantCost(const TargetModel &Target, const WarpRequest &Request);

/// The cost of \p Request in \p Space. Empty for local and generic memory, which
/// have no rule here, and for shared requests, on AMD's devices for all,
/// without a rule in evidenceFor().
std::optional<RequestCost> cost(const TargetModel &Target, MemorySpace Space,
                                const WarpRequest &Request);

/// Whether the constant cache that \p Timing describes holds all lines that the
/// active lanes touch at once, offsets being relative to a line boundary of set 0.
bool fitsConstantCache(const ConstantTiming &Timing, const WarpRequest &Request);

/// Cycles that a load from constant memory takes when repeated, once its
/// addresses are cached. Empty where no timing has been measured, where the
/// addresses do not fit the cache, and without active lanes.
std::optional<unsigned> constantCycles(const TargetModel &Target, const WarpRequest &Request);

} // namespace memlint

#endif // CUDA_MEMLINT_TARGET_REQUESTCOST_H
