//===- AlignmentAdvice.cpp - What aligns an access --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AlignmentAdvice.h"

#include "cuda-memlint/Analysis/Cost/AccessEvaluation.h"
#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

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

/// \p Offset with rows that are a multiple of a sector apart, at least as far as they are.
static ExprRef withWholeRows(ExprContext &Expressions, ExprRef Offset) {
  constexpr int64_t Sector = TargetModel::SectorBytes;
  ExprRef Sum = Expressions.constant(constantOf(Offset));
  for (const Term &Part : termsOf(Offset)) {
    int64_t Apart = Part.Coefficient;
    if (!isAlongRow(Part) && Apart % Sector != 0)
      Apart += Apart > 0 ? Sector - Apart % Sector : -(Sector + Apart % Sector);
    Sum = Expressions.add(Sum, product(Expressions, Apart, Part.Factors));
  }
  return Sum;
}

/// Tries \p Site with another offset.
static bool isIdeal(const CheckRun &In, const Access &Site, ExprRef Offset, unsigned Launch) {
  constexpr uint64_t TrialBudget = 1 << 16;
  Access Moved = Site;
  Moved.Offset = Offset;
  AccessCost Cost = evaluateAccess(In.Expressions, In.Kernel.Program, Moved,
                                   In.Kernel.Launches[Launch], In.Target, TrialBudget);
  return Cost.Known != Knowledge::Unknown && Cost.Worst.Cost == Cost.Worst.Ideal;
}

/// Some start makes \p Site ideal.
static bool isIdealFromSomeStart(const CheckRun &In, const Access &Site, ExprRef Offset,
                                 unsigned Launch) {
  for (int64_t Start = Site.Bytes; Start < int64_t(TargetModel::SectorBytes); Start += Site.Bytes)
    if (isIdeal(In, Site, In.Expressions.add(Offset, In.Expressions.constant(Start)), Launch))
      return true;
  return false;
}

/// The host allocates what \p Site accesses, and chooses how far rows are apart.
static bool isAllocated(const KernelProgram &Kernel, const Access &Site) {
  return Kernel.Objects[Site.Object].ParameterIndex.has_value();
}

std::string adviseAlignment(const CheckRun &In, const Access &Site, unsigned Launch) {
  ExprRef Offset =
      withLaunchValues(In.Expressions, Site.Offset, In.Kernel.Program, In.Kernel.Launches[Launch]);
  if (isIdealFromSomeStart(In, Site, Offset, Launch))
    return "make the base offset a multiple of 32 B";
  ExprRef WholeRows = withWholeRows(In.Expressions, Offset);
  if (isIdeal(In, Site, WholeRows, Launch))
    return isAllocated(In.Kernel.Program, Site)
               ? "make the row pitch a multiple of 32 B, for example with `cudaMallocPitch`"
               : "make the row pitch a multiple of 32 B";
  if (WholeRows != Offset && isIdealFromSomeStart(In, Site, WholeRows, Launch))
    return "make both the base offset and the row pitch multiples of 32 B; neither suffices by "
           "itself";
  return "make the base offset and the row pitch multiples of 32 B";
}

} // namespace memlint
