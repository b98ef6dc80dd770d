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

namespace {

using BarrierList = SmallVector<unsigned, 4>;

/// The barriers in the arm of the first access and in the other arm.
class TwoArms {
public:
  TwoArms(const RaceSetting &Setting, BarrierList Here, BarrierList There)
      : Setting(Setting), Here(std::move(Here)), There(std::move(There)) {}

  /// All threads come by the barriers of their arm one after another and once, and those of the two
  /// arms are the same, one for one.
  bool areMatched() const {
    auto IsPlain = [&](unsigned Number) {
      return at(Number).Loops.empty() && at(Number).Guards.size() == at(Here.front()).Guards.size();
    };
    return Here.size() == There.size() && all_of(Here, IsPlain) && all_of(There, IsPlain) &&
           all_of(
               zip(Here, There),
               [&](auto Both) { return areOne(at(std::get<0>(Both)), at(std::get<1>(Both))); }) &&
           arriveOnce(Here) && arriveOnce(There);
  }

  /// \p First, in its arm, and \p Second, in the other one or outside of both, are not in one
  /// phase: one of the two threads waits at a barrier that the other one comes to behind its
  /// access.
  bool order(const Access &First, const Access &Second) const {
    size_t Before = passedAt(First, Here), BeforeSecond = passedAt(Second, There);
    bool SecondWaits = Before < BeforeSecond;
    ArrayRef<unsigned> Waiting = SecondWaits ? There : Here;
    auto [From, To] = std::minmax(Before, BeforeSecond);
    return any_of(Waiting.slice(From, To - From),
                  [&](unsigned Number) { return !at(Number).IsArrival; });
  }

private:
  const Barrier &at(unsigned Number) const { return Setting.Kernel.Barriers[Number]; }

  /// A thread that waits at one of the two is let go by one that comes to the other.
  bool areOne(const Barrier &Left, const Barrier &Right) const {
    bool IsOne = Left.Scope == Right.Scope && Left.GroupSize == Right.GroupSize &&
                 Left.Mask == Right.Mask && Left.Id == Right.Id && Left.Count == Right.Count &&
                 !Left.IsUncertain && !Right.IsUncertain;
    bool Waits = !Left.IsArrival && !Right.IsArrival;
    return IsOne && (Waits || (countsBlock(Left) && !(Left.IsArrival && Right.IsArrival)));
  }

  /// It is complete when all threads of the block have come to it, in one arm or the other.
  bool countsBlock(const Barrier &Each) const {
    ExprRef Count = Each.Count ? Setting.specialise(Each.Count) : nullptr;
    unsigned Divergent =
        count_if(Each.Guards, [](ExprRef Guard) { return Guard->varies() > Uniformity::Block; });
    return Count &&
           Count->isConstant(int64_t(Setting.Block[0] * Setting.Block[1] * Setting.Block[2])) &&
           Divergent == 1;
  }

  /// Nobody who has arrived at a barrier and not waited comes to one of that number again before it
  /// is complete: a barrier at which he waits lies in between, which those come to who are behind
  /// the first.
  bool arriveOnce(ArrayRef<unsigned> Arm) const {
    for (auto [Index, Number] : enumerate(Arm)) {
      bool HasWaited = !at(Number).IsArrival;
      for (unsigned Later : Arm.drop_front(Index + 1)) {
        if (at(Later).Id == at(Number).Id && !HasWaited)
          return false;
        HasWaited |= !at(Later).IsArrival;
      }
    }
    return true;
  }

  /// How many barriers of \p Arm lie before \p Site.
  size_t passedAt(const Access &Site, ArrayRef<unsigned> Arm) const {
    return size_t(count_if(Arm, [&](unsigned Number) { return at(Number).NodeId < Site.NodeId; }));
  }

  const RaceSetting &Setting;
  BarrierList Here, There;
};

} // namespace

/// Compares \p First, where \p Guard holds, with \p Second, where it does not or may not hold.
static void compareAt(const RaceSetting &Setting, const BarriersByGuard &Inside, ExprRef Guard,
                      const Access &First, const Access &Second,
                      function_ref<bool(unsigned)> Counts, OpposedArms &Result) {
  if (Guard->varies() != Uniformity::Lane || !Inside.contains(Guard) ||
      is_contained(Second.Guards, Guard))
    return;
  auto BarriersIn = [&](ExprRef Arm) {
    BarrierList Found;
    copy_if(Inside.lookup(Arm), std::back_inserter(Found), Counts);
    return Found;
  };
  BarrierList Here = BarriersIn(Guard), There = BarriersIn(Setting.Context.logicalNot(Guard));
  if (Here.empty() || There.empty())
    return;
  Result.Barriers.append(Here);
  Result.Barriers.append(There);
  TwoArms Arms(Setting, std::move(Here), std::move(There));
  if (Result.Order != ArmOrder::NotOpposed || !Arms.areMatched())
    Result.Order = ArmOrder::Unknown;
  else
    Result.Order = Arms.order(First, Second) ? ArmOrder::OtherPhase : ArmOrder::SamePhase;
}

/// Some condition on the thread that \p One needs is not among those of \p Other.
static bool needsMore(const Site &One, const Site &Other) {
  return any_of(One.Guards, [&](ExprRef Guard) {
    return Guard->varies() == Uniformity::Lane && !is_contained(Other.Guards, Guard);
  });
}

/// Named barriers that one of the two threads may pass by and come to another one of that number
/// instead, as in the cases of a switch.
static BarrierList findPassedBy(const KernelProgram &Kernel, const Access &First,
                                const Access &Second, function_ref<bool(unsigned)> Counts) {
  BarrierList Result;
  for (const Barrier &Each : Kernel.Barriers) {
    unsigned Number = Kernel.indexOf(Each);
    if (Each.Scope != BarrierScope::Named || !Counts(Number) ||
        (!needsMore(Each, First) && !needsMore(Each, Second)))
      continue;
    if (any_of(Kernel.Barriers, [&](const Barrier &Other) {
          return Other.Scope == Each.Scope && Other.Id == Each.Id && needsMore(Each, Other) &&
                 needsMore(Other, Each);
        }))
      Result.push_back(Number);
  }
  return Result;
}

OpposedArms compareArms(const RaceSetting &Setting, const BarriersByGuard &Inside,
                        const Access &First, const Access &Second,
                        function_ref<bool(unsigned)> Counts) {
  OpposedArms Result;
  for (ExprRef Guard : First.Guards)
    compareAt(Setting, Inside, Guard, First, Second, Counts, Result);
  for (ExprRef Guard : Second.Guards)
    if (!is_contained(First.Guards, Setting.Context.logicalNot(Guard)))
      compareAt(Setting, Inside, Guard, Second, First, Counts, Result);
  if (Result.Order == ArmOrder::NotOpposed) {
    Result.Barriers = findPassedBy(Setting.Kernel, First, Second, Counts);
    if (!Result.Barriers.empty())
      Result.Order = ArmOrder::Unknown;
  }
  return Result;
}

} // namespace memlint
