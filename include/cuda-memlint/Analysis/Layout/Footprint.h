//===- Footprint.h - Sectors that loads touch together ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The members of a structure that a thread loads one after the other lie in the same sectors. Each
/// load takes all of them, as Nsight Compute counts requests; but only the first one fetches them,
/// the others find them in the L1 cache. What a warp fetches is the footprint of the loads
/// together. Stores are written through, most of them one by one: for them each request counts,
/// unless there are few.
///
/// Measured on an H200 (docs/accuracy.md, "Requests and footprints").
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_LAYOUT_FOOTPRINT_H
#define CUDA_MEMLINT_ANALYSIS_LAYOUT_FOOTPRINT_H

#include "cuda-memlint/Target/WarpRequest.h"

#include <cstdint>
#include <map>
#include <optional>

namespace memlint {

struct Access;
struct AccessCost;
class ExprContext;
struct KernelProgram;
struct LaunchContext;

/// Loads, or stores, that a warp makes under the same conditions and in the same iteration. All
/// iterations of the innermost loops count where a small constant bounds them.
struct Footprint {
  /// Loads or stores, by each thread; the one in question is one of them.
  unsigned Accesses = 1;
  /// Sectors that they touch, and the least that could hold the bytes that they ask for.
  RequestCost Sectors;
  /// How many bytes these are.
  uint64_t Bytes = 0;
  /// Each load or store by itself leaves bytes of all its sectors to others.
  bool NeedsOthers = false;
  /// Of a loop around that is longer, or may be, consecutive iterations only: whether the cache
  /// keeps their sectors until the next of them depends on what else uses it.
  bool IsPartOfLoop = false;

  /// The share of the sectors that nothing of it asks for.
  double wasted() const {
    return Sectors.Cost ? double(Sectors.Cost - Sectors.Ideal) / Sectors.Cost : 0;
  }
};

/// Whether consecutive iterations of long loops, or of those with an unknown number of iterations,
/// count, too.
enum class LoopReach : uint8_t { ShortLoops, AllLoops };

/// Footprints of the loads and the stores of a kernel. What many of them need is computed once.
class Footprints {
public:
  Footprints(ExprContext &Expressions, const KernelProgram &Kernel);
  ~Footprints();

  /// The footprint of the worst request of \p Site, whose cost is \p Cost, together with the loads,
  /// or stores if it is one, of the same object at a constant distance from it in \p Launch.
  /// Nothing if none of these is there, if there are more than 64, or if \p Site is neither. What
  /// of stores is combined is another question: see storedTogether().
  std::optional<Footprint> find(const LaunchContext &Launch, const Access &Site,
                                const AccessCost &Cost, LoopReach Reach);

  /// Another load, or store if \p Site is one, of a thread that touches sectors of the worst
  /// request of \p Site, and other bytes of them, under conditions that need not hold with those of
  /// \p Site, but may in the same warp. Null: there is none.
  const Access *conditionalUser(const LaunchContext &Launch, const Access &Site,
                                const AccessCost &Cost);

private:
  struct OfLaunch;

  ExprContext &Expressions;
  const KernelProgram &Kernel;
  std::map<const LaunchContext *, OfLaunch> Launches;
};

/// What the worst request of \p Cost touches by itself, bytes that several lanes access once.
std::optional<Footprint> footprintOf(const AccessCost &Cost, unsigned UnitBytes,
                                     unsigned LaneBytes);

/// Of the worst request of \p Site, a store, and of those of the same object that follow it or that
/// it follows, a constant distance away, as the members of a structure do: few of them are combined
/// on the way to the L2 cache. Nothing where there are none, or more than are known to be combined.
std::optional<Footprint> storedTogether(const KernelProgram &Kernel, const Access &Site,
                                        const AccessCost &Cost);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_LAYOUT_FOOTPRINT_H
