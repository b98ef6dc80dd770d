//===- OrderedPaths.cpp - Ways past fences --------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Races/OrderedPaths.h"

#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// The same whenever a thread of a launch evaluates it.
static bool isSteady(ExprRef Condition) {
  return allLeaves(Condition, [&](ExprRef Leaf) {
    LeafKind Kind = Leaf->leaf().Kind;
    return Kind != LeafKind::LoopCounter && Kind != LeafKind::Loaded && Kind != LeafKind::Opaque;
  });
}

bool isTwoWay(const Node &Passed) {
  return Passed.Kind == NodeKind::Branch && Passed.Condition && Passed.Cases.empty() &&
         Passed.Successors.size() == 2;
}

namespace {

/// Conditions on data that are followed in turn: each is one more search.
constexpr size_t MostFollowed = 8;

/// What is known of the condition that is followed.
enum class Known : uint8_t { Nothing, Holds, Fails };

/// Searches for ways of one thread through the graph. Where the ends want certain branches, those
/// are taken, and none takes a condition for true and for false that has not changed in between.
class PathSearch {
public:
  PathSearch(ExprContext &Expressions, const KernelProgram &Kernel, const Site &From,
             const Site &To, function_ref<bool(const Node &)> Stops)
      : Expressions(Expressions), Kernel(Kernel), From(From), To(To), Stops(Stops) {
    for (const Site *At : {&From, &To})
      for (ExprRef Guard : At->Guards)
        if (isSteady(Guard))
          Held.insert(Guard);
  }

  bool run() {
    if (From.NodeId >= Kernel.Nodes.size() || !reaches(nullptr))
      return false;
    return all_of(repeatedConditions(), [&](ExprRef Followed) { return reaches(Followed); });
  }

private:
  /// What \p Condition says of \p Followed, if it holds.
  Known implied(ExprRef Condition, ExprRef Followed) const {
    if (Condition == Followed)
      return Known::Holds;
    if (Condition == Expressions.logicalNot(Followed))
      return Known::Fails;
    if (Condition->kind() == ExprKind::And)
      for (ExprRef Part : partsOf(Condition, ExprKind::And))
        if (Known OfPart = implied(Part, Followed); OfPart != Known::Nothing)
          return OfPart;
    return Known::Nothing;
  }

  Known impliedAt(const Site &At, ExprRef Followed) const {
    for (ExprRef Guard : At.Guards)
      if (Known OfGuard = implied(Guard, Followed); OfGuard != Known::Nothing)
        return OfGuard;
    return Known::Nothing;
  }

  /// Conditions that two branches, or a branch and an end, constrain, of those that the first
  /// search has seen.
  SmallVector<ExprRef, MostFollowed> repeatedConditions() const {
    SmallVector<ExprRef, MostFollowed> Result;
    DenseSet<ExprRef> Once;
    for (const Site *At : {&From, &To})
      for (ExprRef Guard : At->Guards)
        for (ExprRef Part : partsOf(Guard, ExprKind::And))
          Once.insert(Part);
    auto Add = [&](ExprRef Condition) {
      ExprRef Opposite = Expressions.logicalNot(Condition);
      if (Held.contains(Condition) || Held.contains(Opposite) || Condition->isConstant())
        return;
      bool IsRepeated = Once.contains(Opposite) || !Once.insert(Condition).second;
      if (IsRepeated && Result.size() != MostFollowed && !is_contained(Result, Condition) &&
          !is_contained(Result, Opposite))
        Result.push_back(Condition);
    };
    for (auto [Id, At] : enumerate(Kernel.Nodes)) {
      if (!Seen[unsigned(Id) * 3] || !isTwoWay(At))
        continue;
      if (At.Condition->kind() == ExprKind::Or)
        for (ExprRef Part : partsOf(Expressions.logicalNot(At.Condition), ExprKind::And))
          Add(Part);
      else
        for (ExprRef Part : partsOf(At.Condition, ExprKind::And))
          Add(Part);
    }
    return Result;
  }

  /// Nodes at which \p Followed may change: where a value is read that it is made of, and heads of
  /// loops that make it. Behind a barrier, another thread may go on.
  BitVector changesOf(ExprRef Followed) const {
    BitVector Result(unsigned(Kernel.Nodes.size()));
    forEachLeaf(Followed, [&](ExprRef Leaf) {
      LeafKind Kind = Leaf->leaf().Kind;
      auto Read = find_if(Kernel.Accesses, [&](const Access &Each) { return Each.Result == Leaf; });
      bool IsMade = Kind == LeafKind::Loaded || Kind == LeafKind::Opaque;
      for (auto [Id, At] : enumerate(Kernel.Nodes)) {
        if (At.Kind != NodeKind::LoopHead)
          continue;
        const Loop &Around = Kernel.Loops[At.Index];
        bool IsReadElsewhere = IsMade && Read != Kernel.Accesses.end();
        if (Leaf == Around.Counter || (IsMade && !IsReadElsewhere && Around.makes(Leaf)))
          Result.set(unsigned(Id));
      }
      if (IsMade && Read != Kernel.Accesses.end())
        Result.set(Read->NodeId);
    });
    for (auto [Id, At] : enumerate(Kernel.Nodes))
      if (At.Kind == NodeKind::Barrier && Kernel.Barriers[At.Index].Scope != BarrierScope::Thread)
        Result.set(unsigned(Id));
    return Result;
  }

  /// A depth-first search through nodes and what is known there of \p Followed; null: of nothing,
  /// and all is searched.
  bool reaches(ExprRef Followed) {
    BitVector Changes = Followed ? changesOf(Followed) : BitVector(unsigned(Kernel.Nodes.size()));
    Known AtEnd = Followed ? impliedAt(To, Followed) : Known::Nothing;
    Seen.clear();
    Seen.resize(unsigned(Kernel.Nodes.size() * 3));
    SmallVector<std::pair<unsigned, Known>, 16> Pending;
    bool IsThere = false;
    auto Reach = [&](unsigned Id, Known There) {
      if (Id >= Kernel.Nodes.size())
        return;
      bool IsEnd = Id == To.NodeId;
      if (IsEnd && AtEnd != Known::Nothing && There != Known::Nothing && There != AtEnd)
        return;
      IsThere |= IsEnd;
      if (Changes.test(Id))
        There = Known::Nothing;
      unsigned State = Id * 3 + unsigned(There);
      if (Seen.test(State))
        return;
      Seen.set(State);
      if (!IsEnd && !Stops(Kernel.Nodes[Id]))
        Pending.push_back({Id, There});
    };
    auto Leave = [&](unsigned Id, Known Here) {
      const Node &Passed = Kernel.Nodes[Id];
      for (auto [Number, Next] : enumerate(Passed.Successors)) {
        Known There = Here;
        if (isTwoWay(Passed)) {
          ExprRef Opposite = Expressions.logicalNot(Passed.Condition);
          if (Held.contains(Number == 0 ? Opposite : Passed.Condition))
            continue;
          Known Taken = Followed ? implied(Number == 0 ? Passed.Condition : Opposite, Followed)
                                 : Known::Nothing;
          if (Taken != Known::Nothing && Here != Known::Nothing && Taken != Here)
            continue;
          There = Taken != Known::Nothing ? Taken : Here;
        }
        Reach(Next, There);
      }
    };
    Known AtStart =
        Followed && !Changes.test(From.NodeId) ? impliedAt(From, Followed) : Known::Nothing;
    Leave(From.NodeId, AtStart);
    while (!Pending.empty() && !(IsThere && Followed)) {
      auto [Id, Here] = Pending.pop_back_val();
      Leave(Id, Here);
    }
    return IsThere;
  }

  ExprContext &Expressions;
  const KernelProgram &Kernel;
  const Site &From;
  const Site &To;
  function_ref<bool(const Node &)> Stops;
  /// Conditions of the two ends that are the same whenever they are evaluated.
  DenseSet<ExprRef> Held;
  /// By node and what is known there: the last search has come there.
  BitVector Seen;
};

} // namespace

bool hasPath(ExprContext &Expressions, const KernelProgram &Kernel, const Site &From,
             const Site &To, function_ref<bool(const Node &)> Stops) {
  return PathSearch(Expressions, Kernel, From, To, Stops).run();
}

BitVector nodesAhead(const KernelProgram &Kernel, const Site &From,
                     function_ref<bool(const Node &)> Stops) {
  BitVector Result(unsigned(Kernel.Nodes.size()));
  SmallVector<unsigned, 16> Pending;
  auto Leave = [&](unsigned Id) {
    for (unsigned Next : Kernel.Nodes[Id].Successors)
      if (Next < Result.size() && !Result.test(Next)) {
        Result.set(Next);
        Pending.push_back(Next);
      }
  };
  if (From.NodeId < Result.size())
    Leave(From.NodeId);
  while (!Pending.empty())
    if (unsigned Id = Pending.pop_back_val(); !Stops(Kernel.Nodes[Id]))
      Leave(Id);
  return Result;
}

bool isRelease(const Access &Site) {
  return Site.Order >= AccessOrder::Release && Site.Scope >= ThreadScope::Device;
}

bool isAcquire(const Access &Site) {
  return Site.Order >= AccessOrder::Acquire && Site.Order != AccessOrder::Release &&
         Site.Scope >= ThreadScope::Device;
}

bool ordersStores(const KernelProgram &Kernel, const Node &Passed) {
  if (Passed.Kind == NodeKind::Fence)
    return Kernel.Fences[Passed.Index].Scope >= ThreadScope::Device;
  if (Passed.Kind == NodeKind::Access)
    return isRelease(Kernel.Accesses[Passed.Index]);
  if (Passed.Kind != NodeKind::Barrier)
    return false;
  const Barrier &At = Kernel.Barriers[Passed.Index];
  return At.IsUncertain || At.Scope >= BarrierScope::Cluster;
}

bool ordersLoads(const KernelProgram &Kernel, const Node &Passed) {
  if (Passed.Kind == NodeKind::Fence)
    return Kernel.Fences[Passed.Index].Scope >= ThreadScope::Device;
  if (Passed.Kind == NodeKind::Access)
    return isAcquire(Kernel.Accesses[Passed.Index]);
  return Passed.Kind == NodeKind::Barrier &&
         Kernel.Barriers[Passed.Index].Scope != BarrierScope::Thread;
}

} // namespace memlint
