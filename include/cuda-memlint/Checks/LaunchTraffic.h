//===- LaunchTraffic.h - What a kernel moves as a whole ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sums over all accesses of a kernel in one launch.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CHECKS_LAUNCHTRAFFIC_H
#define CUDA_MEMLINT_CHECKS_LAUNCHTRAFFIC_H

#include "cuda-memlint/Model/MemoryProgram.h"

#include <cstdint>
#include <map>

namespace memlint {

class CompiledCosts;
struct KernelAnalysis;

/// Accesses to one memory space, in its unit: sectors of global memory, wavefronts of shared
/// memory, addresses of constant memory.
struct SpaceTraffic {
  uint64_t Requests = 0;
  uint64_t Cost = 0;
  /// What the accesses cost above what their lanes need, each by itself.
  uint64_t Excess = 0;
  /// Accesses whose totals are not known, which are in none of the sums.
  unsigned Unknown = 0;
  /// Compilers may make fewer requests of some accesses: the sums are the most that they cost.
  bool IsMost = false;

  bool isWhole() const { return Unknown == 0; }
};

/// Of the spaces that the kernel accesses.
using LaunchTraffic = std::map<MemorySpace, SpaceTraffic>;

/// What \p Kernel, whose accesses cost \p Costs, moves in the launch of that number.
LaunchTraffic trafficOf(const CompiledCosts &Costs, const KernelAnalysis &Kernel, unsigned Launch);

/// What the first level of the memory system could move in the place of a unit of \p Space, in
/// bytes: 32 of a sector, 128 of a wavefront, which takes all banks. It moves 128 of either in a
/// cycle (CUDA C++ Programming Guide, "Compute Capability 9.x": 32 banks of 4 bytes; NVIDIA Nsight
/// Compute, "Memory Tables": four sectors of a line at a time). 0 for other spaces.
uint64_t unitBytes(MemorySpace Space, const DeviceShape &Device);

/// Bytes that it moves in vain.
uint64_t excessBytes(const LaunchTraffic &Traffic, const DeviceShape &Device);

} // namespace memlint

#endif // CUDA_MEMLINT_CHECKS_LAUNCHTRAFFIC_H
