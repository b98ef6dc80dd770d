//===- RefusedLaunches.cpp - Launches that do not run ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Model/RefusedLaunches.h"

#include "cuda-memlint/Model/KernelAnalysis.h"

namespace memlint {

bool isRefused(const KernelAnalysis &Kernel, unsigned Launch) {
  if (Kernel.Verdicts.empty() || Launch >= Kernel.Verdicts.front().size())
    return false;
  // The same for all accesses.
  LaunchFault Fault = Kernel.Verdicts.front()[Launch].Cost.Refused;
  return Fault == LaunchFault::BlockSize || Fault == LaunchFault::GridSize;
}

} // namespace memlint
