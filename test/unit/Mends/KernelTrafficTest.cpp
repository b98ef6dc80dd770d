//===- KernelTrafficTest.cpp - What a kernel moves in one launch ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Checks/KernelBuilder.h"

#include "cuda-memlint/Analysis/Mends/KernelTraffic.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

class KernelTrafficTest : public testing::Test, public KernelBuilder {
protected:
  KernelTraffic measure() { return measureTraffic(Context, Kernel, Launch, *Target); }
};

// 2 warps: 128 B in 4 sectors, and lanes 32 B apart in 32; one wavefront, and 32 lanes in one bank.
TEST_F(KernelTrafficTest, SumsBySpace) {
  unsigned In = global("in"), Tile = sharedArray("tile", 4, {1024});
  load(In, Tx * 4);
  load(In, Tx * 32);
  load(Tile, Tx * 4);
  load(Tile, (Tx % number(32)) * 128);
  grid(1);
  block(64);
  KernelTraffic Traffic = measure();
  EXPECT_TRUE(Traffic.IsTotal);
  EXPECT_THAT(Traffic.ByAccess, ElementsAre(8, 64, 2, 64));
  EXPECT_EQ(Traffic.Sectors, 72);
  EXPECT_EQ(Traffic.Wavefronts, 66);
  EXPECT_THAT(Traffic.Unknown, IsEmpty());
}

// Without the grid: one request of each.
TEST_F(KernelTrafficTest, OneRequestWhereTotalsAreNotKnown) {
  load(global("in"), Bx * 1024 + Tx * 8);
  block(64);
  KernelTraffic Traffic = measure();
  EXPECT_FALSE(Traffic.IsTotal);
  EXPECT_THAT(Traffic.ByAccess, ElementsAre(8));
}

TEST_F(KernelTrafficTest, DataDependentAccessesAreUnknown) {
  unsigned In = global("in");
  load(In, Tx * 4);
  load(In, loaded("index", Uniformity::Lane) * 4);
  grid(1);
  block(32);
  KernelTraffic Traffic = measure();
  EXPECT_THAT(Traffic.Unknown, ElementsAre(1));
  EXPECT_EQ(Traffic.Sectors, 4);
}

TEST_F(KernelTrafficTest, WhatCompilersLeaveOutCostsNothing) {
  unsigned In = global("in");
  load(In, Tx * 4);
  load(In, Tx * 4 + 4096).IsUnused = true;
  grid(1);
  block(32);
  EXPECT_THAT(measure().ByAccess, ElementsAre(4, 0));
}

KernelTraffic traffic(std::vector<double> ByAccess, bool IsTotal) {
  KernelTraffic Result;
  Result.IsTotal = IsTotal;
  for (double Each : ByAccess)
    Result.Sectors += Each;
  Result.ByAccess = std::move(ByAccess);
  return Result;
}

// In total one access may take what another one saves.
TEST(KernelTrafficComparison, TotalsAddUpAndRequestsDoNot) {
  EXPECT_TRUE(isWorthwhile(traffic({32, 4}, true), traffic({4, 8}, true)));
  EXPECT_FALSE(isWorthwhile(traffic({32, 4}, false), traffic({4, 8}, false)));
  EXPECT_TRUE(isWorthwhile(traffic({32, 4}, false), traffic({4, 4}, false)));
  EXPECT_FALSE(isNoWorse(traffic({32, 4}, true), traffic({4, 8}, false)));
}

TEST(KernelTrafficComparison, LessThanATenthIsNotWorthIt) {
  EXPECT_FALSE(isWorthwhile(traffic({100}, true), traffic({91}, true)));
  EXPECT_TRUE(isWorthwhile(traffic({100}, true), traffic({90}, true)));
}

TEST(KernelTrafficComparison, WavefrontsMustNotBecomeMore) {
  KernelTraffic After = traffic({4}, true);
  After.Wavefronts = 1;
  EXPECT_FALSE(isWorthwhile(traffic({32}, true), After));
}

TEST(KernelTrafficComparison, WhatIsUnknownMustStayTheSame) {
  KernelTraffic After = traffic({4, 0}, true);
  After.Unknown = {1};
  EXPECT_FALSE(isNoWorse(traffic({32, 4}, true), After));
}

} // namespace
