//===- UnwrittenReads.h - Shared elements that nobody wrote -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds loads from shared memory of bytes that no thread of the block can have written before.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_BOUNDS_UNWRITTENREADS_H
#define CUDA_MEMLINT_ANALYSIS_BOUNDS_UNWRITTENREADS_H

#include "cuda-memlint/Analysis/Bounds/AccessWalk.h"

namespace memlint {

struct KernelAnalysis;

struct UnwrittenRead {
  /// Index into KernelProgram::Accesses, and into KernelAnalysis::Launches.
  unsigned Access = 0;
  unsigned Launch = 0;
  AccessExecution Execution;
  /// A store that writes there later, if there is one.
  std::optional<unsigned> LaterStore;
  /// No access of the kernel writes the array.
  bool IsNeverWritten = false;
};

/// By access, in the order of the program; of each the first launch that has such a thread. Only
/// launches with a block that is stated count, only loads that happen whatever is unknown, and
/// only where all that may write is known.
std::vector<UnwrittenRead> findUnwrittenReads(ExprContext &Context, const KernelAnalysis &Kernel);

/// By array of shared memory that the kernel reads, and writes by nothing but atomics that depend
/// on what is there, the first of these.
std::vector<unsigned> findUnwrittenUpdates(ExprContext &Context, const KernelAnalysis &Kernel);

/// A read behind \p Barrier of an element that no thread of \p Block writes in the launch with the
/// index \p Launch, in an array that stores before the barrier fill. Conditions on what is not
/// known are taken to hold.
std::optional<UnwrittenRead> findUnwrittenBehind(ExprContext &Context, const KernelAnalysis &Kernel,
                                                 const Site &Barrier, unsigned Launch,
                                                 const std::array<int64_t, 3> &Block);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_BOUNDS_UNWRITTENREADS_H
