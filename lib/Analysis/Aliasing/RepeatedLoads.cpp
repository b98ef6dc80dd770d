//===- RepeatedLoads.cpp - Loads that an alias makes necessary ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Aliasing/RepeatedLoads.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <map>
#include <set>

using namespace llvm;

namespace memlint {

bool mayChangeMemory(const KernelProgram &Kernel, const Node &Passed) {
  switch (Passed.Kind) {
  case NodeKind::Barrier:
    return Kernel.Barriers[Passed.Index].Scope != BarrierScope::Thread;
  case NodeKind::Fence:
  case NodeKind::WarpOperation:
    return true;
  case NodeKind::Access: {
    const Access &Site = Kernel.Accesses[Passed.Index];
    if (Site.Kind == AccessKind::Load || Site.Space != MemorySpace::Global)
      return false;
    return any_of(Kernel.basesOf(Site.Object),
                  [&](unsigned Object) { return !Kernel.Objects[Object].IsRestrict; });
  }
  default:
    return false;
  }
}

namespace {

/// Of loads that are compared with others, and of nodes gone through for one kernel.
constexpr unsigned MostPairs = 64;
constexpr uint64_t MostSteps = 1'000'000;

/// The nodes from which control comes round to the head of a loop, the head included.
struct Cycle {
  unsigned Head = 0;
  BitVector Nodes;
};

class RepetitionFinder {
public:
  RepetitionFinder(const KernelProgram &Kernel, const RestrictedPointers &Then)
      : Kernel(Kernel), Then(Then), Predecessors(Kernel.Nodes.size()) {
    for (auto [Id, At] : enumerate(Kernel.Nodes))
      for (unsigned Next : At.Successors)
        Predecessors[Next].push_back(unsigned(Id));
  }

  std::vector<RepeatedLoad> run() {
    findInLoops();
    findAgain();
    llvm::sort(Found, [](const RepeatedLoad &Left, const RepeatedLoad &Right) {
      return Left.Load < Right.Load;
    });
    return std::move(Found);
  }

private:
  bool isExact(const Access &Site) const {
    return Site.Offset && Site.Reason.empty() && !Site.IsUnused;
  }

  /// Nodes that \p From leads to, or that lead to it, by way of others than \p Without; From
  /// itself only where it is on a way from itself.
  BitVector reach(unsigned From, unsigned Without, bool Backwards = false) {
    BitVector Reached(unsigned(Kernel.Nodes.size()));
    SmallVector<unsigned, 32> Pending = {From};
    while (!Pending.empty()) {
      unsigned At = Pending.pop_back_val();
      ArrayRef<unsigned> Next = Backwards ? ArrayRef<unsigned>(Predecessors[At])
                                          : ArrayRef<unsigned>(Kernel.Nodes[At].Successors);
      Steps += Next.size();
      for (unsigned Each : Next) {
        if (Each == Without || Reached.test(Each))
          continue;
        Reached.set(Each);
        Pending.push_back(Each);
      }
    }
    return Reached;
  }

  bool add(RepeatedLoad New) {
    if (Said.insert(Kernel.Accesses[New.Load].Object).second)
      Found.push_back(New);
    return true;
  }

  void findInLoops() {
    for (auto [Id, At] : enumerate(Kernel.Nodes)) {
      if (At.Kind != NodeKind::LoopHead || Steps > MostSteps)
        continue;
      Cycle Body = cycleOf(unsigned(Id));
      for (const Access &Site : Kernel.Accesses) {
        if (Site.Loops.empty() || Site.Loops.back() != At.Index || !Body.Nodes.test(Site.NodeId) ||
            !isExact(Site) || !isInvariant(Site.Offset, Kernel.Loops[At.Index]))
          continue;
        if (Said.contains(Site.Object) || Steps > MostSteps)
          continue;
        std::optional<RepeatedLoad> New;
        if (Then.IsStable(Site))
          New = loadedEachTime(Site, Body);
        else if (Site.Kind == AccessKind::Store && Site.Space == MemorySpace::Global)
          New = storedEachTime(Site, Body);
        if (New && isDoneEachTime(Site.NodeId, Body)) {
          New->RepeatsWork = accessesTheSame(Body);
          add(*New);
        }
      }
    }
  }

  /// Whether each iteration of \p Body accesses the same addresses as the one before.
  bool accessesTheSame(const Cycle &Body) const {
    const Loop &Around = Kernel.Loops[Kernel.Nodes[Body.Head].Index];
    return all_of(Body.Nodes.set_bits(), [&](unsigned Id) {
      const Node &At = Kernel.Nodes[Id];
      if (At.Kind != NodeKind::Access)
        return true;
      const Access &Site = Kernel.Accesses[At.Index];
      return isExact(Site) && isInvariant(Site.Offset, Around);
    });
  }

  Cycle cycleOf(unsigned Head) {
    Cycle Result{Head, BitVector(unsigned(Kernel.Nodes.size()))};
    Result.Nodes.set(Head);
    SmallVector<unsigned, 32> Pending;
    auto Add = [&](unsigned Id) {
      if (!Result.Nodes.test(Id))
        Pending.push_back(Id);
      Result.Nodes.set(Id);
    };
    // Nodes are in the order of the program.
    for (unsigned Id : Predecessors[Head])
      if (Id > Head)
        Add(Id);
    while (!Pending.empty()) {
      unsigned At = Pending.pop_back_val();
      Steps += Predecessors[At].size();
      for (unsigned Id : Predecessors[At])
        Add(Id);
    }
    return Result;
  }

  bool isInvariant(ExprRef Offset, const Loop &In) const {
    return allLeaves(Offset, [&](ExprRef Leaf) {
      LeafKind Kind = Leaf->leaf().Kind;
      if ((Kind != LeafKind::Opaque && Kind != LeafKind::Loaded) || !In.makes(Leaf))
        return Leaf != In.Counter;
      return Kind == LeafKind::Loaded && isReadOfOneAddress(Leaf, In);
    });
  }

  /// \p Leaf, made in the loop, is what each iteration reads in the same location, which nothing
  /// writes.
  bool isReadOfOneAddress(ExprRef Leaf, const Loop &In) const {
    auto Site = find_if(Kernel.Accesses, [&](const Access &Each) { return Each.Result == Leaf; });
    return Site != Kernel.Accesses.end() && isExact(*Site) && Then.IsStable(*Site) &&
           isInvariant(Site->Offset, In);
  }

  /// The compiler may move \p Node in front of the loop: no iteration goes on or ends without
  /// it, but for the loop's own condition.
  bool isDoneEachTime(unsigned Node, const Cycle &Body) {
    BitVector Before = reach(Body.Head, Node);
    Before.set(Body.Head);
    Before &= Body.Nodes;
    unsigned Condition = Body.Head;
    // A loop that never ends has no condition.
    for (size_t Passed = 0;
         Passed < Kernel.Nodes.size() && Kernel.Nodes[Condition].Successors.size() == 1; ++Passed)
      Condition = Kernel.Nodes[Condition].Successors.front();
    for (unsigned Id : Before.set_bits())
      for (unsigned Next : Kernel.Nodes[Id].Successors)
        if (Next == Body.Head || (!Body.Nodes.test(Next) && Id != Condition))
          return false;
    return true;
  }

  std::optional<RepeatedLoad> loadedEachTime(const Access &Site, const Cycle &Body) const {
    for (unsigned Id : Body.Nodes.set_bits())
      if (mayChangeMemory(Kernel, Kernel.Nodes[Id]))
        return RepeatedLoad{RepeatedLoad::Kind::EachIteration, Site.Id, Site.Id, Id};
    return std::nullopt;
  }

  /// A value that is kept in \p Store's location through the loop could be kept in a register if
  /// nothing else in the loop meant that location.
  std::optional<RepeatedLoad> storedEachTime(const Access &Store, const Cycle &Body) const {
    if (!mayChangeMemory(Kernel, Kernel.Nodes[Store.NodeId]))
      return std::nullopt;
    std::optional<unsigned> Own, Other;
    for (unsigned Id : Body.Nodes.set_bits()) {
      const Node &At = Kernel.Nodes[Id];
      if (At.Kind == NodeKind::Barrier || At.Kind == NodeKind::Fence ||
          At.Kind == NodeKind::WarpOperation)
        return std::nullopt;
      if (At.Kind != NodeKind::Access)
        continue;
      const Access &Site = Kernel.Accesses[At.Index];
      if (Site.Space != MemorySpace::Global && Site.Space != MemorySpace::Generic)
        continue;
      if (Site.Object == Store.Object) {
        bool IsSame = Site.Offset == Store.Offset && Site.Bytes == Store.Bytes;
        if (!IsSame || Site.Kind == AccessKind::Atomic || Site.Kind == AccessKind::AsyncCopy)
          return std::nullopt;
        if (Site.Kind == AccessKind::Load)
          Own = Site.Id;
      } else if (!Then.IsStable(Site) && !(Then.IsOwn(Store) && Then.IsOwn(Site))) {
        return std::nullopt;
      } else if (Then.IsStable(Site)) {
        Other = Id;
      }
    }
    if (!Own || !Other)
      return std::nullopt;
    return RepeatedLoad{RepeatedLoad::Kind::ThroughMemory, *Own, Store.Id, *Other};
  }

  void findAgain() {
    using Address = std::tuple<unsigned, ExprRef, unsigned>;
    std::map<Address, SmallVector<unsigned, 4>> Same;
    for (const Access &Site : Kernel.Accesses)
      if (isExact(Site) && Then.IsStable(Site) && !Said.contains(Site.Object))
        Same[{Site.Object, Site.Offset, Site.Bytes}].push_back(Site.Id);
    unsigned Pairs = 0;
    for (const auto &[Where, Loads] : Same)
      for (size_t Index = 1; Index < Loads.size(); ++Index) {
        if (Said.contains(std::get<0>(Where)) || ++Pairs > MostPairs || Steps > MostSteps)
          break;
        compare(Kernel.Accesses[Loads[Index - 1]], Kernel.Accesses[Loads[Index]]);
      }
  }

  void compare(const Access &First, const Access &Second) {
    if (First.NodeId == Second.NodeId || reach(0, First.NodeId).test(Second.NodeId))
      return;
    BitVector Between = reach(First.NodeId, First.NodeId);
    Between &= reach(Second.NodeId, First.NodeId, /*Backwards=*/true);
    for (unsigned Id : Between.set_bits())
      if (mayChangeMemory(Kernel, Kernel.Nodes[Id])) {
        add({RepeatedLoad::Kind::Again, Second.Id, First.Id, Id});
        return;
      }
  }

  const KernelProgram &Kernel;
  const RestrictedPointers &Then;
  std::vector<SmallVector<unsigned, 2>> Predecessors;
  std::vector<RepeatedLoad> Found;
  std::set<unsigned> Said;
  uint64_t Steps = 0;
};

} // namespace

std::vector<RepeatedLoad> findRepeatedLoads(const KernelProgram &Kernel,
                                            const RestrictedPointers &Then) {
  if (Kernel.Nodes.empty())
    return {};
  return RepetitionFinder(Kernel, Then).run();
}

} // namespace memlint
