//===- OutOfBounds.h - Threads that leave an array --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds accesses to shared, constant and local arrays by which a thread of a launch leaves the
/// array.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_BOUNDS_OUTOFBOUNDS_H
#define CUDA_MEMLINT_ANALYSIS_BOUNDS_OUTOFBOUNDS_H

#include "cuda-memlint/Analysis/Bounds/AccessWalk.h"

namespace memlint {

struct KernelAnalysis;

struct OutOfBoundsAccess {
  /// Index into KernelProgram::Accesses, and into KernelAnalysis::Launches.
  unsigned Access = 0;
  unsigned Launch = 0;
  /// Static arrays: the first that leaves the array. Dynamic shared memory: the one that goes
  /// furthest.
  AccessExecution Execution;
  /// Of the object, or of what the launch gives.
  uint64_t Bytes = 0;
};

/// By access, in the order of the program; of each the first launch that has such a thread. Only
/// launches with a block that is stated count, and only what happens whatever is unknown.
std::vector<OutOfBoundsAccess> findOutOfBounds(ExprContext &Context, const KernelAnalysis &Kernel);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_BOUNDS_OUTOFBOUNDS_H
