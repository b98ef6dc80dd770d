//===- ChosenBlock.cpp - Launches with a block that was chosen ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Model/ChosenBlock.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

ChosenBlock::ChosenBlock(const LaunchContext &Call, const std::array<uint64_t, 3> &Block)
    : Block(Block) {
  for (unsigned Dimension = 0; Dimension != 3; ++Dimension) {
    std::optional<uint64_t> Known = Call.Block[Dimension];
    if (ExprRef Term = Call.Terms.Block[Dimension])
      ExplainsBlock &= solve(Term, int64_t(Block[Dimension]));
    else if (Known)
      IsPossible &= Known == Block[Dimension];
    else
      ExplainsBlock = false;
  }
  // Two extents may come from one unknown, and from several in ways that are not solved.
  for (unsigned Dimension = 0; Dimension != 3; ++Dimension)
    if (std::optional<int64_t> Extent = value(Call.Terms.Block[Dimension]))
      IsPossible &= *Extent == int64_t(Block[Dimension]);
}

/// Solves \p Term == \p Extent for its unknown where the term is a multiple of one plus a constant.
bool ChosenBlock::solve(ExprRef Term, int64_t Extent) {
  int64_t Factor = 1, Constant = 0;
  ExprRef Unknown = Term;
  if (Term->kind() == ExprKind::Polynomial) {
    if (Term->terms().size() != 1 || Term->terms().front().Factors.size() != 1)
      return false;
    Factor = Term->terms().front().Coefficient;
    Constant = Term->constantTerm();
    Unknown = Term->terms().front().Factors.front();
  }
  if (!Unknown->isLeaf())
    return false;
  // Of an extent that it cannot have, the constructor finds that the value does not give it.
  int64_t Value = Unknowns.try_emplace(Unknown, (Extent - Constant) / Factor).first->second;
  const Congruence &Known = Unknown->congruence();
  IsPossible &= Unknown->range().contains({Value, Value}) &&
                (uint64_t(Value) - Known.Residue) % (uint64_t(1) << Known.LogModulus) == 0;
  return true;
}

/// Of a term whose unknowns are all known from the block.
std::optional<int64_t> ChosenBlock::value(ExprRef Term) const {
  if (!Term || !allLeaves(Term, [&](ExprRef Leaf) { return Unknowns.contains(Leaf); }))
    return std::nullopt;
  return evaluate(Term, [&](ExprRef Leaf) { return Unknowns.lookup(Leaf); });
}

void ChosenBlock::complete(LaunchArgument &Argument) const {
  if (Argument.Term)
    Argument.Value = value(Argument.Term);
  for (LaunchArgument &Field : Argument.Fields)
    complete(Field);
}

void ChosenBlock::complete(LaunchContext &Context) const {
  std::copy(Block.begin(), Block.end(), Context.Block.begin());
  if (!Context.Terms.Owner)
    return;
  for (unsigned Dimension = 0; Dimension != 3; ++Dimension) {
    if (!Context.Terms.Grid[Dimension])
      continue;
    // A launch of no blocks is not one, so that the block is not the one that is meant.
    std::optional<int64_t> Extent = value(Context.Terms.Grid[Dimension]);
    bool IsExtent = Extent && *Extent > 0 && *Extent <= int64_t(UINT32_MAX);
    Context.Grid[Dimension] = IsExtent ? std::optional<uint64_t>(*Extent) : std::nullopt;
  }
  if (Context.Terms.DynamicSharedBytes) {
    std::optional<int64_t> Bytes = value(Context.Terms.DynamicSharedBytes);
    bool IsSize = Bytes && *Bytes >= 0;
    Context.DynamicSharedBytes = IsSize ? std::optional<uint64_t>(*Bytes) : std::nullopt;
  }
  for (LaunchArgument &Argument : Context.Arguments)
    complete(Argument);
}

} // namespace memlint
