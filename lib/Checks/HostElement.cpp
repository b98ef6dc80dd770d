//===- HostElement.cpp - Elements that host code reads --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostElement.h"

#include "cuda-memlint/Analysis/Bounds/AccessWalk.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

using namespace llvm;

namespace memlint {

bool mayTouch(const CheckRun &In, const Access &Site, const LaunchContext &Launch,
              const HostFault &Fault) {
  if (!Fault.Offset || !Site.Offset || !Launch.hasUsableBlock() || !Launch.gridKnown())
    return true;
  LaunchWalk Walk(In.Expressions, In.Kernel.Program, Launch);
  uint64_t Budget = uint64_t(1) << 20;
  bool Touches = false;
  bool IsComplete = Walk.forEachExecution(
      Site, WalkedExecutions::Possible, Walk.blocks(), Budget, [&](const AccessExecution &At) {
        Touches = At.Offset <= int64_t(*Fault.Offset) &&
                  int64_t(*Fault.Offset) < At.Offset + int64_t(Site.Bytes);
        return !Touches;
      });
  uint64_t Blocks = *Launch.Grid[0] * *Launch.Grid[1] * *Launch.Grid[2];
  return Touches || !IsComplete || Walk.blocks().size() != Blocks;
}

} // namespace memlint
