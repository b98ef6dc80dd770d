//===- DataExclusion.cpp - Threads that data keep apart -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataExclusion.h"

#include "BarrierRemoval.h"
#include "LoopRounds.h"

#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

static bool isIndex(ExprRef Leaf) {
  return Leaf->leaf().Kind == LeafKind::ThreadIndex || Leaf->leaf().Kind == LeafKind::BlockIndex;
}

static bool isParameter(ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::Parameter; }

DataExclusion::DataExclusion(const RaceSetting &Setting, const WaitingLoops &Waiting,
                             const CriticalSections &Sections)
    : Setting(Setting), Kernel(Setting.Kernel), Waiting(Waiting), Sections(Sections),
      BoundsLoops(Kernel.Objects.size()) {
  HasAgreement = any_of(Kernel.Accesses, [&](const Access &Each) {
    return Each.Kind == AccessKind::Atomic && Each.Result && Each.Update == AtomicUpdate::Other &&
           !Sections.isLockWord(Each);
  });
  for (const Loop &Each : Kernel.Loops)
    for (ExprRef Exit : Each.Exits)
      forEachLeaf(Exit, [&](ExprRef Leaf) {
        if (const Access *Source = Waiting.results()[Leaf])
          BoundsLoops[Source->Object] = true;
      });
}

/// An atomic has given it, or what it was computed from is unknown and may be an atomic's.
bool DataExclusion::isFromAtomic(ExprRef Leaf) const {
  if (!isData(Leaf))
    return false;
  const Access *Source = Waiting.results()[Leaf];
  // Whom a lock keeps apart is known.
  return Source ? Source->Kind == AccessKind::Atomic && !Sections.isLockWord(*Source)
                : isUnclear(Leaf) && HasAgreement;
}

/// It may be what lanes or threads have agreed on.
bool DataExclusion::isUnclear(ExprRef Leaf) const {
  if (const Access *Source = Waiting.results()[Leaf]; Source && Sections.isLockWord(*Source))
    return false;
  return Leaf->leaf().Kind == LeafKind::Opaque &&
         (HasAgreement || !Kernel.WarpOperations.empty() ||
          Leaf->leaf().Reason == OpaqueReason::NotUnderstood);
}

bool DataExclusion::isWritten(const MemoryObject &Object) const {
  return any_of(Kernel.Accesses, [&](const Access &Each) {
    return Each.Kind != AccessKind::Load && is_contained(Kernel.basesOf(Each.Object), Object.Id);
  });
}

/// \p Load is in a loop whose end is read, such as one over the neighbours in a graph.
bool DataExclusion::isOfRow(const Access &Load) const {
  return any_of(Load.Loops, [&](unsigned Number) {
    return any_of(Kernel.Loops[Number].Exits, [](ExprRef Exit) { return anyLeaf(Exit, isData); });
  });
}

/// `i = order[thread]; speed[i] += force[i]`: each thread has one thing of which it accesses more
/// than what it updates, so that it is likely to be its own; `nodes[elements[thread]]`: things are
/// selected first, as those of one colour are. Neighbours in a graph are not.
bool DataExclusion::isOfEntities(const Access &Site, const DataAddress &Address) const {
  return any_of(zip(Address.Values, Address.Loads), [&](const auto &Each) {
    const auto &[Value, Load] = Each;
    if (!Load || isOfRow(*Load))
      return false;
    if (Load->Offset && anyLeaf(Load->Offset, isData))
      return true;
    return any_of(Kernel.Accesses, [&](const Access &Other) {
      return Other.Kind == AccessKind::Load && !Other.IsUnused && Other.Offset &&
             Other.Object != Site.Object &&
             anyLeaf(Other.Offset, [&](ExprRef Leaf) { return Leaf == Value; });
    });
  });
}

bool DataExclusion::areApart(const DataAddress &Address, ThreadPair Kind) const {
  bool HasThread = false, HasBlock = false, HasCounter = false;
  forEachLeaf(Address.Rest, [&](ExprRef Leaf) {
    HasThread |= Leaf->leaf().Kind == LeafKind::ThreadIndex;
    HasBlock |= Leaf->leaf().Kind == LeafKind::BlockIndex;
    HasCounter |= Leaf->leaf().Kind == LeafKind::LoopCounter;
  });
  if (Kind == ThreadPair::DifferentBlocks ? HasBlock : HasThread)
    return true;
  // `values[start[row] + k]` and `rows[order[i] * width + k]`: rows are mostly apart.
  if ((HasThread || HasCounter) && Address.isByData())
    return true;
  for (auto [Value, Load] : zip(Address.Values, Address.Loads)) {
    if (isFromAtomic(Value) || isUnclear(Value))
      return true;
    // Numbers that the kernel has made may be different ones by construction.
    if (Load && (BoundsLoops[Load->Object] || Load->Space == MemorySpace::Shared))
      return true;
    if (Load && !Address.Rest->isConstant() && isWritten(Kernel.Objects[Load->Object]))
      return true;
  }
  // `(entry + threadIdx.x) % 32` may be a number of the thread's own.
  ExprRef ByData = Setting.Context.subtract(Address.Offset, Address.Rest);
  return anyLeaf(ByData, isIndex);
}

static bool isCondition(ExprRef Root) {
  switch (Root->kind()) {
  case ExprKind::Less:
  case ExprKind::LessUnsigned:
  case ExprKind::Equal:
  case ExprKind::And:
  case ExprKind::Or:
  case ExprKind::Not:
    return true;
  default:
    return false;
  }
}

/// `owner == threadIdx.x`; `(a < b) == (threadIdx.x < 16)` holds for many.
static bool isOwner(ExprRef Equal) {
  return Equal->kind() == ExprKind::Equal && none_of(Equal->operands(), isCondition) &&
         anyLeaf(Equal, isIndex) && anyLeaf(Equal, isData);
}

/// The two are a known distance apart, beside what data contribute to where they are.
bool DataExclusion::areNeighbours(const Access &One, const Access &Other) const {
  std::optional<DataAddress> Here = dataAddress(Setting, One), There = dataAddress(Setting, Other);
  // Of constants at constant places no thread is one's end.
  if (!Here || !There || Here->isByData() != There->isByData() || Here->Offset->isConstant())
    return false;
  ExprRef Distance = Setting.Context.subtract(Here->Rest, There->Rest);
  return Distance->isConstant() && !Distance->isConstant(0);
}

/// Calls \p Visit for what \p Root compares: no entry is a bound of another by their product.
static void forEachCompared(ExprRef Root, function_ref<void(ExprRef)> Visit) {
  if (Root->isLeaf())
    return Visit(Root);
  for (ExprRef Operand : Root->operands())
    forEachCompared(Operand, Visit);
  for (const Monomial &Part : Root->terms())
    if (count_if(Part.Factors, [](ExprRef Factor) { return anyLeaf(Factor, isData); }) < 2)
      for (ExprRef Factor : Part.Factors)
        forEachCompared(Factor, Visit);
}

/// `segment[i] != segment[i + 1]`, or `key[i] <= wanted && wanted < key[i + 1]`: in an array that
/// is sorted, one thread alone is at an end. What the thread compares to exchange it is not sorted.
bool DataExclusion::comparesNeighbours(const Access &Site) const {
  SmallVector<const Access *, 8> Entries;
  bool Found = false;
  for (ExprRef Guard : Site.Guards) {
    // The end of a row, which a loop goes up to, is beside its start.
    if (hasLeaf(Guard, LeafKind::LoopCounter))
      continue;
    forEachCompared(Guard, [&](ExprRef Leaf) {
      const Access *Source = Waiting.results()[Leaf];
      if (!Source || !Source->Offset || is_contained(Entries, Source) ||
          Source->Object == Site.Object)
        return;
      Found |= any_of(Entries, [&](const Access *Other) {
        return Other->Object == Source->Object && areNeighbours(*Source, *Other);
      });
      Entries.push_back(Source);
    });
  }
  return Found;
}

/// It is a test of one value that depends on how the thread has got here: a flag that a loop has
/// cleared where an entry before is equal, or the rank in a group that formed at run time.
static bool isRole(ExprRef Guard) {
  ExprRef Tested = nullptr;
  return allLeaves(Guard,
                   [&](ExprRef Leaf) {
                     bool IsOnly = !Tested || Tested == Leaf;
                     Tested = Leaf;
                     return IsOnly && Leaf->leaf().Kind == LeafKind::Opaque &&
                            Leaf->leaf().Reason == OpaqueReason::ControlFlow &&
                            Leaf->varies() == Uniformity::Lane;
                   }) &&
         Tested;
}

/// `if (value > *best) *best = value;`: the condition is about what the location holds itself.
bool DataExclusion::isAboutContent(ExprRef Guard, const Access &Site,
                                   const DataAddress &Address) const {
  return (Guard->kind() == ExprKind::Less || Guard->kind() == ExprKind::LessUnsigned) &&
         anyLeaf(Guard, [&](ExprRef Leaf) {
           const Access *Read = Waiting.results()[Leaf];
           return Read && Read->Kind == AccessKind::Load && Read->Object == Site.Object &&
                  Read->Offset && Setting.specialise(Read->Offset) == Address.Offset;
         });
}

/// Two threads that are related as \p Kind says meet in each round of \p Around: neither is in an
/// iteration that the other has left.
bool DataExclusion::goesRoundTogether(const Loop &Around, ThreadPair Kind) const {
  BarrierScope Least = Kind == ThreadPair::DifferentBlocks ? BarrierScope::Grid
                       : Kind == ThreadPair::SameWarp      ? BarrierScope::Warp
                                                           : BarrierScope::Block;
  return memlint::goesRoundTogether(Kernel, Waiting.all()[Around.Id].Head, Least);
}

bool DataExclusion::isCommonNumber(ExprRef Root, ThreadPair Kind) const {
  return allLeaves(Root, [&](ExprRef Leaf) {
    const LeafInfo &Info = Leaf->leaf();
    if (Info.Kind == LeafKind::LoopCounter)
      return Info.Id < Kernel.Loops.size() && goesRoundTogether(Kernel.Loops[Info.Id], Kind);
    return RaceSetting::isCommon(Info, Kind) && all_of(Kernel.Loops, [&](const Loop &Each) {
             return !Each.makes(Leaf) || goesRoundTogether(Each, Kind);
           });
  });
}

/// What decides which entry \p Index reads decides which one \p Colour does: both are of one thing.
static bool areOfOneThing(const Access &Colour, const Access &Index) {
  auto Decides = [](ExprRef Leaf) { return isIndex(Leaf) || isData(Leaf); };
  return Colour.Offset && Index.Offset && anyLeaf(Index.Offset, Decides) &&
         allLeaves(Index.Offset, [&](ExprRef Leaf) {
           return !Decides(Leaf) ||
                  anyLeaf(Colour.Offset, [&](ExprRef Other) { return Other == Leaf; });
         });
}

/// The two are read from one location that nobody writes, or are one anyway.
bool DataExclusion::areOneValue(ExprRef One, ExprRef Other) const {
  const Access *Here = Waiting.results()[One], *There = Waiting.results()[Other];
  return One == Other ||
         (Here && There && Here->Object == There->Object && Here->Offset &&
          Here->Offset == There->Offset && !isWritten(Kernel.Objects[Here->Object]));
}

/// \p Site is reached under \p Equal, too.
bool DataExclusion::hasTurn(const Access &Site, ExprRef Equal) const {
  ArrayRef<ExprRef> Own = Equal->operands();
  return any_of(Site.Guards, [&](ExprRef Guard) {
    return any_of(partsOf(Guard, ExprKind::And), [&](ExprRef Part) {
      if (Part->kind() != ExprKind::Equal)
        return false;
      ArrayRef<ExprRef> Sides = Part->operands();
      return (areOneValue(Sides[0], Own[0]) && areOneValue(Sides[1], Own[1])) ||
             (areOneValue(Sides[0], Own[1]) && areOneValue(Sides[1], Own[0]));
    });
  });
}

/// `colour[i] == current`, where no two things of one colour have a location in common. A number in
/// the source is a colour if it is that of the thing whose location is updated, without an atomic:
/// 0 and 1 are mostly flags, and bytes are text. Things of two colours may meet.
bool DataExclusion::isTurn(ExprRef Guard, const Access &Site, const DataAddress &Address,
                           const Access &Other, ThreadPair Kind) const {
  if (!Address.isByData() || Guard->kind() != ExprKind::Equal || !hasTurn(Other, Guard))
    return false;
  auto IsColour = [&](ExprRef Root, bool OfSameThing) {
    return anyLeaf(Root, [&](ExprRef Leaf) {
      const Access *Source = Waiting.results()[Leaf];
      return Source && !isWritten(Kernel.Objects[Source->Object]) &&
             (!OfSameThing || (Source->Bytes > 1 && !is_contained(Address.Loads, Source) &&
                               any_of(Address.Loads, [&](const Access *Load) {
                                 return Load && areOfOneThing(*Source, *Load);
                               })));
    });
  };
  ExprRef Left = Guard->operands()[0], Right = Guard->operands()[1];
  bool HasNumber = isCommonNumber(Left, Kind) || isCommonNumber(Right, Kind);
  bool IsWritten = allLeaves(Left, isData) && Right->isConstant();
  // Of an instantiation it may be an argument.
  bool IsFlag = Kernel.Symbol.empty() && (Right->isConstant(0) || Right->isConstant(1));
  return (HasNumber || anyLeaf(Guard, isParameter)) &&
         !(IsWritten && (Site.Kind == AccessKind::Atomic || IsFlag)) && IsColour(Guard, IsWritten);
}

bool DataExclusion::excludes(ExprRef Guard, const Access &Site, const DataAddress &Address,
                             const Access &Other, ThreadPair Kind) const {
  if (isOwner(Guard) || isRole(Guard) || isTurn(Guard, Site, Address, Other, Kind))
    return true;
  return anyLeaf(Guard, [&](ExprRef Leaf) {
    if (isFromAtomic(Leaf) || (isData(Leaf) && isUnclear(Leaf)))
      return true;
    const Access *Source = Waiting.results()[Leaf];
    return Source && Source->Space == MemorySpace::Shared && HasAgreement;
  });
}

/// `first <= bin && bin < last`, where the bounds are the thread's or the block's.
bool DataExclusion::isBetweenBounds(const Access &Site, const DataAddress &Address) const {
  unsigned Bounds = 0;
  for (ExprRef Guard : Site.Guards)
    for (ExprRef Part : partsOf(Guard, ExprKind::And))
      Bounds += anyLeaf(Part, isIndex) &&
                anyLeaf(Part, [&](ExprRef Leaf) { return is_contained(Address.Values, Leaf); });
  return Bounds > 1;
}

/// `while (!isDone)`, where a thread tries to take a lock: whom that keeps apart is known.
bool DataExclusion::isWaitForLock(ExprRef Guard, const Access &Site) const {
  return any_of(Site.Loops, [&](unsigned Loop) {
    return Sections.waitsForLock(Loop) &&
           is_contained(Kernel.Loops[Loop].Exits, Setting.Context.logicalNot(Guard));
  });
}

bool DataExclusion::isExclusive(const Access &Site, const DataAddress &Address, const Access &Other,
                                ThreadPair Kind) const {
  if (isBetweenBounds(Site, Address) || comparesNeighbours(Site))
    return true;
  for (ExprRef Guard : Site.Guards)
    for (ExprRef Part : partsOf(Guard, ExprKind::And))
      if (!isWaitForLock(Part, Site) && !isAboutContent(Part, Site, Address) &&
          excludes(Part, Site, Address, Other, Kind))
        return true;
  return false;
}

bool DataExclusion::isBehindFlag(const Access &Site) const {
  return any_of(enumerate(Waiting.all()), [&](const auto &Each) {
    const auto &[Number, Wait] = Each;
    bool Observes = Wait.Polls ? seesOthers(*Wait.Polls) : HasAgreement;
    return Wait.waits() && Observes && Site.NodeId > Wait.Head &&
           !Sections.waitsForLock(unsigned(Number));
  });
}

} // namespace memlint
