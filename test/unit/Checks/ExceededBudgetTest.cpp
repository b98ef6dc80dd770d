//===- ExceededBudgetTest.cpp - What kernels may cost ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"

#include "cuda-memlint/Checks/Analysis.h"
#include "cuda-memlint/Checks/BudgetLimit.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

/// One block of 32 threads. Lanes that load a float each with a stride of 1 take four sectors, with
/// a stride of eight 32; four are needed.
class ExceededBudgetTest : public testing::Test, public KernelBuilder {
public:
  ExceededBudgetTest() {
    grid(1), block(32);
    Array = global("a");
  }

  std::vector<std::string> messages(BudgetMeasure Measure, double Most,
                                    std::vector<LaunchContext> Launches = {}) {
    KernelBudget Budget;
    Budget.Kernels = Kernel.Name;
    Budget.Measure = Measure;
    Budget.Most = Most;
    Budget.Position.Path = "/p/.cuda-memlint.yaml";
    Budget.Position.Line = 7;
    Budgets = {Budget};
    KernelAnalysis Result = analyse(std::move(Launches));
    std::vector<std::string> Messages;
    for (const Finding &Item : Result.Findings)
      if (Item.Subject == FindingSubject::Budget) {
        EXPECT_EQ(Item.Level, Item.Budget->Reached ? FindingLevel::Error : FindingLevel::Remark);
        Messages.push_back(Item.Message);
        Notes = notesOf(Item);
      }
    return Messages;
  }

  unsigned Array = 0;
  std::string Notes;
};

TEST_F(ExceededBudgetTest, SumsUpAccesses) {
  load(Array, Tx * 4);
  load(Array, Tx * 32);
  EXPECT_THAT(messages(BudgetMeasure::Units, 36), IsEmpty());
  EXPECT_THAT(messages(BudgetMeasure::Units, 35.5),
              ElementsAre("budget exceeded: 36 global sectors, 35.5 allowed by "
                          ".cuda-memlint.yaml:7, in kernel<<<1, 32>>> at line 40"));
  EXPECT_THAT(Notes, HasSubstr("`a[i]` has the largest part: 32 sectors\n"));
  EXPECT_THAT(messages(BudgetMeasure::UnitsPerRequest, 18), IsEmpty());
  EXPECT_THAT(messages(BudgetMeasure::UnitsPerRequest, 17),
              ElementsAre(HasSubstr(" 18 global sectors per request, 17 allowed")));
  // 28 of 36.
  EXPECT_THAT(messages(BudgetMeasure::Excess, 77.78), IsEmpty());
  EXPECT_THAT(messages(BudgetMeasure::Excess, 77.77),
              ElementsAre(HasSubstr(" 77.8 % of the global sectors in excess, 77.77 % allowed")));
}

TEST_F(ExceededBudgetTest, DecimalFractionsAreMetExactly) {
  // Of ten requests one takes two sectors.
  grid(10);
  load(Array, number(0));
  for (int Each = 0; Each != 8; ++Each)
    load(Array, number(0));
  load(Array, (Tx % 2) * 32);
  EXPECT_THAT(messages(BudgetMeasure::UnitsPerRequest, 1.1), IsEmpty());
  EXPECT_THAT(messages(BudgetMeasure::UnitsPerRequest, 1.0999), ElementsAre(HasSubstr(" 1.1 ")));
}

TEST_F(ExceededBudgetTest, NoAccessesCostNothing) {
  EXPECT_THAT(messages(BudgetMeasure::Units, 0), IsEmpty());
  EXPECT_THAT(messages(BudgetMeasure::UnitsPerRequest, 0), IsEmpty());
  EXPECT_THAT(messages(BudgetMeasure::Excess, 0), IsEmpty());
}

TEST_F(ExceededBudgetTest, NamesTheWorstLaunch) {
  load(Array, Tx * 32);
  LaunchContext Twice = Launch, Thrice = Launch;
  Twice.Grid[0] = 2;
  Thrice.Grid[0] = 3;
  EXPECT_THAT(messages(BudgetMeasure::Units, 32, {Twice, Thrice, Launch}),
              ElementsAre(HasSubstr("96 global sectors, 32 allowed by .cuda-memlint.yaml:7, in "
                                    "kernel<<<3, 32>>>")));
  EXPECT_THAT(Notes, HasSubstr("also in 1 other launch\n"));
}

TEST_F(ExceededBudgetTest, IsUndecidedWhereAnAccessIsUnknown) {
  load(Array, Tx * 4);
  load(Array, loaded("data", Uniformity::Lane) * 4);
  EXPECT_THAT(messages(BudgetMeasure::UnitsPerRequest, 1),
              ElementsAre(HasSubstr("budget undecided: `global-sectors-per-request`, 1 allowed by "
                                    ".cuda-memlint.yaml:7: unknown cost of `a[i]` at line 2")));
  EXPECT_THAT(messages(BudgetMeasure::Excess, 10), ElementsAre(HasSubstr("undecided")));
  EXPECT_THAT(messages(BudgetMeasure::Units, 4), ElementsAre(HasSubstr("undecided")));
  EXPECT_THAT(messages(BudgetMeasure::Units, 1e300), ElementsAre(HasSubstr(", 1e+300 allowed")));
  // It only adds to what the other one takes.
  EXPECT_THAT(messages(BudgetMeasure::Units, 3),
              ElementsAre(HasSubstr("budget exceeded: at least 4 global sectors, 3 allowed")));
}

TEST_F(ExceededBudgetTest, AnyExcessIsMoreThanNone) {
  load(Array, Tx * 32);
  load(Array, loaded("data", Uniformity::Lane) * 4);
  EXPECT_THAT(messages(BudgetMeasure::Excess, 0),
              ElementsAre(HasSubstr("budget exceeded: at least 28 of the global sectors in excess, "
                                    "0 % allowed")));
}

TEST_F(ExceededBudgetTest, IsUndecidedInGuessedLaunches) {
  load(Array, Tx * 32);
  Launch.Origin = LaunchOrigin::Default;
  EXPECT_THAT(messages(BudgetMeasure::Units, 1),
              ElementsAre(HasSubstr(": kernel<<<1, 32>>> if blocks have 32 threads (")));
}

TEST_F(ExceededBudgetTest, IsUndecidedWhereCallsAreNotFollowed) {
  load(Array, Tx * 4);
  UnseenEffect Call;
  Call.Text = "other()";
  Call.Position.Line = 9;
  Kernel.Unseen = {Call};
  EXPECT_THAT(messages(BudgetMeasure::UnitsPerRequest, 4),
              ElementsAre(HasSubstr("what `other()` at line 9 accesses is not visible")));
  Kernel.Unseen.front().OnlyPrints = true;
  EXPECT_THAT(messages(BudgetMeasure::UnitsPerRequest, 4), IsEmpty());
}

TEST_F(ExceededBudgetTest, IsUndecidedUnderAssumptions) {
  // Whole sectors lie between rows if their width is a multiple of one.
  load(Array, (Tx / 8) * parameter("width") * 4 + (Tx % 8) * 4);
  EXPECT_THAT(messages(BudgetMeasure::UnitsPerRequest, 3),
              ElementsAre(HasSubstr("the cost of `a[i]` at line 1 is assumed: ")));
}

} // namespace
