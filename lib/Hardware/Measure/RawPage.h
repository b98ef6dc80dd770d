//===- RawPage.h - The profiler's page of launches --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_HARDWARE_MEASURE_RAWPAGE_H
#define CUDA_MEMLINT_LIB_HARDWARE_MEASURE_RAWPAGE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace memlint {

/// A launch with the counters that it has one of. Texts point into the page.
struct RawLaunch {
  /// Demangled, with parameters.
  llvm::StringRef Kernel;
  std::array<uint64_t, 3> Grid = {1, 1, 1}, Block = {1, 1, 1};
  llvm::StringRef Device, ComputeCapability;
  /// Totals; empty when the report has no such column.
  std::optional<uint64_t> Warps, Sectors, Wavefronts, ConstantReplays;
};

/// The launches in the order of the run.
llvm::Expected<std::vector<RawLaunch>> readRawPage(llvm::StringRef Page);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_HARDWARE_MEASURE_RAWPAGE_H
