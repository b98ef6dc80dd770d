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

/// \p Site outside of the loops whose iterations do not matter to \p Factor: what holds for the
/// threads that may come there holds for those that do.
static Access withoutOtherLoops(const KernelProgram &Kernel, const Access &Site, ExprRef Factor) {
  Access Result = Site;
  erase_if(Result.Loops, [&](unsigned Number) {
    ExprRef Counter = Kernel.Loops[Number].Counter;
    auto IsCounter = [&](ExprRef Leaf) { return Leaf == Counter; };
    if (!Counter || anyLeaf(Factor, IsCounter))
      return false;
    erase_if(Result.Guards, [&](ExprRef Guard) { return anyLeaf(Guard, IsCounter); });
    return true;
  });
  return Result;
}

/// Whether \p Factor, a part of the index of \p Site, is 0 each time that a thread of the first
/// block makes the access.
static bool isAlwaysZero(const CheckRun &In, const Access &Site, unsigned Launch, ExprRef Factor) {
  uint64_t Budget = 1 << 16;
  LaunchWalk Walk(In.Expressions, In.Kernel.Program, In.Kernel.Launches[Launch]);
  Access Part = withoutOtherLoops(In.Kernel.Program, Site, Factor);
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

/// Whether a term of \p Sum, or of a sum that is wrapped in it, shifts by lane and is 0.
static bool hasVainPart(const CheckRun &In, const Access &Site, unsigned Launch, ExprRef Sum) {
  return any_of(termsOf(Sum), [&](const Term &Part) {
    if (Part.Factors.size() != 1)
      return false;
    ExprRef Factor = Part.Factors.front();
    return shiftsByLane(Factor) && (isAlwaysZero(In, Site, Launch, Factor) ||
                                    (Factor->kind() == ExprKind::Wrap &&
                                     hasVainPart(In, Site, Launch, Factor->operands().front())));
  });
}

std::string describeVainPadding(const CheckRun &In, const Access &Site, unsigned Launch) {
  if (!Site.Offset || !In.Kernel.Launches[Launch].blockKnown())
    return "";
  return hasVainPart(In, Site, Launch, Site.Offset)
             ? "a part of this index is 0 in all threads, and pads nothing: its shift is by an "
               "amount that grows with the index, as in `i >> 5 + i`, which is `i >> (5 + i)`"
             : "";
}

} // namespace memlint
