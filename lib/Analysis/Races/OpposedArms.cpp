//===- OpposedArms.cpp - Barriers in both arms of a condition -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpposedArms.h"

#include "BarrierRings.h"
#include "NumberedBarriers.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

GuardedBarriers findGuardedBarriers(const RaceSetting &Setting) {
  GuardedBarriers Result;
  for (auto [Number, Each] : enumerate(Setting.Kernel.Barriers))
    for (ExprRef Guard : Each.Guards) {
      SmallVectorImpl<unsigned> &Barriers = Result.ByGuard[Guard];
      if (Barriers.empty() || Barriers.back() != Number)
        Barriers.push_back(unsigned(Number));
    }
  Result.Alternatives = findAlternatives(Setting);
  return Result;
}

namespace {

/// A loop of an arm that contains barriers: its number, and those in it, by index in the arm.
struct ArmLoop {
  unsigned Number = 0;
  size_t First = 0, Count = 0;
};

using BarrierList = SmallVector<unsigned, 4>;

/// The barriers in the arm of the first access and in the other arm.
class TwoArms {
public:
  /// \p Guard holds in the first arm.
  TwoArms(const RaceSetting &Setting, ExprRef Guard, BarrierList Here, BarrierList There)
      : Setting(Setting), Guard(Guard), Opposite(Setting.Context.logicalNot(Guard)),
        Here(std::move(Here)), There(std::move(There)) {}

  /// All threads come by the barriers of their arm one after another and once, and those of the two
  /// arms are the same, one for one.
  bool areMatched() const {
    auto IsPlain = [&](unsigned Number) {
      return at(Number).Loops.empty() && isOfWholeArm(at(Number));
    };
    return Here.size() == There.size() && all_of(Here, IsPlain) && all_of(There, IsPlain) &&
           all_of(
               zip(Here, There),
               [&](auto Both) { return areOne(at(std::get<0>(Both)), at(std::get<1>(Both))); }) &&
           arriveOnce(Here) && arriveOnce(There);
  }

  /// The same where each arm has one loop, in which everybody waits, and the two run equally often:
  /// as many barriers lie before, in and behind the one as the other.
  bool areMatchedInLoops() {
    LoopHere = findLoop(Here);
    LoopThere = findLoop(There);
    return LoopHere && LoopThere && Here.size() == There.size() &&
           LoopHere->First == LoopThere->First && LoopHere->Count == LoopThere->Count &&
           runEquallyOften() && all_of(zip(Here, There), [&](auto Both) {
             const Barrier &Left = at(std::get<0>(Both)), &Right = at(std::get<1>(Both));
             return areOne(Left, Right) && !Left.IsArrival && !Right.IsArrival &&
                    Left.Loops.size() == Right.Loops.size();
           });
  }

  /// After areMatchedInLoops() or findRing(): no other barriers lie in the two loops, and all of
  /// them hold.
  bool areAllOfLoops(const CountedBarriers &Of) const {
    return all_of(Setting.Kernel.Barriers, [&](const Barrier &Each) {
      unsigned Number = Setting.Kernel.indexOf(Each);
      bool IsIn =
          is_contained(Each.Loops, LoopHere->Number) || is_contained(Each.Loops, LoopThere->Number);
      return !IsIn || !Of.Counts(Number) ||
             ((Of.IsSure(Number) || Each.IsArrival) &&
              (is_contained(Here, Number) || is_contained(There, Number)));
    });
  }

  /// After areMatchedInLoops(): \p First, in the arm, and \p Second. Both have passed the same
  /// number of barriers, or are ordered.
  OpposedArms compareInLoops(const Access &First, const Access &Second) const {
    bool FirstIsIn = is_contained(First.Loops, LoopHere->Number);
    bool SecondIsIn = is_contained(Second.Loops, LoopThere->Number);
    if (!FirstIsIn || !SecondIsIn || First.Loops.size() != 1 || Second.Loops.size() != 1)
      return {ArmOrder::Unknown, {}, std::nullopt};
    auto Count = int64_t(LoopHere->Count);
    int64_t Further = int64_t(passedAt(First, Here)) - int64_t(passedAt(Second, There));
    if (Further % Count != 0)
      return {ArmOrder::OtherPhase, {}, std::nullopt};
    return {ArmOrder::SamePhase,
            {},
            LoopsOfArms{LoopHere->Number, LoopThere->Number, {Further / Count}, true}};
  }

  /// The barriers in the loops of the two arms, which run equally often, as those of producers and
  /// consumers; empty: they are not.
  std::optional<BarrierRing> findRing() {
    LoopHere = findLoop(Here);
    LoopThere = findLoop(There);
    auto CountsAll = [&](unsigned Number) { return countsBlock(at(Number)); };
    if (!LoopHere || !LoopThere || !runEquallyOften() || !all_of(Here, CountsAll) ||
        !all_of(There, CountsAll))
      return std::nullopt;
    BarrierRing Ring(Setting, sideOf(Here, *LoopHere), sideOf(There, *LoopThere));
    return Ring.isFollowed() ? std::optional(std::move(Ring)) : std::nullopt;
  }

  /// The same as compareInLoops() for the barriers of findRing().
  OpposedArms compareInRing(const BarrierRing &Ring, const Access &First,
                            const Access &Second) const {
    bool AreIn = ArrayRef(First.Loops) == ArrayRef(LoopHere->Number) &&
                 ArrayRef(Second.Loops) == ArrayRef(LoopThere->Number);
    std::optional<BarrierRing::Window> Found;
    if (AreIn)
      Found = Ring.window(passedAt(First, Here) - LoopHere->First,
                          passedAt(Second, There) - LoopThere->First);
    if (!Found)
      return {ArmOrder::Unknown, {}, std::nullopt};
    return {ArmOrder::SamePhase,
            {},
            LoopsOfArms{LoopHere->Number, LoopThere->Number, std::move(Found->Ahead),
                        Found->InAnyIteration}};
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

  RingSide sideOf(ArrayRef<unsigned> Arm, const ArmLoop &Loop) const {
    RingSide Result;
    Result.Loop = Loop.Number;
    for (unsigned Number : Arm.take_front(Loop.First))
      Result.Before.push_back(&at(Number));
    for (unsigned Number : Arm.slice(Loop.First, Loop.Count))
      Result.Inside.push_back(&at(Number));
    for (unsigned Number : Arm.drop_front(Loop.First + Loop.Count))
      Result.Behind.push_back(&at(Number));
    return Result;
  }

  /// The one loop of \p Arm, if all threads go through the barriers in it in each iteration.
  std::optional<ArmLoop> findLoop(ArrayRef<unsigned> Arm) const {
    std::optional<ArmLoop> Found;
    for (auto [Index, Number] : enumerate(Arm)) {
      const Barrier &Each = at(Number);
      if (!isOfWholeArm(Each))
        return std::nullopt;
      if (Each.Loops.empty())
        continue;
      if (!Found)
        Found = {Each.Loops.front(), Index, 0};
      if (Found->Number != Each.Loops.front())
        return std::nullopt;
      ++Found->Count;
    }
    return Found;
  }

  /// All threads of its arm come to \p Each, in each iteration of the loop that it may be in.
  bool isOfWholeArm(const Barrier &Each) const {
    std::optional<SmallVector<ExprRef, 4>> Others = furtherConditions(Each);
    return Others && Others == furtherConditions(at(Here.front()));
  }

  /// What \p Each needs beside the condition of its arm, and that its loop goes on; empty: that is
  /// not known of the loop, or there are several.
  std::optional<SmallVector<ExprRef, 4>> furtherConditions(const Barrier &Each) const {
    ExprRef GoesOn = nullptr;
    if (!Each.Loops.empty()) {
      ArrayRef<ExprRef> Exits = Setting.Kernel.Loops[Each.Loops.front()].Exits;
      if (Each.Loops.size() != 1 || Exits.size() != 1)
        return std::nullopt;
      GoesOn = Setting.Context.logicalNot(Exits.front());
      if (!is_contained(Each.Guards, GoesOn))
        return std::nullopt;
    }
    SmallVector<ExprRef, 4> Result;
    copy_if(Each.Guards, std::back_inserter(Result), [&](ExprRef Condition) {
      return Condition != Guard && Condition != Opposite && Condition != GoesOn;
    });
    return Result;
  }

  bool runEquallyOften() const {
    const Loop &Left = Setting.Kernel.Loops[LoopHere->Number],
               &Right = Setting.Kernel.Loops[LoopThere->Number];
    ExprRef Exit = Setting.specialise(Left.Exits.front());
    ExprRef Moved = Setting.Context.substitute(
        Exit, [&](ExprRef Leaf) { return Leaf == Left.Counter ? Right.Counter : nullptr; });
    // Of one value in all threads and iterations, but for the counter.
    return Moved == Setting.specialise(Right.Exits.front()) &&
           Moved->varies() <= Uniformity::Block && Setting.isOneValue(Moved);
  }

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
    return Count && Count->isConstant(int64_t(Setting.threadsPerBlock())) && Divergent == 1;
  }

  /// Nobody who has arrived at a barrier and not waited comes to one of that number again before it
  /// is complete: a barrier at which he waits lies in between, which those come to who are behind
  /// the first.
  bool arriveOnce(ArrayRef<unsigned> Arm) const {
    for (auto [Index, Number] : enumerate(Arm)) {
      bool HasWaited = !at(Number).IsArrival;
      for (unsigned Later : Arm.drop_front(Index + 1)) {
        bool IsAgain =
            at(Later).Id == at(Number).Id || mayHaveOneNumber(Setting, at(Later), at(Number));
        if (IsAgain && !HasWaited)
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
  ExprRef Guard, Opposite;
  BarrierList Here, There;
  std::optional<ArmLoop> LoopHere, LoopThere;
};

} // namespace

bool areMatchedArms(const RaceSetting &Setting, ExprRef Guard, BarrierList Here,
                    BarrierList There) {
  if (Here.empty() || There.empty())
    return false;
  TwoArms Arms(Setting, Guard, std::move(Here), std::move(There));
  return Arms.areMatched() || Arms.areMatchedInLoops() || Arms.findRing();
}

/// Adds to the barriers of two arms that lie in one loop those that all threads come to in it.
static void addCommon(const RaceSetting &Setting, ExprRef Guard, const CountedBarriers &Of,
                      BarrierList &Here, BarrierList &There) {
  ArrayRef<Barrier> Barriers = Setting.Kernel.Barriers;
  const auto &Loops = Barriers[Here.front()].Loops;
  auto IsInLoop = [&](unsigned Number) { return Barriers[Number].Loops == Loops; };
  if (Loops.empty() || !all_of(Here, IsInLoop) || !all_of(There, IsInLoop))
    return;
  ExprRef Opposite = Setting.Context.logicalNot(Guard);
  for (const Barrier &Each : Barriers) {
    unsigned Number = Setting.Kernel.indexOf(Each);
    if (!IsInLoop(Number) || !Of.IsSure(Number) || is_contained(Each.Guards, Guard) ||
        is_contained(Each.Guards, Opposite))
      continue;
    Here.push_back(Number);
    There.push_back(Number);
  }
  llvm::sort(Here);
  llvm::sort(There);
}

/// Compares \p First, where \p Guard holds, with \p Second, where it does not or may not hold.
static void compareByGuard(const RaceSetting &Setting, const GuardedBarriers &Inside, ExprRef Guard,
                           const Access &First, const Access &Second, const CountedBarriers &Of,
                           OpposedArms &Result) {
  if (Guard->varies() != Uniformity::Lane || !Inside.ByGuard.contains(Guard) ||
      is_contained(Second.Guards, Guard))
    return;
  auto BarriersIn = [&](ExprRef Arm) {
    BarrierList Found;
    copy_if(Inside.ByGuard.lookup(Arm), std::back_inserter(Found), Of.Counts);
    return Found;
  };
  BarrierList Here = BarriersIn(Guard), There = BarriersIn(Setting.Context.logicalNot(Guard));
  if (Here.empty() || There.empty())
    return;
  Result.Barriers.append(Here);
  Result.Barriers.append(There);
  addCommon(Setting, Guard, Of, Here, There);
  TwoArms Arms(Setting, Guard, std::move(Here), std::move(There));
  if (Result.Order != ArmOrder::NotOpposed) {
    Result.Order = ArmOrder::Unknown;
  } else if (Arms.areMatched()) {
    Result.Order = Arms.order(First, Second) ? ArmOrder::OtherPhase : ArmOrder::SamePhase;
  } else if (Arms.areMatchedInLoops() && Arms.areAllOfLoops(Of)) {
    OpposedArms InLoops = Arms.compareInLoops(First, Second);
    Result.Order = InLoops.Order;
    Result.InLoops = InLoops.InLoops;
  } else if (std::optional<BarrierRing> Ring = Arms.findRing(); Ring && Arms.areAllOfLoops(Of)) {
    OpposedArms InRing = Arms.compareInRing(*Ring, First, Second);
    Result.Order = InRing.Order;
    Result.InLoops = InRing.InLoops;
  } else {
    Result.Order = ArmOrder::Unknown;
  }
}

OpposedArms compareArms(const RaceSetting &Setting, const GuardedBarriers &Inside,
                        const Access &First, const Access &Second, const CountedBarriers &Of) {
  OpposedArms Result;
  for (ExprRef Guard : First.Guards)
    compareByGuard(Setting, Inside, Guard, First, Second, Of, Result);
  for (ExprRef Guard : Second.Guards)
    if (!is_contained(First.Guards, Setting.Context.logicalNot(Guard)))
      compareByGuard(Setting, Inside, Guard, Second, First, Of, Result);
  if (Result.Order != ArmOrder::NotOpposed && Result.Order != ArmOrder::Unknown)
    return Result;
  for (unsigned Passed :
       findPassedBy(Setting.Kernel, Inside.Alternatives, First, Second, Of.Counts)) {
    Result.Order = ArmOrder::Unknown;
    if (!is_contained(Result.Barriers, Passed))
      Result.Barriers.push_back(Passed);
  }
  return Result;
}

} // namespace memlint
