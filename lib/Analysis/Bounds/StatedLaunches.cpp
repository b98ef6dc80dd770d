//===- StatedLaunches.cpp - Launches that happen --------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatedLaunches.h"

#include "cuda-memlint/Model/LaunchContexts.h"
#include "cuda-memlint/Model/RefusedLaunches.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// Launches of a kernel that are looked at.
constexpr unsigned MostLaunches = 16;
/// Of a block of any device (CUDA C++ Programming Guide, technical specifications per compute
/// capability).
constexpr uint64_t MostThreads = 1024;

static bool canRun(const LaunchContext &Launch) {
  uint64_t Threads = 1;
  for (std::optional<uint64_t> Extent : Launch.Block)
    Threads *= std::min<uint64_t>(Extent.value_or(0), MostThreads + 1);
  return Threads != 0 && Threads <= MostThreads;
}

void forEachStatedLaunch(const KernelAnalysis &Kernel,
                         function_ref<void(const LaunchContext &, unsigned)> Visit) {
  if (!Kernel.Program.Analysed || !Kernel.Assumption.empty())
    return;
  unsigned Visited = 0;
  for (auto [Number, Launch] : enumerate(Kernel.Launches))
    if (!isGuessed(Launch) && canRun(Launch) && !isRefused(Kernel, unsigned(Number)) &&
        Visited++ < MostLaunches)
      Visit(Launch, unsigned(Number));
}

} // namespace memlint
