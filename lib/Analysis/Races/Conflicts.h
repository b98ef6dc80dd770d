//===- Conflicts.h - Which pairs of accesses conflict -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether two accesses are to be kept apart if two threads make them at one location: by what they
/// are, whatever the location. Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_CONFLICTS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_CONFLICTS_H

#include "cuda-memlint/Analysis/Races/RaceAnalysis.h"
#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"

namespace memlint {

/// An atomic of integers that adds 0, or changes nothing in another way: it reads.
bool addsNothing(const Access &Site);
/// One that adds something else, or may.
bool addsNumber(const Access &Site);

/// An asynchronous copy reads global memory and writes shared memory; an atomic that adds 0 reads.
bool writes(const Access &Site);

/// Races are looked for among accesses to it.
bool isLookedAt(MemorySpace Space);

/// Answers for one kernel.
class Conflicts {
public:
  /// Both outlive it.
  Conflicts(const KernelProgram &Kernel, const RaceOptions &Options)
      : Kernel(Kernel), Options(Options) {}

  /// By threads that are related as \p Between says.
  bool canConflict(const Access &First, const Access &Second, ThreadPair Between);

private:
  bool isOfUpdate(const Access &Site);
  bool isHint(const Access &Read, const Access &Store);
  bool onlyDecides(const Access &Read);

  const KernelProgram &Kernel;
  const RaceOptions &Options;
  /// isOfUpdate(), which looks at all accesses.
  llvm::DenseMap<const Access *, bool> OfUpdate;
  /// onlyDecides(), likewise.
  llvm::DenseMap<const Access *, bool> OnlyDecides;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_CONFLICTS_H
