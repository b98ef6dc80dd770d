//===- GlobalMendsTest.cpp - Changes that save sectors of global memory ---===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Checks/KernelBuilder.h"

#include "cuda-memlint/Analysis/Mends/GlobalMends.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::NotNull;

namespace {

class GlobalMendsTest : public testing::Test, public KernelBuilder {
protected:
  GlobalMends find(std::vector<LaunchContext> Launches = {}) {
    Analysis = analyse(std::move(Launches));
    return findGlobalMends(Context, Analysis, *Target, 0);
  }
  Value globalX() { return Bx * BlockSize[0] + Tx; }
  Value globalY() { return By * BlockSize[1] + Ty; }

  KernelAnalysis Analysis;
};

// 1,024 requests of 32 sectors; 4 of each with the indices exchanged.
TEST_F(GlobalMendsTest, ExchangedThreads) {
  store(global("out"), (globalX() * 256 + globalY()) * 4);
  grid(8, 4);
  block(32, 32);
  GlobalMends Mends = find();
  EXPECT_EQ(Mends.Before.Sectors, 32768);
  const Mend *Best = Mends.findFor(0);
  ASSERT_THAT(Best, NotNull());
  EXPECT_EQ(Best->What, Mend::Kind::ExchangeThreads);
  EXPECT_EQ(Best->After.Sectors, 4096);
}

// The other launch has rows of one element: what is down a column in the first is along a row
// there, and would take 32 sectors instead of 4.
TEST_F(GlobalMendsTest, NothingThatAnotherLaunchLosesBy) {
  Value Rows = parameter("rows"), Columns = parameter("columns");
  store(global("out"), (globalX() * Rows + globalY() * Columns) * 4);
  grid(8, 4);
  block(32, 32);
  LaunchContext Across = Launch, Along = Launch;
  Across.Arguments.resize(2);
  Across.Arguments[0].Value = 256;
  Across.Arguments[1].Value = 1;
  Along.Arguments.resize(2);
  Along.Arguments[0].Value = 1;
  Along.Arguments[1].Value = 256;
  EXPECT_THAT(find({Across, Along}).Mends, IsEmpty());
  EXPECT_THAT(find({Across}).Mends, Not(IsEmpty()));
}

// A value that blocks differ in may be read with their indices.
TEST_F(GlobalMendsTest, NoOtherBlockWhereAValueDependsOnBlocks) {
  unsigned Out = global("out");
  store(Out, (globalY() * 256 + globalX()) * 4);
  grid(64, 4);
  block(4, 64);
  GlobalMends Mends = find();
  ASSERT_THAT(Mends.findFor(0), NotNull());
  EXPECT_EQ(Mends.findFor(0)->What, Mend::Kind::BlockShape);
  Kernel.Accesses.clear();
  store(Out, (globalY() * 256 + globalX() + loaded("first", Uniformity::Block) * 1024) * 4);
  EXPECT_THAT(find().Mends, IsEmpty());
}

// Rows of 6 * 4 threads are no multiple of 16.
TEST_F(GlobalMendsTest, NoOtherBlockThatDoesNotFit) {
  store(global("out"), (globalY() * 256 + globalX()) * 4);
  grid(6, 4);
  block(4, 64);
  EXPECT_THAT(find().Mends, IsEmpty());
}

// The load is along the rows, the store down the columns; the latter goes through a tile with rows
// of 33 words, so that a column is in 32 banks. 2,048 requests of 4 sectors, and of one wavefront.
TEST_F(GlobalMendsTest, TileForATranspose) {
  Value X = Bx * 32 + Tx, Y = By * 32 + Ty;
  load(global("in"), (Y * 256 + X) * 4);
  store(global("out"), (X * 256 + Y) * 4);
  grid(8, 8);
  block(32, 32);
  GlobalMends Mends = find();
  const Mend *Best = Mends.findFor(1);
  ASSERT_THAT(Best, NotNull());
  EXPECT_EQ(Best->What, Mend::Kind::Stage);
  EXPECT_THAT(Best->Tile.Extents, ElementsAre(32, 33));
  EXPECT_THAT(Best->Changed, ElementsAre(1));
  EXPECT_EQ(Best->After.Sectors, 2 * 8192);
  EXPECT_EQ(Best->After.Wavefronts, 2 * 2048);
}

// Nobody knows what the gather would cost with other lanes, but wider loads leave it as it is.
TEST_F(GlobalMendsTest, UnknownAccessesStayAsTheyAre) {
  unsigned In = global("in"), Table = global("table");
  for (int Number = 0; Number != 4; ++Number)
    load(In, (Bx * 256 + Tx) * 16 + Number * 4);
  load(Table, loaded("index", Uniformity::Lane) * 4);
  grid(4);
  block(256);
  GlobalMends Mends = find();
  const Mend *Best = Mends.findFor(2);
  ASSERT_THAT(Best, NotNull());
  EXPECT_EQ(Best->What, Mend::Kind::JoinAccesses);
  EXPECT_EQ(Best->Bytes, 16u);
  EXPECT_THAT(Best->Changed, ElementsAre(0, 1, 2, 3));
  // 32 requests of 512 B.
  EXPECT_EQ(Best->After.Sectors, 512);
}

TEST_F(GlobalMendsTest, NothingForMadeUpTemplates) {
  store(global("out"), (globalX() * 256 + globalY()) * 4);
  grid(8, 4);
  block(32, 32);
  Analysis = analyse();
  Analysis.Assumption = "T = float";
  EXPECT_THAT(findGlobalMends(Context, Analysis, *Target, 0).Mends, IsEmpty());
}

} // namespace
