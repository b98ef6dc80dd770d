//===- AlignmentAdvice.cpp - What aligns an access --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AlignmentAdvice.h"

#include "RowPitch.h"

#include "cuda-memlint/Analysis/Cost/AccessEvaluation.h"
#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Analysis/Cost/OffsetRange.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cstdlib>
#include <optional>

using namespace llvm;

namespace memlint {

static bool isOfLaunch(ExprRef Factor) {
  return Factor->isLeaf() && is_contained({LeafKind::ThreadIndex, LeafKind::BlockIndex,
                                           LeafKind::BlockDimension, LeafKind::GridDimension},
                                          Factor->leaf().Kind);
}

static bool isIndex(ExprRef Factor) {
  return Factor->isLeaf() &&
         is_contained({LeafKind::ThreadIndex, LeafKind::BlockIndex}, Factor->leaf().Kind);
}

static bool isLoopCounter(ExprRef Factor) {
  return Factor->isLeaf() && Factor->leaf().Kind == LeafKind::LoopCounter;
}

namespace {

/// An offset as rows of an array, and places in a row.
class RowsOfOffset {
public:
  /// In a launch whose lanes differ in threadIdx in \p Dimension first.
  RowsOfOffset(ExprRef Offset, unsigned Dimension) : Offset(Offset), Dimension(Dimension) {}

  /// \p Part leads along a row: `threadIdx.x`, `blockIdx.x * blockDim.x`. Other terms lead from row
  /// to row.
  bool isAlongRow(const Term &Part) const;
  /// The offset with rows that are a multiple of \p Sector bytes apart, at least as far as they
  /// are.
  ExprRef withWholeRows(ExprContext &Expressions, int64_t Sector) const;

private:
  bool countsRows(ExprRef Index) const;

  ExprRef Offset;
  unsigned Dimension;
};

} // namespace

/// \p Index is multiplied by something that is not known: the constant beside it is not all that
/// lies between two rows.
bool RowsOfOffset::countsRows(ExprRef Index) const {
  return any_of(termsOf(Offset), [&](const Term &Part) {
    return is_contained(Part.Factors, Index) &&
           (isLoopCounter(Index) ? Part.Factors.size() > 1 : !all_of(Part.Factors, isOfLaunch));
  });
}

bool RowsOfOffset::isAlongRow(const Term &Part) const {
  return all_of(Part.Factors, isOfLaunch) && any_of(Part.Factors, [&](ExprRef Factor) {
           return isIndex(Factor) && Factor->leaf().Dimension == Dimension && !countsRows(Factor);
         });
}

ExprRef RowsOfOffset::withWholeRows(ExprContext &Expressions, int64_t Sector) const {
  ExprRef Sum = Expressions.constant(constantOf(Offset));
  for (const Term &Part : termsOf(Offset)) {
    int64_t Apart = Part.Coefficient;
    if (!isAlongRow(Part) && Apart % Sector != 0)
      Apart += Apart > 0 ? Sector - Apart % Sector : -(Sector + Apart % Sector);
    Sum = Expressions.add(Sum, product(Expressions, Apart, Part.Factors));
  }
  return Sum;
}

/// The dimension of the block along which lanes differ first.
static unsigned laneDimension(const LaunchContext &Launch) {
  for (unsigned Dimension : {0u, 1u, 2u})
    if (Launch.Block[Dimension].value_or(2) > 1)
      return Dimension;
  return 0;
}

namespace {

/// Where an array lies: how many bytes later than it does, and whether its rows are as far apart as
/// sectors are.
struct Placement {
  int64_t Start = 0;
  bool HasWholeRows = false;
};

/// Tries where the array of an access could lie.
class AlignmentTrial {
public:
  AlignmentTrial(const CheckRun &In, const Access &Site, unsigned Launch, const RowPitches &Rows)
      : In(In), Site(Site), Launch(Launch), Rows(Rows), RowBytes(Rows.rowsOf(Site, Launch)) {}

  /// What \p Each costs where the array is placed as \p Where says; nothing where that is not
  /// known.
  std::optional<AccessCost> costOf(const Access &Each, Placement Where) const;
  /// What the access costs so, if that is ideal.
  std::optional<AccessCost> idealCost(Placement Where) const;
  /// The same from some start at which the accesses to the array together cost less than now.
  std::optional<AccessCost> idealFromSomeStart(bool HasWholeRows);
  /// Another access to the array: a start that suits the one costs there what it saves. Null: none
  /// was met.
  const Access *rival() const { return Rival; }

private:
  bool isWorthStarting(Placement Where);

  const CheckRun &In;
  const Access &Site;
  unsigned Launch;
  const RowPitches &Rows;
  /// Bytes from one row of the array to the next, where that is known.
  std::optional<int64_t> RowBytes;
  const Access *Rival = nullptr;
};

} // namespace

std::optional<AccessCost> AlignmentTrial::costOf(const Access &Each, Placement Where) const {
  constexpr uint64_t TrialBudget = 1 << 16;
  const KernelProgram &Program = In.Kernel.Program;
  Access Moved = Each;
  Moved.Offset = withLaunchValues(In.Expressions, Each.Offset, Program, In.Kernel.Launches[Launch]);
  if (Where.HasWholeRows) {
    int64_t Unit = In.Target.Shape.UnitBytes;
    Moved.Offset = RowsOfOffset(Moved.Offset, laneDimension(In.Kernel.Launches[Launch]))
                       .withWholeRows(In.Expressions, Unit);
    // The rows before and behind move, too.
    if (RowBytes)
      Where.Start += Rows.firstRow(Each, Launch, *RowBytes) *
                     (int64_t(alignTo(uint64_t(*RowBytes), uint64_t(Unit))) - *RowBytes);
  }
  Moved.Offset = In.Expressions.add(Moved.Offset, In.Expressions.constant(Where.Start));
  AccessCost Cost = evaluateAccess(In.Expressions, Program, Moved, In.Kernel.Launches[Launch],
                                   In.Target, TrialBudget);
  if (Cost.Known == Knowledge::Unknown)
    return std::nullopt;
  return Cost;
}

std::optional<AccessCost> AlignmentTrial::idealCost(Placement Where) const {
  std::optional<AccessCost> Cost = costOf(Site, Where);
  if (Cost && Cost->Worst.Cost != Cost->Worst.Ideal)
    return std::nullopt;
  return Cost;
}

static double sectorsOf(const AccessCost &Cost) {
  if (Cost.NeverExecuted)
    return 0;
  return Cost.Totals ? double(Cost.Totals->Cost) : Cost.MeanCost;
}

bool AlignmentTrial::isWorthStarting(Placement Where) {
  // Trying takes long for a kernel that accesses the array very often.
  constexpr size_t MostTried = 64;
  double Saved = 0, MostLost = 0;
  const Access *Loser = nullptr;
  size_t Tried = 0;
  for (const Access &Each : In.Kernel.Program.Accesses) {
    if (Each.Object != Site.Object || !Each.Offset || Each.IsUnused || ++Tried > MostTried)
      continue;
    std::optional<AccessCost> Now = costOf(Each, {0, Where.HasWholeRows});
    std::optional<AccessCost> Then = costOf(Each, Where);
    if (!Now || !Then || Now->Totals.has_value() != Then->Totals.has_value())
      continue;
    double Lost = sectorsOf(*Then) - sectorsOf(*Now);
    Saved -= Lost;
    if (Lost > MostLost) {
      MostLost = Lost;
      Loser = &Each;
    }
  }
  if (Loser && Saved <= 0)
    Rival = Loser;
  return !Loser || Saved > 0;
}

std::optional<AccessCost> AlignmentTrial::idealFromSomeStart(bool HasWholeRows) {
  for (int64_t Start = Site.Bytes; Start < int64_t(In.Target.Shape.UnitBytes); Start += Site.Bytes)
    if (std::optional<AccessCost> Cost = idealCost({Start, HasWholeRows});
        Cost && isWorthStarting({Start, HasWholeRows}))
      return Cost;
  return std::nullopt;
}

/// With a start that makes it cost \p Moved: other arguments than assumed would undo that.
static std::string adviseStart(const AccessCost &Moved, const std::string &Unit) {
  std::string Advice = "make the base offset a multiple of " + Unit;
  if (Moved.Unaligned)
    Advice += "; that suffices only if " + join(Moved.Unaligned->Unless, " and ");
  return Advice;
}

AlignmentAdvice adviseAlignment(const CheckRun &In, const Access &Site, unsigned Launch,
                                RowPitches &Rows) {
  AlignmentTrial Trial(In, Site, Launch, Rows);
  std::string Unit = utostr(In.Target.Shape.UnitBytes) + " B";
  if (std::optional<AccessCost> Moved = Trial.idealFromSomeStart(false))
    return {adviseStart(*Moved, Unit)};
  if (std::optional<RowPitch> Longer = Rows.find(Site, Launch))
    return {Rows.advise(Site, Launch, *Longer)};
  if (!Rows.rowsOf(Site, Launch) && !Rows.hasOpenRows(Site, Launch))
    return {"", Trial.rival()};
  if (Trial.idealCost({0, true}))
    return {"make the row pitch a multiple of " + Unit};
  if (Trial.idealFromSomeStart(true))
    return {"make both the base offset and the row pitch multiples of " + Unit +
            "; neither suffices by itself"};
  return {"", Trial.rival()};
}

} // namespace memlint
