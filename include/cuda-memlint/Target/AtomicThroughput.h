//===- AtomicThroughput.h - Atomics of a grid at one address ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TARGET_ATOMICTHROUGHPUT_H
#define CUDA_MEMLINT_TARGET_ATOMICTHROUGHPUT_H

namespace memlint {

/// Nanoseconds that each of many updates of one address of global memory takes, if all threads of a
/// grid make one and nothing combines them; test/hardware/atomics has the measurement.
struct AtomicThroughput {
  static constexpr const char *Device = "an H100";
  static constexpr double IntegerUpdate = 0.733;
  static constexpr double FloatUpdate = 1.76;
};

} // namespace memlint

#endif // CUDA_MEMLINT_TARGET_ATOMICTHROUGHPUT_H
