//===- ArrivalCounts.cpp - Counters that blocks go on by ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArrivalCounts.h"

#include "Overlap.h"

#include "cuda-memlint/Analysis/Aliasing/ValueSources.h"
#include "cuda-memlint/Analysis/Races/WaitingLoops.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// One thread of each block comes to \p Count, once.
bool ArrivalCounts::countsOnce(const Access &Count) const {
  const BlockShape &Block = Setting.threadIndices().Block;
  if (!Count.Loops.empty() || !Setting.Launch.gridKnown() || !Setting.Launch.blockKnown())
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

bool ArrivalCounts::isTooFew(const Access &Count, const Access &Behind) const {
  ExprRef At = Count.Offset ? Setting.specialise(Count.Offset) : nullptr;
  bool IsCounter =
      Count.Kind == AccessKind::Atomic && Count.Space == MemorySpace::Global && Count.Result &&
      Count.Addend && Count.Addend->isConstant(1) && At &&
      allLeaves(At, [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::Parameter; });
  if (!IsCounter || !countsOnce(Count))
    return false;
  for (const Access &Write : Setting.Kernel.Accesses)
    if (Write.Kind != AccessKind::Load && &Write != &Count &&
        mayShareBytes(Setting.Context, Setting.Kernel, Write, Count) && !isSetBack(Write, Count))
      return false;
  int64_t Blocks = 1;
  for (const std::optional<uint64_t> &Extent : Setting.Launch.Grid)
    Blocks *= int64_t(*Extent);
  return any_of(Behind.Guards, [&](ExprRef Guard) {
    ExprRef Expanded = withStoredValues(Setting.Context, Setting.Kernel, Guard);
    return any_of(partsOf(Expanded, ExprKind::And), [&](ExprRef Part) {
      // A number that a bool was widened to.
      while (Part->kind() == ExprKind::Not && Part->operands()[0]->kind() == ExprKind::Not)
        Part = Part->operands()[0]->operands()[0];
      ExprRef Before = comparedWith(Part, Count);
      Before = Before ? Setting.specialise(Before) : nullptr;
      // The host may have set the counter so that the last one finds 0.
      return Before && Before->isConstant() && Before->constantTerm() > 0 &&
             Before->constantTerm() < Blocks - 1;
    });
  });
}

} // namespace memlint
