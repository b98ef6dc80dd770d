//===- Reachability.cpp - What lies in one barrier interval ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reachability.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <deque>
#include <iterator>

using namespace llvm;

namespace memlint {

std::vector<LoopBody> findBodies(const KernelProgram &Kernel) {
  std::vector<LoopBody> Bodies(Kernel.Loops.size());
  for (auto [Id, At] : enumerate(Kernel.Nodes))
    if (At.Kind == NodeKind::LoopHead)
      Bodies[At.Index].Head = unsigned(Id);
  for (auto [Id, At] : enumerate(Kernel.Nodes))
    for (unsigned Next : At.Successors)
      if (Kernel.Nodes[Next].Kind == NodeKind::LoopHead && Id >= Next)
        Bodies[Kernel.Nodes[Next].Index].Last =
            std::max(Bodies[Kernel.Nodes[Next].Index].Last, unsigned(Id));
  auto Add = [&](const Site &At) {
    for (unsigned Loop : At.Loops)
      Bodies[Loop].Last = std::max(Bodies[Loop].Last, At.NodeId);
  };
  for (const Access &Each : Kernel.Accesses)
    Add(Each);
  for (const Barrier &Each : Kernel.Barriers)
    Add(Each);
  return Bodies;
}

namespace {

using Crossing = IntervalPosition::Crossing;

/// More conditions than this on one way are not kept: fewer are always right, too.
constexpr size_t MostConditions = 24;

/// One walk from one start.
class Walk {
public:
  Walk(ExprContext &Context, const KernelProgram &Kernel,
       function_ref<bool(const Barrier &)> Separates, function_ref<bool(const Barrier &)> Counts,
       function_ref<ExprRef(ExprRef)> Specialise, function_ref<bool(unsigned)> IsLong,
       ArrayRef<LoopBody> Bodies, BarrierInterval &Interval)
      : Context(Context), Kernel(Kernel), Separates(Separates), Counts(Counts),
        Specialise(Specialise), IsLong(IsLong), Bodies(Bodies), Interval(Interval) {}

  void run(unsigned First) {
    IntervalPosition Here;
    Here.Same = unsigned(Interval.Loops.size());
    expand(First, {Here, {}, {}});
    while (!Pending.empty()) {
      auto [Id, Position] = Pending.front();
      Pending.pop_front();
      if (isEnd(Id))
        continue;
      // What is reached from here may move the node that it is reached from.
      ReachedNode From = *find(Id, Position);
      expand(Id, From);
    }
  }

private:
  bool isEnd(unsigned Id) const {
    const Node &At = Kernel.Nodes[Id];
    return At.Kind == NodeKind::Exit ||
           (At.Kind == NodeKind::Barrier && Separates(Kernel.Barriers[At.Index]));
  }

  ReachedNode *find(unsigned Id, const IntervalPosition &Position) {
    for (ReachedNode &Known : Interval.Reached[Id])
      if (Known.Position == Position)
        return &Known;
    return nullptr;
  }

  /// What holds for a thread that goes from \p At to its successor \p Number; null: not known.
  ExprRef conditionOf(const Node &At, size_t Number) const {
    if (At.Kind != NodeKind::Branch || !At.Condition)
      return nullptr;
    if (!At.Cases.empty())
      // Two labels may lead to one location.
      return At.Cases.size() == At.Successors.size() &&
                     llvm::count(At.Successors, At.Successors[Number]) == 1
                 ? At.Cases[Number]
                 : nullptr;
    if (At.Successors.size() != 2 || At.Successors[0] == At.Successors[1])
      return nullptr;
    return Number == 0 ? At.Condition : Context.logicalNot(At.Condition);
  }

  void expand(unsigned Id, const ReachedNode &From) {
    const Node &At = Kernel.Nodes[Id];
    bool IsCounted =
        At.Kind == NodeKind::Barrier && !isEnd(Id) && Counts(Kernel.Barriers[At.Index]);
    for (auto [Number, Next] : enumerate(At.Successors)) {
      if (leavesLongLoop(Id, Next))
        continue;
      ReachedNode To = From;
      if (IsCounted)
        To.Position.Counted =
            From.Position.Counted == Crossing::None ? Crossing::Once : Crossing::Many;
      if (ExprRef Condition = conditionOf(At, Number);
          Condition && !addCondition(To, Specialise(Condition)))
        continue;
      // A loop's body is emitted behind its head: what comes from there goes round.
      if (Kernel.Nodes[Next].Kind == NodeKind::LoopHead && Id >= Next)
        cross(To, Kernel.Nodes[Next].Index);
      erase_if(To.Rounds, [&](unsigned Loop) { return !Bodies[Loop].contains(Next); });
      arrive(Next, std::move(To));
    }
  }

  /// The way from \p Id to \p Next leaves a loop with barriers that was entered since the start.
  bool leavesLongLoop(unsigned Id, unsigned Next) const {
    for (auto [Loop, Body] : enumerate(Bodies))
      if (Body.contains(Id) && !Body.contains(Next) &&
          !is_contained(Interval.Loops, unsigned(Loop)) && IsLong(unsigned(Loop)))
        return true;
    return false;
  }

  /// Where \p Loop stands among the start's loops; their number: nowhere.
  unsigned depthOf(unsigned Loop) const {
    return unsigned(llvm::find(Interval.Loops, Loop) - Interval.Loops.begin());
  }

  void cross(ReachedNode &At, unsigned Loop) const {
    IntervalPosition &Position = At.Position;
    unsigned Depth = depthOf(Loop);
    bool IsFresh = Depth == Interval.Loops.size() ||
                   (Position.Crossed != Crossing::None && Depth > Position.Same);
    if (IsFresh) {
      if (!is_contained(At.Rounds, Loop))
        At.Rounds.push_back(Loop);
    } else if (Position.Crossed == Crossing::None || Depth < Position.Same) {
      Position.Crossed = Crossing::Once;
      Position.Same = Depth;
    } else {
      Position.Crossed = Crossing::Many;
    }
  }

  /// \p Condition, in terms of the start's counters; null where it cannot be said so.
  ExprRef fromStart(ExprRef Condition, const ReachedNode &At) {
    bool Possible = true;
    ExprRef Moved = Context.substitute(Condition, [&](ExprRef Leaf) -> ExprRef {
      const LeafInfo &Info = Leaf->leaf();
      // Such a value is another one in another iteration.
      if (Info.Kind == LeafKind::Loaded || Info.Kind == LeafKind::Opaque)
        Possible &= At.Position.Crossed == Crossing::None && At.Rounds.empty();
      if (Info.Kind != LeafKind::LoopCounter)
        return nullptr;
      unsigned Depth = depthOf(Info.Id);
      if (Depth < At.Position.Same)
        return nullptr;
      if (At.Position.Crossed == Crossing::Once && Depth == At.Position.Same)
        return Context.add(Leaf, Context.constant(1));
      bool IsFirst = !is_contained(At.Rounds, Info.Id) &&
                     !(At.Position.Crossed == Crossing::Many && Depth == At.Position.Same);
      Possible &= IsFirst;
      return Context.constant(0);
    });
    return Possible ? Moved : nullptr;
  }

  /// False: no thread goes that way.
  bool addCondition(ReachedNode &To, ExprRef Condition) {
    ExprRef Moved = Condition->isConstant() ? Condition : fromStart(Condition, To);
    if (!Moved)
      return true;
    if (Moved->isConstant())
      return !Moved->isConstant(0);
    // The thread would have gone another way before.
    if (is_contained(To.Conditions, Context.logicalNot(Moved)))
      return false;
    if (To.Conditions.size() < MostConditions && !is_contained(To.Conditions, Moved))
      To.Conditions.push_back(Moved);
    return true;
  }

  void arrive(unsigned Id, ReachedNode &&New) {
    if (ReachedNode *Known = find(Id, New.Position)) {
      size_t Before = Known->Conditions.size(), RoundsBefore = Known->Rounds.size();
      erase_if(Known->Conditions,
               [&](ExprRef Condition) { return !is_contained(New.Conditions, Condition); });
      for (unsigned Loop : New.Rounds)
        if (!is_contained(Known->Rounds, Loop))
          Known->Rounds.push_back(Loop);
      if (Known->Conditions.size() == Before && Known->Rounds.size() == RoundsBefore)
        return;
    } else {
      Interval.Reached[Id].push_back(New);
    }
    Pending.push_back({Id, New.Position});
  }

  ExprContext &Context;
  const KernelProgram &Kernel;
  function_ref<bool(const Barrier &)> Separates, Counts;
  function_ref<ExprRef(ExprRef)> Specialise;
  function_ref<bool(unsigned)> IsLong;
  ArrayRef<LoopBody> Bodies;
  BarrierInterval &Interval;
  std::deque<std::pair<unsigned, IntervalPosition>> Pending;
};

} // namespace

std::vector<BarrierInterval> findIntervals(ExprContext &Context, const KernelProgram &Kernel,
                                           function_ref<bool(const Barrier &)> Separates,
                                           function_ref<bool(const Barrier &)> Counts,
                                           function_ref<ExprRef(ExprRef)> Specialise,
                                           function_ref<bool(unsigned)> IsLong) {
  std::vector<BarrierInterval> Intervals;
  std::vector<LoopBody> Bodies = findBodies(Kernel);
  auto Add = [&](unsigned Node, std::optional<unsigned> Start) {
    BarrierInterval New;
    New.Start = Start;
    if (Start)
      New.Loops.assign(Kernel.Barriers[*Start].Loops.begin(), Kernel.Barriers[*Start].Loops.end());
    Walk(Context, Kernel, Separates, Counts, Specialise, IsLong, Bodies, New).run(Node);
    Intervals.push_back(std::move(New));
  };
  for (auto [Id, At] : enumerate(Kernel.Nodes)) {
    if (At.Kind == NodeKind::Entry)
      Add(unsigned(Id), std::nullopt);
    if (At.Kind == NodeKind::Barrier && Separates(Kernel.Barriers[At.Index]))
      Add(unsigned(Id), At.Index);
  }
  return Intervals;
}

IntervalSet::IntervalSet(std::vector<BarrierInterval> All) : Intervals(std::move(All)) {
  for (auto [Number, Each] : enumerate(Intervals))
    for (const auto &[Node, Ways] : Each.Reached)
      ByNode[Node].push_back(unsigned(Number));
}

ArrayRef<unsigned> IntervalSet::reaching(unsigned Node) const {
  auto Known = ByNode.find(Node);
  return Known == ByNode.end() ? ArrayRef<unsigned>() : ArrayRef<unsigned>(Known->second);
}

bool IntervalSet::join(unsigned First, unsigned Second) const {
  ArrayRef<unsigned> Left = reaching(First), Right = reaching(Second);
  auto Here = Left.begin(), There = Right.begin();
  while (Here != Left.end() && There != Right.end() && *Here != *There)
    ++(*Here < *There ? Here : There);
  return Here != Left.end() && There != Right.end();
}

SmallVector<const BarrierInterval *, 4> IntervalSet::reaching(unsigned First,
                                                              unsigned Second) const {
  ArrayRef<unsigned> Left = reaching(First), Right = reaching(Second);
  SmallVector<unsigned, 4> Common;
  std::set_intersection(Left.begin(), Left.end(), Right.begin(), Right.end(),
                        std::back_inserter(Common));
  SmallVector<const BarrierInterval *, 4> Result;
  for (unsigned Number : Common)
    Result.push_back(&Intervals[Number]);
  return Result;
}

} // namespace memlint
