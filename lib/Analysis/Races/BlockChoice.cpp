//===- BlockChoice.cpp - The blocks that a pair is looked at in -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockChoice.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <set>

using namespace llvm;

namespace memlint {

/// Blocks that are gone through one by one.
constexpr uint64_t MostBlocks = 64;
/// Of a row, where the first ones do not meet.
constexpr size_t MostMoreBlocks = 24;

BlockChoice chooseBlocks(const RaceSetting &Setting, const std::array<bool, 3> &Asked) {
  BlockChoice Result;
  std::array<uint64_t, 3> Grid;
  for (unsigned Dimension = 0; Dimension != 3; ++Dimension)
    Grid[Dimension] =
        Setting.Launch.Grid[Dimension].value_or(Asked[Dimension] ? BlocksOfUnknownGrid : 1);
  Result.AreAll = Setting.Launch.gridKnown() && Grid[0] * Grid[1] * Grid[2] <= MostBlocks &&
                  Grid[0] <= MostBlocks && Grid[1] <= MostBlocks && Grid[2] <= MostBlocks;
  std::array<SmallVector<int64_t, 8>, 3> Chosen;
  for (unsigned Dimension = 0; Dimension != 3; ++Dimension) {
    int64_t Last = int64_t(Grid[Dimension]) - 1;
    if (Result.AreAll)
      for (int64_t Index = 0; Index <= Last; ++Index)
        Chosen[Dimension].push_back(Index);
    else
      for (int64_t Index : {int64_t(0), int64_t(1), int64_t(2), Last})
        if (Index <= Last && !is_contained(Chosen[Dimension], Index))
          Chosen[Dimension].push_back(Index);
  }
  for (int64_t Z : Chosen[2])
    for (int64_t Y : Chosen[1])
      for (int64_t X : Chosen[0])
        Result.Blocks.push_back({X, Y, Z});
  return Result;
}

static ExprRef unwrapped(ExprRef Root) {
  while (Root->kind() == ExprKind::Wrap)
    Root = Root->operands()[0];
  return Root;
}

/// After how many numbers \p Root begins anew: a remainder, a mask of low bits, or the low bits in
/// reverse order; 0: it is something else.
static int64_t periodOf(ExprRef Root) {
  if (Root->operands().size() != 2 || !Root->operands()[1]->isConstant())
    return 0;
  int64_t Number = Root->operands()[1]->constantTerm();
  auto OfReverse = [&](int64_t Divisor) {
    constexpr int64_t All = int64_t(1) << 32;
    bool IsReverse = unwrapped(Root->operands()[0])->kind() == ExprKind::BitReverse;
    return IsReverse && Divisor > 1 && Divisor < All && All % Divisor == 0 ? All / Divisor : 0;
  };
  switch (Root->kind()) {
  case ExprKind::Remainder:
    return std::max(Number, int64_t(0));
  case ExprKind::BitAnd:
    return isMask_64(uint64_t(Number)) ? Number + 1 : 0;
  case ExprKind::Divide:
    return OfReverse(Number);
  case ExprKind::ShiftRight:
    return Number > 0 && Number < 32 ? OfReverse(int64_t(1) << Number) : 0;
  default:
    return 0;
  }
}

/// By how much \p Root grows from block to block; 0: by no fixed number.
static int64_t stepOfBlocks(ExprRef Root) {
  Root = unwrapped(Root);
  if (Root->kind() == ExprKind::BitReverse)
    Root = unwrapped(Root->operands()[0]);
  for (const Monomial &Part : Root->terms())
    if (Part.Factors.size() == 1 && Part.Factors.front()->isLeaf() &&
        Part.Factors.front()->leaf().Kind == LeafKind::BlockIndex)
      return Part.Coefficient;
  return 0;
}

/// The numbers that something of a block's index is compared with or divided by, and those of the
/// blocks in which a number begins anew that wraps around.
static void collectNumbers(ExprRef Root, DenseSet<ExprRef> &Seen, std::set<int64_t> &Numbers) {
  auto IsOfBlock = [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::BlockIndex; };
  if (!Seen.insert(Root).second || !anyLeaf(Root, IsOfBlock))
    return;
  ExprKind Kind = Root->kind();
  if (Kind == ExprKind::Less || Kind == ExprKind::LessUnsigned || Kind == ExprKind::Equal ||
      Kind == ExprKind::Divide || Kind == ExprKind::Remainder)
    for (ExprRef Operand : Root->operands()) {
      if (Operand->isConstant())
        Numbers.insert(Operand->constantTerm());
      if (Operand->kind() == ExprKind::Polynomial)
        Numbers.insert(-Operand->constantTerm());
    }
  if (int64_t Period = periodOf(Root))
    if (int64_t Step = stepOfBlocks(Root->operands()[0]); Step > 0)
      Numbers.insert(Period / Step);
  forEachOperand(Root, [&](ExprRef Operand) { collectNumbers(Operand, Seen, Numbers); });
}

std::vector<std::array<int64_t, 3>> chooseMoreBlocks(const RaceSetting &Setting,
                                                     ArrayRef<ExprRef> Roots) {
  std::vector<std::array<int64_t, 3>> Result;
  const auto &Grid = Setting.Launch.Grid;
  if (!Setting.Launch.gridKnown() || *Grid[1] != 1 || *Grid[2] != 1)
    return Result;
  std::set<int64_t> Numbers;
  DenseSet<ExprRef> Seen;
  for (ExprRef Root : Roots)
    collectNumbers(Root, Seen, Numbers);
  int64_t Last = int64_t(*Grid[0]) - 1;
  std::set<int64_t> Chosen = {0, 1, 2, Last};
  for (int64_t Number : Numbers)
    for (int64_t Near : {Number - 1, Number, Number + 1})
      if (Near > 0 && Near < Last && Chosen.size() < MostMoreBlocks)
        Chosen.insert(Near);
  if (Chosen.size() > 4)
    for (int64_t Index : Chosen)
      Result.push_back({Index, 0, 0});
  return Result;
}

} // namespace memlint
