//===- VainPadding.cpp - Parts of an index that pad nothing ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VainPadding.h"

#include "CheckList.h"

#include "cuda-memlint/Analysis/Bounds/AccessWalk.h"
#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// Whether \p Factor, a part of the index of \p Site, is 0 each time that a thread of the first
/// block makes the access.
static bool isAlwaysZero(const CheckRun &In, const Access &Site, unsigned Launch, ExprRef Factor) {
  uint64_t Budget = 1 << 16;
  LaunchWalk Walk(In.Expressions, In.Kernel.Program, In.Kernel.Launches[Launch]);
  Access Part = Site;
  Part.Offset = Factor;
  bool IsMade = false;
  return Walk.forEachExecution(Part, WalkedExecutions::Possible, Walk.blocks().take_front(1),
                               Budget,
                               [&](const AccessExecution &At) {
                                 IsMade = true;
                                 return At.Offset == 0;
                               }) &&
         IsMade;
}

/// Lanes differ in some value in \p Factor and in the amount by which it is shifted, as in
/// `i >> 5 + i`.
static bool shiftsByLane(ExprRef Factor) {
  return anyNode(Factor, [](ExprRef Node) {
    return Node->kind() == ExprKind::ShiftRight && all_of(Node->operands(), [](ExprRef Operand) {
             return Operand->varies() == Uniformity::Lane;
           });
  });
}

std::string describeVainPadding(const CheckRun &In, const Access &Site, unsigned Launch) {
  if (!Site.Offset || !In.Kernel.Launches[Launch].blockKnown())
    return "";
  bool IsVain = any_of(termsOf(Site.Offset), [&](const Term &Part) {
    ExprRef Factor = Part.Factors.front();
    return Part.Factors.size() == 1 && shiftsByLane(Factor) &&
           isAlwaysZero(In, Site, Launch, Factor);
  });
  return IsVain ? "a part of this index is 0 in all threads, and pads nothing: its shift is by an "
                  "amount that grows with the index, as in `i >> 5 + i`, which is `i >> (5 + i)`"
                : "";
}

} // namespace memlint
