//===- LaunchSummary.h - A launch as a whole ------------------ -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_REPORT_LAUNCHSUMMARY_H
#define CUDA_MEMLINT_LIB_REPORT_LAUNCHSUMMARY_H

#include "cuda-memlint/Checks/LaunchArithmetic.h"
#include "cuda-memlint/Checks/LaunchBound.h"
#include "cuda-memlint/Checks/LaunchTraffic.h"
#include "cuda-memlint/Target/Occupancy.h"

#include "llvm/ADT/StringRef.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace memlint {

class CompiledCosts;
struct FileAnalysis;
struct KernelAnalysis;
struct KernelCode;

/// What all accesses of a launch are together, and how many of its blocks run at a time.
struct LaunchSummary {
  LaunchTraffic Traffic;
  /// By memory space: the checks whose findings the excess falls to, with their part of it, the
  /// largest first. An empty name: no finding.
  std::map<MemorySpace, std::vector<std::pair<std::string, uint64_t>>> Causes;
  LaunchArithmetic Arithmetic;
  /// Floating-point operations for each byte that global memory moves; nothing where it moves
  /// none, or where not all totals are known.
  std::optional<double> PerByte;
  /// Registers of 0: they are not known.
  BlockNeeds Block;
  /// Blocks that fit a multiprocessor.
  std::optional<uint64_t> Blocks;
  /// What takes longest, where that is known.
  std::optional<LaunchBound> Bound;
};

/// Launch number \p Launch of \p Kernel, one of \p File, whose accesses have \p Costs; \p Code:
/// what nvcc makes of the kernel, or null.
LaunchSummary summariseLaunch(const CompiledCosts &Costs, const FileAnalysis &File,
                              const KernelAnalysis &Kernel, unsigned Launch,
                              const KernelCode *Code);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_REPORT_LAUNCHSUMMARY_H
