//===- MeanTime.h - How long launches take in the mean ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_MODEL_MEANTIME_H
#define CUDA_MEMLINT_MODEL_MEANTIME_H

#include <cstdint>

namespace memlint {

/// Launches that took a time in the mean, and their number.
struct TimedLaunches {
  uint64_t Nanoseconds = 0;
  uint64_t Count = 0;
};

/// The mean over the launches of both. One of them has launches.
inline uint64_t meanTime(TimedLaunches Left, TimedLaunches Right) {
  double Sum = double(Left.Nanoseconds) * double(Left.Count) +
               double(Right.Nanoseconds) * double(Right.Count);
  return uint64_t(Sum / (double(Left.Count) + double(Right.Count)));
}

} // namespace memlint

#endif // CUDA_MEMLINT_MODEL_MEANTIME_H
