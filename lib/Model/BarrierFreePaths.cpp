//===- BarrierFreePaths.cpp - Ways without a barrier ----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Model/BarrierFreePaths.h"

namespace memlint {

BarrierFreePaths::BarrierFreePaths(const KernelProgram &Program,
                                   llvm::function_ref<bool(unsigned)> Separates)
    : Forward(Program.Nodes.size()), Backward(Program.Nodes.size()) {
  for (unsigned Id = 0; Id != Program.Nodes.size(); ++Id) {
    const Node &Each = Program.Nodes[Id];
    EndsPaths.push_back(Each.Kind == NodeKind::Barrier && Separates(Each.Index));
    for (unsigned Next : Each.Successors) {
      Forward[Id].push_back(Next);
      Backward[Next].push_back(Id);
    }
  }
}

std::vector<bool> BarrierFreePaths::from(unsigned Start) const { return reach(Forward, Start); }

std::vector<bool> BarrierFreePaths::to(unsigned End) const { return reach(Backward, End); }

std::vector<bool> BarrierFreePaths::reach(const Edges &Next, unsigned Start) const {
  std::vector<bool> Seen(Next.size(), false);
  std::vector<unsigned> Pending = {Start};
  while (!Pending.empty()) {
    unsigned Id = Pending.back();
    Pending.pop_back();
    for (unsigned Each : Next[Id]) {
      if (Seen[Each])
        continue;
      Seen[Each] = true;
      if (!EndsPaths[Each])
        Pending.push_back(Each);
    }
  }
  return Seen;
}

} // namespace memlint
