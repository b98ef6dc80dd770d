//===- AccessCounts.h - What an instrumented program counted ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_INSTRUMENT_ACCESSCOUNTS_H
#define CUDA_MEMLINT_HARDWARE_INSTRUMENT_ACCESSCOUNTS_H

#include "cuda-memlint/Target/WarpRequest.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace memlint {

/// Totals of one site in one launch, of the requests that went to one space.
struct SiteCounts {
  /// InstrumentedSite::Number.
  unsigned Site = 0;
  MemorySpace Space = MemorySpace::Global;
  /// Executions by a warp with at least one active lane.
  uint64_t Requests = 0;
  /// Active lanes, summed over the requests.
  uint64_t Lanes = 0;
  /// Sectors, wavefronts or distinct addresses; empty for shared atomics that are
  /// built of retried compare-and-swaps.
  std::optional<uint64_t> Cost;
  std::optional<uint64_t> Ideal;
};

/// One launch of an instrumented kernel.
struct CountedLaunch {
  /// As KernelProgram::Name where it is known, template arguments included.
  std::string Kernel;
  /// InstrumentedKernel::Number; empty for a kernel that is not instrumented itself
  /// but calls what is.
  std::optional<unsigned> KernelNumber;
  /// Which launch of this Kernel in the run, from 1.
  unsigned Number = 1;
  std::array<uint64_t, 3> Grid = {1, 1, 1};
  std::array<uint64_t, 3> Block = {1, 1, 1};
  /// False: not every block of the grid was seen to start, or more than those: the
  /// counts are not those of one launch.
  bool Whole = true;
  /// By site, then by space.
  std::vector<SiteCounts> Sites;
};

/// A run of an instrumented program, as far as one source is concerned.
struct AccessCounts {
  /// "NVIDIA H200", "9.0"; empty where the program does not report it.
  std::string Device, ComputeCapability;
  /// In the order of the run.
  std::vector<CountedLaunch> Launches;
  /// Of launches after the first ones, which are not counted.
  uint64_t DroppedBlocks = 0;
};

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_INSTRUMENT_ACCESSCOUNTS_H
