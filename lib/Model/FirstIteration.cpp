//===- FirstIteration.cpp - A thread before its loops turn ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Model/FirstIteration.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

bool FirstIteration::decides(ExprRef Root) {
  return allLeaves(Root, [](ExprRef Leaf) {
    LeafKind Kind = Leaf->leaf().Kind;
    return Kind == LeafKind::ThreadIndex || Kind == LeafKind::BlockDimension ||
           Kind == LeafKind::LoopCounter;
  });
}

int64_t FirstIteration::operator()(ExprRef Leaf) const {
  const LeafInfo &Info = Leaf->leaf();
  if (Info.Kind == LeafKind::ThreadIndex)
    return int64_t(Thread[Info.Dimension]);
  return Info.Kind == LeafKind::BlockDimension ? int64_t(Block[Info.Dimension]) : 0;
}

static bool maySatisfy(const FirstIteration &At, ExprRef Guard) {
  auto May = [&](ExprRef Part) { return maySatisfy(At, Part); };
  if (Guard->kind() == ExprKind::And)
    return all_of(Guard->operands(), May);
  if (Guard->kind() == ExprKind::Or)
    return any_of(Guard->operands(), May);
  return !FirstIteration::decides(Guard) || evaluate(Guard, At) != 0;
}

bool FirstIteration::mayExecute(const KernelProgram &Kernel, const Site &Where) const {
  for (ExprRef Guard : Where.Guards)
    if (!maySatisfy(*this, Guard))
      return false;
  for (unsigned LoopId : Where.Loops)
    for (ExprRef Exit : Kernel.Loops[LoopId].Exits)
      if (decides(Exit) && evaluate(Exit, *this) != 0)
        return false;
  return true;
}

void forEachThreadAt(const KernelProgram &Kernel, const Site &Where,
                     const std::array<uint64_t, 3> &Block, ArrayRef<ExprRef> Roots,
                     function_ref<bool(const FirstIteration &)> Visit) {
  FirstIteration At;
  At.Block = Block;
  std::array<uint64_t, 3> Extents = {1, 1, 1};
  auto Note = [&](ExprRef Root) {
    forEachLeaf(Root, [&](ExprRef Leaf) {
      if (Leaf->leaf().Kind == LeafKind::ThreadIndex)
        Extents[Leaf->leaf().Dimension] = Block[Leaf->leaf().Dimension];
    });
  };
  for_each(Roots, Note);
  for_each(Where.Guards, Note);
  for (unsigned LoopId : Where.Loops)
    for_each(Kernel.Loops[LoopId].Exits, Note);
  for (At.Thread[2] = 0; At.Thread[2] != Extents[2]; ++At.Thread[2])
    for (At.Thread[1] = 0; At.Thread[1] != Extents[1]; ++At.Thread[1])
      for (At.Thread[0] = 0; At.Thread[0] != Extents[0]; ++At.Thread[0])
        if (At.mayExecute(Kernel, Where) && !Visit(At))
          return;
}

} // namespace memlint
