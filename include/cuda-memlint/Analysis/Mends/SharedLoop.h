//===- SharedLoop.h - Loops that the lanes of a warp could share ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_MENDS_SHAREDLOOP_H
#define CUDA_MEMLINT_ANALYSIS_MENDS_SHAREDLOOP_H

#include "cuda-memlint/Model/MemoryProgram.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/ArrayRef.h"

#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace memlint {

struct KernelAnalysis;

/// Nothing but what a loop has computed leaves it: lanes that share the loop combine their results.
struct LoopReduction {
  /// The lanes share another loop later on, in which each may need what this one has computed.
  bool IsForAllLanes = false;
  /// The store, by number, that adds to one element of global memory in each iteration; nothing: a
  /// variable holds what has been computed so far.
  std::optional<unsigned> Accumulator;
};

/// A loop in which each thread walks elements that lie side by side, in a row of its own. If the
/// lanes of a warp walk one row together, they access neighbouring elements.
struct SharedLoop {
  unsigned Loop = 0;
  std::optional<LoopReduction> Reduction;
  /// Sectors of one request of the access in question, on average.
  double Before = 0;
  double After = 0;
  /// Likewise of all accesses of an iteration, where others of them take more than before.
  std::optional<std::pair<double, double>> OfAll;
};

/// Likewise a loop over a row that data delimit, as in `for (j = start[row]; j < start[row + 1];
/// ++j)`, whose result the lanes combine.
struct SharedDataLoop {
  unsigned Loop = 0;
  LoopReduction Reduction;
  /// Sectors of one request: at most, and then those of a row that starts with a sector and of one
  /// that does not.
  unsigned Before = 0;
  unsigned After = 0;
  unsigned AfterInSector = 0;
};

/// The loops of one kernel that warps may share, each looked at once.
class SharedLoops {
public:
  SharedLoops(ExprContext &Expressions, const KernelAnalysis &Kernel, const TargetModel &Target)
      : Expressions(Expressions), Kernel(Kernel), Target(Target) {}

  /// The loop around \p Site in launch number \p Launch. Nothing where threads depend on one
  /// another, where the accesses in the loop would not save half of their sectors together, or
  /// where rows are known to be shorter than a warp.
  std::optional<SharedLoop> findAround(const Access &Site, unsigned Launch);

  /// The loop around \p Site, whose cost in launch number \p Launch depends on data.
  std::optional<SharedDataLoop> findAroundData(const Access &Site, unsigned Launch) const;

private:
  /// Sectors of one request, on average.
  struct MeanCosts {
    double Before = 0;
    double After = 0;
  };
  struct SharedCosts {
    bool IsReduction = true;
    std::optional<unsigned> Accumulator;
    std::map<unsigned, MeanCosts> ByAccess;
    MeanCosts Sum;
    bool HasWorse = false;
  };

  bool canShare(const Access &Site, unsigned Launch) const;
  std::optional<SharedCosts> shareLoop(const Loop &Around, llvm::ArrayRef<unsigned> Loops,
                                       ExprRef Thread, unsigned Launch);

  ExprContext &Expressions;
  const KernelAnalysis &Kernel;
  const TargetModel &Target;
  /// By launch, loops around the accesses, and the leaf for the thread.
  std::map<std::tuple<unsigned, std::vector<unsigned>, ExprRef>, std::optional<SharedCosts>> Known;
};

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_MENDS_SHAREDLOOP_H
