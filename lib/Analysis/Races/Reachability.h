//===- Reachability.h - What lies in one barrier interval -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which accesses can be reached from the kernel's entry or from a barrier without
/// passing another, back edges of loops included, and in which iterations. Internal to
/// the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_REACHABILITY_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_REACHABILITY_H

#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <map>

namespace memlint {

/// Where a node stands, seen from the start of the interval.
struct IntervalPosition {
  enum class Crossing : uint8_t { None, Once, Many };
  /// The outermost of the start's loops that the way went round; None: none was.
  Crossing Crossed = Crossing::None;
  /// The first so many of the start's loops are in the iteration of the start; the next
  /// one, unless Crossed is None, is one iteration (Once) or more (Many) further.
  unsigned Same = 0;
  /// How many of the barriers that are counted lie on the way.
  Crossing Counted = Crossing::None;

  friend auto operator<=>(const IntervalPosition &, const IntervalPosition &) = default;
};

/// A position, and what must hold for a thread to come there from the start: conditions
/// over the start's own loop counters.
struct ReachedNode {
  IntervalPosition Position;
  llvm::SmallVector<ExprRef, 4> Conditions;
  /// Loops entered since the start that can be gone round within the interval: their
  /// iteration is any. Other loops entered since are in their first iteration.
  llvm::SmallVector<unsigned, 2> Rounds;
};

/// The nodes between one start and the barriers that end its interval.
struct BarrierInterval {
  /// The barrier at its start; empty: the kernel's entry.
  std::optional<unsigned> Start;
  /// Loops around the start, outermost first.
  llvm::SmallVector<unsigned, 4> Loops;
  /// By node.
  std::map<unsigned, llvm::SmallVector<ReachedNode, 1>> Reached;
};

/// All intervals of a kernel, and by node those that reach it.
class IntervalSet {
public:
  IntervalSet() = default;
  explicit IntervalSet(std::vector<BarrierInterval> Intervals);

  bool empty() const { return Intervals.empty(); }
  llvm::ArrayRef<BarrierInterval> all() const { return Intervals; }
  /// One of them reaches both nodes.
  bool join(unsigned First, unsigned Second) const;
  /// Those that reach both nodes, in the order of all().
  llvm::SmallVector<const BarrierInterval *, 4> reaching(unsigned First, unsigned Second) const;

private:
  llvm::ArrayRef<unsigned> reaching(unsigned Node) const;

  std::vector<BarrierInterval> Intervals;
  llvm::DenseMap<unsigned, llvm::SmallVector<unsigned, 2>> ByNode;
};

/// The nodes of a loop: they are emitted one after another.
struct LoopBody {
  unsigned Head = 0;
  unsigned Last = 0;

  bool contains(unsigned Node) const { return Head <= Node && Node <= Last; }
};

/// By number of the loop.
std::vector<LoopBody> findBodies(const KernelProgram &Kernel);

/// All intervals of \p Kernel when the barriers for which \p Separates holds are those
/// that end one. Those of the others for which \p Counts holds are counted on the way.
/// \p Specialise substitutes the values of the launch in a condition. A loop for which \p IsLong
/// holds is left only by threads that have passed a barrier in it.
std::vector<BarrierInterval>
findIntervals(ExprContext &Context, const KernelProgram &Kernel,
              llvm::function_ref<bool(const Barrier &)> Separates,
              llvm::function_ref<bool(const Barrier &)> Counts,
              llvm::function_ref<ExprRef(ExprRef Condition)> Specialise,
              llvm::function_ref<bool(unsigned Loop)> IsLong);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_REACHABILITY_H
