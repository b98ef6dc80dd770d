//===- LoopRounds.cpp - Ways round a loop ---------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopRounds.h"

#include "llvm/ADT/BitVector.h"

using namespace llvm;

namespace memlint {

bool goesRoundWithout(const KernelProgram &Kernel, unsigned Head,
                      function_ref<bool(unsigned)> IsPassed) {
  BitVector Seen(unsigned(Kernel.Nodes.size()));
  SmallVector<unsigned, 16> Pending = {Head};
  while (!Pending.empty())
    for (unsigned Next : Kernel.Nodes[Pending.pop_back_val()].Successors) {
      if (Next == Head)
        return true;
      // Nodes of the loop and behind it have larger numbers; others belong to loops around it.
      if (Next > Head && !IsPassed(Next) && !Seen.test(Next)) {
        Seen.set(Next);
        Pending.push_back(Next);
      }
    }
  return false;
}

bool goesRoundTogether(const KernelProgram &Kernel, unsigned Head, BarrierScope Scope) {
  return !goesRoundWithout(Kernel, Head, [&](unsigned Id) {
    const Node &At = Kernel.Nodes[Id];
    if (At.Kind != NodeKind::Barrier)
      return false;
    const Barrier &Met = Kernel.Barriers[At.Index];
    return Met.Scope >= Scope && !Met.IsUncertain && !Met.IsArrival;
  });
}

} // namespace memlint
