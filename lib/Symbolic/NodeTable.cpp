//===- NodeTable.cpp - The nodes of a context -----------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodeTable.h"

using namespace llvm;

namespace memlint {

ExprRef &NodeTable::slotFor(size_t Hash, function_ref<bool(ExprRef)> IsWanted) {
  for (size_t Index = Hash;; ++Index) {
    ExprRef &Slot = Slots[Index & (Slots.size() - 1)];
    if (!Slot || (Slot->hash() == Hash && IsWanted(Slot)))
      return Slot;
  }
}

ExprRef NodeTable::findOrAdd(const Expr &Candidate, function_ref<ExprRef()> Make) {
  ExprRef &Slot = slotFor(Candidate.hash(), [&](ExprRef Node) { return Node->equals(Candidate); });
  if (Slot)
    return Slot;
  ExprRef Made = Slot = Make();
  Nodes.push_back(Made);
  if (Nodes.size() > Slots.size() / 4 * 3)
    grow();
  return Made;
}

void NodeTable::grow() {
  Slots.assign(2 * Slots.size(), nullptr);
  // In the order in which they came, as truncate() needs it.
  for (ExprRef Node : Nodes)
    slotFor(Node->hash(), [](ExprRef) { return false; }) = Node;
}

void NodeTable::truncate(size_t Count) {
  // No search for an older node passes the slot of the latest: it was free when that came.
  while (Nodes.size() > Count) {
    ExprRef Latest = Nodes.back();
    Nodes.pop_back();
    slotFor(Latest->hash(), [&](ExprRef Node) { return Node == Latest; }) = nullptr;
  }
}

} // namespace memlint
