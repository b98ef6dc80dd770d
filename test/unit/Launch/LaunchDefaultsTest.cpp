//===- LaunchDefaultsTest.cpp - Tests of default launches -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchFixture.h"
#include "cuda-memlint/Launch/LaunchInference.h"
#include "cuda-memlint/Target/TargetModel.h"

using namespace memlint;
using testing::ElementsAre;

namespace {

/// A kernel with one static shared array of float.
class LaunchDefaults : public testing::Test {
protected:
  ExprRef index(LeafKind Kind, uint8_t Dimension) {
    LeafInfo Info;
    Info.Kind = Kind;
    Info.Dimension = Dimension;
    Info.Varies = Kind == LeafKind::ThreadIndex ? Uniformity::Lane : Uniformity::Grid;
    Info.Range = {Kind == LeafKind::ThreadIndex ? 0 : 1, 1024};
    Info.Name = Kind == LeafKind::ThreadIndex ? "threadIdx" : "blockDim";
    return Expressions.leaf(Info);
  }
  ExprRef thread(uint8_t Dimension) { return index(LeafKind::ThreadIndex, Dimension); }
  ExprRef block(uint8_t Dimension) { return index(LeafKind::BlockDimension, Dimension); }
  ExprRef times(ExprRef Value, int64_t Factor) {
    return Expressions.multiply(Value, Expressions.constant(Factor));
  }
  ExprRef less(ExprRef Value, int64_t Bound) {
    return Expressions.less(Value, Expressions.constant(Bound));
  }

  void setArray(std::vector<uint64_t> Extents) {
    MemoryObject Array;
    Array.Kind = ObjectKind::StaticShared;
    Array.Space = MemorySpace::Shared;
    Array.ElementBytes = 4;
    Array.SizeBytes = 4;
    for (uint64_t Extent : Extents)
      *Array.SizeBytes *= Extent;
    Array.Extents = std::move(Extents);
    Kernel.Objects = {Array};
  }
  Access &addAccess(ExprRef Offset) {
    Access &Added = Kernel.Accesses.emplace_back();
    Added.Space = MemorySpace::Shared;
    Added.Offset = Offset;
    return Added;
  }
  std::vector<std::string> blocks() {
    std::vector<std::string> Result;
    for (const LaunchContext &Context : defaultLaunches(Kernel, *findTarget())) {
      EXPECT_FALSE(Context.gridKnown());
      std::string Text = describe(Context);
      Text = Text.substr(Text.find("block=") + 6);
      Result.push_back(Text.substr(0, Text.find(' ')));
    }
    return Result;
  }
  LaunchOrigin origin() { return defaultLaunches(Kernel, *findTarget()).front().Origin; }
  static const TargetModel *findTarget() { return &defaultTarget(); }

  ExprContext Expressions;
  KernelProgram Kernel;
};

} // namespace

TEST_F(LaunchDefaults, ByDimension) {
  EXPECT_THAT(blocks(), ElementsAre("256,1,1"));
  EXPECT_EQ(origin(), LaunchOrigin::Default);
  Kernel.DimensionsUsed = 2;
  EXPECT_THAT(blocks(), ElementsAre("32,8,1", "16,16,1"));
  Kernel.DimensionsUsed = 3;
  EXPECT_THAT(blocks(), ElementsAre("8,8,4"));
}

TEST_F(LaunchDefaults, LaunchBounds) {
  Kernel.Attributes.MaximumThreadsPerBlock = 128;
  EXPECT_THAT(blocks(), ElementsAre("128,1,1"));
  EXPECT_EQ(origin(), LaunchOrigin::LaunchBounds);
  Kernel.DimensionsUsed = 2;
  EXPECT_THAT(blocks(), ElementsAre("8,8,1"));
  Kernel.Attributes.MaximumThreadsPerBlock = 1024;
  EXPECT_THAT(blocks(), ElementsAre("32,8,1", "16,16,1"));
}

TEST_F(LaunchDefaults, AssertionFixesADimension) {
  Kernel.Facts = {Expressions.equal(block(0), Expressions.constant(96))};
  EXPECT_THAT(blocks(), ElementsAre("96,1,1"));
  EXPECT_EQ(origin(), LaunchOrigin::Assert);
  Kernel.DimensionsUsed = 2;
  Kernel.Facts = {Expressions.equal(block(0), Expressions.constant(16))};
  EXPECT_THAT(blocks(), ElementsAre("16,16,1"));
  Kernel.Facts = {Expressions.equal(block(0), Expressions.constant(64))};
  EXPECT_THAT(blocks(), ElementsAre("64,8,1", "64,16,1"));
}

TEST_F(LaunchDefaults, AssertionChoosesAmongDefaults) {
  Kernel.DimensionsUsed = 2;
  Kernel.Facts = {Expressions.equal(block(0), block(1))};
  EXPECT_THAT(blocks(), ElementsAre("16,16,1"));
  EXPECT_EQ(origin(), LaunchOrigin::Assert);
}

TEST_F(LaunchDefaults, ArrayTooSmallForTheBlock) {
  setArray({128});
  addAccess(times(thread(0), 4));
  EXPECT_THAT(blocks(), ElementsAre("128,1,1"));
}

TEST_F(LaunchDefaults, GuardKeepsThreadsInsideTheArray) {
  setArray({128});
  addAccess(times(thread(0), 4)).Guards = {less(thread(0), 128)};
  EXPECT_THAT(blocks(), ElementsAre("256,1,1"));
}

// Whatever else has to hold, or would be enough, is taken to hold.
TEST_F(LaunchDefaults, GuardWithConditionsThatAreNotKnown) {
  setArray({128});
  LeafInfo Data;
  Data.Kind = LeafKind::Parameter;
  Data.Range = {0, 1};
  ExprRef Unknown = Expressions.leaf(Data);
  std::vector<ExprRef> &Guards = addAccess(times(thread(0), 4)).Guards;
  Guards = {Expressions.logicalAnd(less(thread(0), 128), Unknown)};
  EXPECT_THAT(blocks(), ElementsAre("256,1,1"));
  Guards = {Expressions.logicalOr(less(thread(0), 128), Unknown)};
  EXPECT_THAT(blocks(), ElementsAre("128,1,1"));
}

TEST_F(LaunchDefaults, LoopExitKeepsThreadsInsideTheArray) {
  setArray({100});
  // for (i = threadIdx.x; i < 100; i += blockDim.x) array[i] = …;
  LeafInfo Counter;
  Counter.Kind = LeafKind::LoopCounter;
  Counter.Varies = Uniformity::Lane;
  Counter.Range = {0, INT32_MAX};
  Loop Strided;
  Strided.Counter = Expressions.leaf(Counter);
  ExprRef Index = Expressions.add(thread(0), Expressions.multiply(Strided.Counter, block(0)));
  Strided.Exits = {Expressions.logicalNot(less(Index, 100))};
  Kernel.Loops = {Strided};
  addAccess(times(Index, 4)).Loops = {0};
  EXPECT_THAT(blocks(), ElementsAre("256,1,1"));
}

TEST_F(LaunchDefaults, RowOverflowIsSeenThoughTheArrayIsNotLeft) {
  Kernel.DimensionsUsed = 2;
  setArray({16, 16});
  addAccess(Expressions.add(times(thread(1), 64), times(thread(0), 4)));
  EXPECT_THAT(blocks(), ElementsAre("16,16,1"));
}

TEST_F(LaunchDefaults, HaloAndTransposedIndicesAreUnderstood) {
  Kernel.DimensionsUsed = 2;
  setArray({18, 18});
  // array[y + 1][x + 1], array[x][y], array[y][x + 2]
  ExprRef Plain = Expressions.add(times(thread(1), 72), times(thread(0), 4));
  addAccess(Expressions.add(Plain, Expressions.constant(76)));
  addAccess(Expressions.add(times(thread(0), 72), times(thread(1), 4)));
  addAccess(Expressions.add(Plain, Expressions.constant(8)));
  EXPECT_THAT(blocks(), ElementsAre("16,16,1"));
  // array[y + 1][x + 3]: 18 columns are not enough for 16 threads.
  addAccess(Expressions.add(Plain, Expressions.constant(84)));
  EXPECT_THAT(blocks(), ElementsAre("8,8,1"));
}

TEST_F(LaunchDefaults, UnknownAddressesExcludeNothing) {
  setArray({8});
  addAccess(times(Expressions.opaque(OpaqueReason::DataDependent, Uniformity::Lane, "x"), 4));
  addAccess(nullptr);
  EXPECT_THAT(blocks(), ElementsAre("256,1,1"));
}

TEST_F(LaunchDefaults, NothingFits) {
  setArray({8});
  addAccess(times(thread(0), 4));
  EXPECT_THAT(blocks(), ElementsAre("_,_,_"));
}
