//===- SharedAddressCost.cpp - Shared addresses with unknown parts -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Rows of unknown length in shared memory: tried with the lengths that differ in banks.
///
//===----------------------------------------------------------------------===//

#include "AccessEvaluator.h"

#include "cuda-memlint/Target/RequestCost.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <numeric>

using namespace llvm;

namespace memlint {

/// Shared memory: which words fall into one bank is decided by the unknowns
/// modulo a row of banks, so that each value that congruence allows is tried.
void AccessEvaluator::evaluateShared(SplitAddress &Split, ExprRef Known, BaseAlignment Base) {
  if (Split.Scaled.empty()) {
    evaluateResidues(Known, Split.UniformRest, Base);
    return;
  }
  SmallVector<ScaleChoice, 2> Choices;
  uint64_t Combinations = 1;
  for (const ScaledPart &Part : Split.Scaled) {
    noteUnknowns(Part.Scale);
    Choices.push_back(sharedChoices(Part, unsigned(Choices.size())));
    Combinations *= Choices.back().Values.size();
  }
  UnknownCost Reason = {UnknownCost::Kind::Banks};
  for (const ScaledPart &Part : Split.Scaled)
    Reason.Names.push_back(toString(Part.Scale));
  if (Combinations > MostClasses) {
    unknown(Reason);
    return;
  }
  std::optional<RequestTally> First;
  for (uint64_t Combination = 0; Combination != Combinations; ++Combination) {
    ExprRef Offset = Known;
    uint64_t Rest = Combination;
    for (size_t Number = 0; Number != Choices.size(); ++Number) {
      const auto &Values = Choices[Number].Values;
      ExprRef Value = Context.constant(Values[Rest % Values.size()]);
      Offset = Context.add(Offset, Context.multiply(Split.Scaled[Number].Cofactor, Value));
      Rest /= Values.size();
    }
    RequestTally Tally = tally(Offset);
    if (First && !sameCosts(*First, Tally)) {
      unknown(Reason);
      return;
    }
    First = Tally;
  }
  assumeDistinctRows(Split);
  for (size_t Number = 0; Number != Choices.size(); ++Number)
    Result.UnknownScales.push_back(scaleOf(Split.Scaled[Number].Scale, Choices[Number].Values[0]));
  // The rest can only rotate the banks.
  evaluateResidues(offsetWithChoices(Split, Known, Choices), Split.UniformRest, Base);
}

ExprRef AccessEvaluator::offsetWithChoices(const SplitAddress &Split, ExprRef Known,
                                           ArrayRef<ScaleChoice> Choices) {
  ExprRef Offset = Known;
  for (size_t Number = 0; Number != Choices.size(); ++Number)
    Offset = Context.add(Offset, Context.multiply(Split.Scaled[Number].Cofactor,
                                                  Context.constant(Choices[Number].Values[0])));
  return Offset;
}

/// Multiples of different rows can only meet where there are several, where
/// something is added to them, or where a row may have no length.
void AccessEvaluator::assumeDistinctRows(const SplitAddress &Split) {
  if (Split.Scaled.size() != 1 || ingredientsOf(Split.Known, Leaves).Threads) {
    for (const ScaledPart &Part : Split.Scaled)
      addOnce(Result.Assumptions, {CostAssumption::Kind::DistinctRows, {toString(Part.Scale)}});
    return;
  }
  ExprRef Scale = Split.Scaled.front().Scale;
  bool NeverZero =
      Scale->range().Low > 0 || Scale->range().High < 0 || Scale->congruence().Residue != 0;
  if (!NeverZero)
    addOnce(Result.Assumptions, {CostAssumption::Kind::NonzeroLength, {toString(Scale)}});
}

ScaleChoice AccessEvaluator::sharedChoices(const ScaledPart &Part, unsigned Number) const {
  uint64_t Row = 2 * Target.wavefrontBytes();
  uint64_t Content = 0;
  auto Take = [&](int64_t Coefficient) {
    Content =
        std::gcd(Content, Coefficient < 0 ? 0 - uint64_t(Coefficient) : uint64_t(Coefficient));
  };
  if (Part.Cofactor->kind() == ExprKind::Polynomial) {
    for (const Monomial &Term : Part.Cofactor->terms())
      Take(Term.Coefficient);
    if (Part.Cofactor->constantTerm() != 0)
      Take(Part.Cofactor->constantTerm());
  } else {
    Content = 1;
  }
  uint64_t Period = Row / std::gcd(Row, Content);
  const Congruence &Modulus = Part.Scale->congruence();
  uint64_t Step = std::min(Period, uint64_t(1) << Modulus.LogModulus);
  ScaleChoice Choice;
  // Far from zero, so that no two lanes meet by accident.
  int64_t Far = int64_t(Row) << (14 + 12 * Number);
  for (uint64_t Value = Modulus.Residue % Step; Value < Period; Value += Step)
    Choice.Values.push_back(Far + int64_t(Value));
  return Choice;
}

} // namespace memlint
