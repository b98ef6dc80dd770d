//===- LaunchContext.cpp - One way a kernel is launched -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Model/LaunchContext.h"

namespace memlint {

double LaunchContext::leastBlocks() const {
  double Blocks = 1;
  for (std::optional<uint64_t> Extent : Grid)
    Blocks *= double(Extent.value_or(1));
  return Blocks;
}

std::optional<double> LaunchContext::threads() const {
  if (!blockKnown() || !gridKnown())
    return std::nullopt;
  return double(*threadsPerBlock()) * leastBlocks();
}

bool LaunchContext::hasUsableBlock() const {
  // Of a block of any device (CUDA C++ Programming Guide, technical specifications per compute
  // capability).
  constexpr uint64_t MostThreads = 1024;
  uint64_t Threads = 1;
  for (std::optional<uint64_t> Extent : Block) {
    if (Extent.value_or(0) == 0 || *Extent > MostThreads)
      return false;
    Threads *= *Extent;
  }
  return Threads <= MostThreads;
}

} // namespace memlint
