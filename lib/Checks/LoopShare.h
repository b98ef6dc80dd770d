//===- LoopShare.h - What accesses matter beside loops ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How often accesses are executed in relation to others of their kernel, where totals are unknown.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_LOOPSHARE_H
#define CUDA_MEMLINT_LIB_CHECKS_LOOPSHARE_H

#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <optional>

namespace memlint {

class ExprContext;
struct Access;
struct KernelAnalysis;

/// A loop of unknown trip count that accesses one of the \p Spaces in each iteration and that is
/// run each time \p Site is executed once, by number: the more iterations, the less \p Site
/// matters. Not one that ends depending on a value that it loads, as one that waits or retries
/// does.
std::optional<unsigned> findLoopBeside(const KernelAnalysis &Kernel, const Access &Site,
                                       unsigned Launch, llvm::ArrayRef<MemorySpace> Spaces);

/// Iterations from which on a loop is long, whatever it does.
constexpr int64_t ManyIterations = 1024;

/// A loop that accesses no memory.
struct ComputingLoop {
  unsigned Loop = 0;
  /// It has as many iterations as were asked for, or more; else its trip count is unknown.
  bool IsCounted = false;
};

/// One beside \p Site, in the same iteration of the loops around that, that has \p Iterations or
/// more, or an unknown trip count.
std::optional<ComputingLoop> findComputingLoop(ExprContext &Context, const KernelAnalysis &Kernel,
                                               const Access &Site, unsigned Launch,
                                               int64_t Iterations = ManyIterations);

/// What \p Site moves above its ideal, as a share of what the kernel moves in the same memory
/// space, for shared memory together with what global accesses need at the least, and in one
/// iteration of the loops of unknown trip count around \p Site; an upper bound. Nothing where that
/// moves nothing.
std::optional<double> excessShare(const KernelAnalysis &Kernel, const Access &Site,
                                  unsigned Launch);

/// What the load \p Site costs, as a share of what the kernel's accesses to global memory do under
/// the same loops of unknown trip count, in cycles of the L1 cache: it serves 128 bytes at a time
/// (docs/time-estimates.md). All lanes are taken to take part, and addresses that depend on data to
/// be neighbours. 0 beside a loop that findLoopBeside() finds; nothing where the trip count of
/// another loop around it has no closed form.
std::optional<double> cycleShare(const KernelAnalysis &Kernel, const Access &Site, unsigned Launch);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_LOOPSHARE_H
