//===- BarrierRemoval.cpp - What only one barrier keeps apart -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BarrierRemoval.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

bool isAsked(const KernelProgram &Kernel, const BarrierRemoval &Removal, const Barrier &Each) {
  return is_contained(Removal.Asked, Kernel.indexOf(Each));
}

bool isGone(const KernelProgram &Kernel, const BarrierRemoval &Removal, const Barrier &Each) {
  return isAsked(Kernel, Removal, Each) || is_contained(Removal.Gone, Kernel.indexOf(Each));
}

bool mayLieBetween(const ReachedNode &Here, const ReachedNode &There) {
  return Here.Position.Counted != There.Position.Counted ||
         Here.Position.Counted == IntervalPosition::Crossing::Many;
}

bool mayLieBetween(const Access &First, const Access &Second, const IntervalSet &Intervals) {
  return any_of(
      Intervals.reaching(First.NodeId, Second.NodeId), [&](const BarrierInterval *Interval) {
        return any_of(Interval->Reached.at(First.NodeId), [&](const ReachedNode &Here) {
          return any_of(Interval->Reached.at(Second.NodeId),
                        [&](const ReachedNode &There) { return mayLieBetween(Here, There); });
        });
      });
}

BarrierScope leastScopeBetween(ThreadPair Kind) {
  return Kind == ThreadPair::DifferentBlocks ? BarrierScope::Cluster : BarrierScope::Block;
}

bool seesOthers(const Access &Site) {
  return Site.IsVolatile || Site.Kind == AccessKind::Atomic || Site.Order >= AccessOrder::Volatile;
}

bool areAtomics(const Access &First, const Access &Second) {
  return First.Kind == AccessKind::Atomic && Second.Kind == AccessKind::Atomic;
}

bool isCollective(const Access &Site) {
  return Site.Form == RequestForm::WarpMatrix || Site.Form == RequestForm::MatrixRows;
}

bool orderMatters(const KernelProgram &Kernel, const Access &First, const Access &Second) {
  const MemoryObject &Here = Kernel.Objects[First.Object], &There = Kernel.Objects[Second.Object];
  bool AreApart = Here.Id != There.Id && First.Space == MemorySpace::Global &&
                  (Here.IsRestrict || There.IsRestrict || Here.ElementBytes != There.ElementBytes);
  bool Commute = areAtomics(First, Second) && First.Update != AtomicUpdate::Other &&
                 First.Update == Second.Update && First.Bytes == Second.Bytes;
  return !AreApart && !Commute;
}

std::optional<RaceVerdict> findFlag(const KernelProgram &Kernel, const IntervalSet &Intervals) {
  bool HasFence =
      any_of(Kernel.Fences, [](const Fence &Each) { return Each.Scope > ThreadScope::Block; });
  auto MayChange = [&](const Access &Site) {
    const MemoryObject &Object = Kernel.Objects[Site.Object];
    return Site.Space == MemorySpace::Global && !(Object.IsConst && Object.IsRestrict);
  };
  for (const Access &Flag : Kernel.Accesses) {
    if (!MayChange(Flag) || !(HasFence || seesOthers(Flag)))
      continue;
    for (const Access &Other : Kernel.Accesses) {
      if (!MayChange(Other) || !mayLieBetween(Flag, Other, Intervals))
        continue;
      RaceVerdict Verdict;
      Verdict.First = std::min(Flag.Id, Other.Id);
      Verdict.Second = std::max(Flag.Id, Other.Id);
      Verdict.Reason = {PairReason::Kind::Signal, {Flag.Text, Other.Text}};
      return Verdict;
    }
  }
  return std::nullopt;
}

} // namespace memlint
