//===- OneWarpBlock.cpp - Kernels for blocks of one warp ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OneWarpBlock.h"

#include "cuda-memlint/Target/WarpRequest.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

namespace {

/// Looks for the quotient and the remainder of thread indices by the size of a warp.
class WarpArithmetic {
public:
  explicit WarpArithmetic(unsigned WarpLanes) : WarpLanes(WarpLanes) {}

  void read(ExprRef Root) {
    if (!Root || Root->isConstant() || Root->isLeaf() || !Seen.insert(Root).second)
      return;
    if ((Root->kind() == ExprKind::Divide || Root->kind() == ExprKind::Remainder) &&
        Root->operands()[1]->isConstant() && hasThread(Root->operands()[0])) {
      int64_t By = Root->operands()[1]->constantTerm();
      UsesWarp |= Root->kind() == ExprKind::Divide && By != 0 && By % WarpLanes == 0;
      UsesLane |= Root->kind() == ExprKind::Remainder && By == WarpLanes;
    }
    for (ExprRef Operand : Root->operands())
      read(Operand);
    for (const Monomial &Term : Root->terms())
      for (ExprRef Factor : Term.Factors)
        read(Factor);
  }

  bool UsesWarp = false, UsesLane = false;

private:
  static bool hasThread(ExprRef Root) {
    return anyLeaf(Root, [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::ThreadIndex; });
  }

  int64_t WarpLanes;
  DenseSet<ExprRef> Seen;
};

} // namespace

bool mayMeanOneWarp(const KernelProgram &Kernel) {
  unsigned WarpLanes = Kernel.Device.WarpLanes;
  WarpArithmetic Arithmetic(WarpLanes);
  for (const Access &Each : Kernel.Accesses) {
    Arithmetic.read(Each.Offset);
    for (ExprRef Guard : Each.Guards)
      Arithmetic.read(Guard);
  }
  bool HasWideBarrier = any_of(Kernel.Barriers, [&](const Barrier &Each) {
    return Each.Scope >= BarrierScope::Named ||
           (Each.Scope == BarrierScope::Warp && Each.GroupSize > WarpLanes);
  });
  return !Arithmetic.UsesWarp && (Arithmetic.UsesLane || !HasWideBarrier);
}

} // namespace memlint
