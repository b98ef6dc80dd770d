//===- AlternativeBarriers.cpp - Barriers of threads that part ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AlternativeBarriers.h"

#include "NumberedBarriers.h"

#include "cuda-memlint/Target/BlockShape.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace llvm;

namespace memlint {

/// \p Guard is a condition on the thread, and not one of those of \p Other.
static bool isFurther(ExprRef Guard, const Site &Other) {
  return Guard->varies() == Uniformity::Lane && !is_contained(Other.Guards, Guard);
}

/// Some condition on the thread that \p One needs is not among those of \p Other.
static bool needsMore(const Site &One, const Site &Other) {
  return any_of(One.Guards, [&](ExprRef Guard) { return isFurther(Guard, Other); });
}

static bool isNamed(const Barrier &One, const Barrier &Other) {
  return One.Scope == BarrierScope::Named || Other.Scope == BarrierScope::Named;
}

namespace {

/// Threads of a block, by linear index, that may come to a barrier, and those that do if any do.
struct Comers {
  BitVector Possible, Sure;
};

/// Which barriers of the whole block or of a warp let go threads that wait at another one.
class MeetingBarriers {
public:
  explicit MeetingBarriers(const RaceSetting &Setting)
      : Setting(Setting), Threads(unsigned(BlockShape{Setting.Block}.threads())) {}

  /// Some threads of a block or warp may wait at \p One while its others come to \p Other.
  bool mayMeet(const Barrier &One, const Barrier &Other) {
    // What separates nothing for sure is left out elsewhere.
    if (One.IsUncertain || Other.IsUncertain || One.Scope != Other.Scope)
      return false;
    if (One.Scope == BarrierScope::Block)
      return mayHaveOneNumber(Setting, One, Other) && part(One, Other, Threads);
    return One.Scope == BarrierScope::Warp && One.GroupSize == Other.GroupSize &&
           !nameOtherLanes(One, Other) && part(One, Other, One.GroupSize);
  }

private:
  bool nameOtherLanes(const Barrier &One, const Barrier &Other) const {
    if (!One.Mask || !Other.Mask)
      return false;
    ExprRef Left = Setting.specialise(One.Mask), Right = Setting.specialise(Other.Mask);
    return Left->isConstant() && Right->isConstant() && Left != Right;
  }

  /// In a group of \p Width threads, one may come to \p One only and another to \p Other only.
  bool part(const Barrier &One, const Barrier &Other, unsigned Width) {
    const Comers &Here = comersOf(One), &There = comersOf(Other);
    BitVector OnlyHere = Here.Possible, OnlyThere = There.Possible;
    OnlyHere.reset(There.Sure);
    OnlyThere.reset(Here.Sure);
    for (unsigned First = 0; First < Threads; First += Width) {
      unsigned End = std::min(First + Width, Threads);
      if (OnlyHere.find_first_in(First, End) != -1 && OnlyThere.find_first_in(First, End) != -1)
        return true;
    }
    return false;
  }

  const Comers &comersOf(const Barrier &Each) {
    auto [Known, IsNew] = ByBarrier.try_emplace(&Each);
    Comers &Found = Known->second;
    if (!IsNew)
      return Found;
    Found = {BitVector(Threads, true), BitVector(Threads, true)};
    for (ExprRef Guard : Each.Guards)
      if (Guard->varies() == Uniformity::Lane)
        restrict(Found, Setting.specialise(Guard));
    return Found;
  }

  void restrict(Comers &Found, ExprRef Condition) const {
    if (!allLeaves(Condition,
                   [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::ThreadIndex; })) {
      Found.Sure.reset();
      return;
    }
    for (unsigned Thread = 0; Thread != Threads; ++Thread) {
      std::array<int64_t, 3> Index = BlockShape{Setting.Block}.indexOf(Thread);
      if (evaluate(Condition, [&](ExprRef Leaf) { return Index[Leaf->leaf().Dimension]; }) != 0)
        continue;
      Found.Possible.reset(Thread);
      Found.Sure.reset(Thread);
    }
  }

  const RaceSetting &Setting;
  unsigned Threads;
  std::map<const Barrier *, Comers> ByBarrier;
};

} // namespace

std::vector<AlternativeBarriers> findAlternatives(const RaceSetting &Setting) {
  std::vector<AlternativeBarriers> Result;
  MeetingBarriers Meeting(Setting);
  ArrayRef<Barrier> Barriers = Setting.Kernel.Barriers;
  for (auto [Number, One] : enumerate(Barriers))
    for (const Barrier &Other : Barriers.drop_front(Number + 1)) {
      if (!needsMore(One, Other) || !needsMore(Other, One))
        continue;
      // Who is counted by a named barrier is not looked into.
      bool IsAlternative =
          isNamed(One, Other) ? mayHaveOneNumber(Setting, One, Other) : Meeting.mayMeet(One, Other);
      if (IsAlternative)
        Result.push_back({unsigned(Number), Setting.Kernel.indexOf(Other)});
    }
  return Result;
}

/// \p Place is where some condition holds that \p One needs and \p Other does not.
static bool isInArm(const Site &Place, const Barrier &One, const Barrier &Other) {
  return any_of(One.Guards, [&](ExprRef Guard) {
    return isFurther(Guard, Other) && is_contained(Place.Guards, Guard);
  });
}

/// All threads of barriers of the block or warp pass equally many. So both barriers are behind an
/// access that comes before both, and what keeps it apart from those outside of the arms does so
/// whichever way a thread goes.
static bool keepsOrder(const Barrier &One, const Barrier &Other, const Access &First,
                       const Access &Second) {
  if (isNamed(One, Other))
    return false;
  auto IsInOneOf = [&](const Access &Place) {
    return isInArm(Place, One, Other) || isInArm(Place, Other, One);
  };
  auto IsBefore = [&](const Access &Place) {
    return One.Loops.empty() && Other.Loops.empty() &&
           Place.NodeId < std::min(One.NodeId, Other.NodeId);
  };
  return IsBefore(First) || IsBefore(Second) || (!IsInOneOf(First) && !IsInOneOf(Second));
}

SmallVector<unsigned, 4> findPassedBy(const KernelProgram &Kernel,
                                      ArrayRef<AlternativeBarriers> Alternatives,
                                      const Access &First, const Access &Second,
                                      function_ref<bool(unsigned)> Counts) {
  SmallVector<unsigned, 4> Result;
  for (const AlternativeBarriers &Both : Alternatives) {
    const Barrier &One = Kernel.Barriers[Both.One], &Other = Kernel.Barriers[Both.Other];
    if (keepsOrder(One, Other, First, Second))
      continue;
    for (const Barrier &Each : {std::cref(One), std::cref(Other)}) {
      unsigned Number = Kernel.indexOf(Each);
      bool IsPassedBy = needsMore(Each, First) || needsMore(Each, Second);
      if (IsPassedBy && Counts(Number) && !is_contained(Result, Number))
        Result.push_back(Number);
    }
  }
  llvm::sort(Result);
  return Result;
}

} // namespace memlint
