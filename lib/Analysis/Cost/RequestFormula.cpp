//===- RequestFormula.cpp - What the requests of an access are ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Cost/RequestFormula.h"

#include "AccessEvaluator.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

std::optional<RequestFormula> AccessEvaluator::formula() const {
  if (Result.Known == Knowledge::Unknown || Result.NeverExecuted || !Counted)
    return std::nullopt;
  RequestFormula Formula;
  for (auto [Dimension, Value] : zip_equal(Dimensions, Counted->WorstPoint))
    Formula.Variables.push_back(
        {Dimension.Leaf, Dimension.Range, !Leaves.Uncounted.contains(Dimension.Leaf), Value});
  for (const auto &[Counter, Exits] : Sequential) {
    auto Number = find_if(
        Dimensions, [Wanted = Counter](const CountedLeaf &Each) { return Each.Leaf == Wanted; });
    Formula.Loops.push_back(
        {size_t(Number - Dimensions.begin()), std::vector<ExprRef>(Exits.begin(), Exits.end())});
  }
  Formula.Guards.assign(Guards.begin(), Guards.end());
  Formula.Offset = Counted->Offset;
  Formula.Form = countedForm();
  return Formula;
}

FormulatedCost formulateAccess(ExprContext &Context, const KernelProgram &Kernel,
                               const Access &Site, const LaunchContext &Launch,
                               const TargetModel &Target, uint64_t Budget) {
  AccessEvaluator Evaluator(Context, Kernel, Site, Launch, Target, Budget);
  FormulatedCost Result;
  Result.Cost = Evaluator.run();
  Result.Formula = Evaluator.formula();
  return Result;
}

} // namespace memlint
