//===- BarrierRings.cpp - Threads that hand elements on in turns ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BarrierRings.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

constexpr int64_t MostPeriod = 16;
constexpr size_t MostBefore = 16;

BarrierRing::BarrierRing(const RaceSetting &Setting, RingSide First, RingSide Second)
    : Setting(Setting), Sides{std::move(First), std::move(Second)} {
  std::optional<int64_t> Found = findPeriod();
  if (!Found || Sides[0].Before.size() + Sides[1].Before.size() > MostBefore)
    return;
  Period = *Found;
  // By then each barrier has been met in the loops more often than before them, so that those who
  // meet are both in their loops. Twice as many, as one side may be ahead.
  Iterations = 2 * Period * int64_t(Sides[0].Before.size() + Sides[1].Before.size() + 4);
  IsFollowed = addEvents(0) && addEvents(1) && areBalanced() && learn(0) && learn(1) &&
               arrivesInTurn(0) && arrivesInTurn(1) && leaves(0) && leaves(1);
}

/// The number of \p Each in an iteration of \p Loop; empty: it depends on more.
std::optional<int64_t> BarrierRing::numberAt(const Barrier &Each, unsigned Loop,
                                             int64_t Iteration) const {
  if (!Each.Id)
    return 0;
  ExprRef Counter = Setting.Kernel.Loops[Loop].Counter;
  ExprRef Known = Setting.specialise(Each.Id);
  if (!allLeaves(Known, [&](ExprRef Leaf) { return Leaf == Counter; }))
    return std::nullopt;
  return evaluate(Known, [&](ExprRef) { return Iteration; });
}

/// After how many iterations all barriers have the numbers again that they had.
std::optional<int64_t> BarrierRing::findPeriod() const {
  auto Returns = [&](const RingSide &Side, int64_t After) {
    ExprRef Counter = Setting.Kernel.Loops[Side.Loop].Counter;
    ExprRef Later = Setting.Context.add(Counter, Setting.Context.constant(After));
    return all_of(Side.Inside, [&](const Barrier *Each) {
      ExprRef Number = Each->Id ? Setting.specialise(Each->Id) : nullptr;
      return !Number || Number == Setting.Context.substitute(Number, [&](ExprRef Leaf) {
        return Leaf == Counter ? Later : nullptr;
      });
    });
  };
  for (int64_t After = 1; After <= MostPeriod; ++After)
    if (Returns(Sides[0], After) && Returns(Sides[1], After))
      return After;
  return std::nullopt;
}

bool BarrierRing::addEvents(unsigned Side) {
  const RingSide &Of = Sides[Side];
  auto Add = [&](const Barrier *Each, int64_t Iteration) {
    std::optional<int64_t> Number = numberAt(*Each, Of.Loop, Iteration);
    if (!Number)
      return false;
    Visits[Side][*Number].push_back(Events[Side].size());
    Events[Side].push_back({*Number, !Each->IsArrival});
    return true;
  };
  if (!all_of(Of.Before, [&](const Barrier *Each) { return Add(Each, 0); }))
    return false;
  for (int64_t Iteration = 0; Iteration != Iterations; ++Iteration)
    if (!all_of(Of.Inside, [&](const Barrier *Each) { return Add(Each, Iteration); }))
      return false;
  return true;
}

/// In a period, both sides come to each barrier equally often.
bool BarrierRing::areBalanced() const {
  std::map<int64_t, int64_t> Balance;
  for (unsigned Side : {First, Second})
    for (size_t Event = eventsBefore(Side, 0, 0); Event != eventsBefore(Side, Period, 0); ++Event)
      Balance[Events[Side][Event].Number] += Side == First ? 1 : -1;
  return all_of(Balance, [](const auto &Each) { return Each.second == 0; });
}

/// A barrier that counts the whole block lets threads go when both sides have come to it as often
/// as they have. False: nobody comes.
bool BarrierRing::learn(unsigned Side) {
  std::map<int64_t, size_t> Times;
  const std::map<int64_t, std::vector<size_t>> &Others = Visits[1 - Side];
  size_t SoFar = 0, Followed = eventsBefore(Side, Iterations / 2, 0);
  for (const auto &[Index, Each] : enumerate(Events[Side])) {
    Known[Side].push_back(SoFar);
    size_t Time = Times[Each.Number]++;
    if (!Each.Waits)
      continue;
    auto There = Others.find(Each.Number);
    if (There != Others.end() && Time < There->second.size())
      SoFar = std::max(SoFar, There->second[Time] + 1);
    else if (Index < Followed)
      return false;
  }
  return true;
}

/// Who has only arrived comes to that barrier again when it is complete: those of his side are
/// behind it, as he has waited for them since, and those of the other side have come as often.
bool BarrierRing::arrivesInTurn(unsigned Side) const {
  size_t Followed = eventsBefore(Side, Iterations / 2, 0);
  return all_of(Visits[Side], [&](const auto &Of) {
    const std::vector<size_t> &Here = Of.second;
    auto Others = Visits[1 - Side].find(Of.first);
    for (size_t Time = 0; Time + 1 < Here.size() && Here[Time + 1] < Followed; ++Time) {
      if (Events[Side][Here[Time]].Waits)
        continue;
      if (Others == Visits[1 - Side].end() || Time >= Others->second.size())
        return false;
      auto Between = ArrayRef(Events[Side]).slice(Here[Time], Here[Time + 1] - Here[Time]);
      if (none_of(Between, [](const Event &Each) { return Each.Waits; }) ||
          Known[Side][Here[Time + 1]] <= Others->second[Time])
        return false;
    }
    return true;
  });
}

/// Behind the loop, nobody comes to a barrier of the loop again: he may be counted for one who is
/// still in it.
bool BarrierRing::leaves(unsigned Side) const {
  return all_of(Sides[Side].Behind, [&](const Barrier *Each) {
    ExprRef Number = Each->Id ? Setting.specialise(Each->Id) : Setting.Context.constant(0);
    return Number->isConstant() && !Visits[0].count(Number->constantTerm());
  });
}

/// How many events of \p Side lie before a place behind \p Passed barriers of an iteration.
size_t BarrierRing::eventsBefore(unsigned Side, int64_t Iteration, size_t Passed) const {
  return Sides[Side].Before.size() + size_t(Iteration) * Sides[Side].Inside.size() + Passed;
}

/// What \p Side does right before its event \p Event comes before what the other does right before
/// its event \p OtherEvent.
bool BarrierRing::isBefore(unsigned Side, size_t Event, size_t OtherEvent) const {
  return Known[1 - Side][OtherEvent] > Event;
}

std::optional<BarrierRing::Window> BarrierRing::window(size_t FirstPassed,
                                                       size_t SecondPassed) const {
  Window Result;
  int64_t Half = Iterations / 2;
  for (int64_t Ahead = -Half + 1; Ahead < Half; ++Ahead) {
    bool Any = false, All = true;
    for (int64_t Iteration = std::max<int64_t>(0, -Ahead);
         Iteration < Half && Iteration + Ahead < Half; ++Iteration) {
      size_t Here = eventsBefore(First, Iteration, FirstPassed),
             There = eventsBefore(Second, Iteration + Ahead, SecondPassed);
      bool FirstIsBefore = isBefore(First, Here, There),
           SecondIsBefore = isBefore(Second, There, Here);
      // From there on the one that is behind is always before the other.
      if (std::abs(Ahead) + Period >= Half && !(Ahead > 0 ? FirstIsBefore : SecondIsBefore))
        return std::nullopt;
      Any |= !FirstIsBefore && !SecondIsBefore;
      All &= !FirstIsBefore && !SecondIsBefore;
    }
    if (!Any)
      continue;
    Result.Ahead.push_back(Ahead);
    Result.InAnyIteration &= All;
  }
  return Result;
}

} // namespace memlint
