//===- BarrierPlacement.h - What a further barrier would do -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Kernels with barriers and fences that their source does not have, and which pairs of accesses
/// those keep apart.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_RACES_BARRIERPLACEMENT_H
#define CUDA_MEMLINT_ANALYSIS_RACES_BARRIERPLACEMENT_H

#include "cuda-memlint/Analysis/Races/RaceAnalysis.h"
#include "cuda-memlint/Model/LaunchContext.h"
#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/ArrayRef.h"

namespace memlint {

/// \p Kernel with a barrier of \p Scope, for whole blocks or warps, at each of \p Points, which
/// are indices into its InsertionPoints. The points of the result are those of \p Kernel and mean
/// nothing there. Empty where the control-flow graph has no single location for a point.
std::optional<KernelProgram> withBarriers(const KernelProgram &Kernel,
                                          llvm::ArrayRef<unsigned> Points, BarrierScope Scope);

/// \p Kernel with a fence for the whole device at \p Point.
std::optional<KernelProgram> withFence(const KernelProgram &Kernel, unsigned Point);

/// A pair of accesses that races in a launch.
struct RacingAccesses {
  unsigned First = 0, Second = 0;
  ThreadPair Threads = ThreadPair::DifferentWarps;
};

struct PairsLeft {
  /// By number.
  std::vector<unsigned> Numbers;
  /// One of them races or may, whatever a larger budget would tell of the others.
  bool Race = false;
};

/// Those of \p Pairs that are not proved to be no race in \p Launch of \p Kernel; with
/// RaceOptions::OnlyWhether not all of them.
PairsLeft pairsLeft(ExprContext &Context, const KernelProgram &Kernel, const LaunchContext &Launch,
                    const RaceOptions &Options, llvm::ArrayRef<RacingAccesses> Pairs);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_RACES_BARRIERPLACEMENT_H
