//===- Deadlocks.cpp - Locks that threads never get -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Publication/Deadlocks.h"

#include "ChosenLocks.h"

#include "cuda-memlint/Analysis/Races/CriticalSections.h"
#include "cuda-memlint/Model/SharedAllocations.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace llvm;

namespace memlint {

namespace {

/// Threads that are kept for two locks in one order.
constexpr size_t MostNestings = 8;

class DeadlockFinder {
public:
  DeadlockFinder(ExprContext &Expressions, const KernelProgram &Kernel, const LaunchContext &Launch)
      : Expressions(Expressions), Kernel(Kernel), Launch(Launch), Waiting(Expressions, Kernel),
        Sections(Expressions, Kernel, Waiting) {}

  std::optional<LockCycle> cycle() {
    // What waits for a flag may wait until the one order is through.
    if (any_of(Waiting.all(),
               [](const WaitingLoops::Wait &Each) { return Each.Kind == LoopWait::Flag; }))
      return std::nullopt;
    for (const CriticalSection &Outer : Sections.all())
      for (const CriticalSection &Inner : Sections.all())
        if (&Outer != &Inner && isNested(Outer, Inner) && !isByData(*Inner.Acquire))
          addNestings(*Outer.Acquire, *Inner.Acquire);
    for (const auto &[Order, Ones] : Nestings) {
      if (Order.first == Order.second && isOneLocation(Ones.front()))
        return LockCycle{Ones.front(), Ones.front()};
      auto Opposite = Nestings.find({Order.second, Order.first});
      if (Order.first == Order.second || Opposite == Nestings.end())
        continue;
      for (const LockNesting &First : Ones)
        for (const LockNesting &Second : Opposite->second)
          if (meet(First, Second))
            return LockCycle{First, Second};
    }
    return cycleByData();
  }

  std::optional<SpinInWarp> spin() {
    for (const CriticalSection &Each : Sections.all()) {
      std::optional<unsigned> Loop = spinsIn(Each);
      bool IsReleasedBehind = Loop && none_of(Each.Releases, [&](const Access *Release) {
                                return is_contained(Release->Loops, *Loop);
                              });
      if (!IsReleasedBehind || Each.Releases.empty() || !areLanesTogether(*Each.Acquire))
        continue;
      std::map<std::tuple<int64_t, Index3, int64_t>, ThreadId> Seen;
      for (const Touch &Touched : sampleTouches(Expressions, Kernel, *Each.Acquire, Launch)) {
        auto [Known, IsNew] = Seen.try_emplace(
            {Touched.Offset, Touched.By.Block, warpOf(Touched.By.Thread)}, Touched.By);
        if (!IsNew && Known->second.Thread != Touched.By.Thread)
          return SpinInWarp{Each.Acquire->Id, Each.Releases.front()->Id, Known->second, Touched.By};
      }
    }
    return std::nullopt;
  }

  std::optional<LockStall> stall() {
    for (const CriticalSection &Each : Sections.all()) {
      const Access &Lock = *Each.Acquire;
      if (!areTakersKnown(Lock) || movesInLoops(Lock))
        continue;
      if (isNeverGivenBack(Each))
        if (auto Pair = contenders(Lock, /*InOneBlock=*/false); Pair && mayRunBoth(*Pair))
          return LockStall{Lock.Id, std::nullopt, Pair->first, Pair->second};
      for (const auto &[Number, Met] : enumerate(Kernel.Barriers))
        if (spinsIn(Each) && isMetWithin(Each, Met))
          if (auto Pair = contenders(Lock, Met.Scope == BarrierScope::Block))
            return LockStall{Lock.Id, unsigned(Number), Pair->first, Pair->second};
    }
    return std::nullopt;
  }

private:
  /// Two threads whose data name the same two locks in opposite orders.
  std::optional<LockCycle> cycleByData() {
    for (const CriticalSection &Outer : Sections.all())
      for (const CriticalSection &Inner : Sections.all()) {
        if (&Outer == &Inner || !isNested(Outer, Inner))
          continue;
        const Access &Held = *Outer.Acquire, &Wanted = *Inner.Acquire;
        const Access *Choice = findFreeChoice(Expressions, Kernel, Held, Wanted);
        if (!Choice)
          continue;
        std::vector<Touch> Choosing = sampleTouches(Expressions, Kernel, *Choice, Launch);
        for (const Touch &Second : Choosing) {
          LockNesting One{Held.Id, Wanted.Id, Choosing.front().By},
              Other{Held.Id, Wanted.Id, Second.By};
          if (Second.Offset != Choosing.front().Offset && meet(One, Other))
            return LockCycle{One, Other, /*IsByData=*/true};
        }
      }
    return std::nullopt;
  }

  /// Where a lock is: object, offset, and of shared memory the block.
  using Place = std::tuple<unsigned, int64_t, Index3>;

  /// The loop that goes round until the lock is taken.
  std::optional<unsigned> spinsIn(const CriticalSection &Section) const {
    const Access &Lock = *Section.Acquire;
    if (!Section.IsKept || Section.IsTicket || Lock.Loops.empty())
      return std::nullopt;
    const WaitingLoops::Wait &Wait = Waiting.all()[Lock.Loops.back()];
    bool Spins = Wait.Kind == LoopWait::Lock && Wait.Polls == &Lock;
    return Spins ? std::optional(Lock.Loops.back()) : std::nullopt;
  }

  /// Two threads that take one lock by \p Lock.
  std::optional<std::pair<ThreadId, ThreadId>> contenders(const Access &Lock, bool InOneBlock) {
    std::map<Place, ThreadId> Holders;
    for (const auto &[Who, At] : placesOf(Lock)) {
      if (!At)
        continue;
      Place Contended = *At;
      if (InOneBlock)
        std::get<Index3>(Contended) = Who.first;
      ThreadId New = {Who.first, Who.second};
      auto [Known, IsNew] = Holders.try_emplace(Contended, New);
      if (!IsNew)
        return std::pair(Known->second, New);
    }
    return std::nullopt;
  }

  /// There is a second block, if that is where the second thread is: the launch says so, or a
  /// kernel that asks for its block is made for several.
  bool mayRunBoth(const std::pair<ThreadId, ThreadId> &Pair) const {
    auto HasBlock = [](ExprRef Root) { return Root && hasLeaf(Root, LeafKind::BlockIndex); };
    return Pair.first.Block == Pair.second.Block || Launch.gridKnown() ||
           any_of(Kernel.Accesses, [&](const Access &Each) {
             return HasBlock(Each.Offset) || any_of(Each.Guards, HasBlock);
           });
  }

  /// Something in the kernel writes what may be in the allocation of \p Lock by another pointer.
  bool mayBeWrittenByAlias(const Access &Lock) const {
    return any_of(Kernel.Accesses, [&](const Access &Write) {
      return Write.Kind != AccessKind::Load &&
             any_of(Kernel.basesOf(Write.Object), [&](unsigned Base) {
               return any_of(Kernel.basesOf(Lock.Object), [&](unsigned Own) {
                 return mayOverlap(Kernel.Objects[Base], Kernel.Objects[Own], Launch);
               });
             });
    });
  }

  /// Threads spin until they have the lock of \p Section, which is free where it is 0, and nothing
  /// in the kernel writes that.
  bool isNeverGivenBack(const CriticalSection &Section) const {
    const Access &Lock = *Section.Acquire;
    if (Section.IsTicket || Lock.Loops.empty())
      return false;
    bool IsFreeAtZero = Lock.Form == RequestForm::CompareAndSwap
                            ? Lock.Expected && Lock.Expected->isConstant(0)
                            : !Lock.Value->isConstant(0);
    ArrayRef<ExprRef> Exits = Kernel.Loops[Lock.Loops.back()].Exits;
    return IsFreeAtZero && !Exits.empty() &&
           all_of(Exits, [&](ExprRef Exit) { return findsOther(Exit, Lock, true); }) &&
           !Sections.mayBeGivenBack(Section) && !mayBeWrittenByAlias(Lock);
  }

  /// Threads that take the lock of \p Section hold it when they come to \p Met, and all of them
  /// come there, which needs all threads of the block or of the grid.
  bool isMetWithin(const CriticalSection &Section, const Barrier &Met) const {
    const Access &Lock = *Section.Acquire;
    return (Met.Scope == BarrierScope::Block || Met.Scope == BarrierScope::Grid) &&
           !Met.IsUncertain && !Met.IsArrival && Section.HeldByLeader.test(Met.NodeId) &&
           ArrayRef(Met.Loops) == ArrayRef(Lock.Loops).drop_back() &&
           all_of(Met.Guards, [&](ExprRef Guard) {
             return is_contained(Lock.Guards, Guard) || findsOther(Guard, Lock, true);
           });
  }

  /// Which threads come to \p Site in the same iteration follows from their indices, or all do.
  bool areTakersKnown(const Access &Site) const {
    return areLanesTogether(Site) && all_of(Site.Guards, [&](ExprRef Guard) {
             bool IsOpen = hasLeaf(Guard, LeafKind::Parameter) ||
                           (hasLeaf(Guard, LeafKind::GridDimension) && !Launch.gridKnown());
             return !IsOpen || !(hasLeaf(Guard, LeafKind::ThreadIndex) ||
                                 hasLeaf(Guard, LeafKind::BlockIndex));
           });
  }

  static bool movesInLoops(const Access &Site) {
    return hasLeaf(Site.Offset, LeafKind::LoopCounter);
  }

  /// A thread waits for the lock of \p Inner, and keeps that of \p Outer meanwhile. What it may
  /// hold besides can keep others out.
  bool isNested(const CriticalSection &Outer, const CriticalSection &Inner) const {
    std::optional<unsigned> Loop = spinsIn(Inner);
    auto IsInLoop = [&](const Access *Site) { return is_contained(Site->Loops, *Loop); };
    return Loop && spinsIn(Outer) && !IsInLoop(Outer.Acquire) &&
           none_of(Outer.Releases, IsInLoop) &&
           Sections.holderAt(Outer, *Inner.Acquire) == LockHolder::Thread &&
           all_of(Sections.all(), [&](const CriticalSection &Other) {
             return &Other == &Outer || Sections.isOutside(Other, *Outer.Acquire);
           });
  }

  /// Data say who comes to \p Site, which may be one thread, or nobody where others come elsewhere.
  static bool isByData(const Access &Site) {
    return any_of(Site.Guards, [](ExprRef Guard) {
      return anyLeaf(Guard, [](ExprRef Leaf) {
        return Leaf->leaf().Kind == LeafKind::Loaded || Leaf->leaf().Kind == LeafKind::Opaque;
      });
    });
  }

  /// By thread, the one location that it accesses by \p Site; none: there are several.
  std::map<std::pair<Index3, Index3>, std::optional<Place>> placesOf(const Access &Site) {
    std::map<std::pair<Index3, Index3>, std::optional<Place>> Result;
    for (const Access &Each : byObject(Site))
      for (const Touch &Touched : sampleTouches(Expressions, Kernel, Each, Launch)) {
        Place At = {Each.Object, Touched.Offset,
                    Each.Space == MemorySpace::Shared ? Touched.By.Block : Index3{}};
        auto [Known, IsNew] = Result.try_emplace({Touched.By.Block, Touched.By.Thread}, At);
        if (!IsNew && Known->second != At)
          Known->second = std::nullopt;
      }
    return Result;
  }

  /// \p Site once for each object that its pointer may lead to, under the condition that it does;
  /// nothing where that condition is not known.
  std::vector<Access> byObject(const Access &Site) {
    if (Kernel.Objects[Site.Object].OneOf.empty())
      return {Site};
    std::vector<Access> Result;
    for (unsigned Base : Kernel.Objects[Site.Object].OneOf) {
      if (!Site.Selector || !Site.OffsetInSelected)
        break;
      Access &One = Result.emplace_back(Site);
      One.Guards.push_back(Expressions.equal(Site.Selector, Expressions.constant(Base)));
      One.Object = Base;
      One.Space = Kernel.Objects[Base].Space;
      One.Offset = Site.OffsetInSelected;
    }
    return Result;
  }

  void addNestings(const Access &Held, const Access &Wanted) {
    auto OfHeld = placesOf(Held), OfWanted = placesOf(Wanted);
    for (const auto &[Who, At] : OfHeld) {
      auto Other = OfWanted.find(Who);
      if (At && Other != OfWanted.end() && Other->second)
        addNesting({*At, *Other->second}, {Held.Id, Wanted.Id, {Who.first, Who.second}});
    }
  }

  void addNesting(const std::pair<Place, Place> &Order, const LockNesting &New) {
    std::vector<LockNesting> &Known = Nestings[Order];
    if (Known.size() < MostNestings)
      Known.push_back(New);
  }

  /// Two locks that arguments choose may be different ones.
  bool isOneLocation(const LockNesting &Own) const {
    ExprRef Held = Kernel.Accesses[Own.Held].Offset, Wanted = Kernel.Accesses[Own.Wanted].Offset;
    return Held == Wanted || all_of(std::array{Held, Wanted}, [](ExprRef Root) {
             return allLeaves(Root, [](ExprRef Leaf) {
               LeafKind Kind = Leaf->leaf().Kind;
               return Kind == LeafKind::ThreadIndex || Kind == LeafKind::BlockIndex;
             });
           });
  }

  /// What the host gives decides between the two.
  bool areAlternatives(const LockNesting &First, const LockNesting &Second) const {
    const Access &One = Kernel.Accesses[First.Wanted], &Other = Kernel.Accesses[Second.Wanted];
    return any_of(One.Guards, [&](ExprRef Guard) {
      bool IsOfLaunch =
          allLeaves(Guard, [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::Parameter; });
      return IsOfLaunch && is_contained(Other.Guards, Expressions.logicalNot(Guard));
    });
  }

  /// Two threads, with no barrier that keeps the one from coming there while the other is there.
  bool meet(const LockNesting &First, const LockNesting &Second) const {
    bool IsOneBlock = First.By.Block == Second.By.Block;
    if ((IsOneBlock && First.By.Thread == Second.By.Thread) || areAlternatives(First, Second))
      return false;
    auto Separates = [&](const Barrier &Each) {
      return IsOneBlock || Each.Scope >= BarrierScope::Cluster;
    };
    unsigned Ones = Kernel.Accesses[First.Held].NodeId,
             Others = Kernel.Accesses[Second.Held].NodeId;
    for (const auto &[Number, Each] : enumerate(Kernel.Nodes)) {
      bool Starts =
          Number == 0 || (Each.Kind == NodeKind::Barrier && Separates(Kernel.Barriers[Each.Index]));
      if (!Starts)
        continue;
      BitVector Reached = reachedFrom(unsigned(Number), Separates);
      if (Reached[Ones] && Reached[Others])
        return true;
    }
    return false;
  }

  /// By node: a thread comes there from \p Start without one of the barriers on its way.
  BitVector reachedFrom(unsigned Start, function_ref<bool(const Barrier &)> Separates) const {
    BitVector Reached(unsigned(Kernel.Nodes.size()));
    SmallVector<unsigned, 16> Open = {Start};
    while (!Open.empty())
      for (unsigned Next : Kernel.Nodes[Open.pop_back_val()].Successors) {
        const Node &At = Kernel.Nodes[Next];
        bool IsEnd = At.Kind == NodeKind::Barrier && Separates(Kernel.Barriers[At.Index]);
        if (IsEnd || Reached[Next])
          continue;
        Reached.set(Next);
        Open.push_back(Next);
      }
    return Reached;
  }

  /// Lanes come there in one iteration, and nothing but indices says which do.
  static bool areLanesTogether(const Access &Site) {
    return all_of(Site.Guards, [](ExprRef Guard) {
      return allLeaves(Guard, [](ExprRef Leaf) {
        LeafKind Kind = Leaf->leaf().Kind;
        return Kind != LeafKind::LoopCounter && Kind != LeafKind::Loaded &&
               Kind != LeafKind::Opaque;
      });
    });
  }

  int64_t warpOf(const Index3 &Thread) const {
    int64_t Width = int64_t(Launch.Block[0].value_or(1)),
            Height = int64_t(Launch.Block[1].value_or(1));
    return (int64_t(Thread[0]) + Width * (int64_t(Thread[1]) + Height * int64_t(Thread[2]))) /
           Kernel.Device.WarpLanes;
  }

  ExprContext &Expressions;
  const KernelProgram &Kernel;
  const LaunchContext &Launch;
  WaitingLoops Waiting;
  CriticalSections Sections;
  /// By the two locks that are nested: threads for which they are.
  std::map<std::pair<Place, Place>, std::vector<LockNesting>> Nestings;
};

} // namespace

std::optional<LockCycle> findLockCycle(ExprContext &Expressions, const KernelProgram &Kernel,
                                       const LaunchContext &Launch) {
  return DeadlockFinder(Expressions, Kernel, Launch).cycle();
}

std::optional<LockStall> findLockStall(ExprContext &Expressions, const KernelProgram &Kernel,
                                       const LaunchContext &Launch) {
  return DeadlockFinder(Expressions, Kernel, Launch).stall();
}

std::optional<SpinInWarp> findSpinInWarp(ExprContext &Expressions, const KernelProgram &Kernel,
                                         const LaunchContext &Launch) {
  return DeadlockFinder(Expressions, Kernel, Launch).spin();
}

} // namespace memlint
