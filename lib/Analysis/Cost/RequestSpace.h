//===- RequestSpace.h - All requests of one access, counted -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The requests that an access makes in a launch, and their sum. Nothing here is
/// unknown any more; what there is much of is blocks and iterations, which are
/// counted by regions and residue classes and not walked. Internal to the cost
/// library.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_COST_REQUESTSPACE_H
#define CUDA_MEMLINT_LIB_ANALYSIS_COST_REQUESTSPACE_H

#include "LaneProgram.h"

#include "cuda-memlint/Model/AccessCost.h"
#include "cuda-memlint/Target/TargetModel.h"

namespace memlint {

/// A loop whose iterations must be followed one by one, because which lanes are
/// still in it depends on what happened before.
struct SequentialLoop {
  /// The dimension that counts its iterations.
  unsigned Dimension = 0;
  /// A lane does not reach the next iteration once one of these holds.
  llvm::SmallVector<unsigned, 2> Exits;
};

/// Everything that decides which requests an access makes.
struct RequestSpace {
  explicit RequestSpace(const BlockShape &Block) : Block(Block) {}

  BlockShape Block;
  Program Compiled;
  /// Values of each dimension, which is a variable of the program.
  llvm::SmallVector<Interval, 8> Box;
  /// Bit d: how many values dimension d takes is not known, only that they are
  /// consecutive. Its residue classes are taken to be equally frequent.
  uint64_t Uncounted = 0;
  /// Outermost first; their dimensions are not part of the enumeration.
  llvm::SmallVector<SequentialLoop, 2> Loops;
  /// Steps that must all be non-zero for a lane to take part.
  llvm::SmallVector<unsigned, 4> Guards;
  /// The step that computes the byte offset.
  unsigned Offset = 0;
  MemorySpace Space = MemorySpace::Global;
  AccessKind Kind = AccessKind::Load;
  RequestForm Form = RequestForm::Plain;
  unsigned BytesPerLane = 4;
  /// Whether the sectors that the warps of a block touch together are to be counted.
  bool CountsFootprint = false;
};

/// The sum over the requests of a space.
struct RequestTally {
  enum class Outcome : uint8_t {
    Complete,
    OverBudget, ///< the sums are of a part only
    TooMany,    ///< the sums do not fit their integers
    Irregular   ///< an uncounted dimension has no period; the sums mean nothing
  };
  Outcome Result = Outcome::Complete;
  /// The address that was counted.
  ExprRef Offset = nullptr;
  /// Irregular: the dimension.
  unsigned Dimension = 0;
  CostTotals Sum;
  /// Requests of a block and an iteration in which there are any, in the mean.
  double RequestsPerBlock = 0;
  /// Some request has two lanes or more; in some such request lanes share what they pay for, so
  /// that it costs less than one unit per lane.
  bool SeveralLanes = false;
  bool LanesShare = false;
  /// The request with the largest cost above its ideal, and the dearest of those.
  RequestCost Worst;
  WarpRequest WorstRequest;
  unsigned WorstWarp = 0;
  /// The values of the dimensions there.
  llvm::SmallVector<int64_t, 8> WorstPoint;
  /// Where they are to be counted and all requests are of one run of bytes each.
  std::optional<BlockFootprint> OfBlock;
  /// What the counting took, in evaluations of one request.
  uint64_t Steps = 0;
};

/// By how much all lanes of a request can be shifted together at no change of
/// its cost, in bytes; 0: by any amount.
uint64_t invariantShift(const TargetModel &Target, MemorySpace Space);

/// Evaluates every request, or as many as \p Budget steps allow.
RequestTally tallyRequests(const RequestSpace &Space, const TargetModel &Target, uint64_t Budget);

/// Evaluates blocks and iterations drawn evenly, the first and last among them.
RequestTally sampleRequests(const RequestSpace &Space, const TargetModel &Target);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_COST_REQUESTSPACE_H
