//===- RepeatedLoads.cpp - Loads that an alias makes necessary ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Aliasing/RepeatedLoads.h"

#include "LoopCycles.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <map>
#include <set>

using namespace llvm;

namespace memlint {

bool mayChangeMemory(const KernelProgram &Kernel, const Node &Passed) {
  if (Passed.Kind != NodeKind::Access)
    return isMemoryClobber(Kernel, Passed);
  const Access &Site = Kernel.Accesses[Passed.Index];
  if (Site.Kind == AccessKind::Load || Site.Space != MemorySpace::Global)
    return false;
  return any_of(Kernel.basesOf(Site.Object),
                [&](unsigned Object) { return !Kernel.Objects[Object].IsRestrict; });
}

namespace {

/// Of loads that are compared with others, and of nodes gone through for one kernel.
constexpr unsigned MostPairs = 64;
constexpr uint64_t MostSteps = 1'000'000;

class RepetitionFinder {
public:
  RepetitionFinder(const KernelProgram &Kernel, const RestrictedPointers &Then)
      : Kernel(Kernel), Then(Then), Ways(Kernel) {}

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

  bool add(RepeatedLoad New) {
    if (Said.insert(Kernel.Accesses[New.Load].Object).second)
      Found.push_back(New);
    return true;
  }

  void findInLoops() {
    for (auto [Id, At] : enumerate(Kernel.Nodes)) {
      if (At.Kind != NodeKind::LoopHead || Ways.steps() > MostSteps)
        continue;
      LoopCycle Body = Ways.cycleOf(unsigned(Id));
      for (const Access &Site : Kernel.Accesses) {
        if (Site.Loops.empty() || Site.Loops.back() != At.Index || !Body.Nodes.test(Site.NodeId) ||
            !isExact(Site) || !isInvariant(Site.Offset, Kernel.Loops[At.Index]))
          continue;
        if (Said.contains(Site.Object) || Ways.steps() > MostSteps)
          continue;
        std::optional<RepeatedLoad> New;
        if (Then.IsStable(Site))
          New = loadedEachTime(Site, Body);
        else if (Site.Kind == AccessKind::Store && Site.Space == MemorySpace::Global)
          New = storedEachTime(Site, Body);
        if (New && Ways.isDoneEachTime(Site.NodeId, Body)) {
          New->RepeatsWork = accessesTheSame(Body);
          add(*New);
        }
      }
    }
  }

  /// Whether each iteration of \p Body accesses the same addresses as the one before.
  bool accessesTheSame(const LoopCycle &Body) const {
    const Loop &Around = Kernel.Loops[Kernel.Nodes[Body.Head].Index];
    return all_of(Body.Nodes.set_bits(), [&](unsigned Id) {
      const Node &At = Kernel.Nodes[Id];
      if (At.Kind != NodeKind::Access)
        return true;
      const Access &Site = Kernel.Accesses[At.Index];
      return isExact(Site) && isInvariant(Site.Offset, Around);
    });
  }

  bool isInvariant(ExprRef Offset, const Loop &In) const {
    return memlint::isInvariant(Offset, In,
                                [&](ExprRef Loaded) { return isReadOfOneAddress(Loaded, In); });
  }

  /// \p Leaf, made in the loop, is what each iteration reads in the same location, which nothing
  /// writes.
  bool isReadOfOneAddress(ExprRef Leaf, const Loop &In) const {
    auto Site = find_if(Kernel.Accesses, [&](const Access &Each) { return Each.Result == Leaf; });
    return Site != Kernel.Accesses.end() && isExact(*Site) && Then.IsStable(*Site) &&
           isInvariant(Site->Offset, In);
  }

  std::optional<RepeatedLoad> loadedEachTime(const Access &Site, const LoopCycle &Body) const {
    for (unsigned Id : Body.Nodes.set_bits())
      if (mayChangeMemory(Kernel, Kernel.Nodes[Id]))
        return RepeatedLoad{RepeatedLoad::Kind::EachIteration, Site.Id, Site.Id, Id};
    return std::nullopt;
  }

  /// A value that is kept in \p Store's location through the loop could be kept in a register if
  /// nothing else in the loop meant that location.
  std::optional<RepeatedLoad> storedEachTime(const Access &Store, const LoopCycle &Body) const {
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
        if (Said.contains(std::get<0>(Where)) || ++Pairs > MostPairs || Ways.steps() > MostSteps)
          break;
        compare(Kernel.Accesses[Loads[Index - 1]], Kernel.Accesses[Loads[Index]]);
      }
  }

  void compare(const Access &First, const Access &Second) {
    if (First.NodeId == Second.NodeId || Ways.reach(0, First.NodeId).test(Second.NodeId))
      return;
    BitVector Between = Ways.reach(First.NodeId, First.NodeId);
    Between &= Ways.reach(Second.NodeId, First.NodeId, /*Backwards=*/true);
    for (unsigned Id : Between.set_bits())
      if (mayChangeMemory(Kernel, Kernel.Nodes[Id])) {
        add({RepeatedLoad::Kind::Again, Second.Id, First.Id, Id});
        return;
      }
  }

  const KernelProgram &Kernel;
  const RestrictedPointers &Then;
  LoopCycles Ways;
  std::vector<RepeatedLoad> Found;
  std::set<unsigned> Said;
};

} // namespace

std::vector<RepeatedLoad> findRepeatedLoads(const KernelProgram &Kernel,
                                            const RestrictedPointers &Then) {
  if (Kernel.Nodes.empty())
    return {};
  return RepetitionFinder(Kernel, Then).run();
}

} // namespace memlint
