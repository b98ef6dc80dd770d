//===- WaitingLoops.cpp - Loops that other threads end --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Races/WaitingLoops.h"

#include "BarrierRemoval.h"
#include "Conflicts.h"
#include "DataAddress.h"
#include "LoopRounds.h"
#include "SelectedAccesses.h"

#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

AccessesByResult::AccessesByResult(const KernelProgram &Kernel) {
  for (const Access &Each : Kernel.Accesses)
    if (Each.Result)
      ByLeaf.try_emplace(Each.Result, &Each);
}

static bool isResultOf(ExprRef Root, const Access &Site) { return Root == Site.Result; }

ExprRef comparedWith(ExprRef Equal, const Access &Site) {
  if (Equal->kind() != ExprKind::Equal)
    return nullptr;
  ExprRef Left = Equal->operands()[0], Right = Equal->operands()[1];
  return isResultOf(Left, Site) ? Right : isResultOf(Right, Site) ? Left : nullptr;
}

bool findsOther(ExprRef Condition, const Access &Swap, bool Holds) {
  if (!Swap.Result || !Swap.Value || !Swap.Value->isConstant())
    return false;
  if (Condition->kind() == ExprKind::Not)
    return findsOther(Condition->operands()[0], Swap, !Holds);
  ExprKind Joined = Holds ? ExprKind::And : ExprKind::Or;
  if (Condition->kind() == Joined)
    return any_of(partsOf(Condition, Joined),
                  [&](ExprRef Part) { return findsOther(Part, Swap, Holds); });
  if (isResultOf(Condition, Swap))
    return Holds == Swap.Value->isConstant(0);
  ExprRef Number = comparedWith(Condition, Swap);
  return Number && Number->isConstant() && (Number != Swap.Value) == Holds;
}

WaitingLoops::WaitingLoops(ExprContext &Context, const KernelProgram &Kernel)
    : Context(Context), Kernel(Kernel), Results(Kernel), Waits(Kernel.Loops.size()) {
  SmallVector<unsigned, 8> Heads(Kernel.Loops.size());
  for (auto [Id, At] : enumerate(Kernel.Nodes))
    if (At.Kind == NodeKind::LoopHead)
      Heads[At.Index] = unsigned(Id);
  for (const Loop &Each : Kernel.Loops) {
    Waits[Each.Id].Head = Heads[Each.Id];
    Waits[Each.Id] = classify(Each);
  }
}

/// A thread that adds something to what \p Read has found each time gets to the end by itself, if
/// nobody takes that back.
static bool countsOn(const KernelProgram &Kernel, const Access &Read) {
  auto Direction = [](const Access &Each) {
    int64_t Step = Each.Addend && Each.Addend->isConstant() ? Each.Addend->constantTerm() : 0;
    return Step == 0 ? 0 : Step < 0 ? -1 : 1;
  };
  return Direction(Read) != 0 && all_of(Kernel.Accesses, [&](const Access &Other) {
           return Other.Kind == AccessKind::Load || Direction(Other) == Direction(Read) ||
                  !mayShareObject(Kernel, Read, Other);
         });
}

/// The thread itself changes what \p Read, in \p Around, reads, in each round: `while (next[i] >=
/// 0) next[i] = next[next[i]];`. It goes on by what it has found, and waits for nobody.
static bool changesItself(const KernelProgram &Kernel, const Loop &Around, const Access &Read) {
  return !seesOthers(Read) && any_of(Kernel.Accesses, [&](const Access &Own) {
    return Own.Kind == AccessKind::Store && is_contained(Own.Loops, Around.Id) &&
           Own.Loops == Read.Loops && isSamePlace(Kernel, Own, Read) &&
           all_of(Own.Guards, [&](ExprRef Guard) {
             return is_contained(Read.Guards, Guard) ||
                    anyLeaf(Guard, [&](ExprRef Leaf) { return Leaf == Read.Result; });
           });
  });
}

/// Something in the kernel may write what \p Read reads, or it sees what others write at any time.
bool WaitingLoops::mayChange(const Loop &Around, const Access &Read) const {
  if (seesOthers(Read))
    return true;
  // Along a list, or in a bisection, each load is of another location.
  bool Moves = Read.Offset && anyLeaf(Read.Offset, [&](ExprRef Leaf) {
                 return Leaf == Around.Counter || Around.makes(Leaf);
               });
  return !Moves && !changesItself(Kernel, Around, Read) &&
         any_of(Kernel.Accesses, [&](const Access &Other) {
           return Other.Kind != AccessKind::Load && mayShareObject(Kernel, Read, Other);
         });
}

/// Data choose the location.
static bool isByData(const Access &Site) { return Site.Offset && anyLeaf(Site.Offset, isData); }

/// Loop \p Outer is around \p Inner.
static bool isAround(const KernelProgram &Kernel, unsigned Outer, const Loop &Inner) {
  std::optional<unsigned> Next = Inner.Parent;
  while (Next && *Next != Outer)
    Next = Kernel.Loops[*Next].Parent;
  return Next.has_value();
}

/// \p Root is the same in all rounds of \p Around, but for what is read there of memory that the
/// kernel does not write.
bool WaitingLoops::staysInRounds(const Loop &Around, ExprRef Root) const {
  return allLeaves(Root, [&](ExprRef Leaf) {
    if (Leaf->leaf().Kind == LeafKind::LoopCounter)
      return isAround(Kernel, Leaf->leaf().Id, Around);
    if (!isData(Leaf) || !Around.makes(Leaf))
      return true;
    const Access *Read = Results[Leaf];
    return Read && Read->Kind == AccessKind::Load && Read->Offset &&
           none_of(Kernel.Accesses,
                   [&](const Access &Other) {
                     return Other.Kind != AccessKind::Load && mayShareObject(Kernel, *Read, Other);
                   }) &&
           staysInRounds(Around, Read->Offset);
  });
}

/// A step of the thread's own work: it counts at a location that data choose, or changes another
/// such location in each round of \p Around. It polls nothing.
bool WaitingLoops::isStepOfWork(const Loop &Around, const Access &Site) const {
  if (Site.Kind != AccessKind::Atomic || !isByData(Site))
    return false;
  if (Site.Addend)
    return addsNumber(Site);
  bool IsStep = Site.Form != RequestForm::CompareAndSwap || isReplacedOnce(Kernel, Site);
  return IsStep && !staysInRounds(Around, Site.Offset);
}

/// \p Read, in \p Around, finds what other blocks write there: it is made anew each time, or at a
/// location that depends neither on the thread nor on data.
bool WaitingLoops::seesOtherBlocks(const Loop &Around, const Access &Read) const {
  bool IsOfThread = isByData(Read) || (Read.Offset && hasLeaf(Read.Offset, LeafKind::ThreadIndex));
  return Read.Kind != AccessKind::Store && Read.Space != MemorySpace::Shared &&
         is_contained(Read.Loops, Around.Id) && (seesOthers(Read) || !IsOfThread) &&
         !isStepOfWork(Around, Read) && !countsOn(Kernel, Read) && mayChange(Around, Read);
}

/// What \p Root is computed from in \p Around may be what another block has written: it was read
/// there, or in shared memory, where a thread stores it that has read it. \p Seen are the shared
/// objects that were looked at.
bool WaitingLoops::mayComeFromOtherBlocks(const Loop &Around, ExprRef Root,
                                          SmallDenseSet<unsigned> &Seen) const {
  // A function that is not seen may poll.
  auto AnyInLoop = [&] {
    return !Kernel.Unseen.empty() || any_of(Kernel.Accesses, [&](const Access &Each) {
      return seesOtherBlocks(Around, Each);
    });
  };
  return anyLeaf(Root, [&](ExprRef Leaf) {
    const Access *Read = Results[Leaf];
    if (!Read)
      return Around.makes(Leaf) && AnyInLoop();
    if (Read->Space != MemorySpace::Shared)
      return seesOtherBlocks(Around, *Read);
    if (!is_contained(Read->Loops, Around.Id) || !Seen.insert(Read->Object).second)
      return false;
    return any_of(Kernel.Accesses, [&](const Access &Each) {
      if (Each.Kind == AccessKind::Load || !is_contained(Each.Loops, Around.Id) ||
          !mayShareObject(Kernel, *Read, Each))
        return false;
      bool IsValue = Each.Value ? mayComeFromOtherBlocks(Around, Each.Value, Seen) : AnyInLoop();
      return IsValue || any_of(Each.Guards, [&](ExprRef Guard) {
               return mayComeFromOtherBlocks(Around, Guard, Seen);
             });
    });
  });
}

/// What the end of each round gives for \p Leaf in the next one:
/// `for (i = atomicAdd(next, 1); i < n; i = atomicAdd(next, 1))`. Null: not one access alone.
static const Access *carriedFrom(const AccessesByResult &Results, const Loop &Around,
                                 ExprRef Leaf) {
  auto Carried = find_if(Around.Carried, [&](const CarriedValue &Each) {
    return Each.Start == Leaf && Each.End && Each.End->isLeaf();
  });
  return Carried == Around.Carried.end() ? nullptr : Results[Carried->End];
}

/// \p Leaf, which is made in \p Around, may become another value by what other threads do in their
/// own time. All threads of the grid may go round together, or those of the block, and then what
/// is read in its shared memory changes by what one of them has polled for all.
bool WaitingLoops::mayChangeAlone(const Loop &Around, ExprRef Leaf) const {
  const Access *Read = Results[Leaf];
  if (const Access *Last = Read ? nullptr : carriedFrom(Results, Around, Leaf);
      Last && countsOn(Kernel, *Last))
    return false;
  bool IsMade = Read ? is_contained(Read->Loops, Around.Id) && !countsOn(Kernel, *Read)
                     : Leaf->leaf().Kind == LeafKind::Loaded || Around.makes(Leaf);
  unsigned Head = Waits[Around.Id].Head;
  if (!isData(Leaf) || !IsMade || goesRoundTogether(Kernel, Head, BarrierScope::Grid))
    return false;
  bool IsOfBlock = !Read || Read->Space == MemorySpace::Shared;
  if (IsOfBlock && goesRoundTogether(Kernel, Head, BarrierScope::Block)) {
    SmallDenseSet<unsigned> Seen;
    return mayComeFromOtherBlocks(Around, Leaf, Seen);
  }
  return !Read || mayChange(Around, *Read);
}

/// Each round tries \p Swap, which fails only if another thread has changed what was read before.
bool WaitingLoops::isRetry(const Loop &Around, ExprRef Exit, const Access &Swap) const {
  if (Swap.Form != RequestForm::CompareAndSwap)
    return false;
  bool ComparesRead = any_of(partsOf(Exit, ExprKind::And), [&](ExprRef Part) {
    ExprRef Seen = comparedWith(Part, Swap);
    return Seen && anyLeaf(Seen, [&](ExprRef Leaf) {
             return !isResultOf(Leaf, Swap) && Around.makes(Leaf);
           });
  });
  return ComparesRead && !goesRoundWithout(Kernel, Waits[Around.Id].Head,
                                           [&](unsigned Id) { return Id == Swap.NodeId; });
}

/// An atomic in \p Around that takes a lock, where nothing else in the loop observes others.
const Access *WaitingLoops::lockTakenIn(const Loop &Around) const {
  const Access *Lock = nullptr;
  for (const Node &At : Kernel.Nodes) {
    if (At.Kind != NodeKind::Branch || !At.Condition)
      continue;
    const Access *Observed = nullptr;
    forEachLeaf(At.Condition, [&](ExprRef Leaf) {
      const Access *Read = Results[Leaf];
      if (Read && seesOthers(*Read) && is_contained(Read->Loops, Around.Id))
        Observed = Read;
    });
    if (!Observed || Observed == Lock)
      continue;
    if (Lock || Observed->Kind != AccessKind::Atomic ||
        !(findsOther(At.Condition, *Observed, true) || findsOther(At.Condition, *Observed, false)))
      return nullptr;
    Lock = Observed;
  }
  return Lock;
}

/// What one of the ways out of \p Around waits for.
WaitingLoops::Wait WaitingLoops::classifyExit(const Loop &Around, ExprRef Exit) const {
  Wait Result;
  bool Counts = anyLeaf(Exit, [&](ExprRef Leaf) { return Leaf == Around.Counter; }) ||
                isReachedByCounting(Around, Exit);
  if (Counts || !anyLeaf(Exit, [&](ExprRef Leaf) { return mayChangeAlone(Around, Leaf); }))
    return Result;
  Result.Kind = LoopWait::Flag;
  Result.Head = Waits[Around.Id].Head;
  forEachLeaf(Exit, [&](ExprRef Leaf) {
    const Access *Read = Results[Leaf];
    if (!Read || !mayChangeAlone(Around, Leaf))
      return;
    bool IsSwap = Read->Kind == AccessKind::Atomic && !Read->Addend;
    if (!Result.Polls || IsSwap)
      Result.Polls = Read;
    if (IsSwap && findsOther(Exit, *Read, true))
      Result.Kind = LoopWait::Lock;
    if (isRetry(Around, Exit, *Read))
      Result.Kind = LoopWait::Retry;
  });
  // `done = true;`, which the thread itself says when it has had the lock.
  if (!Result.Polls)
    if (const Access *Lock = lockTakenIn(Around)) {
      Result.Kind = LoopWait::Lock;
      Result.Polls = Lock;
    }
  return Result;
}

/// Counts of tries stay small.
static ExprRef withoutWraps(ExprContext &Context, ExprRef Root) {
  return rewrite(Context, Root, [&](ExprRef Node) -> ExprRef {
    return Node->kind() == ExprKind::Wrap ? withoutWraps(Context, Node->operands()[0]) : nullptr;
  });
}

/// \p Root for threads that find \p Condition, perhaps a number, to be 0 or, if it \p Holds,
/// another.
static ExprRef where(ExprContext &Context, ExprRef Root, ExprRef Condition, bool Holds) {
  if (Condition->kind() == ExprKind::Not)
    return where(Context, Root, Condition->operands()[0], !Holds);
  Root = rewrite(Context, Root, [&](ExprRef Node) -> ExprRef {
    bool IsChoice = Node->kind() == ExprKind::Select && Node->operands()[0] == Condition;
    return IsChoice ? Node->operands()[Holds ? 1 : 2] : nullptr;
  });
  return assume(Context, Root, Context.logicalNot(Condition), !Holds);
}

/// What is added to the variable that \p Start begins a round of \p Around with, in each round that
/// goes on; 0: not always the same.
int64_t WaitingLoops::stepOf(const Loop &Around, ExprRef Start) const {
  auto Carried = find_if(Around.Carried, [&](const CarriedValue &Each) {
    return Each.Start == Start && Each.End && !Each.EndObject;
  });
  if (Carried == Around.Carried.end())
    return 0;
  ExprRef End = Carried->End;
  for (ExprRef Exit : Around.Exits)
    for (ExprRef Part : partsOf(Exit, ExprKind::Or))
      End = where(Context, End, Part, /*Holds=*/false);
  ExprRef Step = Context.subtract(withoutWraps(Context, End), Start);
  return Step->isConstant() ? Step->constantTerm() : 0;
}

/// \p Condition, of a variable that is counted in all rounds, holds after some number of them.
/// Where it holds for one number only, that one must be ahead: tries are counted from 0 on, or down
/// to it.
bool WaitingLoops::isReachedByCounting(const Loop &Around, ExprRef Condition) const {
  bool IsNot = Condition->kind() == ExprKind::Not;
  ExprRef Compared = IsNot ? Condition->operands()[0] : Condition;
  bool IsLess = Compared->kind() == ExprKind::Less || Compared->kind() == ExprKind::LessUnsigned;
  // `k == 8`, or `!k`.
  bool IsEqual = Compared->kind() == ExprKind::Equal;
  if (!IsLess && IsEqual == IsNot)
    return false;
  ExprRef Counted = nullptr;
  bool HasOther = anyLeaf(Compared, [&](ExprRef Leaf) {
    bool IsOther = isData(Leaf) && Counted && Leaf != Counted;
    if (isData(Leaf))
      Counted = Leaf;
    return IsOther;
  });
  int64_t Step = Counted && !HasOther ? stepOf(Around, Counted) : 0;
  if (Step == 0)
    return false;
  bool IsPair = IsLess || IsEqual;
  ExprRef Room = withoutWraps(
      Context,
      IsPair ? Context.subtract(Compared->operands()[1], Compared->operands()[0]) : Compared);
  ExprRef Rest = Context.subtract(Room, Counted), Sum = Context.add(Room, Counted);
  auto IsFree = [&](ExprRef Root) {
    return !anyLeaf(Root, [&](ExprRef Leaf) { return Leaf == Counted; });
  };
  int64_t Sign = IsFree(Rest) ? 1 : IsFree(Sum) ? -1 : 0;
  if (IsLess)
    return Sign != 0 && (Sign * Step > 0) != IsNot;
  ExprRef Wanted = Sign > 0 ? Context.subtract(Context.constant(0), Rest) : Sum;
  return Sign != 0 && Wanted->isConstant() &&
         (Step == -1 || (Step == 1 && Wanted->constantTerm() > 0));
}

/// One of the ways out of \p Around, besides the others, depends on the number of the iteration, or
/// on a variable that is counted in all of them, and on nothing that was read.
bool WaitingLoops::endsByItself(const Loop &Around) const {
  SmallVector<ExprRef, 4> Ways;
  for (ExprRef Exit : Around.Exits)
    append_range(Ways, partsOf(Exit, ExprKind::Or));
  auto AreOpposite = [](ExprRef One, ExprRef Other) {
    return (One->kind() == ExprKind::Not && One->operands()[0] == Other) ||
           (Other->kind() == ExprKind::Not && Other->operands()[0] == One);
  };
  auto Counts = [&](ExprRef Part) {
    return anyLeaf(Part, [&](ExprRef Leaf) { return Leaf == Around.Counter; }) ||
           isReachedByCounting(Around, Part);
  };
  // That the loop has not ended in another way does not count as a condition.
  auto IsOpen = [&](ExprRef Part) {
    return !anyLeaf(Part, isData) || isReachedByCounting(Around, Part) ||
           any_of(Ways, [&](ExprRef Way) { return AreOpposite(Way, Part); });
  };
  return any_of(Ways, [&](ExprRef Way) {
    SmallVector<ExprRef, 4> Parts = partsOf(Way, ExprKind::And);
    return any_of(Parts, Counts) && all_of(Parts, IsOpen);
  });
}

WaitingLoops::Wait WaitingLoops::classify(const Loop &Around) const {
  Wait Result = Waits[Around.Id];
  for (ExprRef Exit : Around.Exits)
    for (ExprRef Part : partsOf(Exit, ExprKind::Or)) {
      Wait New = classifyExit(Around, Part);
      if (New.Kind == LoopWait::None)
        continue;
      // A swap that succeeds ends the loop, whatever else does.
      bool IsBetter = New.Kind == LoopWait::Retry || Result.Kind == LoopWait::None ||
                      (New.Kind == LoopWait::Lock && Result.Kind == LoopWait::Flag);
      if (IsBetter && Result.Kind != LoopWait::Retry)
        Result = New;
    }
  Result.MayGiveUp = endsByItself(Around);
  return Result;
}

bool mayWaitForOthers(ExprContext &Context, const KernelProgram &Kernel, unsigned Number) {
  return WaitingLoops(Context, Kernel).all()[Number].waits();
}

} // namespace memlint
