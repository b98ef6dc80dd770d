//===- EqualValues.cpp - Stores of what is there already ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EqualValues.h"

#include "Conflicts.h"
#include "Overlap.h"
#include "SelectedAccesses.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

bool isOneForAll(const RaceSetting &Setting, const Access &Store, ThreadPair Relation) {
  return allLeaves(Setting.specialise(Store.Value), [&](ExprRef Leaf) {
    bool MadeInLoop = any_of(
        Store.Loops, [&](unsigned Number) { return Setting.Kernel.Loops[Number].makes(Leaf); });
    return RaceSetting::isCommon(Leaf->leaf(), Relation) && !MadeInLoop;
  });
}

bool readsOwnStore(const RaceSetting &Setting, const Access &Store, const Access &Load,
                   ThreadPair Relation) {
  if (Store.Kind != AccessKind::Store || Load.Kind != AccessKind::Load ||
      Store.Bytes != Load.Bytes || !Store.Value || !isSamePlace(Setting.Kernel, Store, Load) ||
      Store.NodeId > Load.NodeId)
    return false;
  // Each thread that comes to the load has come by the store, in the same iteration.
  if (Store.Loops.size() > Load.Loops.size() ||
      !std::equal(Store.Loops.begin(), Store.Loops.end(), Load.Loops.begin()) ||
      !all_of(Store.Guards, [&](ExprRef Guard) { return is_contained(Load.Guards, Guard); }))
    return false;
  // On the way from the store to the load, it may have come by another store.
  bool IsOne = isOneForAll(Setting, Store, Relation);
  return none_of(Setting.Kernel.Accesses, [&](const Access &Other) {
    return writes(Other) && Other.NodeId > Store.NodeId && Other.NodeId < Load.NodeId &&
           !(IsOne && Other.Value == Store.Value) &&
           mayShareBytes(Setting.Context, Setting.Kernel, Other, Load);
  });
}

} // namespace memlint
