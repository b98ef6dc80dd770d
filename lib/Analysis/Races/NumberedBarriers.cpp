//===- NumberedBarriers.cpp - Barriers that several sites share -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NumberedBarriers.h"

#include "OpposedArms.h"

#include "cuda-memlint/Target/BlockShape.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

static bool hasNumber(const Barrier &Each) {
  return Each.Scope == BarrierScope::Block || Each.Scope == BarrierScope::Named;
}

static ExprRef numberOf(const RaceSetting &Setting, const Barrier &Each) {
  return Each.Id ? Setting.specialise(Each.Id) : Setting.Context.constant(0);
}

bool mayHaveOneNumber(const RaceSetting &Setting, const Barrier &One, const Barrier &Other) {
  if (!hasNumber(One) || !hasNumber(Other))
    return false;
  ExprRef Left = numberOf(Setting, One), Right = numberOf(Setting, Other);
  bool AreApart =
      Left->range().High < Right->range().Low || Right->range().High < Left->range().Low;
  return Left == Right || (!AreApart && (!Left->isConstant() || !Right->isConstant()));
}

NumberedBarriers::NumberedBarriers(const RaceSetting &Setting, unsigned Threads)
    : Setting(Setting), Threads(Threads), OfBlock(Setting.Kernel.Barriers.size()) {
  for (const Barrier &Each : Setting.Kernel.Barriers) {
    if (!hasNumber(Each))
      continue;
    BarrierList Group;
    for (const Barrier &Other : Setting.Kernel.Barriers)
      if (mayHaveOneNumber(Setting, Each, Other))
        Group.push_back(Setting.Kernel.indexOf(Other));
    OfBlock[Setting.Kernel.indexOf(Each)] = areReachedAlike(Group);
  }
}

/// The barrier is complete when all threads of the block have come.
bool NumberedBarriers::countsBlock(const Barrier &Each) const {
  ExprRef Count = Each.Count ? Setting.specialise(Each.Count) : nullptr;
  return Each.Scope == BarrierScope::Block || (Count && Count->isConstant(int64_t(Threads)));
}

/// For which threads \p Condition holds, by linear index; empty: it depends on more than the
/// thread.
std::optional<BitVector> NumberedBarriers::threadsOf(ExprRef Condition) const {
  if (!allLeaves(Condition,
                 [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::ThreadIndex; }))
    return std::nullopt;
  BlockShape Shape{Setting.Block};
  BitVector Result(Threads);
  for (unsigned Thread = 0; Thread != Threads; ++Thread) {
    std::array<int64_t, 3> Index = Shape.indexOf(Thread);
    if (evaluate(Condition, [&](ExprRef Leaf) { return Index[Leaf->leaf().Dimension]; }) != 0)
      Result.set(Thread);
  }
  return Result;
}

/// \p Condition is the same for all threads of a block.
bool NumberedBarriers::isForAll(ExprRef Condition) const {
  ExprRef Known = Setting.specialise(Condition);
  if (Known->varies() <= Uniformity::Block)
    return true;
  std::optional<BitVector> Holds = threadsOf(Known);
  return Holds && (Holds->all() || Holds->none());
}

SmallVector<ExprRef, 2> NumberedBarriers::partialGuards(const Barrier &Each) const {
  SmallVector<ExprRef, 2> Result;
  copy_if(Each.Guards, std::back_inserter(Result), [&](ExprRef Guard) { return !isForAll(Guard); });
  return Result;
}

/// \p Condition holds for whole warps: each warp arrives as one, at one site or the other.
bool NumberedBarriers::keepsWarpsWhole(ExprRef Condition) const {
  std::optional<BitVector> Holds = threadsOf(Setting.specialise(Condition));
  if (!Holds)
    return false;
  unsigned Lanes = Setting.Kernel.Device.WarpLanes;
  for (unsigned First = 0; First < Threads; First += Lanes) {
    unsigned End = std::min(First + Lanes, Threads);
    if (Holds->find_first_in(First, End) != -1 && Holds->find_first_unset_in(First, End) != -1)
      return false;
  }
  return true;
}

/// Each site of \p Group, in the order of the program, is for every thread that comes to it the
/// same in number: its third, say. Then all threads that come to that one have come to as many
/// before, and those that come elsewhere do so in its stead.
bool NumberedBarriers::haveOnePlace(const BarrierList &Group) const {
  std::vector<unsigned> Passed(Threads);
  DenseMap<unsigned, const Barrier *> ByPlace;
  for (unsigned Number : Group) {
    const Barrier &Each = at(Number);
    BitVector Comers(Threads, true);
    for (ExprRef Guard : partialGuards(Each)) {
      std::optional<BitVector> Holds = threadsOf(Setting.specialise(Guard));
      if (!Holds)
        return false;
      Comers &= *Holds;
    }
    if (Comers.none())
      continue;
    unsigned Place = Passed[unsigned(Comers.find_first())];
    for (unsigned Thread : Comers.set_bits())
      if (Passed[Thread]++ != Place)
        return false;
    auto [First, IsFirst] = ByPlace.try_emplace(Place, &Each);
    if (!IsFirst && !areUnderOneCondition(*First->second, Each))
      return false;
  }
  return all_equal(Passed);
}

/// If threads come to \p One, others come to \p Other: what both need beside conditions on the
/// thread is the same.
bool NumberedBarriers::areUnderOneCondition(const Barrier &One, const Barrier &Other) const {
  auto ForAll = [&](const Barrier &Each) {
    SmallVector<ExprRef, 2> Result;
    for (ExprRef Guard : Each.Guards)
      if (ExprRef Known = Setting.specialise(Guard);
          isForAll(Guard) && (!Known->isConstant() || Known->isConstant(0)))
        Result.push_back(Known);
    return Result;
  };
  return One.Loops == Other.Loops && ForAll(One) == ForAll(Other);
}

/// The sites of \p Group under conditions on the thread are those of two arms that have as many
/// barriers. No other site lies between the two, and none at all may follow for threads that only
/// arrive.
bool NumberedBarriers::areOfTwoArms(const BarrierList &Group, bool AnyArrival) const {
  ExprRef OfArm = nullptr;
  std::optional<unsigned> First, Last;
  for (unsigned Number : Group) {
    SmallVector<ExprRef, 2> Partial = partialGuards(at(Number));
    if (Partial.empty())
      continue;
    if (Partial.size() != 1 ||
        (OfArm && Partial.front() != OfArm && Partial.front() != Setting.Context.logicalNot(OfArm)))
      return false;
    OfArm = OfArm ? OfArm : Partial.front();
    First = std::min(First.value_or(Number), Number);
    Last = std::max(Last.value_or(Number), Number);
  }
  for (unsigned Number : Group)
    if (partialGuards(at(Number)).empty() && (AnyArrival || (*First < Number && Number < *Last)))
      return false;
  auto BarriersIn = [&](ExprRef Arm) {
    BarrierList Found;
    for (const Barrier &Each : Setting.Kernel.Barriers)
      if (hasNumber(Each) && is_contained(Each.Guards, Arm))
        Found.push_back(Setting.Kernel.indexOf(Each));
    return Found;
  };
  return areMatchedArms(Setting, OfArm, BarriersIn(OfArm),
                        BarriersIn(Setting.Context.logicalNot(OfArm)));
}

/// One thread cannot come to both: they lie in two branches.
bool NumberedBarriers::areOpposed(const Barrier &One, const Barrier &Other) const {
  return any_of(One.Guards, [&](ExprRef Guard) {
    return is_contained(Other.Guards, Setting.Context.logicalNot(Guard));
  });
}

/// All threads come equally often to the barriers of \p Group, which have one number, and in the
/// same order.
bool NumberedBarriers::areReachedAlike(const BarrierList &Group) const {
  bool AnyNamed = false, AnyArrival = false, AnyPartial = false;
  for (unsigned Number : Group) {
    const Barrier &Each = at(Number);
    if (numberOf(Setting, Each)->varies() > Uniformity::Block || !countsBlock(Each))
      return false;
    AnyNamed |=
        Each.Scope == BarrierScope::Named ||
        (Each.Id && any_of(Group, [&](unsigned Other) { return areOpposed(Each, at(Other)); }));
    AnyArrival |= Each.IsArrival;
    AnyPartial |= !partialGuards(Each).empty();
  }
  // CUDA forbids that a part of the block comes to the others.
  if (!AnyNamed)
    return true;
  auto IsFollowed = [&](unsigned Number) {
    return !at(Number).IsUncertain && all_of(at(Number).Loops, [&](unsigned Loop) {
      return all_of(Setting.Kernel.Loops[Loop].Exits, [&](ExprRef Exit) { return isForAll(Exit); });
    });
  };
  if (!all_of(Group, IsFollowed))
    return false;
  if (!AnyPartial)
    return !AnyArrival;
  auto IsOfWarps = [&](unsigned Number) {
    return all_of(partialGuards(at(Number)), [&](ExprRef Each) { return keepsWarpsWhole(Each); });
  };
  if (!all_of(Group, IsOfWarps))
    return false;
  return (!AnyArrival && haveOnePlace(Group)) || areOfTwoArms(Group, AnyArrival);
}

} // namespace memlint
