//===- WaitingLoops.cpp - Loops that other threads end --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Races/WaitingLoops.h"

#include "BarrierRemoval.h"
#include "SelectedAccesses.h"

#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// Something in \p Kernel may write what \p Load reads, or it sees what others write at any time.
static bool mayChange(const KernelProgram &Kernel, const Access &Load) {
  return seesOthers(Load) || any_of(Kernel.Accesses, [&](const Access &Other) {
           return Other.Kind != AccessKind::Load && mayShareObject(Kernel, Load, Other);
         });
}

/// \p Leaf is made in \p Around from what other threads may change.
static bool mayChangeIn(const KernelProgram &Kernel, const Loop &Around, ExprRef Leaf) {
  if (Leaf->leaf().Kind != LeafKind::Loaded && Leaf->leaf().Kind != LeafKind::Opaque)
    return false;
  auto Load = find_if(Kernel.Accesses, [&](const Access &Site) { return Site.Result == Leaf; });
  if (Load == Kernel.Accesses.end())
    return Leaf->leaf().Kind == LeafKind::Loaded || Around.makes(Leaf);
  return is_contained(Load->Loops, Around.Id) && mayChange(Kernel, *Load);
}

bool mayWaitForOthers(const KernelProgram &Kernel, unsigned Number) {
  const Loop &Around = Kernel.Loops[Number];
  return any_of(Around.Exits, [&](ExprRef Exit) {
    return any_of(partsOf(Exit, ExprKind::Or), [&](ExprRef Part) {
      return !anyLeaf(Part, [&](ExprRef Leaf) { return Leaf == Around.Counter; }) &&
             anyLeaf(Part, [&](ExprRef Leaf) { return mayChangeIn(Kernel, Around, Leaf); });
    });
  });
}

} // namespace memlint
