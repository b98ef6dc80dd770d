//===- CountedArrivals.h - Who comes to barriers that count -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Numbered barriers with a count of threads (`bar.sync 1, 64`) that other threads come to than
/// they count. Whole warps arrive, and the barrier is complete whenever as many threads have come
/// to any of its sites (PTX ISA, `bar`).
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_BARRIERS_COUNTEDARRIVALS_H
#define CUDA_MEMLINT_ANALYSIS_BARRIERS_COUNTEDARRIVALS_H

#include "cuda-memlint/Analysis/Barriers/ArrivalSplit.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>
#include <vector>

namespace memlint {

struct Barrier;

struct MiscountedBarrier {
  enum class Fault : uint8_t {
    TooFew,   ///< it counts more threads than ever come
    Unequal,  ///< some threads come more often than others complete it
    Remainder ///< those that arrive in all are not a multiple of those that it counts
  };
  Fault Form = Fault::TooFew;
  /// A site of the barrier, at which threads wait.
  const Barrier *At = nullptr;
  int64_t Number = 0;
  /// Threads that complete it. TooFew: that ever come; Remainder: that arrive in all.
  int64_t Count = 0, Arriving = 0;
  /// A thread that comes there, and one that does not; TooFew, Remainder: empty, if all come.
  std::optional<ArrivalSplit> Split;
};

/// At most one for each number, in the first block of \p Launch, whose shape must be known.
/// \p HasExited: the missing thread of a split ends the kernel instead, so that it may count as
/// arrived.
std::vector<MiscountedBarrier>
findMiscounted(ExprContext &Expressions, const KernelProgram &Kernel, const LaunchContext &Launch,
               llvm::function_ref<bool(const Barrier &At, const ArrivalSplit &)> HasExited);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_BARRIERS_COUNTEDARRIVALS_H
