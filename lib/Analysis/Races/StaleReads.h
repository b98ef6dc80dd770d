//===- StaleReads.h - Reads before an atomic update -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a plain read of a location is for that the same thread then updates atomically. Internal to
/// the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_STALEREADS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_STALEREADS_H

#include "cuda-memlint/Model/MemoryProgram.h"

namespace memlint {

enum class ReadPurpose : uint8_t {
  Unknown,
  /// `if (*best < mine) atomicMax(best, mine);`: it only spares updates that would change nothing,
  /// or that check again.
  Check,
  /// `slot = *count; list[slot] = mine; atomicAdd(count, 1);`: others may have counted meanwhile.
  Value
};

/// What \p Read, plain, of the location that \p Update updates behind it, is for.
ReadPurpose purposeOfRead(const KernelProgram &Kernel, const Access &Read, const Access &Update);

/// \p Update replaces what another thread may have put there by a value of its own, and does not
/// look at what it finds: `atomicExch(&table[k], i);`.
bool replacesUnseen(const KernelProgram &Kernel, const Access &Update);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_STALEREADS_H
