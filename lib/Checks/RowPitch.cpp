//===- RowPitch.cpp - Rows that sectors do not divide ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowPitch.h"

#include "KernelTables.h"

#include "CheckList.h"

#include "cuda-memlint/Analysis/Cost/AccessEvaluation.h"
#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Analysis/Cost/OffsetRange.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/LaunchArguments.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cstdlib>
#include <numeric>
#include <set>

using namespace llvm;

namespace memlint {

static bool hasLeaf(const Term &Part, function_ref<bool(const LeafInfo &)> Holds) {
  return any_of(Part.Factors, [&](ExprRef Factor) {
    return anyLeaf(Factor, [&](ExprRef Leaf) { return Holds(Leaf->leaf()); });
  });
}

static bool isIndex(const LeafInfo &Leaf) {
  return Leaf.Kind == LeafKind::ThreadIndex || Leaf.Kind == LeafKind::BlockIndex;
}

static bool isExtent(const LeafInfo &Leaf) {
  return Leaf.Kind == LeafKind::BlockDimension || Leaf.Kind == LeafKind::GridDimension;
}

static bool isLoopCounter(const LeafInfo &Leaf) { return Leaf.Kind == LeafKind::LoopCounter; }

static bool isByThread(const Term &Part) { return hasLeaf(Part, isIndex); }

static bool isByLoop(const Term &Part) { return hasLeaf(Part, isLoopCounter); }

/// An index in \p Dimension, such as `threadIdx.x` and `blockIdx.x`, is part of \p Part. Other
/// terms may lead from row to row.
static bool isByIndexIn(const Term &Part, unsigned Dimension) {
  return hasLeaf(
      Part, [&](const LeafInfo &Leaf) { return isIndex(Leaf) && Leaf.Dimension == Dimension; });
}

static bool selectsThreads(ExprRef Guard) {
  return anyLeaf(Guard, [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::ThreadIndex; });
}

/// A step over as many elements as there are threads, which is not the length of a row.
static bool isStepOfThreads(const Term &Part) { return hasLeaf(Part, isExtent); }

/// A factor that the launch gives each thread.
static bool isOfLaunch(ExprRef Factor) {
  return Factor->isLeaf() && (isIndex(Factor->leaf()) || isExtent(Factor->leaf()));
}

/// \p Index is multiplied by something that is not known in \p Offset: the constant beside it is
/// not all that lies between two rows.
static bool countsRows(ExprRef Offset, ExprRef Index) {
  return any_of(termsOf(Offset), [&](const Term &Part) {
    return is_contained(Part.Factors, Index) && !all_of(Part.Factors, isOfLaunch);
  });
}

/// \p Part of \p Offset leads along a row where \p Dimension does: `threadIdx.x`,
/// `blockIdx.x * blockDim.x`.
static bool isAlongRow(ExprRef Offset, const Term &Part, unsigned Dimension) {
  return all_of(Part.Factors, isOfLaunch) && any_of(Part.Factors, [&](ExprRef Factor) {
           return isIndex(Factor->leaf()) && Factor->leaf().Dimension == Dimension &&
                  !countsRows(Offset, Factor);
         });
}

/// \p Part moves a window of \p Run bytes along a sequence, by less than that in an iteration: `k`
/// in `a[y * n + x + k]`.
static bool isWindowStep(const Term &Part, int64_t Run) {
  return Part.Factors.size() == 1 && Part.Factors.front()->isLeaf() &&
         isLoopCounter(Part.Factors.front()->leaf()) && std::abs(Part.Coefficient) < Run;
}

/// The dimension of the block along which lanes differ first.
static unsigned laneDimension(const LaunchContext &Launch) {
  for (unsigned Dimension : {0u, 1u, 2u})
    if (Launch.Block[Dimension].value_or(2) > 1)
      return Dimension;
  return 0;
}

ExprRef RowPitches::offsetOf(const Access &Site, unsigned Launch) const {
  auto [Known, IsNew] = Offsets.try_emplace({Site.Id, Launch});
  if (IsNew)
    Known->second =
        withLaunchValues(Expressions, Site.Offset, Kernel.Program, Kernel.Launches[Launch]);
  return Known->second;
}

const AccessCost &RowPitches::costOf(const Access &Site, ExprRef Offset, unsigned Launch) const {
  constexpr uint64_t TrialBudget = 1 << 16;
  std::optional<AccessCost> &Cost = Costs[{Site.Id, Offset->number(), Launch}];
  if (Cost)
    return *Cost;
  Access Moved = Site;
  Moved.Offset = Offset;
  Cost = evaluateAccess(Expressions, Kernel.Program, Moved, Kernel.Launches[Launch], Target,
                        TrialBudget);
  return *Cost;
}

/// Whether rows, \p Distance apart, do not overlap, and \p Site accesses a good part of each. Where
/// it accesses little of them, they may be parts of longer rows, which are aligned: diagonals.
bool RowPitches::coversRows(const Access &Site, ExprRef Offset, int64_t Distance,
                            unsigned Launch) const {
  ExprRef InRow = Expressions.constant(0);
  bool HasThreadRows = false;
  for (const Term &Part : termsOf(Offset)) {
    if (std::abs(Part.Coefficient) < Distance)
      InRow = Expressions.add(InRow, product(Expressions, Part.Coefficient, Part.Factors));
    else if (Part.Coefficient % Distance != 0)
      return false;
    else
      HasThreadRows |= isByThread(Part);
  }
  Access OfRow = Site;
  OfRow.Offset = InRow;
  std::optional<Interval> Range =
      offsetRange(Expressions, Kernel.Program, OfRow, Kernel.Launches[Launch],
                  [](ExprRef) { return std::nullopt; });
  if (!Range)
    return false;
  int64_t Length = Range->High - Range->Low + int64_t(Site.Bytes);
  // Iterations that go on where all the threads end walk one sequence.
  if (Length == Distance && !HasThreadRows && none_of(Site.Guards, selectsThreads))
    return false;
  constexpr int64_t LeastShare = 4;
  return Length <= Distance && Length > Distance / LeastShare;
}

std::optional<int64_t> RowPitches::rowsOf(const Access &Site, unsigned Launch) const {
  const LaunchContext &Context = Kernel.Launches[Launch];
  auto IsBlock = [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::BlockIndex; };
  if (!Site.Offset || !Context.blockKnown() ||
      (!Context.gridKnown() && anyLeaf(Site.Offset, IsBlock)))
    return std::nullopt;
  std::set<int64_t> Candidates;
  for (const Term &Written : termsOf(Site.Offset)) {
    if (isStepOfThreads(Written) || isByIndexIn(Written, 0))
      continue;
    ExprRef Known =
        withLaunchValues(Expressions, product(Expressions, Written.Coefficient, Written.Factors),
                         Kernel.Program, Context);
    for (const Term &Part : termsOf(Known))
      if (int64_t Apart = std::abs(Part.Coefficient); (isByThread(Part) || isByLoop(Part)) &&
                                                      Apart > int64_t(Site.Bytes) &&
                                                      Apart % Target.Shape.UnitBytes != 0)
        Candidates.insert(Apart);
  }
  if (Candidates.empty())
    return std::nullopt;
  ExprRef Offset = offsetOf(Site, Launch);
  auto Rows = find_if(Candidates,
                      [&](int64_t Distance) { return coversRows(Site, Offset, Distance, Launch); });
  return Rows == Candidates.end() ? std::nullopt : std::optional(*Rows);
}

bool RowPitches::hasOpenRows(const Access &Site, unsigned Launch) const {
  return any_of(termsOf(offsetOf(Site, Launch)), [](const Term &Part) {
    return (isByThread(Part) || isByLoop(Part)) &&
           hasLeaf(Part, [](const LeafInfo &Leaf) { return Leaf.Kind == LeafKind::Parameter; });
  });
}

bool RowPitches::arePartsOfBlocks(const Access &Site, unsigned Launch) const {
  unsigned Dimension = laneDimension(Kernel.Launches[Launch]);
  ExprRef Offset = offsetOf(Site, Launch);
  bool IsAnyByBlock = false;
  for (const Term &Part : termsOf(Offset)) {
    if (isAlongRow(Offset, Part, Dimension) || Part.Coefficient % Target.Shape.UnitBytes == 0)
      continue;
    if (isByLoop(Part) ||
        hasLeaf(Part, [](const LeafInfo &Leaf) { return Leaf.Kind == LeafKind::ThreadIndex; }))
      return false;
    // `blockIdx.y` beside lanes along x counts rows.
    if (isByThread(Part) && !isByIndexIn(Part, Dimension))
      return false;
    IsAnyByBlock |= isByThread(Part);
  }
  return IsAnyByBlock;
}

int64_t RowPitches::firstRow(const Access &Site, unsigned Launch, int64_t Now) const {
  ExprRef Offset = offsetOf(Site, Launch);
  int64_t Constant = constantOf(Offset);
  ExprRef InRow = Expressions.constant(Constant);
  for (const Term &Part : termsOf(Offset))
    if (std::abs(Part.Coefficient) < Now)
      InRow = Expressions.add(InRow, product(Expressions, Part.Coefficient, Part.Factors));
  Access OfRow = Site;
  OfRow.Offset = InRow;
  std::optional<Interval> Range =
      offsetRange(Expressions, Kernel.Program, OfRow, Kernel.Launches[Launch],
                  [](ExprRef) { return std::nullopt; });
  // The row is where the middle of what is accessed lies: columns may count down.
  int64_t Middle = Range ? Range->Low + (Range->High - Range->Low) / 2 : Constant + Now / 2;
  return divideFloorSigned(Middle, Now);
}

ExprRef RowPitches::offsetWith(const Access &Site, unsigned Launch, int64_t Now,
                               int64_t Longer) const {
  ExprRef Offset = offsetOf(Site, Launch);
  int64_t Constant = constantOf(Offset);
  int64_t Rows = firstRow(Site, Launch, Now);
  ExprRef Sum = Expressions.constant(Constant + Rows * (Longer - Now));
  for (const Term &Part : termsOf(Offset))
    Sum = Expressions.add(Sum, product(Expressions,
                                       Part.Coefficient + Part.Coefficient / Now * (Longer - Now),
                                       Part.Factors));
  return Sum;
}

ExprRef RowPitches::offsetWithWholeRows(const Access &Site, unsigned Launch,
                                        std::optional<int64_t> Now) const {
  int64_t Sector = Target.Shape.UnitBytes;
  int64_t Run = int64_t(Site.Bytes) * Target.Shape.WarpLanes;
  unsigned Dimension = laneDimension(Kernel.Launches[Launch]);
  ExprRef Offset = offsetOf(Site, Launch);
  int64_t Constant = constantOf(Offset);
  // The rows before and behind move, too.
  if (Now)
    Constant +=
        firstRow(Site, Launch, *Now) * (int64_t(alignTo(uint64_t(*Now), uint64_t(Sector))) - *Now);
  ExprRef Sum = Expressions.constant(Constant);
  for (const Term &Part : termsOf(Offset)) {
    int64_t Apart = Part.Coefficient;
    bool IsInRow = isAlongRow(Offset, Part, Dimension) || isWindowStep(Part, Run);
    if (!IsInRow && Apart % Sector != 0)
      Apart += Apart > 0 ? Sector - Apart % Sector : -(Sector + Apart % Sector);
    Sum = Expressions.add(Sum, product(Expressions, Apart, Part.Factors));
  }
  return Sum;
}

/// Of a change that \p Before pays and \p After does not.
static bool isWorthIt(double Before, double After) {
  constexpr double LeastSaved = 0.05;
  return Before - After >= LeastSaved * Before;
}

/// Whether all accesses to one array take less together with longer rows: what aligns one of them
/// may misalign its neighbours in the row.
bool RowPitches::savesOfArray(unsigned Object, unsigned Launch, int64_t Now, int64_t Longer) {
  auto [Known, IsNew] = Saves.try_emplace({Object, Launch, Now}, false);
  if (!IsNew)
    return Known->second;
  auto IsOfArray = [&](const Access &Site) {
    return Site.Object == Object && !Site.IsUnused && Site.Offset;
  };
  auto CrossesRows = [&](const Access &Site) {
    return IsOfArray(Site) && any_of(termsOf(offsetOf(Site, Launch)), [&](const Term &Part) {
             return std::abs(Part.Coefficient) >= Now && Part.Coefficient % Now != 0;
           });
  };
  // Before any is evaluated: an array may be walked at many distances.
  if (any_of(Kernel.Program.Accesses, CrossesRows))
    return false;
  double Total = 0, TotalLonger = 0, Mean = 0, MeanLonger = 0;
  bool HasTotals = true;
  for (const Access &Site : make_filter_range(Kernel.Program.Accesses, IsOfArray)) {
    AccessCost Before = costOf(Site, offsetOf(Site, Launch), Launch);
    AccessCost After = costOf(Site, offsetWith(Site, Launch, Now, Longer), Launch);
    if (Before.Known == Knowledge::Unknown || After.Known == Knowledge::Unknown ||
        Before.NeverExecuted)
      continue;
    HasTotals &= Before.Totals && After.Totals;
    if (HasTotals) {
      Total += double(Before.Totals->Cost);
      TotalLonger += double(After.Totals->Cost);
    }
    Mean += Before.MeanCost;
    MeanLonger += After.MeanCost;
  }
  return Known->second = HasTotals ? isWorthIt(Total, TotalLonger) : isWorthIt(Mean, MeanLonger);
}

/// The bytes of an element of \p Array, if rows \p Apart bytes apart are made of several of them.
static std::optional<int64_t> elementOfRow(const MemoryObject &Array, int64_t Apart) {
  int64_t Element = int64_t(Array.ElementBytes);
  return Element > 0 && Element < Apart && Apart % Element == 0 ? std::optional(Element)
                                                                : std::nullopt;
}

const std::optional<RowPitch> &RowPitches::find(const Access &Site, unsigned Launch) {
  auto [Known, IsNew] = Found.try_emplace({Site.Id, Launch});
  if (IsNew)
    Known->second = search(Site, Launch);
  return Known->second;
}

std::optional<RowPitch> RowPitches::search(const Access &Site, unsigned Launch) {
  std::optional<int64_t> Now = rowsOf(Site, Launch);
  if (!Now)
    return std::nullopt;
  RowPitch Found;
  Found.Now = *Now;
  int64_t Element = elementOfRow(Kernel.Program.Objects[Site.Object], *Now).value_or(1);
  Found.Longer =
      int64_t(alignTo(uint64_t(*Now), std::lcm(uint64_t(Target.Shape.UnitBytes), Element)));
  AccessCost Before = costOf(Site, offsetOf(Site, Launch), Launch);
  Found.Cost = costOf(Site, offsetWith(Site, Launch, *Now, Found.Longer), Launch);
  if (Before.Known == Knowledge::Unknown || Found.Cost.Known == Knowledge::Unknown ||
      !isWorthIt(Before.MeanCost, Found.Cost.MeanCost))
    return std::nullopt;
  // Most of the excess may be for another reason.
  constexpr double LeastShare = 1.0 / 3;
  if (Before.MeanCost - Found.Cost.MeanCost < LeastShare * (Before.MeanCost - Before.MeanIdeal) ||
      !savesOfArray(Site.Object, Launch, *Now, Found.Longer))
    return std::nullopt;
  return Found;
}

bool isForPitch(const CheckRun &In, const Access &Site, unsigned Launch) {
  return is_contained(In.Enabled, &Pitch) && In.Tables.Rows.find(Site, Launch).has_value();
}

/// \p Object is what a parameter points to that is declared with the type of one element.
static bool isOfElements(const KernelProgram &Kernel, const MemoryObject &Object) {
  if (!Object.ParameterIndex || (!Object.Members.empty() && !Object.IsVectorElement))
    return false;
  const KernelParameter *Parameter = &Kernel.Parameters[*Object.ParameterIndex];
  for (unsigned Field : Object.ParameterFields)
    Parameter = &Parameter->Fields[Field];
  StringRef Type = Parameter->Type;
  return Type.contains(Object.ElementType) && !Type.contains('[');
}

/// An argument of the kernel says how long the rows are that \p Site walks: another one can take
/// its place.
static bool hasArgumentForRows(const Access &Site) {
  return any_of(termsOf(Site.Offset), [](const Term &Part) {
    return (isByThread(Part) || isByLoop(Part)) &&
           hasLeaf(Part, [](const LeafInfo &Leaf) { return Leaf.Kind == LeafKind::Parameter; });
  });
}

std::string RowPitches::advise(const Access &Site, unsigned Launch, const RowPitch &Rows) const {
  const MemoryObject &Array = Kernel.Program.Objects[Site.Object];
  const LaunchArgument *Argument = argumentOf(Array, Kernel.Launches[Launch]);
  if (Argument && Argument->Allocation && hasArgumentForRows(Site) &&
      isOfElements(Kernel.Program, Array))
    return "allocate `" + Array.Name +
           "` with `cudaMallocPitch` and pass the pitch that it returns to all kernels that use it";
  if (std::optional<int64_t> Element = elementOfRow(Array, Rows.Now))
    return "pad the rows of `" + Array.Name + "` from " +
           formatCount(uint64_t(Rows.Now / *Element)) + " to " +
           formatCount(uint64_t(Rows.Longer / *Element)) + " elements";
  return "pad the rows of `" + Array.Name + "` from " + formatCount(uint64_t(Rows.Now)) + " to " +
         formatCount(uint64_t(Rows.Longer)) + " B";
}

} // namespace memlint
