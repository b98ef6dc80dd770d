//===- WarpAgreement.cpp - Values that lanes of a warp share --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpAgreement.h"

#include "cuda-memlint/Analysis/Barriers/ThreadValues.h"
#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

static bool isOfIndex(ExprRef Root) {
  return allLeaves(Root, [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::ThreadIndex; });
}

ExprRef WarpAgreement::inLaunch(ExprRef Written) const {
  return withLaunchValues(Context, Written, Kernel, Launch);
}

bool WarpAgreement::onCondition(ExprRef Condition) const {
  if (!Launch.hasUsableBlock())
    return false;
  ExprRef Known = inLaunch(Condition);
  return isOfIndex(Known) ? areEqualByIndex(Known, /*AsCondition=*/true) : areEqual(Known);
}

bool WarpAgreement::onValue(ExprRef Value) const {
  return Launch.hasUsableBlock() && areEqual(inLaunch(Value));
}

bool WarpAgreement::areEqual(ExprRef Known) const {
  if (Known->varies() <= Uniformity::Warp)
    return true;
  if (isOfIndex(Known))
    return areEqualByIndex(Known, /*AsCondition=*/false);
  if (Known->isLeaf())
    return IsAlike(Known);
  if (Known->kind() == ExprKind::Polynomial)
    return areEqualInSum(Known);
  // Terms stand on either side of a comparison: the difference decides it.
  if (Known->kind() == ExprKind::Less || Known->kind() == ExprKind::Equal)
    return areEqual(Context.subtract(Known->operands()[0], Known->operands()[1]));
  return all_of(Known->operands(), [&](ExprRef Each) { return areEqual(Each); });
}

/// What is computed from indices alone may agree only as a whole: `threadIdx.x - threadIdx.x % 32`.
bool WarpAgreement::areEqualInSum(ExprRef Sum) const {
  SmallVector<ExprRef, 4> OfIndices;
  for (const Monomial &Part : Sum->terms()) {
    if (all_of(Part.Factors, isOfIndex))
      OfIndices.push_back(product(Context, Part.Coefficient, Part.Factors));
    else if (!all_of(Part.Factors, [&](ExprRef Each) { return areEqual(Each); }))
      return false;
  }
  return OfIndices.empty() || areEqualByIndex(Context.sum(OfIndices), /*AsCondition=*/false);
}

bool WarpAgreement::areEqualByIndex(ExprRef Known, bool AsCondition) const {
  ThreadValues Values({*Launch.Block[0], *Launch.Block[1], *Launch.Block[2]}, {});
  unsigned Root = Values.add(Known);
  for (unsigned Thread = 0; Thread != Values.threads(); ++Thread) {
    unsigned First = Thread - Thread % Kernel.Device.WarpLanes;
    std::optional<int64_t> Own = Values.number(Root, Thread);
    bool IsEqual = AsCondition ? Values.truth(Root, Thread) == Values.truth(Root, First)
                               : Own && Own == Values.number(Root, First);
    if (!IsEqual)
      return false;
  }
  return true;
}

} // namespace memlint
