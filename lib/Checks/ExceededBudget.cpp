//===- ExceededBudget.cpp - Kernels that cost more than they may ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "FindingParts.h"

#include "cuda-memlint/Checks/BudgetLimit.h"
#include "cuda-memlint/Checks/CostReasonWording.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/LaunchContexts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"

#include <cmath>

using namespace llvm;

namespace memlint {

namespace {

/// What one launch says of a budget.
struct LaunchSum {
  unsigned Launch = 0;
  uint64_t Requests = 0;
  uint64_t Units = 0;
  uint64_t Excess = 0;
  /// The access with most of what the budget limits; null: none.
  const Access *Largest = nullptr;
  uint64_t OfLargest = 0;
  /// Why the sums are not those of all accesses, or are assumed; empty: they are known.
  std::string Doubt;

  void doubt(const Twine &Why) {
    if (Doubt.empty())
      Doubt = Why.str();
  }
};

} // namespace

/// Whether what the totals of \p Cost say is known; else why not.
static std::string findDoubt(const Access &Site, const AccessCost &Cost) {
  std::string Where = "`" + Site.Text + "` at line " + utostr(Site.Position.Line);
  if (Cost.Known == Knowledge::Unknown)
    return "unknown cost of " + Where + ": " + describe(Cost.Reason);
  if (!Cost.Assumptions.empty())
    return "the cost of " + Where + " is assumed: " + describe(Cost.Assumptions.front());
  if (!Cost.Totals && !Cost.NeverExecuted)
    return "no totals of " + Where + ": " + describe(Cost.WhyNoTotals);
  if (Cost.MayNotExecute || Cost.GuardUnknown)
    return Where + " may not be executed";
  return "";
}

static void addToSum(LaunchSum &Sum, const KernelBudget &Budget, const Access &Site,
                     const AccessCost &Cost) {
  if (Site.Space == MemorySpace::Generic && !Cost.NeverExecuted)
    Sum.doubt("`" + Site.Text + "` at line " + utostr(Site.Position.Line) +
              " may access several memory spaces");
  if (Site.Space != Budget.Space)
    return;
  if (std::string Doubt = findDoubt(Site, Cost); !Doubt.empty())
    return Sum.doubt(Doubt);
  if (Cost.NeverExecuted)
    return;
  uint64_t Excess = Cost.Totals->Cost - std::min(Cost.Totals->Cost, Cost.Totals->Ideal);
  uint64_t Part = Budget.Measure == BudgetMeasure::Excess ? Excess : Cost.Totals->Cost;
  Sum.Requests = SaturatingAdd(Sum.Requests, Cost.Totals->Requests);
  Sum.Units = SaturatingAdd(Sum.Units, Cost.Totals->Cost);
  Sum.Excess = SaturatingAdd(Sum.Excess, Excess);
  if (Part > Sum.OfLargest) {
    Sum.Largest = &Site;
    Sum.OfLargest = Part;
  }
}

static LaunchSum sumUp(const KernelAnalysis &Kernel, const KernelBudget &Budget, unsigned Launch) {
  LaunchSum Sum;
  Sum.Launch = Launch;
  if (isGuessed(Kernel.Launches[Launch]))
    Sum.doubt("the launch is a guess");
  for (const Access &Site : Kernel.Program.Accesses)
    addToSum(Sum, Budget, Site, Kernel.Verdicts[Site.Id][Launch].Cost);
  for (const UnseenEffect &Each : Kernel.Program.Unseen)
    if (!Each.OnlyPrints)
      Sum.doubt("what `" + Each.Text + "` at line " + utostr(Each.Position.Line) +
                " accesses is not visible");
  return Sum;
}

/// In the unit of the budget.
static double reached(const LaunchSum &Sum, BudgetMeasure Measure) {
  switch (Measure) {
  case BudgetMeasure::Units:
    return double(Sum.Units);
  case BudgetMeasure::UnitsPerRequest:
    return Sum.Requests ? double(Sum.Units) / double(Sum.Requests) : 0;
  case BudgetMeasure::Excess:
    return Sum.Units ? 100 * double(Sum.Excess) / double(Sum.Units) : 0;
  }
  llvm_unreachable("covered switch");
}

/// Whether it is exceeded however much the accesses cost that are in doubt. In a guessed launch
/// nothing is.
static bool isExceeded(const KernelAnalysis &Kernel, const LaunchSum &Sum,
                       const KernelBudget &Budget) {
  if (isGuessed(Kernel.Launches[Sum.Launch]) || reached(Sum, Budget.Measure) <= Budget.Most)
    return false;
  bool GrowsWithAll = Budget.Measure == BudgetMeasure::Units ||
                      (Budget.Measure == BudgetMeasure::Excess && Budget.Most == 0);
  return Sum.Doubt.empty() || GrowsWithAll;
}

static std::string formatAmount(double Amount, BudgetMeasure Measure) {
  constexpr double MostWhole = 1e15;
  if (Measure == BudgetMeasure::Units && Amount < MostWhole && Amount == std::floor(Amount))
    return formatCount(uint64_t(Amount));
  std::string Text;
  raw_string_ostream(Text) << format("%.6g", Amount);
  return Text + (Measure == BudgetMeasure::Excess ? " %" : "");
}

/// "global sectors per request".
static std::string describeMeasure(const KernelBudget &Budget) {
  std::string Units =
      spaceName(Budget.Space).str() + " " + pluralOf(costUnit(Budget.Space, DeviceShape()));
  switch (Budget.Measure) {
  case BudgetMeasure::Units:
    return Units;
  case BudgetMeasure::UnitsPerRequest:
    return Units + " per request";
  case BudgetMeasure::Excess:
    return "of the " + Units + " in excess";
  }
  llvm_unreachable("covered switch");
}

/// "4.5 allowed by .cuda-memlint.yaml:4".
static std::string describeAllowed(const KernelBudget &Budget) {
  return formatAmount(Budget.Most, Budget.Measure) + " allowed by " +
         sys::path::filename(Budget.Position.Path).str() + ":" + utostr(Budget.Position.Line);
}

/// A finding of the kernel as a whole, with a note at the budget.
static Finding &reportBudget(const CheckRun &In, const KernelBudget &Budget, const Twine &Message,
                             std::optional<double> Reached) {
  Finding &Result = In.report(In.Kernel.Program.Position, Message.str());
  Result.Budget = BudgetOutcome{limitOf(Budget).Name, Budget.Most, Reached};
  return Result;
}

static void addLimitNote(Finding &Result, const KernelBudget &Budget) {
  addNote(Result, "limit `" + limitOf(Budget).Name + "` of `" + Budget.Kernels + "`",
          Budget.Position);
}

/// "also in 2 other launches".
static void addOtherLaunches(Finding &Result, size_t Others) {
  if (Others != 0)
    addNote(Result, "also in " + formatNumberOf(Others, "other launch"));
}

/// With one decimal, or as many as show that it is more than the budget.
static std::string formatShareAbove(double Share, double Most) {
  std::string Text;
  double Shown = 0;
  for (unsigned Decimals = 1; Decimals <= 6 && Shown <= Most; ++Decimals) {
    Text.clear();
    raw_string_ostream(Text) << format("%.*f", Decimals, Share);
    to_float(Text, Shown);
  }
  return Text + " %";
}

/// "16.5 shared wavefronts per request"; of the accesses that are known, where others are in doubt.
static std::string describeReached(const LaunchSum &Sum, const KernelBudget &Budget) {
  std::string Measure = describeMeasure(Budget);
  if (Sum.Doubt.empty())
    return (Budget.Measure == BudgetMeasure::Excess
                ? formatShareAbove(reached(Sum, Budget.Measure), Budget.Most)
                : formatAmount(reached(Sum, Budget.Measure), Budget.Measure)) +
           " " + Measure;
  // The share of all may be lower.
  bool IsShare = Budget.Measure == BudgetMeasure::Excess;
  return "at least " + formatCount(IsShare ? Sum.Excess : Sum.Units) + " " + Measure;
}

static void reportExceeded(const CheckRun &In, const KernelBudget &Budget, const LaunchSum &Worst,
                           size_t OtherLaunches) {
  Finding &Result =
      reportBudget(In, Budget,
                   "budget exceeded: " + Twine(describeReached(Worst, Budget)) + ", " +
                       describeAllowed(Budget) + ", in " + describeLaunch(In.Kernel, Worst.Launch),
                   reached(Worst, Budget.Measure));
  Result.Launch = Worst.Launch;
  if (Worst.Largest)
    addNote(Result,
            "`" + Worst.Largest->Text + "` has the largest part: " +
                formatNumberOf(Worst.OfLargest, costUnit(Budget.Space, DeviceShape())) +
                (Budget.Measure == BudgetMeasure::Excess ? " in excess" : ""),
            Worst.Largest->Position);
  addOtherLaunches(Result, OtherLaunches);
  addLimitNote(Result, Budget);
}

static void reportUndecided(const CheckRun &In, const KernelBudget &Budget, const Twine &Why,
                            size_t OtherLaunches = 0) {
  Finding &Result = reportBudget(In, Budget,
                                 "budget undecided: `" + limitOf(Budget).Name + "`, " +
                                     describeAllowed(Budget) + ": " + Why,
                                 std::nullopt);
  Result.Level = FindingLevel::Remark;
  addOtherLaunches(Result, OtherLaunches);
  addLimitNote(Result, Budget);
}

static std::string describeDoubt(const KernelAnalysis &Kernel, const LaunchSum &Sum) {
  const LaunchContext &Launch = Kernel.Launches[Sum.Launch];
  std::string Described = describeLaunch(Kernel, Sum.Launch);
  return isGuessed(Launch) ? Described : Sum.Doubt + ", in " + Described;
}

static void checkBudget(const CheckRun &In, const KernelBudget &Budget) {
  const KernelAnalysis &Kernel = In.Kernel;
  if (In.Target.Shape.IsAmd)
    return reportUndecided(In, Budget, "costs on " + In.Target.name() + " have other units");
  if (Kernel.Launches.empty())
    return reportUndecided(In, Budget,
                           Kernel.Program.Analysed ? "no launch is known"
                                                   : "not analysed: " + Kernel.Program.Reason);
  std::vector<LaunchSum> Exceeded, Undecided;
  for (unsigned Launch = 0; Launch != Kernel.Launches.size(); ++Launch) {
    LaunchSum Sum = sumUp(Kernel, Budget, Launch);
    if (isExceeded(Kernel, Sum, Budget))
      Exceeded.push_back(std::move(Sum));
    else if (!Sum.Doubt.empty())
      Undecided.push_back(std::move(Sum));
  }
  if (!Exceeded.empty()) {
    auto Worst = std::max_element(
        Exceeded.begin(), Exceeded.end(), [&](const LaunchSum &Left, const LaunchSum &Right) {
          return reached(Left, Budget.Measure) < reached(Right, Budget.Measure);
        });
    return reportExceeded(In, Budget, *Worst, Exceeded.size() - 1);
  }
  if (!Undecided.empty())
    reportUndecided(In, Budget, describeDoubt(Kernel, Undecided.front()), Undecided.size() - 1);
}

static void checkExceededBudget(const CheckRun &In) {
  for (const KernelBudget &Budget : In.Kernel.Budgets)
    checkBudget(In, Budget);
}

const Check ExceededBudget = {
    .Name = "cuda-exceeded-budget",
    .Summary = "a kernel costs more in a launch than the budgets of the configuration allow",
    .Level = FindingLevel::Error,
    .Subject = FindingSubject::Budget,
    .Run = checkExceededBudget,
};

} // namespace memlint
