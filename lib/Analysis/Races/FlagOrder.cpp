//===- FlagOrder.cpp - Accesses that flags may order ----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlagOrder.h"

#include "BarrierRemoval.h"
#include "Conflicts.h"
#include "DataAddress.h"
#include "Overlap.h"
#include "SelectedAccesses.h"

#include "cuda-memlint/Analysis/Aliasing/ValueSources.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

static ThreadScope scopeOf(ThreadPair Kind) {
  return Kind == ThreadPair::DifferentBlocks ? ThreadScope::Device : ThreadScope::Block;
}

FlagOrder::FlagOrder(ExprContext &Context, const KernelProgram &Kernel, const WaitingLoops &Waiting,
                     const CriticalSections &Sections, bool IndependentThreads)
    : Context(Context), Kernel(Kernel), Waiting(Waiting), Sections(Sections), Walk(Context, Kernel),
      HasSights(any_of(Kernel.Accesses,
                       [&](const Access &Each) { return seesOthers(Each) || isPolled(Each); })),
      IndependentThreads(IndependentThreads) {}

/// \p Loop, around \p Sight, waits for another thread by it, or by what is not known.
bool FlagOrder::isWaitBy(unsigned Loop, const Access &Sight) const {
  const WaitingLoops::Wait &Wait = Waiting.all()[Loop];
  bool IsInnermost = Loop == Sight.Loops.back();
  return Wait.waits() && !Sections.waitsForLock(Loop) &&
         (Wait.Polls == &Sight || (seesOthers(Sight) && IsInnermost));
}

/// A loop around \p Sight waits for another thread by it.
bool FlagOrder::isPolled(const Access &Sight) const {
  return any_of(Sight.Loops, [&](unsigned Loop) { return isWaitBy(Loop, Sight); });
}

/// Each loop that waits by \p Sight may end without it, and nothing on the way to \p Site, behind
/// it, asks how it has ended.
bool FlagOrder::givesUp(const Access &Sight, const Access &Site) const {
  auto Asks = [](ExprRef Root) {
    return Root && anyLeaf(Root, [](ExprRef Leaf) {
             return isData(Leaf) || Leaf->leaf().Kind == LeafKind::LoopCounter;
           });
  };
  return none_of(Sight.Loops,
                 [&](unsigned Loop) {
                   return isWaitBy(Loop, Sight) &&
                          (is_contained(Site.Loops, Loop) || !Waiting.all()[Loop].MayGiveUp);
                 }) &&
         none_of(Site.Guards, Asks) && !Asks(Site.Offset);
}

/// The thread has polled the location before and reads it again by \p Sight, which acquires: by
/// coherence it then sees what ended the loop, or what came later.
bool FlagOrder::acquiresPolled(const Access &Sight) const {
  return Sight.Order >= AccessOrder::Acquire && Sight.Order != AccessOrder::Release &&
         any_of(Kernel.Accesses, [&](const Access &Each) {
           return Each.NodeId < Sight.NodeId && isPolled(Each) && isSamePlace(Kernel, Each, Sight);
         });
}

/// A thread comes to \p Site if \p Sight, a swap, has found what it replaces, which no thread has
/// written: it has seen nothing of others, unless fences order what it found before.
bool FlagOrder::hasSeenNobody(const Access &Sight, const Access &Site) const {
  return Sight.Form == RequestForm::CompareAndSwap && Kernel.Fences.empty() &&
         isReplacedOnce(Kernel, Sight) && any_of(Site.Guards, [&](ExprRef Guard) {
           return any_of(partsOf(Guard, ExprKind::And),
                         [&](ExprRef Part) { return comparedWith(Part, Sight) == Sight.Expected; });
         });
}

/// Whether a thread comes to \p Site, and where that is, may depend on what \p Sight has read.
bool FlagOrder::isSightFor(const Access &Sight, const Access &Site) const {
  if (Sight.Kind != AccessKind::Load && Sight.Kind != AccessKind::Atomic)
    return false;
  // A lock orders those who hold it, and nobody else.
  if (Sections.isLockWord(Sight))
    return false;
  if (hasSeenNobody(Sight, Site))
    return false;
  if (isPolled(Sight))
    return !givesUp(Sight, Site);
  if (acquiresPolled(Sight))
    return true;
  return seesOthers(Sight) && Sight.Update == AtomicUpdate::Other &&
         (any_of(Site.Guards, [](ExprRef Guard) { return anyLeaf(Guard, isData); }) ||
          (Site.Offset && anyLeaf(Site.Offset, isData)));
}

/// A loop by which \p Sight waits may end with what \p Signal writes, or what atomics make of that.
bool FlagOrder::mayObserve(const Access &Signal, const Access &Sight) const {
  if (!mayShareBytes(Context, Kernel, Signal, Sight))
    return false;
  bool IsKnown =
      Signal.Value && Signal.Value->isConstant() && Sight.Result && Signal.Bytes == Sight.Bytes &&
      !Sight.Loops.empty() && Waiting.all()[Sight.Loops.back()].Polls == &Sight &&
      none_of(Kernel.Accesses, [&](const Access &Each) {
        return Each.Kind == AccessKind::Atomic && mayShareBytes(Context, Kernel, Each, Sight);
      });
  return !IsKnown || any_of(Kernel.Loops[Sight.Loops.back()].Exits, [&](ExprRef Exit) {
    return !Context
                .substitute(Exit,
                            [&](ExprRef Leaf) -> ExprRef {
                              return Leaf == Sight.Result ? Signal.Value : nullptr;
                            })
                ->isConstant(0);
  });
}

/// What others may find where \p Sight looks is a constant that some access writes there, or what
/// was there before.
bool FlagOrder::findsConstants(const Access &Sight) const {
  return Sight.Result && all_of(Kernel.Accesses, [&](const Access &Each) {
           bool ChangesNothing = Each.Kind == AccessKind::Load || addsNothing(Each);
           bool IsConstant = Each.Value && Each.Value->isConstant() && !Each.Addend &&
                             Each.Bytes == Sight.Bytes && Each.Form != RequestForm::CompareAndSwap;
           return ChangesNothing || IsConstant || !mayShareBytes(Context, Kernel, Each, Sight);
         });
}

/// A thread that has found by \p Sight what \p Signal writes does not come to \p Later: `if
/// (!*flag)`.
bool FlagOrder::excludes(const Access &Signal, const Access &Sight, const Access &Later) const {
  return Sight.Loops.empty() &&
         any_of(Later.Guards,
                [&](ExprRef Guard) {
                  return dependsOn(Guard, Sight) &&
                         Context
                             .substitute(Guard,
                                         [&](ExprRef Leaf) {
                                           return Leaf == Sight.Result ? Signal.Value : nullptr;
                                         })
                             ->isConstant(0);
                }) &&
         findsConstants(Sight);
}

/// Both \p First and \p Second lie where one number says that \p Sight has read, and what
/// \p Signal writes is a larger one: threads that meet have read the same, and not that.
bool FlagOrder::outgrows(const Access &Signal, const Access &Sight, const Access &First,
                         const Access &Second) const {
  bool OnlyReads = Sight.Result && Sight.Loops.empty() && addsNothing(Sight) && Sight.Offset &&
                   Sight.Offset->varies() == Uniformity::Grid;
  auto IsByNumber = [&](const Access &Site) {
    return Site.Offset && anyLeaf(Site.Offset, isData) && allLeaves(Site.Offset, [&](ExprRef Leaf) {
             return !isData(Leaf) || Leaf == Sight.Result;
           });
  };
  auto Adds = [&](const Access &Each, int64_t AtLeast) {
    return Each.Kind == AccessKind::Atomic && Each.Addend && Each.Addend->range().Low >= AtLeast &&
           isSamePlace(Kernel, Each, Sight);
  };
  return OnlyReads && IsByNumber(First) && IsByNumber(Second) && Adds(Signal, 1) &&
         all_of(Kernel.Accesses, [&](const Access &Each) {
           return Each.Kind == AccessKind::Load || Adds(Each, 0) ||
                  !mayShareBytes(Context, Kernel, Each, Sight);
         });
}

/// Some thread may look at what \p Signal writes, in another way than for its data.
bool FlagOrder::isObserved(const Access &Signal) const {
  return any_of(Kernel.Accesses, [&](const Access &Each) {
    bool Looks = Each.Kind == AccessKind::Load || Each.Kind == AccessKind::Atomic;
    return Looks && (seesOthers(Each) || isPolled(Each)) &&
           mayShareBytes(Context, Kernel, Signal, Each);
  });
}

const SyncWalk::Steps &FlagOrder::signalsBehind(const SyncWalk::End &From,
                                                const OrderNeeds &Of) const {
  auto [Known, IsNew] = KnownSignals.try_emplace(questionOf(From, Of));
  if (IsNew)
    Known->second = findSignals(From, Of);
  return Known->second;
}

const SyncWalk::Steps &FlagOrder::sightsBefore(const SyncWalk::End &To,
                                               const OrderNeeds &Of) const {
  auto [Known, IsNew] = KnownSights.try_emplace(questionOf(To, Of));
  if (IsNew)
    Known->second = findSights(To, Of);
  return Known->second;
}

/// A signal is what others may observe by a sight, whether or not it is an atomic.
SyncWalk::Steps FlagOrder::findSignals(const SyncWalk::End &From, const OrderNeeds &Of) const {
  return Walk.signalsBehind(From, Of, [&](const Access &Signal) {
    bool IsWide = Signal.Kind != AccessKind::Atomic || Signal.Scope >= Of.Scope || !Of.Fences;
    bool IsSeen = Of.Scope <= ThreadScope::Block || Signal.Space != MemorySpace::Shared;
    return Signal.Kind != AccessKind::Load && IsWide && IsSeen && !Sections.isLockWord(Signal) &&
           isObserved(Signal);
  });
}

SyncWalk::Steps FlagOrder::findSights(const SyncWalk::End &To, const OrderNeeds &Of) const {
  if (!HasSights)
    return {};
  // A thread that was the last to count has counted by an atomic, past which loads seldom go.
  OrderNeeds Counted = Of;
  Counted.Fences = false;
  SyncWalk::Steps Result = Walk.sightsBefore(To, Counted, [&](const Access &Sight) {
    return Sight.Kind == AccessKind::Atomic && !isPolled(Sight) && isSightFor(Sight, *To.Site);
  });
  // What is read around the caches is not older than the sight.
  OrderNeeds Plain = Of;
  Plain.Fences &= !seesOthers(*To.Site);
  append_range(Result, Walk.sightsBefore(To, Plain, [&](const Access &Sight) {
    return (Sight.Kind != AccessKind::Atomic || isPolled(Sight)) && isSightFor(Sight, *To.Site);
  }));
  return Result;
}

/// Causality is transitive: a third thread may have seen the signal and have given another one.
/// \p Between, if not null, has where the thread comes from that gives \p Signals, and where the
/// one goes that has one of \p Sights.
bool FlagOrder::mayPassOn(ArrayRef<SyncWalk::Step> Signals, ArrayRef<SyncWalk::Step> Sights,
                          const Meeting *Between, const OrderNeeds &Of) const {
  SmallVector<const Access *, 8> Given;
  for (const SyncWalk::Step &Each : Signals)
    if (!is_contained(Given, Each.Site))
      Given.push_back(Each.Site);
  for (unsigned Next = 0; Next != Given.size(); ++Next) {
    const Access &Signal = *Given[Next];
    if (any_of(Sights, [&](const SyncWalk::Step &Sight) {
          return mayObserve(Signal, *Sight.Site) &&
                 !(Between && (excludes(Signal, *Sight.Site, Between->Later) ||
                               outgrows(Signal, *Sight.Site, Between->Earlier, Between->Later)));
        }))
      return true;
    for (const Access &Seen : Kernel.Accesses) {
      if (!isPolled(Seen) || !mayObserve(Signal, Seen))
        continue;
      for (const SyncWalk::Step &Other : signalsBehind({&Seen}, Of))
        if ((!Of.Fences || Other.HasFence || acquires(Seen, Of.Scope)) &&
            !is_contained(Given, Other.Site))
          Given.push_back(Other.Site);
    }
  }
  return false;
}

/// A thread comes to \p Site, as one does to \p Later, where its block is the last to count.
bool FlagOrder::comesOnlyLast(const Access &Site, const Access &Later) const {
  auto IsLast = [&](ExprRef Guard) {
    return any_of(Kernel.Accesses, [&](const Access &Count) {
      return Count.Kind == AccessKind::Atomic && Count.Addend && Count.Loops.empty() &&
             Count.Space == MemorySpace::Global && Count.Scope >= ThreadScope::Device &&
             Count.Offset && Count.Offset->varies() == Uniformity::Grid &&
             isLastArrival(Guard, Count);
    });
  };
  return any_of(Site.Guards, [&](ExprRef Guard) {
    ExprRef Expanded = withStoredValues(Context, Kernel, Guard);
    return IsLast(Expanded) && any_of(Later.Guards, [&](ExprRef Other) {
             return withStoredValues(Context, Kernel, Other) == Expanded;
           });
  });
}

/// Those of \p Signals that are given by more than the last block to count, which alone goes on to
/// the later access: the earlier one may be made in a block that is not the last.
SyncWalk::Steps FlagOrder::withoutThoseOfLast(ArrayRef<SyncWalk::Step> Signals,
                                              const Meeting &Between) const {
  SyncWalk::Steps Result(Signals.begin(), Signals.end());
  bool AreOfData =
      Between.Earlier.Kind == AccessKind::Store && Between.Later.Kind == AccessKind::Load;
  if (AreOfData && !comesOnlyLast(Between.Earlier, Between.Later))
    erase_if(Result,
             [&](const SyncWalk::Step &Each) { return comesOnlyLast(*Each.Site, Between.Later); });
  return Result;
}

/// A condition that says which threads, or which blocks, go on.
static bool selectsThreads(ExprRef Guard) {
  bool HasIndex = false;
  return allLeaves(Guard,
                   [&](ExprRef Leaf) {
                     LeafKind Kind = Leaf->leaf().Kind;
                     bool IsIndex = Kind == LeafKind::ThreadIndex || Kind == LeafKind::BlockIndex;
                     HasIndex |= IsIndex;
                     return IsIndex || Kind == LeafKind::BlockDimension ||
                            Kind == LeafKind::GridDimension;
                   }) &&
         HasIndex;
}

ExprRef FlagOrder::othersThan(ArrayRef<SyncWalk::Step> Doing, const Access &At) const {
  ExprRef Others = nullptr;
  for (const SyncWalk::Step &Each : Doing) {
    ExprRef Leads = nullptr;
    for (ExprRef Guard : Each.Site->Guards) {
      bool OfThread = hasLeaf(Guard, LeafKind::ThreadIndex);
      if (selectsThreads(Guard) && !is_contained(At.Guards, Guard) &&
          !(OfThread && (Each.ByOthers || !IndependentThreads)))
        Leads = Leads ? Context.logicalAnd(Leads, Guard) : Guard;
    }
    if (!Leads)
      return nullptr;
    ExprRef Not = Context.logicalNot(Leads);
    Others = Others ? Context.logicalAnd(Others, Not) : Not;
  }
  return Others;
}

bool FlagOrder::areFlags(const Access &First, const Access &Second) const {
  if (!seesOthers(First) || !seesOthers(Second))
    return false;
  auto IsOfLock = [&](const Access &Site) { return Sections.isLockWord(Kernel.Accesses[Site.Id]); };
  return (IsOfLock(First) && IsOfLock(Second)) || any_of(Kernel.Accesses, [&](const Access &Each) {
           return isPolled(Each) && mayShareBytes(Context, Kernel, Each, First) &&
                  mayShareBytes(Context, Kernel, Each, Second);
         });
}

/// That a loop around \p Site goes on, which says nothing of one iteration.
bool FlagOrder::isContinuation(ExprRef Guard, const Access &Site) const {
  return any_of(Site.Loops, [&](unsigned Loop) {
    return is_contained(Kernel.Loops[Loop].Exits, Context.logicalNot(Guard));
  });
}

/// Threads of a block one of whose threads comes to \p Other come to \p Site, or one does for
/// them.
bool FlagOrder::isAlsoAt(const Access &Site, const Access &Other) const {
  return all_of(Site.Guards, [&](ExprRef Guard) {
    bool OfThread = selectsThreads(Guard) && allLeaves(Guard, [](ExprRef Leaf) {
                      return Leaf->leaf().Kind == LeafKind::ThreadIndex;
                    });
    return OfThread || is_contained(Other.Guards, Guard) || isContinuation(Guard, Site);
  });
}

/// The exits of the loop by which \p Sight waits, if it sees \p Value.
static SmallVector<ExprRef, 2> exitsFor(ExprContext &Context, const KernelProgram &Kernel,
                                        const Access &Sight, ExprRef Value) {
  SmallVector<ExprRef, 2> Result;
  for (ExprRef Exit : Kernel.Loops[Sight.Loops.back()].Exits)
    Result.push_back(Context.substitute(
        Exit, [&](ExprRef Leaf) { return Leaf == Sight.Result ? Value : nullptr; }));
  return Result;
}

/// Nothing makes the number at \p Sight smaller, and the loop waits until it is not less than one
/// that is the same for all threads.
bool FlagOrder::isMonotone(const Access &Sight) const {
  ArrayRef<ExprRef> Exits = Kernel.Loops[Sight.Loops.back()].Exits;
  if (Exits.size() != 1)
    return false;
  bool IsNot = Exits[0]->kind() == ExprKind::Not;
  ExprRef Less = IsNot ? Exits[0]->operands()[0] : Exits[0];
  if (Less->kind() != ExprKind::Less && Less->kind() != ExprKind::LessUnsigned)
    return false;
  auto IsOfLaunch = [](ExprRef Leaf) {
    LeafKind Kind = Leaf->leaf().Kind;
    return Kind == LeafKind::Parameter || Kind == LeafKind::GridDimension ||
           Kind == LeafKind::BlockDimension;
  };
  // `!(seen < wanted)`, or `wanted < seen + 1`.
  ExprRef Seen = Less->operands()[IsNot ? 0 : 1], Wanted = Less->operands()[IsNot ? 1 : 0];
  return allLeaves(Context.subtract(Seen, Sight.Result), IsOfLaunch) &&
         allLeaves(Wanted, IsOfLaunch) && allLeaves(Sight.Offset, IsOfLaunch) &&
         all_of(Kernel.Accesses, [&](const Access &Write) {
           bool Adds = Write.Kind == AccessKind::Atomic && Write.Addend &&
                       Write.Addend->isConstant() && Write.Addend->constantTerm() >= 0;
           return Write.Kind == AccessKind::Load || Adds ||
                  !mayShareBytes(Context, Kernel, Write, Sight);
         });
}

/// What \p Sight waits for may be there before the thread at \p Earlier comes there: that thread
/// has written it before, and writes at the same location again by one of \p Signals; or it has
/// waited for the same number of arrivals itself.
bool FlagOrder::mayEndBefore(const Access &Sight, const SyncWalk::End &Earlier,
                             ArrayRef<SyncWalk::Step> Signals) const {
  if (!isPolled(Sight) || Waiting.all()[Sight.Loops.back()].Polls != &Sight || !Sight.Result ||
      !Sight.Offset)
    return false;
  auto IsSignal = [&](const Access &Each) {
    return any_of(Signals, [&](const SyncWalk::Step &Step) { return Step.Site == &Each; });
  };
  auto EndsIt = [&](const Access &Each) {
    return Each.Kind != AccessKind::Load && Each.Value && Each.Value->isConstant() &&
           !IsSignal(Each) && isAlsoAt(Each, *Earlier.Site) &&
           any_of(Signals,
                  [&](const SyncWalk::Step &Again) {
                    return isSamePlace(Kernel, *Again.Site, Each) && mayObserve(*Again.Site, Sight);
                  }) &&
           any_of(exitsFor(Context, Kernel, Sight, Each.Value),
                  [](ExprRef Exit) { return Exit->isConstant() && !Exit->isConstant(0); });
  };
  auto IsSameWait = [&](const Access &Each) {
    return isPolled(Each) && Waiting.all()[Each.Loops.back()].Polls == &Each && Each.Result &&
           isSamePlace(Kernel, Each, Sight) && isAlsoAt(Each, *Earlier.Site) && isMonotone(Sight) &&
           exitsFor(Context, Kernel, Each, Sight.Result) ==
               exitsFor(Context, Kernel, Sight, Sight.Result);
  };
  return !Walk.sightsBefore(Earlier, {},
                            [&](const Access &Each) { return EndsIt(Each) || IsSameWait(Each); })
              .empty();
}

FlagOrder::Unordered FlagOrder::compareAt(const SyncWalk::End &First, const SyncWalk::End &Second,
                                          const OrderNeeds &Of) const {
  Unordered Result;
  auto Restrict = [&](ExprRef &Condition, ExprRef Others) {
    Condition = Condition ? Context.logicalAnd(Condition, Others) : Others;
  };
  auto RuleOut = [&](const SyncWalk::End &Earlier, ExprRef &OfEarlier, const SyncWalk::End &Later,
                     ExprRef &OfLater) {
    const SyncWalk::Steps &Sights = sightsBefore(Later, Of);
    if (Sights.empty())
      return;
    bool IsUnseen =
        any_of(Kernel.Unseen, [](const UnseenEffect &Each) { return !Each.OnlyPrints; });
    Meeting Between = {*Earlier.Site, *Later.Site};
    SyncWalk::Steps Signals = signalsBehind(Earlier, Of);
    if (!Of.InBlock)
      Signals = withoutThoseOfLast(Signals, Between);
    if (!IsUnseen && !mayPassOn(Signals, Sights, &Between, Of)) {
      Result.IsNotSet |= mayPassOn(Signals, Sights, nullptr, Of);
      return;
    }
    if (!IsUnseen && all_of(Sights, [&](const SyncWalk::Step &Sight) {
          return mayEndBefore(*Sight.Site, Earlier, Signals);
        }))
      return;
    // Who does not count goes on by what others have stored for it, if at all.
    bool ArePolled =
        all_of(Sights, [&](const SyncWalk::Step &Sight) { return isPolled(*Sight.Site); });
    if (ExprRef Others = ArePolled ? othersThan(Sights, *Later.Site) : nullptr)
      Restrict(OfLater, Others);
    else if (ExprRef Rest = IsUnseen ? nullptr : othersThan(Signals, *Earlier.Site))
      Restrict(OfEarlier, Rest);
    else
      Result.MayOrder = true;
  };
  RuleOut(First, Result.First, Second, Result.Second);
  if (!Result.MayOrder)
    RuleOut(Second, Result.Second, First, Result.First);
  return Result;
}

/// The location and the conditions on it are the same in all iterations around it, but for what is
/// read there.
bool FlagOrder::isSteadyInLoops(const Access &Site) const {
  auto Varies = [&](ExprRef Leaf) {
    return any_of(Site.Loops, [&](unsigned Loop) {
      return Leaf == Kernel.Loops[Loop].Counter || Kernel.Loops[Loop].makes(Leaf);
    });
  };
  auto Counts = [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::LoopCounter; };
  return Site.Offset && !anyLeaf(Site.Offset, Varies) && all_of(Site.Guards, [&](ExprRef Guard) {
           return isContinuation(Guard, Site) || !anyLeaf(Guard, Counts);
         });
}

/// In which iterations \p Site is looked at: where it is the same in all of them, one is chosen.
SmallVector<SyncWalk::End, 2> FlagOrder::endsAt(const Access &Site, ThreadPair Kind) const {
  bool MeetsInLoop = any_of(Kernel.Barriers, [&](const Barrier &Each) {
    bool Separates = Kind == ThreadPair::DifferentBlocks
                         ? Each.IsUncertain || Each.Scope >= BarrierScope::Cluster
                         : Each.Scope != BarrierScope::Thread;
    return Separates &&
           any_of(Each.Loops, [&](unsigned Loop) { return is_contained(Site.Loops, Loop); });
  });
  if (Site.Loops.empty() || MeetsInLoop || !isSteadyInLoops(Site))
    return {{&Site}};
  return {{&Site, /*IsLast=*/true}, {&Site, false, /*IsFirst=*/true}};
}

FlagOrder::Unordered FlagOrder::compare(const Access &First, const Access &Second,
                                        ThreadPair Kind) const {
  Unordered Best;
  Best.MayOrder = true;
  OrderNeeds Of = {scopeOf(Kind), /*Fences=*/false, Kind != ThreadPair::DifferentBlocks};
  for (const SyncWalk::End &Here : endsAt(First, Kind))
    for (const SyncWalk::End &There : endsAt(Second, Kind)) {
      Unordered New = compareAt(Here, There, Of);
      if (!New.MayOrder && (Best.MayOrder || !New.isPart()))
        Best = New;
      if (!Best.MayOrder && !Best.isPart())
        return Best;
    }
  return Best;
}

bool FlagOrder::isOnlyBehind(const Access &Later, ThreadPair Kind,
                             function_ref<bool(const Access &)> Are) const {
  return all_of(endsAt(Later, Kind), [&](const SyncWalk::End &At) {
    const SyncWalk::Steps &Sights = sightsBefore(At, {scopeOf(Kind), /*Fences=*/false});
    return !Sights.empty() &&
           all_of(Sights, [&](const SyncWalk::Step &Each) { return Are(*Each.Site); });
  });
}

bool FlagOrder::isBehindNothing(const Access &Site, ThreadPair Kind) const {
  return sightsBefore({&Site}, {scopeOf(Kind), /*Fences=*/false}).empty();
}

/// Where the later thread has seen the signal of the earlier one, only that can order the two.
bool FlagOrder::lacksFences(const Access &Earlier, const Access &Later, ThreadPair Kind) const {
  if (Earlier.Kind == AccessKind::Load)
    return false;
  OrderNeeds Plain = {scopeOf(Kind), false}, Fenced = {scopeOf(Kind), true};
  Meeting Between = {Earlier, Later};
  for (const SyncWalk::End &Here : endsAt(Earlier, Kind))
    for (const SyncWalk::End &There : endsAt(Later, Kind)) {
      const SyncWalk::Steps &Signals = signalsBehind(Here, Plain),
                            &Sights = sightsBefore(There, Plain);
      if (mayPassOn(Signals, Sights, &Between, Plain) &&
          !mayPassOn(signalsBehind(Here, Fenced), sightsBefore(There, Fenced), &Between, Fenced))
        return true;
    }
  return false;
}

} // namespace memlint
