//===- StatedLaunches.h - Launches that happen ------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The launches of a kernel whose threads are known. Internal to the search for memory faults.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_BOUNDS_STATEDLAUNCHES_H
#define CUDA_MEMLINT_LIB_ANALYSIS_BOUNDS_STATEDLAUNCHES_H

#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace memlint {

/// Calls \p Visit for the first launches of \p Kernel, with their numbers, that have a block which
/// is stated and which a device can run. None, where the kernel's template arguments are made up.
void forEachStatedLaunch(const KernelAnalysis &Kernel,
                         llvm::function_ref<void(const LaunchContext &, unsigned)> Visit);

/// Which bytes \p Site accesses is more than its offset and size say: copies that groups or the
/// hardware (TMA) make, operations on objects in memory.
inline bool hasUnknownExtent(const Access &Site) {
  bool IsPlain = Site.Kind == AccessKind::Load || Site.Kind == AccessKind::Store;
  return Site.IsDivided || !Site.Offset || (!IsPlain && !Site.Reason.empty());
}

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_BOUNDS_STATEDLAUNCHES_H
