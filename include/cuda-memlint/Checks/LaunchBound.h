//===- LaunchBound.h - What limits a launch ---------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CHECKS_LAUNCHBOUND_H
#define CUDA_MEMLINT_CHECKS_LAUNCHBOUND_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace memlint {

class CompiledCosts;
struct KernelAnalysis;

enum class MemoryLevel : uint8_t { L1Cache, SharedMemory, L2Cache, Dram };

/// How long the levels of memory take at full throughput for what a launch asks of them, in
/// nanoseconds; docs/time-estimates.md.
struct LaunchBound {
  /// The device whose rates count.
  const char *Device = "";
  /// The slowest level if no cache serves a load.
  MemoryLevel Slowest = MemoryLevel::L1Cache;
  uint64_t Nanoseconds = 0;
  /// The slowest level whatever the caches serve: every request goes through the L1 cache or shared
  /// memory, every store through the L2 cache.
  MemoryLevel SlowestCached = MemoryLevel::L1Cache;
  uint64_t NanosecondsCached = 0;
  /// Compilers may make fewer requests: the times of levels are the most that they take.
  bool IsMost = false;
  /// The least time of the arithmetic that is counted, and whether it is all.
  uint64_t NanosecondsOfArithmetic = 0;
  bool KnowsArithmetic = true;
  /// What the launch took where that is known, else what one takes that does nothing.
  uint64_t Whole = 0;
  bool IsTimed = false;

  /// Neither a level nor the arithmetic that is known takes most of the launch.
  bool isLatency() const;
  /// The arithmetic takes longer than any level.
  bool isArithmetic() const { return NanosecondsOfArithmetic > Nanoseconds; }
};

/// Nothing where the totals of some access are not known, or no rates are for \p Target ("sm_90")
/// and the device on which the launch was timed.
std::optional<LaunchBound> findBound(const CompiledCosts &Costs, const KernelAnalysis &Kernel,
                                     unsigned Launch, llvm::StringRef Target);

/// "dram", as in the JSON report; "DRAM".
llvm::StringRef levelKey(MemoryLevel Level);
llvm::StringRef levelName(MemoryLevel Level);

/// "bound by DRAM or, if caches help, shared memory", "bound by arithmetic". Where not all of the
/// arithmetic is known: "bound by DRAM, unless by arithmetic".
std::string describeLimit(const LaunchBound &Bound);
/// "bound by DRAM (12 µs on H200) or, if caches help, shared memory (3.1 µs)".
std::string describe(const LaunchBound &Bound);

} // namespace memlint

#endif // CUDA_MEMLINT_CHECKS_LAUNCHBOUND_H
