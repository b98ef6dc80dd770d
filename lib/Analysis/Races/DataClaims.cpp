//===- DataClaims.cpp - What an atomic leaves to one thread ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataExclusion.h"

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
                : isUnclear(Leaf) && HasAgreement;
}

/// \p Leaf is where a thread has come that tries one compare-and-swap after the other.
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

/// `old != empty`, of a compare-and-swap that puts `key`, which was read, where `empty` is: all but
/// one pass it. Of flags and the threads' own numbers there may be two, and the second one goes on
/// alone.
bool DataExclusion::letsLosersPass(ExprRef Guard) const {
  ExprRef Opposite = Setting.Context.logicalNot(Guard);
  auto IsWin = [&](ExprRef Old, ExprRef Expected) {
    const Access *Swap = Old->isLeaf() ? Waiting.results()[Old] : nullptr;
    return Swap && Swap->Form == RequestForm::CompareAndSwap && Swap->Expected == Expected &&
           Swap->Value && anyLeaf(Swap->Value, isData) && !anyLeaf(Swap->Value, isIndex) &&
           !Sections.isLockWord(*Swap);
  };
  if (Opposite->kind() == ExprKind::Not)
    return IsWin(Opposite->operands()[0], Setting.Context.constant(0));
  return Opposite->kind() == ExprKind::Equal &&
         (IsWin(Opposite->operands()[0], Opposite->operands()[1]) ||
          IsWin(Opposite->operands()[1], Opposite->operands()[0]));
}

/// \p Part compares what was read, \p Old, with \p New by their order.
static bool isImprovement(ExprRef Part, ExprRef Old, ExprRef New) {
  ExprRef Test = Part->kind() == ExprKind::Not ? Part->operands()[0] : Part;
  return (Test->kind() == ExprKind::Less || Test->kind() == ExprKind::LessUnsigned) &&
         is_contained(Test->operands(), Old) && is_contained(Test->operands(), New);
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
  bool IsOpposite = Guard->kind() == ExprKind::Not;
  ExprRef Test = IsOpposite ? Guard->operands()[0] : Guard;
  if (Test->kind() != ExprKind::Less && Test->kind() != ExprKind::LessUnsigned)
    return nullptr;
  auto Passed = [&](ExprRef Old, ExprRef Bound, bool IsBelow) -> const Access * {
    const Access *Source = Old->isLeaf() ? Waiting.results()[Old] : nullptr;
    if (!Source || Source->Kind != AccessKind::Atomic || Sections.isLockWord(*Source) ||
        contains(Bound, Old) ||
        any_of(Address.Values, [&](ExprRef Value) { return mayDependOn(Value, Old); }))
      return nullptr;
    // `atomicAdd(&visits[v], 1) < 10`
    if (Source->Addend) {
      ExprRef Step = Setting.specialise(Source->Addend), Most = Setting.specialise(Bound);
      bool CountsUp = Step->isConstant() && Step->constantTerm() > 0;
      return CountsUp && IsBelow && Most->isConstant() &&
                     Most->constantTerm() > Step->constantTerm()
                 ? Source
                 : nullptr;
    }
    // What replaces a value is a claim. Of the least or the largest number, each thread has its
    // own.
    bool Replaces = Source->Value || Source->Form == RequestForm::CompareAndSwap;
    bool HasOwn = anyLeaf(Bound, [&](ExprRef Leaf) { return !isOneNumber(Leaf, Site, Kind); }) &&
                  !isNextOfRead(Setting.Context, Bound);
    return !Replaces && HasOwn ? Source : nullptr;
  };
  ExprRef Left = Test->operands()[0], Right = Test->operands()[1];
  const Access *Source = Passed(Left, Right, /*IsBelow=*/!IsOpposite);
  return Source ? Source : Passed(Right, Left, /*IsBelow=*/IsOpposite);
}

} // namespace memlint
