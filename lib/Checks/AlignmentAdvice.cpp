//===- AlignmentAdvice.cpp - What aligns an access --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AlignmentAdvice.h"

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

/// Along a row: `threadIdx.x`, `blockIdx.x`. Other terms of an index lead from row to row.
static bool isAlongRow(const Term &Part) {
  return any_of(Part.Factors, [](ExprRef Factor) {
    if (!Factor->isLeaf() || Factor->leaf().Dimension != 0)
      return false;
    LeafKind Kind = Factor->leaf().Kind;
    return Kind == LeafKind::ThreadIndex || Kind == LeafKind::BlockIndex;
  });
}

/// \p Offset with rows that are a multiple of \p Sector bytes apart, at least as far as they are.
static ExprRef withWholeRows(ExprContext &Expressions, ExprRef Offset, int64_t Sector) {
  ExprRef Sum = Expressions.constant(constantOf(Offset));
  for (const Term &Part : termsOf(Offset)) {
    int64_t Apart = Part.Coefficient;
    if (!isAlongRow(Part) && Apart % Sector != 0)
      Apart += Apart > 0 ? Sector - Apart % Sector : -(Sector + Apart % Sector);
    Sum = Expressions.add(Sum, product(Expressions, Apart, Part.Factors));
  }
  return Sum;
}

/// What \p Site costs with another offset, if that is ideal.
static std::optional<AccessCost> idealCost(const CheckRun &In, const Access &Site, ExprRef Offset,
                                           unsigned Launch) {
  constexpr uint64_t TrialBudget = 1 << 16;
  Access Moved = Site;
  Moved.Offset = Offset;
  AccessCost Cost = evaluateAccess(In.Expressions, In.Kernel.Program, Moved,
                                   In.Kernel.Launches[Launch], In.Target, TrialBudget);
  if (Cost.Known == Knowledge::Unknown || Cost.Worst.Cost != Cost.Worst.Ideal)
    return std::nullopt;
  return Cost;
}

/// The same from some start that makes \p Site ideal.
static std::optional<AccessCost> idealFromSomeStart(const CheckRun &In, const Access &Site,
                                                    ExprRef Offset, unsigned Launch) {
  for (int64_t Start = Site.Bytes; Start < int64_t(In.Target.Shape.UnitBytes); Start += Site.Bytes)
    if (std::optional<AccessCost> Cost =
            idealCost(In, Site, In.Expressions.add(Offset, In.Expressions.constant(Start)), Launch))
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

/// How far misaligned rows are apart: the other distances are multiples of that. 0: not known.
static int64_t distanceOfRows(ExprRef Offset, int64_t Sector) {
  int64_t Distance = 0;
  for (const Term &Part : termsOf(Offset)) {
    int64_t Apart = std::abs(Part.Coefficient);
    if (!isAlongRow(Part) && Apart % Sector != 0 && (Distance == 0 || Apart < Distance))
      Distance = Apart;
  }
  return Distance;
}

/// Whether rows, \p Distance apart, do not overlap, and \p Site accesses a good part of each. Where
/// it accesses little of them, they may be parts of longer rows, which are aligned: diagonals.
static bool accessesRows(const CheckRun &In, const Access &Site, ExprRef Offset, int64_t Distance,
                         unsigned Launch) {
  ExprRef InRow = In.Expressions.constant(0);
  for (const Term &Part : termsOf(Offset)) {
    if (std::abs(Part.Coefficient) < Distance)
      InRow = In.Expressions.add(InRow, product(In.Expressions, Part.Coefficient, Part.Factors));
    else if (Part.Coefficient % Distance != 0)
      return false;
  }
  Access OfRow = Site;
  OfRow.Offset = InRow;
  std::optional<Interval> Range =
      offsetRange(In.Expressions, In.Kernel.Program, OfRow, In.Kernel.Launches[Launch],
                  [](ExprRef) { return std::nullopt; });
  if (!Range)
    return false;
  int64_t Length = Range->High - Range->Low + int64_t(Site.Bytes);
  constexpr int64_t LeastShare = 4;
  return Length <= Distance && Length > Distance / LeastShare;
}

/// \p Object is what a parameter points to that is declared with the type of one element.
static bool isOfScalars(const KernelProgram &Kernel, const MemoryObject &Object) {
  if (!Object.ParameterIndex || !Object.Members.empty())
    return false;
  const KernelParameter *Parameter = &Kernel.Parameters[*Object.ParameterIndex];
  for (unsigned Field : Object.ParameterFields)
    Parameter = &Parameter->Fields[Field];
  StringRef Type = Parameter->Type;
  return Type.contains(Object.ElementType) && !Type.contains('[');
}

/// The host allocates what \p Site accesses, and can choose how far rows are apart: no type says
/// it.
static bool choosesPitch(const CheckRun &In, const Access &Site, ExprRef Offset, unsigned Launch) {
  int64_t Distance = distanceOfRows(Offset, In.Target.Shape.UnitBytes);
  return isOfScalars(In.Kernel.Program, In.Kernel.Program.Objects[Site.Object]) && Distance != 0 &&
         accessesRows(In, Site, Offset, Distance, Launch);
}

std::string adviseAlignment(const CheckRun &In, const Access &Site, unsigned Launch) {
  ExprRef Offset =
      withLaunchValues(In.Expressions, Site.Offset, In.Kernel.Program, In.Kernel.Launches[Launch]);
  std::string Unit = utostr(In.Target.Shape.UnitBytes) + " B";
  if (std::optional<AccessCost> Moved = idealFromSomeStart(In, Site, Offset, Launch))
    return adviseStart(*Moved, Unit);
  ExprRef WholeRows = withWholeRows(In.Expressions, Offset, In.Target.Shape.UnitBytes);
  if (idealCost(In, Site, WholeRows, Launch))
    return choosesPitch(In, Site, Offset, Launch)
               ? "make the row pitch a multiple of " + Unit + ", for example with `cudaMallocPitch`"
               : "make the row pitch a multiple of " + Unit;
  if (WholeRows != Offset && idealFromSomeStart(In, Site, WholeRows, Launch))
    return "make both the base offset and the row pitch multiples of " + Unit +
           "; neither suffices by itself";
  return "make the base offset and the row pitch multiples of " + Unit;
}

} // namespace memlint
