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

void forEachStatedLaunch(const KernelAnalysis &Kernel,
                         function_ref<void(const LaunchContext &, unsigned)> Visit) {
  if (!Kernel.Program.Analysed || !Kernel.Assumption.empty())
    return;
  unsigned Visited = 0;
  for (auto [Number, Launch] : enumerate(Kernel.Launches))
    if (!isGuessed(Launch) && Launch.hasUsableBlock() && !isRefused(Kernel, unsigned(Number)) &&
        Visited++ < MostLaunches)
      Visit(Launch, unsigned(Number));
}

} // namespace memlint
