//===- LaunchArithmetic.h - What a launch computes --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CHECKS_LAUNCHARITHMETIC_H
#define CUDA_MEMLINT_CHECKS_LAUNCHARITHMETIC_H

#include <cstdint>

namespace memlint {

class CompiledCosts;
struct KernelAnalysis;
struct MemoryThroughput;

/// Additions, subtractions, multiplications and divisions of floating-point numbers by all threads
/// of a launch, as the source has them; a fused multiply-add is two.
struct LaunchArithmetic {
  /// By precision.
  uint64_t Single = 0;
  uint64_t Double = 0;
  /// They are all: all trip counts and conditions are known, and nothing else is computed
  /// with floating-point numbers than what is counted.
  bool IsWhole = true;

  uint64_t operations() const { return Single + Double; }
};

/// What \p Kernel, whose accesses cost \p Costs, computes in the launch of that number.
LaunchArithmetic arithmeticOf(const CompiledCosts &Costs, const KernelAnalysis &Kernel,
                              unsigned Launch);

/// The least time that \p Of takes on \p Multiprocessors of \p Device, in nanoseconds, as each
/// executes a fused multiply-add in every lane of its units in each cycle.
double leastTimeOf(const LaunchArithmetic &Of, const MemoryThroughput &Device,
                   uint64_t Multiprocessors);

} // namespace memlint

#endif // CUDA_MEMLINT_CHECKS_LAUNCHARITHMETIC_H
