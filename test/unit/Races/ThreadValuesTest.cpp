//===- ThreadValuesTest.cpp - Conditions for many threads at once ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is said of all threads of a group, or of all blocks, must hold for each of them.
///
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Barriers/ThreadValues.h"

#include "gtest/gtest.h"

using namespace memlint;

namespace {

class ThreadValuesTest : public testing::Test {
protected:
  ThreadValuesTest() {
    X = index(LeafKind::ThreadIndex, 0, Uniformity::Lane, "threadIdx.x");
    Y = index(LeafKind::ThreadIndex, 1, Uniformity::Lane, "threadIdx.y");
    Block = index(LeafKind::BlockIndex, 0, Uniformity::Block, "blockIdx.x");
    Counter = index(LeafKind::LoopCounter, 0, Uniformity::Grid, "k");
    Length = index(LeafKind::Parameter, 0, Uniformity::Grid, "n");
  }

  ExprRef index(LeafKind Kind, uint8_t Dimension, Uniformity Varies, const char *Name) {
    LeafInfo Info;
    Info.Kind = Kind;
    Info.Dimension = Dimension;
    Info.Varies = Varies;
    Info.Range = {0, 1 << 20};
    Info.Name = Name;
    return Context.leaf(Info);
  }

  ExprRef number(int64_t Value) { return Context.constant(Value); }
  ExprRef warp() { return Context.divide(X, number(32)); }
  ExprRef lane() { return Context.remainder(X, number(32)); }

  /// Whether \p Condition may differ in a group, in a block of \p Extent.
  bool varies(ExprRef Condition, unsigned Group, std::array<uint64_t, 3> Extent = {256, 1, 1}) {
    ThreadValues Values(Extent, {Counter});
    return Values.variesWithin(Values.add(Condition), Group);
  }

  ExprContext Context;
  ExprRef X, Y, Block, Counter, Length;
};

TEST_F(ThreadValuesTest, GroupsThatAgree) {
  EXPECT_FALSE(varies(Context.less(warp(), number(3)), 32));
  EXPECT_TRUE(varies(Context.less(warp(), number(3)), 64)) << "warps 2 and 3 are one group";
  EXPECT_FALSE(varies(Context.less(warp(), number(4)), 64));
  EXPECT_TRUE(varies(Context.less(lane(), number(3)), 32));
  EXPECT_FALSE(varies(Context.less(lane(), number(32)), 32)) << "it holds for all";
  EXPECT_FALSE(varies(Context.less(lane(), number(8)), 8));
}

TEST_F(ThreadValuesTest, GroupsThatAgreeInEveryIterationAndBlock) {
  ExprRef Row = Context.add(Context.add(warp(), Context.multiply(Block, number(8))), Counter);
  EXPECT_FALSE(varies(Context.less(Row, Length), 32));
  EXPECT_TRUE(varies(Context.less(Context.add(Row, lane()), Length), 32));
}

TEST_F(ThreadValuesTest, RowsOfABlockCutThroughWarps) {
  ExprRef InFirstRow = Context.less(Y, number(1));
  EXPECT_TRUE(varies(InFirstRow, 32, {24, 2, 1}));
  EXPECT_FALSE(varies(InFirstRow, 32, {64, 2, 1}));
  EXPECT_FALSE(varies(InFirstRow, 8, {24, 2, 1}));
}

TEST_F(ThreadValuesTest, AllBlocksAtOnce) {
  // Of 4 blocks of 256 threads, with 1000 elements, the last has some that are left over.
  ExprRef Element = Context.add(Context.multiply(Block, number(256)), X);
  ThreadValues Values = ThreadValues::ofAllAtOnce({256, 1, 1}, {Counter});
  unsigned IsElement = Values.add(Context.less(Element, number(1000)));
  unsigned IsInAny = Values.add(Context.less(Element, number(1024)));
  unsigned IsInIteration = Values.add(
      Context.less(Context.add(Element, Context.multiply(Counter, number(1024))), number(1024)));
  EXPECT_EQ(Values.threads(), 1U);
  Values.setBlocks({0, 0, 0}, {3, 0, 0});
  EXPECT_EQ(Values.truth(IsElement, 0), Truth::Maybe);
  EXPECT_EQ(Values.truth(IsInAny, 0), Truth::Yes);
  EXPECT_EQ(Values.truth(IsInIteration, 0), Truth::Yes);
  Values.setIteration(0, 1);
  EXPECT_EQ(Values.truth(IsInIteration, 0), Truth::No);
  Values.setBlocks({0, 0, 0}, {2, 0, 0});
  EXPECT_EQ(Values.truth(IsElement, 0), Truth::Yes);
  Values.setBlock({3, 0, 0});
  EXPECT_EQ(Values.truth(IsElement, 0), Truth::Maybe);
}

} // namespace
