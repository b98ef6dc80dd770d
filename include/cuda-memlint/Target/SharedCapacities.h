//===- SharedCapacities.h - Splits of cache and shared memory -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How much of the memory that a multiprocessor has for its first-level cache and for shared memory
/// can be shared memory, and which of these sizes a launch gets.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TARGET_SHAREDCAPACITIES_H
#define CUDA_MEMLINT_TARGET_SHAREDCAPACITIES_H

#include "cuda-memlint/Target/TargetModel.h"

#include <cstdint>
#include <optional>

namespace memlint {

/// In KB, by rising size. None: the device has no such choice, or it is not known.
llvm::ArrayRef<unsigned> sharedCapacities(const TargetModel &Target);

/// The bytes that a multiprocessor of \p Target has for shared memory where a hint asks for
/// \p Percent of the largest capacity (cudaFuncAttributePreferredSharedMemoryCarveout), and each
/// block takes \p BlockBytes, what the device reserves included: the smallest capacity that is not
/// below the hint; if no block fits there, the smallest that holds one. Nothing: none is known.
std::optional<uint64_t> capacityForHint(const TargetModel &Target, unsigned Percent,
                                        uint64_t BlockBytes);

} // namespace memlint

#endif // CUDA_MEMLINT_TARGET_SHAREDCAPACITIES_H
