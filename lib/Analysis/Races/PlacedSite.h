//===- PlacedSite.h - An access within an interval --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The address and the conditions of an access in terms of one launch and of the
/// iterations in which its interval begins. Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_PLACEDSITE_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_PLACEDSITE_H

#include "ArgumentCase.h"
#include "CopiesInFlight.h"
#include "Reachability.h"

#include "cuda-memlint/Analysis/Races/ThreadProgram.h"
#include "cuda-memlint/Model/LaunchContext.h"
#include "cuda-memlint/Model/RaceReport.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/DenseSet.h"

namespace memlint {

/// Blocks in each dimension of a grid that is not known and that the kernel asks about.
inline constexpr int64_t BlocksOfUnknownGrid = 4;

/// A loop whose iterations are gone through.
struct IteratedLoop {
  unsigned Loop = 0;
  ExprRef Counter = nullptr;
  llvm::SmallVector<ExprRef, 2> Exits;
};

struct PlacedSite {
  const Access *Site = nullptr;
  ExprRef Offset = nullptr;
  /// What a store writes; null: not known.
  ExprRef Value = nullptr;
  /// All hold where the thread comes to the access. No conjunctions, no constants.
  llvm::SmallVector<ExprRef, 8> Guards;
  /// The loops around it that the start does not fix, outermost first.
  llvm::SmallVector<IteratedLoop, 2> Loops;
  /// By loop around the access: the iteration.
  llvm::SmallVector<std::pair<unsigned, ExprRef>, 4> Iterations;
  /// No thread comes here.
  bool IsNever = false;
  /// More iterations are gone through than there are.
  bool IsWidened = false;
};

/// What a launch makes of a kernel's expressions.
class RaceSetting {
public:
  /// \p Case may be null; it outlives the setting.
  RaceSetting(ExprContext &Context, const KernelProgram &Kernel, const LaunchContext &Launch,
              const ArgumentCase *Case = nullptr);

  ExprContext &Context;
  const KernelProgram &Kernel;
  const LaunchContext &Launch;
  /// What is assumed of the arguments besides what the launch says; may be null.
  const ArgumentCase *Case;
  std::array<uint64_t, 3> Block = {1, 1, 1};
  uint64_t threadsPerBlock() const { return Block[0] * Block[1] * Block[2]; }
  /// The dimensions of the grid that the kernel asks about.
  std::array<bool, 3> AsksForBlock = {};
  /// Blocks in a dimension of the grid; where that is not known 2, which is several, if the
  /// kernel asks for its block there.
  uint64_t extentOfGrid(unsigned Dimension) const {
    return Launch.Grid[Dimension].value_or(AsksForBlock[Dimension] ? 2 : 1);
  }
  /// Blocks in a dimension of the grid, in terms of arguments; null: a number, or not known.
  std::array<ExprRef, 3> GridTerms = {};
  /// Facts of the source, in terms of the launch.
  llvm::SmallVector<ExprRef, 4> Facts;

  /// Of a block that can be launched.
  const ThreadIndices &threadIndices() const;

  /// Substitutes the values of the launch.
  ExprRef specialise(ExprRef Root) const;

  /// \p Parameter gets a number that its range has no room for: which one is not known, though not
  /// each one is possible.
  bool isConverted(ExprRef Parameter) const { return Converted.contains(Parameter); }

  /// Access \p Site as the \p Side'th of a pair, reached from the start of \p Interval.
  PlacedSite place(const Access &Site, const BarrierInterval &Interval, const ReachedNode &Reached,
                   unsigned Side) const;
  /// The same for a copy that is under way at the start, \p At, of \p Interval.
  PlacedSite placeInFlight(const Access &Copy, const BarrierInterval &Interval,
                           const CopyInFlight &At, unsigned Side) const;
  /// The loops around the start of \p Interval.
  llvm::SmallVector<IteratedLoop, 2> loopsOf(const BarrierInterval &Interval) const;

  /// Not known before launch: neither a thread, a block, nor a loop counter.
  static bool isUnknown(const LeafInfo &Leaf);
  /// Not known, and not the same for all threads of a block.
  static bool isThreadUnknown(const LeafInfo &Leaf);
  static bool hasThreadUnknown(ExprRef Root);
  /// No leaf is made anew in each iteration of a loop.
  bool isOneValue(ExprRef Root) const;
  /// The same for two threads that are related as \p Relation says: not known before launch, or the
  /// index of the block that both are in. Nothing is said of loop counters.
  static bool isCommon(const LeafInfo &Leaf, ThreadPair Relation);

private:
  ExprRef replacement(ExprRef Leaf) const;
  void narrowArguments();
  void relateToArguments();
  void addGuards(PlacedSite &To, ExprRef Guard) const;
  /// The counter of a loop that one side of a pair is in an iteration of its own of.
  ExprRef ownCounter(unsigned Loop, unsigned Side) const;
  /// Adds the guards of the start of \p Interval and the \p Conditions on the way from there.
  /// Where the way goes round the loop \p Crossed, those are left out that speak of values
  /// which were others in the iteration of the start than they are at the access.
  void addStart(PlacedSite &To, const BarrierInterval &Interval, llvm::ArrayRef<ExprRef> Conditions,
                const Loop *Crossed) const;
  /// Puts the \p Iterations, by counter, into the address and the conditions of \p Placed.
  void finish(PlacedSite &Placed, const llvm::DenseMap<ExprRef, ExprRef> &Iterations,
              llvm::ArrayRef<unsigned> Own) const;

  llvm::DenseMap<ExprRef, ExprRef> Given;
  llvm::DenseSet<ExprRef> Converted;
  mutable Substitution OfLaunch;
  mutable std::optional<ThreadIndices> Threads;
  /// That a block index is one of a grid whose extent is known in terms of arguments.
  llvm::SmallVector<ExprRef, 3> IndexBounds;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_PLACEDSITE_H
