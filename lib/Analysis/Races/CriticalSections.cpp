//===- CriticalSections.cpp - Where locks are held ------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Races/CriticalSections.h"

#include "BarrierRemoval.h"
#include "Overlap.h"
#include "SelectedAccesses.h"

#include "cuda-memlint/Model/BarrierFreePaths.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

static bool isWrite(const Access &Site) { return Site.Kind != AccessKind::Load; }

/// The same whenever a thread comes there: made of indices and arguments.
static bool isSteady(ExprRef Condition) {
  return allLeaves(Condition, [](ExprRef Leaf) {
    LeafKind Kind = Leaf->leaf().Kind;
    return Kind != LeafKind::LoopCounter && Kind != LeafKind::Loaded && Kind != LeafKind::Opaque;
  });
}

CriticalSections::CriticalSections(ExprContext &Context, const KernelProgram &Kernel,
                                   const WaitingLoops &Waiting)
    : Context(Context), Kernel(Kernel), Waiting(Waiting) {
  findLocks();
  findTickets();
  for (CriticalSection &Each : Sections)
    followLock(Each);
  for (CriticalSection &Each : Sections)
    Each.IsKept = isKept(Each);
}

void CriticalSections::findLocks() {
  for (const Access &Site : Kernel.Accesses) {
    // What changes nothing takes nothing.
    if (Site.Kind != AccessKind::Atomic || !Site.Value || !Site.Value->isConstant() ||
        Site.Addend || !Site.Result || !Site.Offset)
      continue;
    bool IsTested = any_of(Kernel.Nodes, [&](const Node &At) {
      return At.Kind == NodeKind::Branch && At.Condition &&
             (findsOther(At.Condition, Site, true) || findsOther(At.Condition, Site, false));
    });
    if (IsTested)
      Sections.emplace_back().Acquire = &Site;
  }
}

/// The number that a loop waits for at \p Turn is drawn from a counter before.
static bool isTicket(const Loop &Around, ExprRef Exit, const Access &Turn,
                     const KernelProgram &Kernel, const AccessesByResult &Results) {
  ExprRef Number = comparedWith(Exit, Turn);
  const Access *Draw = Number ? Results[Number] : nullptr;
  return Draw && Draw->Kind == AccessKind::Atomic && Draw->Addend && Draw->Addend->isConstant(1) &&
         !is_contained(Draw->Loops, Around.Id) && !isSamePlace(Kernel, *Draw, Turn);
}

void CriticalSections::findTickets() {
  for (const Loop &Each : Kernel.Loops) {
    const WaitingLoops::Wait &Wait = Waiting.all()[Each.Id];
    if (Wait.Kind != LoopWait::Flag || !Wait.Polls || !Wait.Polls->Offset ||
        !seesOthers(*Wait.Polls))
      continue;
    if (any_of(Each.Exits, [&](ExprRef Exit) {
          return isTicket(Each, Exit, *Wait.Polls, Kernel, Waiting.results());
        })) {
      CriticalSection &New = Sections.emplace_back();
      New.Acquire = Wait.Polls;
      New.IsTicket = true;
    }
  }
}

/// The way from \p At to its successor is that of a thread which has the lock.
bool CriticalSections::takes(const CriticalSection &Section, const Node &At,
                             unsigned Successor) const {
  if (At.Kind != NodeKind::Branch || !At.Condition || !At.Cases.empty() ||
      At.Successors.size() != 2)
    return false;
  if (!Section.IsTicket)
    return findsOther(At.Condition, *Section.Acquire, Successor == 0);
  ExprRef Condition = Successor == 0 ? At.Condition : Context.logicalNot(At.Condition);
  ExprRef Number = comparedWith(Condition, *Section.Acquire);
  return Number && Waiting.results()[Number];
}

/// The way is that of a thread which has not got it.
bool CriticalSections::misses(const CriticalSection &Section, const Node &At,
                              unsigned Successor) const {
  return At.Kind == NodeKind::Branch && At.Successors.size() == 2 &&
         takes(Section, At, 1 - Successor);
}

/// Only threads come to \p At that the conditions on indices around the acquire hold for.
bool CriticalSections::isLed(const CriticalSection &Section, const Site &At) const {
  return all_of(Section.Acquire->Guards,
                [&](ExprRef Guard) { return !isSteady(Guard) || is_contained(At.Guards, Guard); });
}

/// By node, whether the lock is held there. A forward problem: \p OnAllWays, with all of them held
/// at first, the greatest solution; else the least. \p OfLeader: ways that the conditions on
/// indices around the acquire rule out are left out.
BitVector CriticalSections::solve(const CriticalSection &Section, bool OnAllWays,
                                  bool OfLeader) const {
  unsigned Count = unsigned(Kernel.Nodes.size());
  std::vector<SmallVector<std::pair<unsigned, unsigned>, 2>> Before(Count);
  for (auto [Id, At] : enumerate(Kernel.Nodes))
    for (auto [Number, Next] : enumerate(At.Successors))
      Before[Next].push_back({unsigned(Id), unsigned(Number)});
  const std::vector<ExprRef> &Guards = Section.Acquire->Guards;
  auto IsRuledOut = [&](const Node &At, unsigned Number) {
    if (!OfLeader || At.Kind != NodeKind::Branch || !At.Condition || At.Successors.size() != 2 ||
        !At.Cases.empty() || !isSteady(At.Condition))
      return false;
    return is_contained(Guards, Number == 0 ? Context.logicalNot(At.Condition) : At.Condition);
  };
  auto IsAcquire = [&](const Node &At) {
    return At.Kind == NodeKind::Access && &Kernel.Accesses[At.Index] == Section.Acquire;
  };
  auto IsRelease = [&](const Node &At) {
    return At.Kind == NodeKind::Access &&
           is_contained(Section.Releases, &Kernel.Accesses[At.Index]);
  };
  using Facts = BitVector;
  auto Flow = [&](bool AtEntry, function_ref<bool(unsigned, unsigned, const Facts &)> Leaving) {
    Facts Holds(Count, OnAllWays);
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (unsigned Id = 0; Id != Count; ++Id) {
        auto Comes = [&](const auto &Edge) { return Leaving(Edge.first, Edge.second, Holds); };
        bool New = Before[Id].empty() ? AtEntry
                   : OnAllWays        ? all_of(Before[Id], Comes)
                                      : any_of(Before[Id], Comes);
        if (New != Holds.test(Id)) {
          Holds[Id] = New;
          Changed = true;
        }
      }
    }
    return Holds;
  };
  // What the acquire found still says whether the thread has the lock: it has not given it back.
  // Where it has not come by, or has not got it, nothing behind says that it has.
  Facts Tells = Flow(OnAllWays, [&](unsigned Id, unsigned Number, const Facts &Holds) {
    const Node &At = Kernel.Nodes[Id];
    if (IsRuledOut(At, Number) || misses(Section, At, Number))
      return OnAllWays;
    return IsAcquire(At) || (!IsRelease(At) && Holds.test(Id));
  });
  return Flow(false, [&](unsigned Id, unsigned Number, const Facts &Held) {
    const Node &At = Kernel.Nodes[Id];
    if (IsRuledOut(At, Number))
      return OnAllWays;
    if (Tells.test(Id) && takes(Section, At, Number))
      return true;
    if (misses(Section, At, Number) || IsRelease(At))
      return false;
    // What it has found decides behind it.
    if (IsAcquire(At))
      return !OnAllWays && !Section.IsTicket;
    return Held.test(Id);
  });
}

/// Nodes that are reached from barriers at which the leader holds the lock, and from no others,
/// where it is not given back before the next one.
BitVector CriticalSections::heldForOthers(const CriticalSection &Section, LockHolder For) const {
  unsigned Count = unsigned(Kernel.Nodes.size());
  BitVector Result(Count), Spoiled(Count);
  auto Joins = [&](const Barrier &Each) {
    return !Each.IsUncertain &&
           (Each.Scope >= BarrierScope::Block ||
            (For == LockHolder::Warp && Each.Scope == BarrierScope::Warp && !Each.Mask));
  };
  BarrierFreePaths Paths(Kernel, [&](unsigned Number) { return Joins(Kernel.Barriers[Number]); });
  auto Follow = [&](unsigned Start, bool IsHeld) {
    std::vector<bool> Reached = Paths.from(Start);
    bool IsKeptUp = IsHeld && none_of(Section.Releases, [&](const Access *Release) {
                      return Reached[Release->NodeId];
                    });
    for (unsigned Id = 0; Id != Count; ++Id)
      if (Reached[Id])
        (IsKeptUp ? Result : Spoiled).set(Id);
  };
  for (auto [Id, At] : enumerate(Kernel.Nodes)) {
    if (At.Kind == NodeKind::Entry)
      Follow(unsigned(Id), false);
    if (At.Kind == NodeKind::Barrier && Joins(Kernel.Barriers[At.Index]))
      Follow(unsigned(Id), Section.HeldByLeader.test(unsigned(Id)));
  }
  Result.reset(Spoiled);
  return Result;
}

/// What sets the lock up, with a barrier between that and the acquire, perhaps in each iteration of
/// a loop.
static bool isSetUpBefore(const KernelProgram &Kernel, const Access &Write, const Access &Acquire) {
  if (Acquire.Space != MemorySpace::Shared || Write.NodeId >= Acquire.NodeId)
    return false;
  BarrierFreePaths Paths(Kernel, [&](unsigned Number) {
    const Barrier &Each = Kernel.Barriers[Number];
    return Each.Scope >= BarrierScope::Block && !Each.IsUncertain;
  });
  return !Paths.from(Write.NodeId)[Acquire.NodeId] &&
         (Write.Loops.empty() || !Paths.from(Acquire.NodeId)[Write.NodeId]);
}

void CriticalSections::followLock(CriticalSection &Section) {
  for (const Access &Site : Kernel.Accesses) {
    bool IsAcquire = any_of(Sections, [&](const CriticalSection &Each) {
      return !Each.IsTicket && Each.Acquire == &Site;
    });
    // What comes before the lock is first taken gives nothing back.
    if (isWrite(Site) && !IsAcquire && isSamePlace(Kernel, Site, *Section.Acquire) &&
        &Site != Section.Acquire &&
        !(Site.Kind == AccessKind::Store && isSetUpBefore(Kernel, Site, *Section.Acquire)))
      Section.Releases.push_back(&Site);
  }
  Section.Held = solve(Section, /*OnAllWays=*/true, /*OfLeader=*/false);
  Section.MayBeHeld = solve(Section, /*OnAllWays=*/false, /*OfLeader=*/false);
  Section.HeldByLeader = solve(Section, /*OnAllWays=*/true, /*OfLeader=*/true);
  Section.HeldForWarp = heldForOthers(Section, LockHolder::Warp);
  Section.HeldForBlock = heldForOthers(Section, LockHolder::Block);
}

LockHolder CriticalSections::holderAt(const CriticalSection &Section, const Site &At) const {
  if (Section.Held.test(At.NodeId) || (Section.HeldByLeader.test(At.NodeId) && isLed(Section, At)))
    return LockHolder::Thread;
  if (Section.HeldForBlock.test(At.NodeId))
    return LockHolder::Block;
  return Section.HeldForWarp.test(At.NodeId) ? LockHolder::Warp : LockHolder::Nobody;
}

bool CriticalSections::isOutside(const CriticalSection &Section, const Site &At) const {
  return !Section.MayBeHeld.test(At.NodeId) && !Section.HeldForWarp.test(At.NodeId) &&
         !Section.HeldForBlock.test(At.NodeId);
}

std::vector<ExprRef> CriticalSections::leaderConditions(const CriticalSection &Section) const {
  std::vector<ExprRef> Result;
  copy_if(Section.Acquire->Guards, std::back_inserter(Result),
          [](ExprRef Guard) { return isSteady(Guard) && hasLeaf(Guard, LeafKind::ThreadIndex); });
  return Result;
}

bool CriticalSections::isLockWord(const Access &Site) const {
  return any_of(Sections, [&](const CriticalSection &Each) {
    return Each.IsKept && (Each.Acquire == &Site || is_contained(Each.Releases, &Site));
  });
}

bool CriticalSections::mayBeGivenBack(const CriticalSection &Section) const {
  const Access &Lock = *Section.Acquire;
  return !Kernel.Unseen.empty() || any_of(Kernel.Accesses, [&](const Access &Write) {
    bool TakesToo = any_of(Sections, [&](const CriticalSection &Other) {
      return Other.Acquire == &Write && !Other.IsTicket && Write.Value == Lock.Value;
    });
    return isWrite(Write) && !TakesToo && mayShareBytes(Context, Kernel, Write, Lock);
  });
}

bool CriticalSections::isClaim(const CriticalSection &Section) const {
  return !Section.IsTicket && Section.Releases.empty() && Kernel.Unseen.empty() &&
         none_of(Kernel.Accesses, [&](const Access &Write) {
           bool TakesToo = any_of(Sections, [&](const CriticalSection &Other) {
             return Other.Acquire == &Write && !Other.IsTicket;
           });
           return isWrite(Write) && !TakesToo && seesOthers(Write) &&
                  mayShareBytes(Context, Kernel, Write, *Section.Acquire);
         });
}

bool CriticalSections::waitsForLock(unsigned Loop) const {
  const WaitingLoops::Wait &Wait = Waiting.all()[Loop];
  return Wait.Polls && any_of(Sections, [&](const CriticalSection &Each) {
           return Each.Acquire == Wait.Polls && Each.IsKept;
         });
}

/// \p Release leaves what \p Acquire takes for free. Of a compare-and-swap that is one value: with
/// any other, nobody takes the lock, and those who only see that it is not taken go on together.
static bool frees(ExprContext &Context, const Access &Release, const Access &Acquire) {
  if (Acquire.Form != RequestForm::CompareAndSwap)
    return true;
  if (!Acquire.Expected)
    return false;
  ExprRef Left = Release.Addend ? Context.add(Acquire.Value, Release.Addend) : Release.Value;
  return Left == Acquire.Expected;
}

/// A write to the lock's location by a thread that does not hold it lets a second one in.
bool CriticalSections::isKept(const CriticalSection &Section) const {
  const Access &Lock = *Section.Acquire;
  bool HasRelease = false;
  for (const Access &Write : Kernel.Accesses) {
    if (!isWrite(Write) || &Write == &Lock || !mayShareBytes(Context, Kernel, Write, Lock))
      continue;
    // What sets all locks of an array up.
    if (Write.Kind == AccessKind::Store && !is_contained(Section.Releases, &Write) &&
        isSetUpBefore(Kernel, Write, Lock))
      continue;
    // Another element's lock is taken and given back by those who hold that.
    bool IsOwn = any_of(Sections, [&](const CriticalSection &Other) {
      if (&Write == Other.Acquire)
        return !Other.IsTicket && Other.IsTicket == Section.IsTicket;
      return is_contained(Other.Releases, &Write) &&
             (holderAt(Other, Write) == LockHolder::Thread || isSetUpBefore(Kernel, Write, Lock));
    });
    bool IsRelease = is_contained(Section.Releases, &Write);
    if (!IsOwn || (IsRelease && !Section.IsTicket && !frees(Context, Write, Lock)))
      return false;
    HasRelease |= IsRelease;
  }
  return HasRelease;
}

} // namespace memlint
