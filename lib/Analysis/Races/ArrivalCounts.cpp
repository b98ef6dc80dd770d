//===- ArrivalCounts.cpp - Counters that blocks go on by ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArrivalCounts.h"

#include "Conflicts.h"
#include "Overlap.h"
#include "SelectedAccesses.h"

#include "cuda-memlint/Analysis/Aliasing/ValueSources.h"
#include "cuda-memlint/Analysis/Races/WaitingLoops.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// Numbers of blocks that are tried for the end of a wait, from the first one on.
constexpr int64_t MostCounts = 64;

/// One thread of each block comes to \p Count, once.
bool ArrivalCounts::countsOnce(const Access &Count) const {
  const BlockShape &Block = Setting.threadIndices().Block;
  if (!Count.Loops.empty() || !Setting.Launch.blockKnown())
    return false;
  SmallVector<ExprRef, 4> Guards;
  for (ExprRef Guard : Count.Guards) {
    Guards.push_back(Setting.specialise(Guard));
    if (!allLeaves(Guards.back(),
                   [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::ThreadIndex; }))
      return false;
  }
  unsigned Counting = 0;
  for (unsigned Thread = 0; Thread != Block.threads(); ++Thread) {
    auto ValueOf = [&](ExprRef Leaf) { return Block.indexOf(Thread)[Leaf->leaf().Dimension]; };
    Counting += all_of(Guards, [&](ExprRef Guard) { return evaluate(Guard, ValueOf) != 0; });
  }
  return Counting == 1;
}

/// Only a block that \p Count has let go on comes to \p Write.
bool ArrivalCounts::isSetBack(const Access &Write, const Access &Count) const {
  return Write.Kind == AccessKind::Store && any_of(Write.Guards, [&](ExprRef Guard) {
           return isLastArrival(withStoredValues(Setting.Context, Setting.Kernel, Guard), Count);
         });
}

/// What alone counts where \p Sight reads, which may be \p Sight; null: others write there as well.
const Access *ArrivalCounts::onlyCounter(const Access &Sight) const {
  const Access *Found = nullptr;
  for (const Access &Write : Setting.Kernel.Accesses) {
    if (Write.Kind == AccessKind::Load || addsNothing(Write) ||
        !mayShareBytes(Setting.Context, Setting.Kernel, Write, Sight) ||
        (Found && isSetBack(Write, *Found)))
      continue;
    if (Found || !isSamePlace(Setting.Kernel, Write, Sight))
      return nullptr;
    Found = &Write;
  }
  return Found;
}

/// A thread comes to \p Sight only when it, or one that it has met, has counted by \p Count.
bool ArrivalCounts::isBehind(const Access &Sight, const Access &Count) const {
  const KernelProgram &Kernel = Setting.Kernel;
  BitVector Reached(unsigned(Kernel.Nodes.size()));
  SmallVector<unsigned, 16> Pending = {0};
  while (!Pending.empty())
    for (unsigned Next : Kernel.Nodes[Pending.pop_back_val()].Successors)
      if (Next != Count.NodeId && !Reached.test(Next)) {
        Reached.set(Next);
        Pending.push_back(Next);
      }
  return !Reached.test(Sight.NodeId);
}

/// One of the ways out of the loop that polls by \p Sight is surely taken where it finds \p Count.
bool ArrivalCounts::endsAt(const Access &Sight, ExprRef Count) const {
  return any_of(Setting.Kernel.Loops[Sight.Loops.back()].Exits, [&](ExprRef Exit) {
    ExprRef Known = Setting.specialise(Setting.Context.substitute(
        Exit, [&](ExprRef Leaf) { return Leaf == Sight.Result ? Count : nullptr; }));
    return Known->isConstant() && !Known->isConstant(0);
  });
}

/// The loop that polls by \p Sight ends when fewer have counted than there are blocks.
bool ArrivalCounts::endsEarly(const Access &Sight) const {
  ExprContext &Context = Setting.Context;
  if (endsAt(Sight, Context.constant(0)))
    return false;
  if (std::optional<int64_t> All = blocks()) {
    for (int64_t Count = 1; Count < std::min(*All, MostCounts); ++Count)
      if (endsAt(Sight, Context.constant(Count)))
        return true;
    return *All > MostCounts && endsAt(Sight, Context.constant(*All - 1));
  }
  const auto &Grid = Setting.Launch.Grid;
  ExprRef Extent = nullptr;
  for (ExprRef Exit : Setting.Kernel.Loops[Sight.Loops.back()].Exits)
    forEachLeaf(Exit, [&](ExprRef Leaf) {
      if (Leaf->leaf().Kind == LeafKind::GridDimension && Leaf->leaf().Dimension == 0)
        Extent = Leaf;
    });
  return Extent && Grid[1] == 1U && Grid[2] == 1U &&
         endsAt(Sight, Context.subtract(Extent, Context.constant(1)));
}

/// Of the launch; empty: not known.
std::optional<int64_t> ArrivalCounts::blocks() const {
  int64_t Blocks = 1;
  for (const std::optional<uint64_t> &Extent : Setting.Launch.Grid) {
    if (!Extent)
      return std::nullopt;
    Blocks *= int64_t(*Extent);
  }
  return Blocks;
}

const Access *ArrivalCounts::findTooFew(const Access &Sight, const Access &Behind) const {
  ExprRef At = Sight.Offset ? Setting.specialise(Sight.Offset) : nullptr;
  if (Sight.Space != MemorySpace::Global || !Sight.Result || !At ||
      !allLeaves(At, [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::Parameter; }))
    return nullptr;
  const Access *Count = onlyCounter(Sight);
  if (!Count || Count->Kind != AccessKind::Atomic || !Count->Addend ||
      !Count->Addend->isConstant(1) || !countsOnce(*Count))
    return nullptr;
  if (Count != &Sight)
    return !Sight.Loops.empty() && isBehind(Sight, *Count) && endsEarly(Sight) ? Count : nullptr;
  std::optional<int64_t> All = blocks();
  bool IsTooFew =
      All && any_of(Behind.Guards, [&](ExprRef Guard) {
        ExprRef Expanded = withStoredValues(Setting.Context, Setting.Kernel, Guard);
        return any_of(partsOf(Expanded, ExprKind::And), [&](ExprRef Part) {
          // A number that a bool was widened to.
          while (Part->kind() == ExprKind::Not && Part->operands()[0]->kind() == ExprKind::Not)
            Part = Part->operands()[0]->operands()[0];
          ExprRef Before = comparedWith(Part, *Count);
          Before = Before ? Setting.specialise(Before) : nullptr;
          // The host may have set the counter so that the last one finds 0.
          return Before && Before->isConstant() && Before->constantTerm() > 0 &&
                 Before->constantTerm() < *All - 1;
        });
      });
  return IsTooFew ? Count : nullptr;
}

} // namespace memlint
