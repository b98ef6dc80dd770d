//===- SharedLoopTest.cpp - Loops that the lanes of a warp could share ----===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Checks/KernelBuilder.h"

#include "cuda-memlint/Analysis/Mends/SharedLoop.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;

namespace {

class SharedLoopTest : public testing::Test, public KernelBuilder {
protected:
  /// A row of \p RowBytes for each thread of one block, walked in \p Trips iterations.
  std::optional<SharedLoop> rows(int64_t RowBytes, int64_t Trips, AccessKind Kind) {
    unsigned Rows = global("rows");
    Value K = loop();
    leaveIf(!(K < Trips));
    Access &Site = access(Kind, Rows, Tx * RowBytes + K * 4);
    Site.Loops = {0};
    Site.Guards = {(K < Trips).Node};
    grid(1);
    block(256);
    return find();
  }
  std::optional<SharedLoop> find() {
    KernelAnalysis Analysis = analyse();
    return SharedLoops(Context, Analysis, *Target).findAround(Analysis.Program.Accesses[0], 0);
  }
};

// 32 rows are 32 sectors, 32 elements of one row are 4.
TEST_F(SharedLoopTest, RowPerThread) {
  std::optional<SharedLoop> Loop = rows(1024, 256, AccessKind::Load);
  ASSERT_TRUE(Loop);
  EXPECT_EQ(Loop->Loop, 0u);
  EXPECT_EQ(Loop->Before, 32);
  EXPECT_EQ(Loop->After, 4);
}

TEST_F(SharedLoopTest, NotForRowsThatAreShorterThanAWarp) {
  EXPECT_FALSE(rows(1024, 31, AccessKind::Load));
}

// Contiguous already: lanes side by side in rows, which a warp would walk as well.
TEST_F(SharedLoopTest, NothingToGain) { EXPECT_FALSE(rows(4, 256, AccessKind::Load)); }

// Another access of the loop is along the rows as it is.
TEST_F(SharedLoopTest, NothingThatAnotherAccessLosesBy) {
  ASSERT_TRUE(rows(1024, 256, AccessKind::Load));
  Access &Other = load(global("columns"), Tx * 4);
  Other.Loops = {0};
  Value K = {&Context, Kernel.Loops[0].Counter};
  Other.Offset = (K * 1024 + Tx * 4).Node;
  EXPECT_FALSE(find());
}

// All lanes of a warp would store to one element.
TEST_F(SharedLoopTest, NotForTheLastOfSeveralStores) {
  ASSERT_TRUE(rows(1024, 256, AccessKind::Load));
  store(global("last"), Tx * 4).Loops = {0};
  EXPECT_FALSE(find());
}

// What a thread adds up in memory, its warp can.
TEST_F(SharedLoopTest, SumsInMemoryAreReductions) {
  ASSERT_TRUE(rows(1024, 256, AccessKind::Load));
  unsigned Sums = global("sums");
  load(Sums, Tx * 4).Loops = {0};
  store(Sums, Tx * 4).Loops = {0};
  std::optional<SharedLoop> Loop = find();
  ASSERT_TRUE(Loop);
  EXPECT_TRUE(Loop->Reduction);
}

// Elements that each have a result of their own.
TEST_F(SharedLoopTest, StoresAlongTheRowAreNoReduction) {
  std::optional<SharedLoop> Loop = rows(1024, 256, AccessKind::Store);
  ASSERT_TRUE(Loop);
  EXPECT_FALSE(Loop->Reduction);
}

} // namespace
