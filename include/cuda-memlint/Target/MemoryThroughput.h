//===- MemoryThroughput.h - What a device moves in a time -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What each level of the memory system of a device moves in a nanosecond when nothing else limits
/// it, as measured with benchmarks/throughput; and what a multiprocessor computes, as published.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TARGET_MEMORYTHROUGHPUT_H
#define CUDA_MEMLINT_TARGET_MEMORYTHROUGHPUT_H

#include "llvm/ADT/StringRef.h"

namespace memlint {

/// All rates are per nanosecond. Sectors have 32 bytes, granules 64, lines 128.
struct MemoryThroughput {
  /// As CUDA's driver names it.
  const char *Device;
  unsigned Multiprocessors;
  /// Of one multiprocessor: cache lines of global memory that its L1 cache looks up, or wavefronts
  /// of shared memory. It does one of these per cycle.
  double LinesPerMultiprocessor;
  /// Of the L2 cache: loads by sectors, and by lines where few sectors of each are asked for.
  double LoadedSectors;
  double LoadedLines;
  /// Likewise, stores.
  double StoredSectors;
  double StoredLines;
  /// Between one multiprocessor and the L2 cache.
  double LoadedSectorsPerMultiprocessor;
  double StoredSectorsPerMultiprocessor;
  /// Of DRAM, which moves two sectors at a time.
  double LoadedGranules;
  double StoredGranules;
  /// Stores that leave a part of a sector as it was, which is read first.
  double PartlyStoredGranules;
  /// What a launch takes that does nothing, in nanoseconds.
  double LeastLaunch;
  /// Floating-point operations of one multiprocessor, a fused multiply-add being two: 128 of single
  /// and 64 of double precision in each cycle (CUDA C++ Programming Guide, "Arithmetic
  /// Instructions", compute capability 9.0), at the clock of the published 67 * 10^12 operations of
  /// single precision in a second (NVIDIA H100 and H200 data sheets).
  double SinglePerMultiprocessor;
  double DoublePerMultiprocessor;
};

/// The measured device that the driver calls \p Device; null: it has not been measured.
const MemoryThroughput *findMemoryThroughput(llvm::StringRef Device);

} // namespace memlint

#endif // CUDA_MEMLINT_TARGET_MEMORYTHROUGHPUT_H
