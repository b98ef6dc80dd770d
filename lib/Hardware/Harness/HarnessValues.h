//===- HarnessValues.h - What a harness passes to a kernel ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Grid, numbers and extents of buffers, from the index expressions of a kernel.
/// Internal to the verifying library.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_HARDWARE_HARNESS_HARNESSVALUES_H
#define CUDA_MEMLINT_LIB_HARDWARE_HARNESS_HARNESSVALUES_H

#include "cuda-memlint/Model/LaunchContext.h"
#include "cuda-memlint/Symbolic/Expression.h"
#include "cuda-memlint/Target/TargetModel.h"

#include <map>
#include <string>
#include <vector>

namespace memlint {

struct KernelProgram;

/// A part of a kernel's parameters: the index of the parameter, then the way to the part, as
/// in KernelParameter::Fields.
using ParameterPath = std::vector<unsigned>;

/// What a pointer must point to for all accesses of a launch.
struct PointerExtent {
  /// Bytes from the pointer, the end exclusive.
  int64_t Low = 0;
  int64_t High = 0;
  /// Integers in it are at most that.
  uint64_t LargestInteger = 255;
  /// Lanes load that many bytes at once.
  unsigned WidestLoad = 0;
  /// What is read from it decides addresses or the number of iterations.
  bool DecidesAddresses = false;
};

/// The extents of all pointers in parameters that are dereferenced.
using PointerExtents = std::map<ParameterPath, PointerExtent>;

/// What was made up, in words.
using Assumptions = std::vector<std::string>;

/// Why no launch of the kernel can be made up from its expressions; empty: nothing is in the
/// way.
std::string whyNotLaunched(const KernelProgram &Kernel);

/// Fills in what \p Launch does not specify: the grid, each integer and the dynamic shared bytes.
/// Its block must be known. The error, if one, is why that cannot be.
std::string completeLaunch(ExprContext &Expressions, const KernelProgram &Kernel,
                           const TargetModel &Target, LaunchContext &Launch, Assumptions &Made);

/// The extents of buffers for \p Launch, which must be complete.
PointerExtents pointerExtents(ExprContext &Expressions, const KernelProgram &Kernel,
                              const LaunchContext &Launch, Assumptions &Made);

/// For a pointer whose extent is not known.
inline constexpr int64_t DefaultExtent = int64_t(64) << 20;
/// Larger ones are not made.
inline constexpr int64_t LargestExtent = int64_t(8) << 30;

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_HARDWARE_HARNESS_HARNESSVALUES_H
