//===- SharedAllocations.h - Arguments into one allocation ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Pointers among the arguments of a launch that may lead into one allocation. Internal to
/// the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_RACES_SHAREDALLOCATIONS_H
#define CUDA_MEMLINT_LIB_RACES_SHAREDALLOCATIONS_H

#include "cuda-memlint/Launch/LaunchContext.h"
#include "cuda-memlint/MemoryProgram/MemoryProgram.h"

namespace memlint {

/// Where a pointer argument leads in an allocation that the launch passes twice.
struct PositionInAllocation {
  /// LaunchArgument::SharedAllocation.
  unsigned Allocation = 0;
  int64_t Offset = 0;
};

/// Where the pointer to \p Object leads in a shared allocation; empty: it leads into none, or the
/// offset is unknown.
std::optional<PositionInAllocation> positionInAllocation(const MemoryObject &Object,
                                                         const LaunchContext &Launch);

/// \p Launch may make \p First and \p Second, two objects, overlap. Where the launch itself shows
/// it, `restrict` does not exclude it.
bool mayOverlap(const MemoryObject &First, const MemoryObject &Second, const LaunchContext &Launch);

/// The two may overlap, and how far apart they start is unknown.
bool mayOverlapAnywhere(const MemoryObject &First, const MemoryObject &Second,
                        const LaunchContext &Launch);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_RACES_SHAREDALLOCATIONS_H
