//===- FirstIteration.cpp - A thread before its loops turn ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Model/FirstIteration.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <iterator>

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

namespace {

/// The conditions under which a thread comes to a place.
class Reach {
public:
  Reach(const KernelProgram &Kernel, const Site &Where) {
    for_each(Where.Guards, [&](ExprRef Guard) { add(Guard); });
    for (unsigned LoopId : Where.Loops)
      copy_if(Kernel.Loops[LoopId].Exits, std::back_inserter(Exits), FirstIteration::decides);
  }

  bool mayInclude(const FirstIteration &At) const {
    auto Holds = [&](ExprRef Condition) { return evaluate(Condition, At) != 0; };
    return all_of(Decided, Holds) && none_of(Exits, Holds) &&
           all_of(Alternatives, [&](ExprRef Guard) { return maySatisfy(At, Guard); });
  }

private:
  void add(ExprRef Guard) {
    if (Guard->kind() == ExprKind::And)
      for_each(Guard->operands(), [&](ExprRef Part) { add(Part); });
    else if (Guard->kind() == ExprKind::Or)
      Alternatives.push_back(Guard);
    else if (FirstIteration::decides(Guard))
      Decided.push_back(Guard);
  }

  SmallVector<ExprRef> Decided, Alternatives, Exits;
};

} // namespace

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
  Reach Threads(Kernel, Where);
  for (At.Thread[2] = 0; At.Thread[2] != Extents[2]; ++At.Thread[2])
    for (At.Thread[1] = 0; At.Thread[1] != Extents[1]; ++At.Thread[1])
      for (At.Thread[0] = 0; At.Thread[0] != Extents[0]; ++At.Thread[0])
        if (Threads.mayInclude(At) && !Visit(At))
          return;
}

} // namespace memlint
