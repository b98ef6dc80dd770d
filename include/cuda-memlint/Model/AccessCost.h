//===- AccessCost.h - What one access costs in one launch -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_MODEL_ACCESSCOST_H
#define CUDA_MEMLINT_MODEL_ACCESSCOST_H

#include "cuda-memlint/Model/CostReasons.h"
#include "cuda-memlint/Target/WarpRequest.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace memlint {

/// How a verdict is known.
enum class Knowledge : uint8_t {
  Proved,  ///< holds for every value of what is unknown
  Assumed, ///< holds under AccessCost::Assumptions
  Unknown  ///< AccessCost::Reason says why
};

/// Why the device refuses a launch.
enum class LaunchFault : uint8_t {
  None,
  BlockSize, ///< no threads, or more than the device permits
  EmptyGrid, ///< no blocks: often a number that the host checks before it launches
  GridSize   ///< more blocks in one dimension than the device permits
};

/// Sums over requests.
struct CostTotals {
  uint64_t Requests = 0;
  /// Lanes taking part, summed over the requests.
  uint64_t Lanes = 0;
  uint64_t Cost = 0;
  uint64_t Ideal = 0;
};

/// A number that stands for a factor of the address that is not known.
struct UnknownScale {
  int64_t Example = 0;
  /// The factor in source terms.
  std::string Text;
  /// How much more than the multiple that it is taken to be it is: `4 * n + 2` is 2 more than one
  /// of 4.
  int64_t Above = 0;
  /// Which way multiples of it run is not known.
  bool MayBeNegative = false;
};

/// What an access whose address depends on data that differ by lane costs at least and at most, in
/// the unit of the verdict.
struct CostBounds {
  /// Of a request with all lanes that may take part.
  uint32_t Lowest = 0;
  uint32_t Highest = 0;
  /// Of one whose lanes access consecutive elements.
  uint32_t Consecutive = 0;
  /// What decides.
  UnknownQuantity DependsOn;
  /// Of the whole launch; empty where that is not known.
  std::optional<uint64_t> Requests;
};

/// What an access costs whose arguments are not as multiples of a sector as its verdict assumes.
struct CostIfUnaligned {
  /// The worst request.
  RequestCost Worst;
  /// Over all requests, the cost in relation to that of the verdict, at most.
  double Ratio = 1;
  /// What the verdict assumes of arguments, such as that `width` is a multiple of 8 elements.
  std::vector<CostAssumption> Unless;
};

/// Global memory: what the warps of a block access in one iteration, all together, in the mean over
/// blocks and iterations.
struct BlockFootprint {
  double Sectors = 0;
  /// The least that could hold it.
  double Ideal = 0;
};

/// The verdict on one access in one launch context. Units: sectors (global),
/// wavefronts (shared), distinct addresses (constant).
struct AccessCost {
  Knowledge Known = Knowledge::Unknown;
  std::vector<CostAssumption> Assumptions;
  /// Unknown: why.
  UnknownCost Reason;
  /// Other than None: the verdict is Unknown for this reason.
  LaunchFault Refused = LaunchFault::None;

  /// Of the whole launch; empty where the cost is unknown, and with WhyNoTotals when grid, a trip
  /// count or an argument is not known, or the count is over budget.
  std::optional<CostTotals> Totals;
  MissingTotals WhyNoTotals;

  /// Over the requests looked at: all of the launch when Totals is set, else
  /// those of one representative block and of the iterations that are known.
  /// Worst is the request with the largest cost above its ideal, and of those
  /// the dearest.
  RequestCost Worst;
  double MeanCost = 0;
  double MeanIdeal = 0;
  /// No request at all happens in this launch (every lane is guarded off).
  bool NeverExecuted = false;
  /// Whether any request happens depends on something that is not known, such as
  /// a flag or a number of iterations. What is said of requests is then said of
  /// those that happen.
  bool MayNotExecute = false;

  /// Unknown since the address depends on data: what is known even so.
  std::optional<CostBounds> Bounds;

  /// Global memory: the verdict is ideal, and assumes that arguments are multiples of something.
  std::optional<CostIfUnaligned> Unaligned;

  /// The request that Worst was read off, for drawing, and which warp of the
  /// block issued it. Offsets are relative to the last 256-byte boundary at or
  /// below the object's start; parts that are not known are put at the values
  /// that Assumptions allow.
  WarpRequest WorstRequest;
  unsigned WorstWarp = 0;
  /// What distances between lanes in WorstRequest are multiples of where lanes
  /// are multiplied by something that is not known, ascending.
  std::vector<UnknownScale> UnknownScales;

  /// Global memory: what the worst request would cost with all its lanes
  /// shifted together so that the lowest byte is on a sector boundary. Equal to
  /// the ideal when misalignment is the only fault.
  uint32_t WorstCostIfAligned = 0;
  /// Loads that the L1 cache keeps, and stores: what the warps of a block touch together, where
  /// each of them accesses one run of bytes.
  std::optional<BlockFootprint> OfBlock;
  /// A guard that is not known and varies by lane decides which lanes take
  /// part, so some executions may be better than Worst.
  bool GuardUnknown = false;
  /// GuardUnknown: whichever lanes take part, two or more of them exceed their ideal, since no
  /// two share a sector, word or address. False where the guard may select a single lane.
  bool HoldsForAnyLanes = false;
  /// The loops around the access whose trip counts nothing bounds in this launch, by number and
  /// outermost first.
  std::vector<unsigned> OpenLoops;
  /// The product of the trip counts of the other loops around it, each that of the lane that stays
  /// longest; empty where lanes may leave earlier. Loops of unlike lanes that are followed step by
  /// step are not part of it.
  std::optional<double> Iterations = 1;
  /// The same where lanes may leave earlier: at most so many.
  double MostIterations = 1;
  /// The mean number of requests of a block in one of these iterations in which it makes any; 0
  /// where requests were not counted.
  double RequestsPerBlock = 0;
  /// What finding this out took, in evaluations of one request.
  uint64_t Steps = 0;
};

} // namespace memlint

#endif // CUDA_MEMLINT_MODEL_ACCESSCOST_H
