//===- Isolation.h - Files in processes of their own ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_DRIVER_ISOLATION_H
#define CUDA_MEMLINT_DRIVER_ISOLATION_H

#include "cuda-memlint/Process/ForkedWork.h"

#include <functional>
#include <string>

namespace memlint {

/// How far the analysis of several files is.
struct AnalysisProgress {
  size_t FilesDone = 0;
  size_t Files = 0;
  /// The file that has been analysed for longest, and for how long; empty: none is under way.
  std::string Longest;
  std::chrono::milliseconds LongestTime = {};
};

/// How several files are analysed in processes of their own: one that crashes, finds no end or
/// takes all memory loses its own results only. For programs that have no other thread.
struct Isolation {
  /// Of each file.
  WorkLimits Limits;
  /// A single file is analysed in a process, too, which takes a little longer.
  bool EvenOfOne = false;
  /// Asked several times a second. Once it is false, the analysis ends, and files that are not done
  /// have ErrorEffect::Interrupted. Null: it goes on.
  std::function<bool(const AnalysisProgress &Progress)> GoOn;
};

} // namespace memlint

#endif // CUDA_MEMLINT_DRIVER_ISOLATION_H
