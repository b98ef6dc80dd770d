//===- ThreadRelations.cpp - Who is kept apart by which barriers ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadRelations.h"

#include "BarrierRemoval.h"

#include "cuda-memlint/Analysis/Races/RaceAnalysis.h"
#include "cuda-memlint/Target/WarpRequest.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace llvm;

namespace memlint {

static constexpr unsigned NumberBetweenBlocks = ~0u;

IntervalSet ThreadRelations::intervals(function_ref<bool(const Barrier &)> Separates) const {
  auto Counts = [&](const Barrier &Each) { return Removal && isAsked(Kernel, *Removal, Each); };
  return IntervalSet(findIntervals(
      Setting.Context, Kernel, Separates, Counts,
      [&](ExprRef Condition) { return Setting.specialise(Condition); },
      [&](unsigned Loop) { return Setting.Case && Setting.Case->LongLoops.contains(Loop); }));
}

RelationIntervals
ThreadRelations::relation(ThreadRelation Relation,
                          function_ref<Separation(const Barrier &)> SeparatesOnce) const {
  auto Separates = [&](const Barrier &Each) {
    bool IsGone = Removal && isGone(Kernel, *Removal, Each);
    return IsGone ? Separation::No : SeparatesOnce(Each);
  };
  RelationIntervals New;
  New.Relation = Relation;
  for (const Barrier &Each : Kernel.Barriers)
    New.Separates.push_back(Separates(Each));
  New.Intervals = intervals([&](const Barrier &Each) { return Separates(Each) != Separation::No; });
  if (any_of(Kernel.Barriers,
             [&](const Barrier &Each) { return Separates(Each) == Separation::Uncertain; }))
    New.WithoutUncertain =
        intervals([&](const Barrier &Each) { return Separates(Each) == Separation::Yes; });
  return New;
}

/// Whether \p Each separates two threads of one block, both in a group of \p Share (0: in
/// different groups of any size that a barrier has).
Separation ThreadRelations::separatesWithinBlock(const Barrier &Each, unsigned Share) const {
  // Barriers in memory: all threads of the block come to those that count so many.
  bool IsSure = !Each.IsUncertain ||
                (Each.Count && Setting.specialise(Each.Count)->isConstant(int64_t(Threads)));
  Separation Sure = IsSure ? Separation::Yes : Separation::Uncertain;
  if (Each.IsArrival)
    return Each.IsUncertain ? Separation::No : Separation::Uncertain;
  switch (Each.Scope) {
  case BarrierScope::Thread:
    return Separation::No;
  case BarrierScope::Warp:
    if (Share == 0 || Each.GroupSize < Share)
      return Each.IsUncertain ? Separation::Uncertain : Separation::No;
    return !Each.Mask || Each.Mask->isConstant(0xffffffff) || Each.Mask->isConstant(-1)
               ? Sure
               : Separation::Uncertain;
  case BarrierScope::Named:
  case BarrierScope::Block:
    return Numbered.isOfBlock(Kernel.indexOf(Each)) ? Sure : Separation::Uncertain;
  case BarrierScope::Cluster:
  case BarrierScope::Grid:
    return Sure;
  }
  return Separation::No;
}

/// The same for threads that are both in the sets \p Common of barriers of a part of the block.
Separation ThreadRelations::separates(const Barrier &Each, unsigned Share, uint32_t Common) const {
  unsigned Number = Kernel.indexOf(Each);
  std::optional<unsigned> Set = Partial.setOf(Number);
  if (!Set)
    return separatesWithinBlock(Each, Share);
  bool AreMembers = Common >> *Set & 1;
  bool IsTooWide = (Share == 0 || Share > Kernel.Device.WarpLanes) &&
                   (Each.Scope == BarrierScope::Warp || Partial.isWithinWarps(Number));
  return AreMembers && !IsTooWide ? Separation::Yes : Separation::No;
}

/// Two threads of the classes are in one group of \p Share threads.
bool ThreadRelations::areInOneGroup(const ThreadSet &First, const ThreadSet &Second,
                                    unsigned Share) const {
  if (Share == 0)
    return true;
  for (unsigned Begin = 0; Begin < Threads; Begin += Share) {
    unsigned End = std::min(Begin + Share, Threads);
    if (First.find_first_in(Begin, End) != -1 && Second.find_first_in(Begin, End) != -1)
      return true;
  }
  return false;
}

std::vector<RelationIntervals> ThreadRelations::withinBlock() const {
  std::set<unsigned> Sizes = {Kernel.Device.WarpLanes};
  for (const Barrier &Each : Kernel.Barriers)
    if (Each.Scope == BarrierScope::Warp && Each.GroupSize > 1)
      Sizes.insert(Each.GroupSize);
  std::vector<RelationIntervals> Relations;
  unsigned Inner = 1;
  bool AreAlike = Partial.classes().size() == 1;
  auto Add = [&](unsigned Share) {
    for (const MemberClass &First : Partial.classes())
      for (const MemberClass &Second : Partial.classes()) {
        if (!areInOneGroup(First.Threads, Second.Threads, Share))
          continue;
        auto SeparatesThese = [&](const Barrier &Each) {
          return separates(Each, Share, First.Memberships & Second.Memberships);
        };
        bool Matters = !Removal || any_of(Removal->Asked, [&](unsigned Index) {
          return SeparatesThese(Kernel.Barriers[Index]) != Separation::No;
        });
        if (!Matters)
          continue;
        ThreadRelation Within = {Share && Share <= Kernel.Device.WarpLanes
                                     ? ThreadPair::SameWarp
                                     : ThreadPair::DifferentWarps,
                                 Share, Inner};
        if (!AreAlike) {
          Within.OfFirst = &First.Threads;
          Within.OfSecond = &Second.Threads;
        }
        Relations.push_back(relation(Within, SeparatesThese));
        Relations.back().Number = Inner;
      }
    Inner = Share;
  };
  for (unsigned Size : Sizes)
    if (Threads > Inner)
      Add(Size);
  if (Threads > Inner)
    Add(0);
  return Relations;
}

RelationIntervals ThreadRelations::betweenBlocks() const {
  RelationIntervals Between =
      relation({ThreadPair::DifferentBlocks, 0, Threads}, [](const Barrier &Each) {
        if (Each.Scope == BarrierScope::Grid)
          return Each.IsUncertain ? Separation::Uncertain : Separation::Yes;
        // Which blocks form a cluster is not looked at.
        return Each.Scope == BarrierScope::Cluster ? Separation::Uncertain : Separation::No;
      });
  Between.Number = NumberBetweenBlocks;
  return Between;
}

} // namespace memlint
