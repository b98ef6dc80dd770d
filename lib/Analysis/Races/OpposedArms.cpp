//===- OpposedArms.cpp - Barriers in both arms of a condition -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpposedArms.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// A thread that waits at one of the two is let go by one that waits at the other.
static bool areOneBarrier(const Barrier &Left, const Barrier &Right) {
  return Left.Scope == Right.Scope && Left.GroupSize == Right.GroupSize &&
         Left.Mask == Right.Mask && Left.Id == Right.Id && Left.Count == Right.Count &&
         !Left.IsArrival && !Right.IsArrival && !Left.IsUncertain && !Right.IsUncertain;
}

BarriersByGuard findBarriersByGuard(const KernelProgram &Kernel) {
  BarriersByGuard Result;
  for (auto [Number, Each] : enumerate(Kernel.Barriers))
    for (ExprRef Guard : Each.Guards) {
      SmallVectorImpl<unsigned> &Barriers = Result[Guard];
      if (Barriers.empty() || Barriers.back() != Number)
        Barriers.push_back(unsigned(Number));
    }
  return Result;
}

OpposedArms compareArms(ExprContext &Context, const KernelProgram &Kernel,
                        const BarriersByGuard &Inside, const Access &First, const Access &Second,
                        function_ref<bool(unsigned)> Counts) {
  OpposedArms Result;
  for (ExprRef Guard : First.Guards) {
    if (Guard->varies() != Uniformity::Lane || !Inside.contains(Guard))
      continue;
    ExprRef Opposite = Context.logicalNot(Guard);
    if (!is_contained(Second.Guards, Opposite))
      continue;
    auto BarriersIn = [&](ExprRef Arm) {
      SmallVector<unsigned, 4> Found;
      copy_if(Inside.lookup(Arm), std::back_inserter(Found), Counts);
      return Found;
    };
    SmallVector<unsigned, 4> Here = BarriersIn(Guard), There = BarriersIn(Opposite);
    if (Here.empty() || There.empty())
      continue;
    // One after another in each arm, without conditions of their own, and once.
    auto IsPlain = [&](unsigned Number) {
      const Barrier &Each = Kernel.Barriers[Number];
      return Each.Loops.empty() &&
             Each.Guards.size() == Kernel.Barriers[Here.front()].Guards.size();
    };
    bool ArePlain = Here.size() == There.size() && all_of(Here, IsPlain) && all_of(There, IsPlain);
    for (auto [Left, Right] : zip(Here, There))
      ArePlain &= areOneBarrier(Kernel.Barriers[Left], Kernel.Barriers[Right]);
    if (!ArePlain || Result.Order != ArmOrder::NotOpposed) {
      Result.Order = ArmOrder::Unknown;
      return Result;
    }
    auto PhaseOf = [&](const Access &Site, ArrayRef<unsigned> Barriers) {
      return count_if(
          Barriers, [&](unsigned Number) { return Kernel.Barriers[Number].NodeId < Site.NodeId; });
    };
    bool IsSame = PhaseOf(First, Here) == PhaseOf(Second, There);
    Result.Order = IsSame ? ArmOrder::SamePhase : ArmOrder::OtherPhase;
    Result.Barriers = Here;
    Result.Barriers.append(There);
  }
  return Result;
}

} // namespace memlint
