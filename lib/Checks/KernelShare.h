//===- KernelShare.h - What an excess is of its kernel ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How large the excess of some accesses is in relation to all that their kernel moves.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_KERNELSHARE_H
#define CUDA_MEMLINT_LIB_CHECKS_KERNELSHARE_H

#include "cuda-memlint/Checks/LaunchTraffic.h"
#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <string>

namespace memlint {

struct KernelAnalysis;

/// What an excess is of what the kernel moves in the same memory space. For shared memory, what its
/// global accesses need at the least counts as well: while a multiprocessor serves a wavefront of
/// shared memory, it gets about one sector of global memory if all of them load
/// (docs/time-estimates.md), and a kernel with bank conflicts waits for both.
struct KernelShare {
  double Share = 0;
  /// It may be smaller, as not all that the kernel moves is known.
  bool IsBound = false;
  /// A loop of unknown trip count beside the accesses, by number.
  std::optional<unsigned> Beside;
};

/// That of \p Accesses, which are in one memory space, in a launch that moves \p OfKernel in all:
/// by totals, or where these are not known by the loops around the accesses. Nothing where neither
/// is known.
std::optional<KernelShare> shareOfKernel(const KernelAnalysis &Kernel,
                                         llvm::ArrayRef<unsigned> Accesses, unsigned Launch,
                                         const LaunchTraffic &OfKernel);

/// "1.2 % of the kernel's sectors", "1.2 % of the kernel's wavefronts and global sectors".
std::string describeShare(double Share, MemorySpace Space, const DeviceShape &Device);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_KERNELSHARE_H
