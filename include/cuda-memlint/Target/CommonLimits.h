//===- CommonLimits.h - Limits of all devices -------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What every device of compute capability 3.0 and above has in common (CUDA C++ Programming
/// Guide, technical specifications per compute capability), and the bounds that are sure for AMD's.
/// What differs is in the table of targets.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TARGET_COMMONLIMITS_H
#define CUDA_MEMLINT_TARGET_COMMONLIMITS_H

#include "cuda-memlint/Target/WarpRequest.h"

#include <array>
#include <cstdint>

namespace memlint {

struct CommonLimits {
  static constexpr int64_t ThreadsPerBlock = 1024;
  static constexpr std::array<int64_t, 3> BlockExtents = {1024, 1024, 64};
  static constexpr std::array<int64_t, 3> GridExtents = {2147483647, 65535, 65535};
  /// AMD's devices limit the threads of a block, and of each dimension nothing less.
  static constexpr std::array<int64_t, 3> blockExtents(const DeviceShape &Device) {
    return Device.IsAmd ? std::array{ThreadsPerBlock, ThreadsPerBlock, ThreadsPerBlock}
                        : BlockExtents;
  }
  static constexpr std::array<int64_t, 3> gridExtents(const DeviceShape &Device) {
    return Device.IsAmd ? std::array{GridExtents[0], GridExtents[0], GridExtents[0]} : GridExtents;
  }
  /// What a block gets without the opt-in attribute.
  static constexpr uint64_t SharedBytesPerBlock = 48 * 1024;
  /// What `__constant__` variables may take together.
  static constexpr int64_t ConstantBytes = 64 * 1024;
};

} // namespace memlint

#endif // CUDA_MEMLINT_TARGET_COMMONLIMITS_H
