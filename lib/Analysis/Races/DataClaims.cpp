//===- DataClaims.cpp - What an atomic leaves to one thread ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataExclusion.h"

#include "BarrierRemoval.h"
#include "ClaimedKeys.h"

#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// An atomic has given it, or what it was computed from is unknown and may be an atomic's.
bool DataExclusion::isFromAtomic(ExprRef Leaf) const {
  if (!isData(Leaf))
    return false;
  const Access *Source = Waiting.results()[Leaf];
  // Whom a lock keeps apart is known.
  return Source ? Source->Kind == AccessKind::Atomic && !Sections.isLockWord(*Source)
                : isUnclear(Leaf) && isBehindAgreement(Leaf);
}

bool DataExclusion::isProbedBySwaps(ExprRef Leaf) const {
  const Access *Probe = probeAt(Leaf);
  return Probe && Probe->Form == RequestForm::CompareAndSwap;
}

/// `old == empty || old == key`, of a compare-and-swap that puts `key`, which was read, where
/// `empty` is: all threads with one key pass it.
bool DataExclusion::letsEqualsPass(ExprRef Guard) const {
  auto IsFound = [&](ExprRef Old, ExprRef New) {
    const Access *Swap = Old->isLeaf() ? Waiting.results()[Old] : nullptr;
    return Swap && Swap->Form == RequestForm::CompareAndSwap && Swap->Value == New &&
           anyLeaf(New, isData) && !anyLeaf(New, isIndex);
  };
  return any_of(partsOf(Guard, ExprKind::Or), [&](ExprRef Part) {
    return Part->kind() == ExprKind::Equal && (IsFound(Part->operands()[0], Part->operands()[1]) ||
                                               IsFound(Part->operands()[1], Part->operands()[0]));
  });
}

/// Of threads that try \p Claim where \p Expected is, one alone finds it.
static bool isReplaced(const Access &Claim, ExprRef Expected) {
  if (Claim.Form == RequestForm::CompareAndSwap)
    return Claim.Expected == Expected;
  return !Claim.Addend && Claim.Value && Claim.Value->isConstant() && Expected->isConstant() &&
         Claim.Value != Expected;
}

/// \p Guard holds for those that have not won an atomic which replaces what it finds; null: it says
/// something else.
const Access *DataExclusion::claimLost(ExprRef Guard) const {
  auto Lost = [&](ExprRef Old, ExprRef Number, bool IsFound) -> const Access * {
    const Access *Claim = Old->isLeaf() ? Waiting.results()[Old] : nullptr;
    if (!Claim || Claim->Kind != AccessKind::Atomic || !Claim->Value || Sections.isLockWord(*Claim))
      return nullptr;
    bool IsOther =
        IsFound ? Claim->Value->isConstant() && Claim->Value == Number : isReplaced(*Claim, Number);
    return IsOther ? Claim : nullptr;
  };
  auto LostBy = [&](ExprRef Equal, bool IsFound) {
    ExprRef Left = Equal->operands()[0], Right = Equal->operands()[1];
    const Access *Claim = Lost(Left, Right, IsFound);
    return Claim ? Claim : Lost(Right, Left, IsFound);
  };
  if (Guard->kind() == ExprKind::Equal)
    return LostBy(Guard, /*IsFound=*/true);
  ExprRef Opposite = Setting.Context.logicalNot(Guard);
  if (Opposite->kind() == ExprKind::Not)
    return Lost(Opposite->operands()[0], Setting.Context.constant(0), /*IsFound=*/false);
  return Opposite->kind() == ExprKind::Equal ? LostBy(Opposite, /*IsFound=*/false) : nullptr;
}

/// The loop around it leads from one location of \p Claim to the next one.
static bool isOfLoop(const KernelProgram &Kernel, const Access &Claim) {
  return !Claim.Offset || any_of(Kernel.Loops, [&](const Loop &Each) {
    return any_of(Each.Carried, [&](const CarriedValue &Variable) {
      return contains(Claim.Offset, Variable.Start);
    });
  });
}

/// Where threads go on alone with what others have left, a fence orders that, or what they have in
/// common is more than a count: here they take up nothing.
bool DataExclusion::takesUpNothing(const Access &Claim, const Access &Site) const {
  bool IsCounted = all_of(Kernel.Accesses, [&](const Access &Each) {
    return Each.Object != Site.Object || Each.Kind == AccessKind::Load || isCount(Each);
  });
  return IsCounted && !isOfLoop(Kernel, Claim) && Kernel.Fences.empty();
}

/// `old != empty`, of an atomic that replaces `empty`: all but one pass it that have tried at one
/// location, which are many if it is one for all threads or a key was put there that was read. Of
/// flags and the threads' own numbers there may be two for each: the second one goes on alone with
/// what the first one has left.
bool DataExclusion::letsLosersPass(ExprRef Guard, const Access &Site, ThreadPair Kind) const {
  const Access *Claim = claimLost(Guard);
  if (!Claim)
    return false;
  bool IsKey = anyLeaf(Claim->Value, isData) && !anyLeaf(Claim->Value, isIndex);
  return IsKey || ClaimedKey(Setting, *Claim, Kind).isOneForAll() || takesUpNothing(*Claim, Site);
}

/// `old == -1 || old == level` or `old <= level`, of a compare-and-swap that puts `level`, one
/// number for all threads, where -1 is: those that come later find it and pass, perhaps beside the
/// one that has put it there.
bool DataExclusion::letsFollowersPass(ExprRef Guard, const Access &Site, ThreadPair Kind) const {
  ExprContext &Context = Setting.Context;
  return anyLeaf(Guard, [&](ExprRef Old) {
    const Access *Swap = Waiting.results()[Old];
    if (!Swap || !Swap->Expected || !Swap->Value || Sections.isLockWord(*Swap) ||
        anyLeaf(Swap->Value, [&](ExprRef Leaf) { return !isOneNumber(Leaf, Site, Kind); }))
      return false;
    auto Passes = [&](ExprRef Found) {
      ExprRef Value =
          Context.substitute(Guard, [&](ExprRef Leaf) { return Leaf == Old ? Found : nullptr; });
      return Value->isConstant() && !Value->isConstant(0);
    };
    bool IsLevel = !Swap->Value->isConstant() && !isOfLoop(Kernel, *Swap) && Kernel.Fences.empty();
    return Swap->Value != Swap->Expected && Passes(Swap->Value) &&
           (IsLevel || Passes(Swap->Expected));
  });
}

/// `c ? old : -1`, or so much more: what that is for threads that have \p Old.
static ExprRef valueWith(ExprContext &Context, ExprRef Old, ExprRef Value) {
  if (Value->kind() == ExprKind::Polynomial && Value->terms().size() == 1 &&
      Value->terms().front().Factors.size() == 1) {
    const Monomial &Only = Value->terms().front();
    return Context.add(Context.multiply(valueWith(Context, Old, Only.Factors.front()),
                                        Context.constant(Only.Coefficient)),
                       Context.constant(Value->constantTerm()));
  }
  while (Value->kind() == ExprKind::Select) {
    ArrayRef<ExprRef> Arms = Value->operands().drop_front();
    bool IsInFirst = contains(Arms[0], Old);
    if (contains(Value->operands()[0], Old) || IsInFirst == contains(Arms[1], Old))
      break;
    Value = Arms[IsInFirst ? 0 : 1];
  }
  return Value;
}

/// `slot = -1; if (c) slot = atomicAdd(&count, 1); … slot >= 0`: \p Guard, a comparison, for
/// threads that have drawn \p Old.
static ExprRef asDrawn(ExprContext &Context, ExprRef Guard, ExprRef Old) {
  auto Side = [&](unsigned Number) { return valueWith(Context, Old, Guard->operands()[Number]); };
  switch (Guard->kind()) {
  case ExprKind::Not:
    return Context.logicalNot(asDrawn(Context, Guard->operands()[0], Old));
  case ExprKind::Less:
    return Context.less(Side(0), Side(1));
  case ExprKind::Equal:
    return Context.equal(Side(0), Side(1));
  default:
    return Guard;
  }
}

/// \p Guard says which numbers of a counter that starts at 0 its thread may have drawn, and those
/// are several: `atomicAdd(&visits[v], 1) != 0`, `slot >= 32` where less is a place of the thread's
/// own.
bool DataExclusion::isPassedByDraws(ExprRef Guard, const Access &Site, const DataAddress &Address,
                                    const Access &Other, ThreadPair Kind, ExprRef Old) const {
  constexpr int64_t Many = int64_t(1) << 20;
  const Access *Source = Waiting.results()[Old];
  if (!Source || !Source->Addend || Sections.isLockWord(*Source))
    return false;
  const Access &Counter = *Source;
  ExprRef Step = Setting.specialise(Counter.Addend);
  if (!Step->isConstant() || Step->constantTerm() <= 0 || Step->constantTerm() > Many ||
      any_of(Address.Values, [&](ExprRef Value) { return mayDependOn(Value, Old); }))
    return false;
  ExprRef Test = asDrawn(Setting.Context, Guard, Old);
  // Then what has led to the draw leads to Site.
  auto Excludes = [&](ExprRef Condition) {
    return any_of(partsOf(Condition, ExprKind::And),
                  [&](ExprRef Part) { return excludes(Part, Site, Address, Other, Kind); });
  };
  if (Test != Guard && any_of(Counter.Guards, Excludes))
    return false;
  auto Passes = [&](int64_t Draw) {
    ExprRef Drawn = Setting.Context.constant(Draw * Step->constantTerm());
    ExprRef Value = Setting.Context.substitute(
        Setting.specialise(Test), [&](ExprRef Leaf) { return Leaf == Old ? Drawn : nullptr; });
    return Value->isConstant() && !Value->isConstant(0);
  };
  if (Passes(0) && Passes(1))
    return true;
  bool HasSlots = any_of(Kernel.Accesses, [&](const Access &Each) {
    return Each.Offset && contains(Each.Offset, Old);
  });
  return Passes(Many) && Passes(Many + 1) &&
         (HasSlots || (Passes(1) && Passes(2) && takesUpNothing(Counter, Site)));
}

/// Who comes to \p Site by \p Guard has found another result of an atomic than who comes to \p
/// Other by the opposite: `if (atomicCAS(&seen[v], 0, 1) == 0) count[v] = 1; else count[v]++;`.
/// Neither has done anything there before its own atomic.
bool DataExclusion::isOpposedAt(ExprRef Guard, const Access &Other) const {
  ExprRef Opposite = Setting.Context.logicalNot(Guard);
  bool IsOfAtomic = anyLeaf(Guard, [&](ExprRef Leaf) {
    const Access *Claim = Waiting.results()[Leaf];
    return Claim && Claim->Kind == AccessKind::Atomic && !Sections.isLockWord(*Claim) &&
           (Kernel.Fences.empty() || Claim->Loops.empty());
  });
  return IsOfAtomic && any_of(Other.Guards, [&](ExprRef Each) {
           return is_contained(partsOf(Each, ExprKind::And), Opposite);
         });
}

/// \p Swap leaves what was read where nothing was before.
bool DataExclusion::putsKey(const Access &Swap) {
  return Swap.Form == RequestForm::CompareAndSwap && Swap.Value && anyLeaf(Swap.Value, isData);
}

/// By \p Guard, one thread alone stores by \p Site what those that come to \p Other, each of them,
/// add to, and these do not wait for it: `if (atomicCAS(&key[s], -1, k) == -1) sum[s] = 0;
/// atomicAdd(&sum[s], x);`.
bool DataExclusion::isWonBesideAll(ExprRef Guard, const Access &Site, const Access &Other) const {
  return Site.Kind == AccessKind::Store && Other.Kind == AccessKind::Atomic && Other.Addend &&
         Site.Object == Other.Object && Site.Offset == Other.Offset && Site.NodeId < Other.NodeId &&
         Kernel.Fences.empty() && Kernel.Barriers.empty() &&
         claimLost(Setting.Context.logicalNot(Guard)) &&
         none_of(
             Other.Guards,
             [&](ExprRef Each) {
               return anyLeaf(Each, [&](ExprRef Leaf) { return isFromAtomic(Leaf); });
             });
}

/// \p Part compares what was read, \p Old, with \p New by their order.
static bool isImprovement(ExprRef Part, ExprRef Old, ExprRef New) {
  ExprRef Test = withoutNot(Part);
  return isOrder(Test) && is_contained(Test->operands(), Old) &&
         is_contained(Test->operands(), New);
}

/// An atomic has given \p Leaf, and what it may have left to one thread is not the location
/// \p Address: `if (atomicExch(&seen[v], 1) == 0) count[0]++;`, `if (atomicExch(&busy[a[i]], 1) ==
/// 0) busy[b[i]] = 1;`.
bool DataExclusion::isClaimElsewhere(ExprRef Leaf, const DataAddress &Address,
                                     ThreadPair Kind) const {
  const Access *Claim = Waiting.results()[Leaf];
  return Claim && Claim->Kind == AccessKind::Atomic && !Sections.isLockWord(*Claim) &&
         none_of(Address.Values, [&](ExprRef Value) { return mayDependOn(Value, Leaf); }) &&
         !ClaimedKey(Setting, *Claim, Kind).owns(Address);
}

/// \p Guard, on the way to \p Site, says that the thread has made a claim by \p Leaf that nobody
/// gives back, and \p Other reads, without it, the bound that \p Site replaces: `if (d < least[v]
/// && atomicExch(&queued[v], 1) == 0) least[v] = d;`. Who comes later with less finds the claim
/// made.
bool DataExclusion::isClaimAfterLook(ExprRef Guard, ExprRef Leaf, const Access &Site,
                                     const Access &Other) const {
  const Access *Claim = Waiting.results()[Leaf];
  if (!Claim || Site.Kind != AccessKind::Store || !Site.Value || Other.Kind != AccessKind::Load ||
      !Other.Result || Claim->NodeId < Other.NodeId || is_contained(Other.Guards, Guard) ||
      none_of(
          Sections.all(),
          [&](const CriticalSection &Each) {
            return Each.Acquire == Claim && Sections.isClaim(Each);
          }))
    return false;
  return any_of(Site.Guards, [&](ExprRef Test) {
    return any_of(partsOf(Test, ExprKind::And),
                  [&](ExprRef Part) { return isImprovement(Part, Other.Result, Site.Value); });
  });
}

/// A claim that nobody gives back, by \p Leaf, leaves \p Site to one thread, and \p Other, behind
/// it, reads without any condition on data: `if (atomicCAS(&taken, 0, 1) == 0) *found = i; x =
/// *found;`.
bool DataExclusion::isClaimBefore(ExprRef Leaf, const Access &Site, const Access &Other) const {
  const Access *Claim = Waiting.results()[Leaf];
  return Claim && Site.Kind == AccessKind::Store && Other.Kind == AccessKind::Load &&
         !seesOthers(Other) && Site.NodeId < Other.NodeId &&
         none_of(
             Other.Guards, [](ExprRef Guard) { return anyLeaf(Guard, isData); }) &&
         any_of(
             Sections.all(),
             [&](const CriticalSection &Each) {
               return Each.Acquire == Claim && Sections.isClaim(Each);
             });
}

/// What \p Value stands for may be chosen by \p Result: it was read at an index that depends on it.
bool DataExclusion::mayDependOn(ExprRef Value, ExprRef Result) const {
  return anyLeaf(Value, [&](ExprRef Leaf) {
    if (Leaf == Result)
      return true;
    if (!isData(Leaf))
      return false;
    const Access *Source = Waiting.results()[Leaf];
    // A value is made of those before it.
    return Leaf->number() > Result->number() &&
           (!Source || !Source->Offset || mayDependOn(Source->Offset, Result));
  });
}

/// `level[u] + 1`, which may be one number for all threads of a launch.
static bool isNextOfRead(ExprContext &Context, ExprRef Root) {
  return anyLeaf(Root, [&](ExprRef Leaf) {
    ExprRef Rest = Context.subtract(Root, Leaf);
    return isData(Leaf) && !Rest->isConstant(0) && allLeaves(Rest, isParameter);
  });
}

const Access *DataExclusion::passedBySeveral(ExprRef Guard, const Access &Site,
                                             const DataAddress &Address, ThreadPair Kind) const {
  ExprRef Test = withoutNot(Guard);
  if (!isOrder(Test))
    return nullptr;
  auto Passed = [&](ExprRef Old, ExprRef Bound) -> const Access * {
    const Access *Source = Old->isLeaf() ? Waiting.results()[Old] : nullptr;
    if (!Source || Source->Kind != AccessKind::Atomic || Source->Addend ||
        Sections.isLockWord(*Source) || contains(Bound, Old) ||
        any_of(Address.Values, [&](ExprRef Value) { return mayDependOn(Value, Old); }))
      return nullptr;
    // What replaces a value is a claim. Of the least or the largest number, each thread has its
    // own.
    bool Replaces = Source->Value || Source->Form == RequestForm::CompareAndSwap;
    bool HasOwn = anyLeaf(Bound, [&](ExprRef Leaf) { return !isOneNumber(Leaf, Site, Kind); }) &&
                  !isNextOfRead(Setting.Context, Bound);
    return !Replaces && HasOwn ? Source : nullptr;
  };
  ExprRef Left = Test->operands()[0], Right = Test->operands()[1];
  const Access *Source = Passed(Left, Right);
  return Source ? Source : Passed(Right, Left);
}

} // namespace memlint
