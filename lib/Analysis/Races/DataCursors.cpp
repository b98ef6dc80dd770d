//===- DataCursors.cpp - Locations that threads count up to ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataCursors.h"

#include "BarrierRemoval.h"
#include "ReadEffects.h"

#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

static bool changesObject(const KernelProgram &Kernel, unsigned Object) {
  return any_of(Kernel.Accesses, [&](const Access &Each) {
    return Each.Kind != AccessKind::Load && is_contained(Kernel.basesOf(Each.Object), Object);
  });
}

/// \p Leaf is one number for threads that are related as \p Kind says: what the launch decides, or
/// what was read at one place where the kernel does not write.
static bool isOneStart(const RaceSetting &Setting, ExprRef Leaf, ThreadPair Kind) {
  if (!isData(Leaf))
    return Leaf->leaf().Kind != LeafKind::LoopCounter && RaceSetting::isCommon(Leaf->leaf(), Kind);
  const Access *Source = sourceOf(Setting.Kernel, Leaf);
  // A loop over what all threads read has left it.
  if (!Source)
    return Leaf->varies() == Uniformity::Grid;
  return Source->Kind == AccessKind::Load && Source->Space == MemorySpace::Global &&
         Source->Loops.empty() && Source->Offset &&
         !changesObject(Setting.Kernel, Source->Object) &&
         allLeaves(Setting.specialise(Source->Offset),
                   [&](ExprRef Each) { return isOneStart(Setting, Each, Kind); });
}

/// The condition under which \p End is so many entries behind \p Start; null: \p End is something
/// else.
static ExprRef stepsUnder(ExprContext &Context, ExprRef Start, ExprRef End) {
  ExprRef Step = Context.subtract(End, Start);
  if (Step->kind() == ExprKind::Polynomial && Step->terms().size() == 1 &&
      Step->terms().front().Factors.size() == 1)
    Step = Step->terms().front().Factors.front();
  if (Step->kind() != ExprKind::Select)
    return !Step->isConstant() && Step->range() == Interval{0, 1} ? Step : nullptr;
  ExprRef Then = Step->operands()[1], Else = Step->operands()[2];
  if (!Then->isConstant() || !Else->isConstant())
    return nullptr;
  return Else->isConstant(0)   ? Step->operands()[0]
         : Then->isConstant(0) ? Context.logicalNot(Step->operands()[0])
                               : nullptr;
}

/// The thread comes to \p Store whenever it steps its cursor in \p Around, which it does where
/// \p Stepped hold or nobody knows when: what else data or its number decide, beside where the loop
/// ends, may leave entries to others.
static bool comesWithStep(ExprContext &Context, const Access &Store, ArrayRef<ExprRef> Stepped,
                          const Loop &Around) {
  auto IsExit = [&](ExprRef Part) {
    return any_of(Around.Exits, [&](ExprRef Exit) {
      return is_contained(partsOf(Context.logicalNot(Exit), ExprKind::And), Part);
    });
  };
  return all_of(Store.Guards, [&](ExprRef Guard) {
    return all_of(partsOf(Guard, ExprKind::And), [&](ExprRef Part) {
      bool IsOfIteration = contains(Part, Around.Counter) ||
                           anyLeaf(Part, [&](ExprRef Leaf) { return Around.makes(Leaf); });
      return is_contained(Stepped, Part) || !IsOfIteration || IsExit(Part);
    });
  });
}

bool isCommonCursor(const RaceSetting &Setting, ExprRef Leaf, const Access &Store,
                    ThreadPair Kind) {
  return any_of(Store.Loops, [&](unsigned Number) {
    const Loop &Around = Setting.Kernel.Loops[Number];
    return any_of(Around.Carried, [&](const CarriedValue &Variable) {
      if (Variable.Start != Leaf || !Variable.Initial || !Variable.End)
        return false;
      SmallVector<ExprRef, 4> Stepped;
      if (ExprRef Condition = stepsUnder(Setting.Context, Leaf, Variable.End))
        Stepped = partsOf(Setting.Context.logicalNot(Setting.Context.logicalNot(Condition)),
                          ExprKind::And);
      return comesWithStep(Setting.Context, Store, Stepped, Around) &&
             allLeaves(Setting.specialise(Variable.Initial),
                       [&](ExprRef Each) { return isOneStart(Setting, Each, Kind); });
    });
  });
}

/// The leaves that \p Root is one of, whatever the conditions choose.
static void forEachChosen(ExprRef Root, DenseSet<ExprRef> &Seen,
                          function_ref<void(ExprRef)> Visit) {
  if (!Seen.insert(Root).second)
    return;
  if (Root->isLeaf())
    return Visit(Root);
  ArrayRef<ExprRef> Operands = Root->operands();
  if (Root->kind() == ExprKind::Select)
    Operands = Operands.drop_front();
  for (ExprRef Operand : Operands)
    forEachChosen(Operand, Seen, Visit);
  for (const Monomial &Part : Root->terms())
    for (ExprRef Factor : Part.Factors)
      forEachChosen(Factor, Seen, Visit);
}

bool countsFromOneStart(const RaceSetting &Setting, const Access &Store, const DataAddress &Address,
                        ThreadPair Kind) {
  bool HasCursor = false, AreCommon = true;
  DenseSet<ExprRef> Seen;
  forEachChosen(Address.Offset, Seen, [&](ExprRef Leaf) {
    bool IsCursor = isCommonCursor(Setting, Leaf, Store, Kind);
    HasCursor |= IsCursor;
    AreCommon &= IsCursor || isOneStart(Setting, Leaf, Kind);
  });
  return HasCursor && AreCommon && !isByOneThread(Store, Kind);
}

bool isRankInWarp(const RaceSetting &Setting, const DataAddress &Address, ThreadPair Kind) {
  if (Kind == ThreadPair::SameWarp || Address.Offset->kind() != ExprKind::Polynomial)
    return false;
  auto IsBallot = [&](ExprRef Leaf) {
    return any_of(Setting.Kernel.WarpOperations,
                  [&](const WarpOperation &Each) { return Each.Ballot == Leaf; });
  };
  bool HasRank = false;
  bool AreCommon = all_of(Address.Offset->terms(), [&](const Monomial &Part) {
    return all_of(Part.Factors, [&](ExprRef Factor) {
      bool IsRank = Factor->kind() == ExprKind::PopulationCount && anyLeaf(Factor, IsBallot);
      HasRank |= IsRank;
      return IsRank ||
             allLeaves(Factor, [&](ExprRef Leaf) { return isOneStart(Setting, Leaf, Kind); });
    });
  });
  return HasRank && AreCommon;
}

/// \p Part may hold for one thread alone: it compares what was read with something for equality.
/// What a remainder or some bits are compared with is found by many.
static bool looksForOne(ExprRef Part) {
  if (Part->kind() == ExprKind::Or)
    return any_of(partsOf(Part, ExprKind::Or), looksForOne);
  return Part->kind() == ExprKind::Equal &&
         any_of(Part->operands(), [](ExprRef Side) { return Side->isLeaf() && isData(Side); });
}

/// Each lane of a warp has an entry of its own there.
static bool isOfLane(ExprRef Offset) {
  return Offset->kind() == ExprKind::Polynomial && !anyLeaf(Offset, isData) &&
         any_of(Offset->terms(), [](const Monomial &Part) {
           return any_of(Part.Factors, [](ExprRef Factor) {
             return Factor->isLeaf() && Factor->leaf().Kind == LeafKind::ThreadIndex;
           });
         });
}

bool isByLaneForData(const RaceSetting &Setting, const Access &Store, ThreadPair Kind) {
  if (Store.Kind != AccessKind::Store || seesOthers(Store) || !Store.Offset ||
      Kind != ThreadPair::DifferentWarps || !Store.Loops.empty())
    return false;
  const KernelProgram &Kernel = Setting.Kernel;
  bool HasOwn = false;
  for (ExprRef Guard : Store.Guards)
    for (ExprRef Part : partsOf(Guard, ExprKind::And)) {
      if (!anyLeaf(Part, isData))
        continue;
      bool IsOwn = allLeaves(Part, [&](ExprRef Leaf) {
        const Access *Source = isData(Leaf) ? sourceOf(Kernel, Leaf) : nullptr;
        return !isData(Leaf) ||
               (Source && Source->Kind == AccessKind::Load &&
                Source->Space == MemorySpace::Global && Source->Offset &&
                isOfLane(Source->Offset) && !changesObject(Kernel, Source->Object));
      });
      if (!IsOwn || looksForOne(Part))
        return false;
      HasOwn = true;
    }
  return HasOwn && Store.Offset->varies() == Uniformity::Lane && !anyLeaf(Store.Offset, isData);
}

} // namespace memlint
