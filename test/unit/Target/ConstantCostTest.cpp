//===- ConstantCostTest.cpp - Constant memory against hardware ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CalibrationRows.h"
#include "cuda-memlint/Target/RequestCost.h"

#include <set>

using namespace memlint;

namespace {

// Counted the obvious way, as a second opinion for the rows of the cycle file,
// which do not say it.
unsigned distinctOffsets(const WarpRequest &Request) {
  std::set<int64_t> Seen;
  for (unsigned Lane = 0; Lane != NvidiaWarpLanes; ++Lane)
    if ((Request.ActiveMask >> Lane) & 1)
      Seen.insert(Request.ByteOffset[Lane]);
  return Seen.size();
}

TEST(ConstantCostTest, ReplaysAreDistinctAddressesLessOne) {
  auto Rows = readMeasuredRequests("constant/h200_constant_patterns.csv", "replays");
  EXPECT_EQ(Rows.size(), 44u);
  for (const MeasuredRequest &Row : Rows)
    EXPECT_EQ(constantCost(defaultTarget(), Row.Request).Cost - 1, Row.Counted) << Row.Text;
}

TEST(ConstantCostTest, DistinctAddressesOfEveryMeasuredRow) {
  auto Rows = readMeasuredRequests("constant/h200_constant_patterns.csv", "distinct_addresses");
  EXPECT_EQ(Rows.size(), 44u);
  for (const MeasuredRequest &Row : Rows)
    EXPECT_EQ(constantCost(defaultTarget(), Row.Request).Cost, Row.Counted) << Row.Text;
  auto CycleRows = readMeasuredRequests("calibration/h200_constant_cycles.csv", "cycles_per_load");
  EXPECT_EQ(CycleRows.size(), 273u);
  for (const MeasuredRequest &Row : CycleRows)
    EXPECT_EQ(constantCost(defaultTarget(), Row.Request).Cost, distinctOffsets(Row.Request))
        << Row.Text;
}

// Cycles are means over many loads and lie 0.08 to 0.48 below a whole number, so the whole number
// that they round to is what can be predicted. What does not fit the cache is slower by 197 cycles
// at least: the bound of 100 says that no row is put on the wrong side.
TEST(ConstantCostTest, CyclesOfRowsThatFitTheCache) {
  auto Rows = readMeasuredRequests("calibration/h200_constant_cycles.csv", "cycles_per_load");
  unsigned Fitting = 0;
  for (const MeasuredRequest &Row : Rows) {
    std::optional<unsigned> Cycles = constantCycles(defaultTarget(), Row.Request);
    if (Cycles) {
      ++Fitting;
      EXPECT_NEAR(*Cycles, Row.Counted, 0.5) << Row.Text;
    } else {
      EXPECT_GT(Row.Counted, 27 + 11 * distinctOffsets(Row.Request) + 100) << Row.Text;
    }
  }
  EXPECT_EQ(Fitting, 239u);
}

TEST(ConstantCostTest, NoTimingWhereNoneWasMeasured) {
  WarpRequest Uniform;
  EXPECT_EQ(constantCycles(defaultTarget(), Uniform), 38u);
  llvm::Expected<const TargetModel *> Ampere = findTarget("sm_80");
  ASSERT_TRUE(bool(Ampere));
  EXPECT_EQ(constantCycles(**Ampere, Uniform), std::nullopt);
  Uniform.ActiveMask = 0;
  EXPECT_EQ(constantCycles(defaultTarget(), Uniform), std::nullopt);
}

} // namespace
