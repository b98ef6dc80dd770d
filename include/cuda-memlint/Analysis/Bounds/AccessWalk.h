//===- AccessWalk.h - Which threads make an access, and where ---*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Goes through all threads of a launch and all iterations in which they make an access, with the
/// offset of each. No bound is estimated: a thread is one of the launch, its guards were evaluated
/// for it, and its iterations were counted from the first one on.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_BOUNDS_ACCESSWALK_H
#define CUDA_MEMLINT_ANALYSIS_BOUNDS_ACCESSWALK_H

#include "cuda-memlint/Analysis/Races/ThreadProgram.h"
#include "cuda-memlint/Model/LaunchContext.h"
#include "cuda-memlint/Model/MemoryProgram.h"
#include "cuda-memlint/Model/RaceReport.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace memlint {

/// A thread that makes an access, once: Offset is in bytes from the start of the access's object.
using AccessExecution = RaceParticipant;

/// Certain: those that happen whatever is unknown. Possible: no other ones happen.
enum class WalkedExecutions : uint8_t { Certain, Possible };

/// A kernel in one launch, whose block is known.
class LaunchWalk {
public:
  /// All outlive it. \p Context owns the kernel's expressions.
  LaunchWalk(ExprContext &Context, const KernelProgram &Kernel, const LaunchContext &Launch);

  const BlockShape &block() const { return Indices.Block; }
  unsigned warpLanes() const { return Kernel.Device.WarpLanes; }
  const KernelProgram &program() const { return Kernel; }
  /// The blocks of the launch, as the threads of a shape; none: not known.
  std::optional<BlockShape> grid() const;

  /// The blocks of the grid, the first and the last ones where there are many; the first one of a
  /// grid that is not known.
  llvm::ArrayRef<std::array<int64_t, 3>> blocks() const { return Blocks; }

  /// Calls \p Visit for executions of \p Site by threads of \p InBlocks (where blocks do not
  /// differ at it, of the first of them) until it returns false. Each takes steps from \p Budget.
  /// False: the offset is not known, or not all were visited, for want of budget or of known
  /// iterations.
  bool forEachExecution(const Access &Site, WalkedExecutions Wanted,
                        llvm::ArrayRef<std::array<int64_t, 3>> InBlocks, uint64_t &Budget,
                        llvm::function_ref<bool(const AccessExecution &)> Visit);

  /// \p Root with what the launch says of extents and arguments.
  ExprRef specialise(ExprRef Root);
  /// Everything that decides the value of \p Root for a thread in the \p Loops is known.
  bool isKnown(ExprRef Root, llvm::ArrayRef<unsigned> Loops) const;
  /// Nothing is seen that keeps the thread of \p At, an execution of \p Site that is certain by its
  /// guards and loops, from it: facts that the source states, loops that it does not leave, numbers
  /// beyond 32 bits, where the program may compute other ones.
  bool isCertain(const Access &Site, const AccessExecution &At);

private:
  bool isInRange(ExprRef Root, const AccessExecution &At) const;
  bool agreesWithFacts(const AccessExecution &At) const;
  bool passesLoops(const Access &Site, const AccessExecution &At);

  ExprContext &Context;
  const KernelProgram &Kernel;
  const LaunchContext &Launch;
  ThreadIndices Indices;
  std::vector<std::array<int64_t, 3>> Blocks;
  llvm::DenseMap<ExprRef, ExprRef> Arguments;
  Substitution OfLaunch;
  /// Stated by the source and known for a thread, whatever its iterations.
  llvm::SmallVector<ExprRef, 4> Facts;
};

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_BOUNDS_ACCESSWALK_H
