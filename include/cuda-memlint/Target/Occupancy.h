//===- Occupancy.h - Blocks that fit a multiprocessor -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TARGET_OCCUPANCY_H
#define CUDA_MEMLINT_TARGET_OCCUPANCY_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace memlint {

/// What one block takes of a multiprocessor.
struct BlockNeeds {
  uint64_t Threads = 0;
  /// Per thread.
  unsigned Registers = 0;
  /// Bytes of shared memory, static and dynamic.
  uint64_t SharedBytes = 0;
};

/// How many blocks one multiprocessor of \p Target ("sm_90") holds at a time, with its shared
/// memory as large as can be. Empty: the target's limits are not known, or no block fits.
///
/// Limits are those of the CUDA C++ Programming Guide, "Technical Specifications per Compute
/// Capability". A warp's registers are handed out by 256, and of compute capability 8.0 on each
/// block takes 1 KiB of shared memory more (same guide, and the CUDA Occupancy Calculator).
std::optional<uint64_t> blocksPerMultiprocessor(llvm::StringRef Target, const BlockNeeds &Needs);

/// Likewise, where shared memory has \p Capacity bytes per multiprocessor.
std::optional<uint64_t> blocksPerMultiprocessor(llvm::StringRef Target, const BlockNeeds &Needs,
                                                uint64_t Capacity);

} // namespace memlint

#endif // CUDA_MEMLINT_TARGET_OCCUPANCY_H
