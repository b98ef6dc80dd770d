//===- LaunchPairing.h - Which launch of the source one that ran is -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_MEASURE_LAUNCHPAIRING_H
#define CUDA_MEMLINT_HARDWARE_MEASURE_LAUNCHPAIRING_H

#include "llvm/ADT/StringRef.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace memlint {

struct FileAnalysis;
struct KernelAnalysis;

/// The index of the kernel of \p File that the profiler calls \p Name.
std::optional<unsigned> findKernel(const FileAnalysis &File, llvm::StringRef Name);

/// Extents, in x, y and z.
using LaunchExtents = std::array<uint64_t, 3>;

/// The launches that the source has of the kernel and that have this shape, or may have
/// it where the source does not determine it; by index.
std::vector<unsigned> launchesOfShape(const KernelAnalysis &Kernel, const LaunchExtents &Grid,
                                      const LaunchExtents &Block);

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_MEASURE_LAUNCHPAIRING_H
