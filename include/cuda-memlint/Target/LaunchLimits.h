//===- LaunchLimits.h - The largest launches of each device -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How many threads of a block and blocks of a grid a device takes in each dimension. The threads
/// of a block together are TargetModel::MaxThreadsPerBlock.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TARGET_LAUNCHLIMITS_H
#define CUDA_MEMLINT_TARGET_LAUNCHLIMITS_H

#include <array>
#include <cstdint>

namespace memlint {

class TargetModel;

struct LaunchLimits {
  std::array<uint64_t, 3> Block;
  std::array<uint64_t, 3> Grid;
  /// Where the limits are written down.
  const char *Source;
};

const LaunchLimits &launchLimits(const TargetModel &Target);

} // namespace memlint

#endif // CUDA_MEMLINT_TARGET_LAUNCHLIMITS_H
