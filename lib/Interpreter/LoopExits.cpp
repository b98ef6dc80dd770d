//===- LoopExits.cpp - What a loop leaves behind --------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which exit a thread takes, in which iteration, and what its variables hold then.
///
//===----------------------------------------------------------------------===//

#include "LoopInterpreter.h"

using namespace clang;

namespace memlint {

Uniformity LoopInterpreter::exitUniformity(Iteration &Once) const {
  Uniformity Most = Once.Condition ? Once.Condition->varies() : Uniformity::Grid;
  for (const Exit &Way : exitsOf(Once))
    if (Way.At != &Once.Failed)
      Most = std::max(Most, guardsWithin(*Way.At)->varies());
  return Most;
}

std::vector<LoopInterpreter::Exit> LoopInterpreter::exitsOf(Iteration &Once) const {
  std::vector<Exit> Exits;
  if (Once.Failed.Reachable)
    Exits.push_back({&Once.Failed});
  auto AddAll = [&](std::vector<State> &States) {
    for (State &At : States)
      Exits.push_back({&At});
  };
  AddAll(Once.Breaks);
  AddAll(Once.Returns);
  for (auto &[Label, States] : Once.Jumps)
    AddAll(States);
  AddAll(Once.OuterBreaks);
  AddAll(Once.OuterContinues);
  return Exits;
}

/// The exits in the order in which an iteration comes to them, with the iteration
/// of each where that has a closed form; empty when the order is unknown.
std::vector<LoopInterpreter::Exit> LoopInterpreter::followedExits(Iteration &Once) const {
  std::vector<Exit> Pending = exitsOf(Once), Ordered;
  llvm::DenseSet<ExprRef> Stayed;
  for (unsigned Rank = 0; !Pending.empty(); ++Rank) {
    llvm::SmallVector<ExprRef, 4> Left;
    // Behind an exit its condition is known not to hold; so the first exit is one
    // with a single condition, and the next has one more.
    auto Single = [&](const Exit &Way) -> ExprRef {
      ExprRef Condition = nullptr;
      for (ExprRef Guard : llvm::ArrayRef(Way.At->Guards)
                               .drop_front(std::min(Entry.Guards.size(), Way.At->Guards.size()))) {
        if (Stayed.contains(Guard) || Guard->isConstant(1))
          continue;
        if (Condition)
          return nullptr;
        Condition = Guard;
      }
      return Condition ? Condition : Exprs.constant(1);
    };
    std::vector<Exit> Rest;
    for (Exit &Way : Pending) {
      ExprRef Condition = Single(Way);
      if (!Condition) {
        Rest.push_back(Way);
        continue;
      }
      Way.Rank = Rank;
      if (Setting.isInvariant(Condition))
        Way.When = Exprs.select(Condition, Exprs.constant(0), Exprs.constant(NeverLeft));
      else
        Way.When = firstFailure(Exprs, Setting, Exprs.logicalNot(Condition),
                                /*MayNeverFail=*/Way.At != &Once.Failed);
      Left.push_back(Condition);
      Ordered.push_back(Way);
    }
    if (Left.empty())
      return {};
    for (ExprRef Condition : Left)
      Stayed.insert(Exprs.logicalNot(Condition));
    Pending = std::move(Rest);
  }
  return Ordered;
}

/// Whether a thread leaves the loop by \p Way and not by another of \p Exits.
ExprRef LoopInterpreter::leavesBy(const Exit &Way, llvm::ArrayRef<Exit> Exits) {
  ExprRef Leaves = Exprs.constant(1);
  for (const Exit &Other : Exits) {
    if (Other.At == Way.At)
      continue;
    ExprRef Limit = Other.Rank < Way.Rank ? Other.When : Exprs.add(Other.When, Exprs.constant(1));
    Leaves = Exprs.logicalAnd(Leaves, Exprs.less(Way.When, Limit));
  }
  return Leaves;
}

/// What \p In, a value where the loop's condition fails, is after the loop.
Value LoopInterpreter::afterLoop(const Value &In, QualType Type, ExprRef TripCount,
                                 Uniformity Varies) {
  auto Leave = [&](ExprRef Root, bool IsOffset) {
    if (TripCount && Setting.dependsOnCounterOnly(Root))
      return Exprs.substitute(Root, [&](ExprRef Leaf) -> ExprRef {
        return Leaf == Setting.Counter ? TripCount : nullptr;
      });
    if (Setting.isInvariant(Root))
      return Root;
    OpaqueReason Reason = OpaqueReason::ControlFlow;
    forEachLeaf(Root, [&](ExprRef Leaf) {
      const LeafInfo &Info = Leaf->leaf();
      if (Info.Kind == LeafKind::Loaded || Info.Reason == OpaqueReason::DataDependent ||
          (Info.Kind == LeafKind::Opaque && Info.Reason == OpaqueReason::None))
        Reason = OpaqueReason::DataDependent;
    });
    return Exprs.opaque(Reason, std::max(Root->varies(), Varies), "value after a loop",
                        IsOffset ? Interval() : rangeOf(Code.Ast, Type));
  };
  Value Out = In;
  if (In.isScalar())
    Out = Type->isFloatingType() ? floatValue(Exprs, std::max(In.Number->varies(), Varies))
                                 : Value::scalar(Leave(In.Number, false));
  if (In.isPointer())
    Out.Target = mapExpressions(In.Target, [&](ExprRef Root) { return Leave(Root, true); });
  if (In.isAggregate()) {
    std::vector<Value> Parts;
    for (size_t Part = 0; Part != In.Parts->size(); ++Part)
      Parts.push_back(
          afterLoop((*In.Parts)[Part], slotPartType(Code.Ast, Type, Part), TripCount, Varies));
    Out = Value::aggregate(std::move(Parts));
  }
  return Out;
}

/// Records \p Exits, and says when the loop's own condition fails where their order does not.
void LoopInterpreter::dateExits(Iteration &Final, std::vector<Exit> &Exits, Uniformity Varies) {
  for (Exit &Way : Exits) {
    ExprRef When = guardsWithin(*Way.At);
    if (!When->isConstant(0) && Code.Recording)
      Code.Recorder.addLoopExit(LoopId, When);
    if (Way.At != &Final.Failed)
      continue;
    // The values at the failed test are those of that very iteration.
    if (!Way.When && Final.Condition)
      Way.When = firstFailure(Exprs, Setting, Final.Condition);
    if (!Way.When && Exits.size() == 1 && Final.Condition)
      Way.When = countShifts(Exprs, Setting, Final.Condition);
    if (!Way.When && Exits.size() == 1)
      Way.When = Exprs.opaque(OpaqueReason::ControlFlow, Varies, "number of iterations",
                              {0, std::numeric_limits<int32_t>::max()});
  }
}

/// Threads that leave by \p Gone, for elsewhere, do not come back: what is returned holds of those
/// that stay. \p AllExits are empty where it is unknown when each is taken.
std::vector<ExprRef> LoopInterpreter::sendAway(llvm::ArrayRef<Exit> Gone,
                                               llvm::ArrayRef<Exit> AllExits, Uniformity Varies) {
  std::vector<ExprRef> Stay;
  ExprRef AnyGone = nullptr;
  for (const Exit &Way : Gone) {
    ExprRef Left = AllExits.empty() ? AnyGone : leavesBy(Way, AllExits);
    if (!Left)
      Left = AnyGone = Exprs.opaque(OpaqueReason::DataDependent, Varies,
                                    "whether a thread has left the loop for good", {0, 1});
    if (ExprRef Stays = Exprs.logicalNot(Left); !llvm::is_contained(Stay, Stays))
      Stay.push_back(Stays);
    Way.At->Guards.resize(std::min(Entry.Guards.size(), Way.At->Guards.size()));
    Way.At->Guards.push_back(Left);
    if (Left->isConstant(0))
      Way.At->Reachable = false;
    ExprRef When = AllExits.empty() ? nullptr : Way.When;
    for (auto &[Slot, Held] : Way.At->Variables)
      if (Variables.contains(Slot) || Slot == Code.frame().Result)
        Held = afterLoop(Held, Code.SlotTypes[Slot], When, When ? Varies : Uniformity::Lane);
  }
  return Stay;
}

/// The variable \p Slot behind the loop, to where \p Meeting lead: \p Taken, by way, says whether a
/// thread took this one and none of those after it; null where that is unknown.
Value LoopInterpreter::joinedValue(SlotId Slot, llvm::ArrayRef<Exit> Meeting,
                                   llvm::ArrayRef<ExprRef> Taken, Uniformity Varies) {
  QualType Type = Code.SlotTypes[Slot];
  Value Joined;
  for (size_t Number = Meeting.size(); Number-- != 0;) {
    const Exit &Way = Meeting[Number];
    auto Held = Way.At->Variables.find(Slot);
    if (Held == Way.At->Variables.end())
      continue;
    Value Left = afterLoop(Held->second, Type, Way.When, Varies);
    if (Joined.isEmpty() || sameValue(Joined, Left)) {
      Joined = Left;
      continue;
    }
    ExprRef IsThis = Taken[Number] ? Taken[Number]
                                   : Exprs.opaque(OpaqueReason::ControlFlow, Varies,
                                                  "which exit a loop took", {0, 1});
    Joined = Code.joinValues(IsThis, Left, Joined, Type);
  }
  return Joined;
}

/// What is behind the loop, where those threads meet that leave by \p Meeting, under \p Guards.
State LoopInterpreter::meetAfter(llvm::ArrayRef<Exit> Meeting, llvm::ArrayRef<ExprRef> Guards,
                                 bool AllKnown, Uniformity Varies) {
  State After;
  After.Reachable = !Meeting.empty();
  if (!After.Reachable)
    return After;
  After = Entry;
  After.Edges.clear();
  for (const Exit &Way : Meeting)
    After.Edges.insert(After.Edges.end(), Way.At->Edges.begin(), Way.At->Edges.end());
  std::vector<ExprRef> Taken(Meeting.size(), nullptr);
  for (size_t Way = 0; AllKnown && Way + 1 < Meeting.size(); ++Way)
    Taken[Way] = leavesBy(Meeting[Way], Meeting.drop_front(Way + 1));
  for (auto &[Slot, Changed] : Variables)
    After.Variables[Slot] = joinedValue(Slot, Meeting, Taken, Varies);
  for (ExprRef Guard : Guards) {
    After.Guards.push_back(Guard);
    // All threads have left for elsewhere. Constants among the guards are not looked at.
    if (Guard->isConstant(0)) {
      After.Reachable = false;
      After.Edges.clear();
    }
  }
  return After;
}

/// Ways that lead past what is behind the loop become those of what is around it.
void LoopInterpreter::passOutwards(Iteration &Final) {
  auto MoveTo = [](std::vector<State> &From, std::vector<State> &To) {
    To.insert(To.end(), std::make_move_iterator(From.begin()), std::make_move_iterator(From.end()));
  };
  MoveTo(Final.Returns, Code.frame().Returns);
  for (auto &[Label, States] : Final.Jumps)
    MoveTo(States, Code.frame().Gotos[Label]);
  if (!Final.OuterBreaks.empty() && !Code.BreakTargets.empty())
    MoveTo(Final.OuterBreaks, Code.BreakTargets.back().Breaks);
  for (Interpreter::BreakTarget &Target : llvm::reverse(Code.BreakTargets))
    if (Target.IsLoop || Target.IsTransparent) {
      MoveTo(Final.OuterContinues, Target.Continues);
      break;
    }
}

void LoopInterpreter::leave(Iteration &Final) {
  Uniformity Varies = exitUniformity(Final);
  std::vector<Exit> Exits = followedExits(Final);
  bool AllKnown =
      !Exits.empty() && llvm::all_of(Exits, [](const Exit &Way) { return Way.When != nullptr; });
  if (Exits.empty())
    Exits = exitsOf(Final);
  dateExits(Final, Exits, Varies);

  auto IsAmong = [](const std::vector<State> &States, const State *At) {
    return !States.empty() && At >= &States.front() && At <= &States.back();
  };
  std::vector<Exit> Meeting, Gone;
  for (const Exit &Way : Exits)
    (Way.At == &Final.Failed || IsAmong(Final.Breaks, Way.At) ? Meeting : Gone).push_back(Way);
  std::vector<ExprRef> Stay = sendAway(Gone, AllKnown ? Exits : std::vector<Exit>(), Varies);
  State After = meetAfter(Meeting, Stay, AllKnown, Varies);
  passOutwards(Final);
  Code.Current = std::move(After);
}

} // namespace memlint
