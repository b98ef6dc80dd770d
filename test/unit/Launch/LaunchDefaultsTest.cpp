//===- LaunchDefaultsTest.cpp - Tests of default launches -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchFixture.h"
#include "cuda-memlint/Launch/LaunchInference.h"
#include "cuda-memlint/Model/MemoryProgram.h"
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
    Info.Varies = Kind == LeafKind::ThreadIndex  ? Uniformity::Lane
                  : Kind == LeafKind::BlockIndex ? Uniformity::Block
                                                 : Uniformity::Grid;
    Info.Range = {Kind == LeafKind::BlockDimension ? 1 : 0, 1024};
    Info.Name = Kind == LeafKind::ThreadIndex  ? "threadIdx"
                : Kind == LeafKind::BlockIndex ? "blockIdx"
                                               : "blockDim";
    Info.Name += {'.', char('x' + Dimension)};
    return Expressions.leaf(Info);
  }
  ExprRef blockIndex(uint8_t Dimension) { return index(LeafKind::BlockIndex, Dimension); }
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
  /// An access to array[Row][Column].
  Access &addElement(ExprRef Row, ExprRef Column) {
    const std::vector<uint64_t> &Extents = Kernel.Objects.front().Extents;
    Access &Added = addAccess(times(Expressions.add(times(Row, int64_t(Extents[1])), Column), 4));
    Added.Subscripts = {{Column, Extents[1]}, {Row, Extents[0]}};
    return Added;
  }
  ExprRef plus(ExprRef Left, ExprRef Right) { return Expressions.add(Left, Right); }
  ExprRef plus(ExprRef Left, int64_t Right) { return plus(Left, Expressions.constant(Right)); }
  ExprRef over(ExprRef Value, int64_t Divisor) {
    return Expressions.divide(Value, Expressions.constant(Divisor));
  }
  ExprRef parameter(const char *Name) {
    LeafInfo Info;
    Info.Kind = LeafKind::Parameter;
    Info.Varies = Uniformity::Grid;
    Info.Range = {1, INT32_MAX};
    Info.Name = Name;
    return Expressions.leaf(Info);
  }

  /// An access to an array of float in global memory, at element \p Index.
  Access &addGlobal(AccessKind Kind, ExprRef Index) {
    if (Kernel.Objects.empty()) {
      MemoryObject Array;
      Array.Kind = ObjectKind::Parameter;
      Array.Space = MemorySpace::Global;
      Kernel.Objects = {Array};
    }
    Access &Added = addAccess(times(Index, 4));
    Added.Space = MemorySpace::Global;
    Added.Kind = Kind;
    return Added;
  }
  /// Adds a loop of so many iterations; its counter.
  ExprRef addLoop(int64_t Trips) {
    LeafInfo Counter;
    Counter.Kind = LeafKind::LoopCounter;
    Counter.Id = uint32_t(Kernel.Loops.size());
    Counter.Varies = Uniformity::Grid;
    Counter.Range = {0, Trips};
    Counter.Name = "k";
    Loop &Added = Kernel.Loops.emplace_back();
    Added.Id = Counter.Id;
    Added.Counter = Expressions.leaf(Counter);
    Added.Exits = {Expressions.logicalNot(less(Added.Counter, Trips))};
    return Added.Counter;
  }
  std::string inferredFrom() { return defaultLaunches(Kernel, *findTarget()).front().InferredFrom; }

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
  addElement(thread(1), thread(0));
  EXPECT_THAT(blocks(), ElementsAre("16,16,1"));
}

// array[4 * x + y / 4][y % 4 * 4] is 256 * x + 16 * y bytes behind the start, which does not show
// that the columns end at 12.
TEST_F(LaunchDefaults, RowsAndColumnsThatAreOneTerm) {
  Kernel.DimensionsUsed = 2;
  setArray({64, 16});
  addElement(plus(times(thread(0), 4), over(thread(1), 4)),
             times(Expressions.remainder(thread(1), Expressions.constant(4)), 4));
  EXPECT_EQ(Kernel.Accesses.back().Offset, plus(times(thread(0), 256), times(thread(1), 16)));
  EXPECT_THAT(blocks(), ElementsAre("16,16,1"));
}

// Of 256 or 128 threads only number 101 leaves the array.
TEST_F(LaunchDefaults, EveryThreadIsLookedAt) {
  setArray({1000});
  addAccess(times(thread(0), 40)).Guards = {
      Expressions.equal(thread(0), Expressions.constant(101))};
  EXPECT_THAT(blocks(), ElementsAre("64,1,1"));
}

TEST_F(LaunchDefaults, HaloAndTransposedIndicesAreUnderstood) {
  Kernel.DimensionsUsed = 2;
  setArray({18, 18});
  // array[y + 1][x + 1], array[x][y], array[y][x + 2]
  addElement(plus(thread(1), 1), plus(thread(0), 1));
  addElement(thread(0), thread(1));
  addElement(thread(1), plus(thread(0), 2));
  EXPECT_THAT(blocks(), ElementsAre("16,16,1"));
  // array[y + 1][x + 3]: 18 columns are not enough for 16 threads.
  addElement(plus(thread(1), 1), plus(thread(0), 3));
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

TEST_F(LaunchDefaults, BlockIndexTimesAConstant) {
  addGlobal(AccessKind::Store, plus(times(blockIndex(0), 128), thread(0)));
  EXPECT_THAT(blocks(), ElementsAre("128,1,1"));
  EXPECT_EQ(origin(), LaunchOrigin::Inferred);
  EXPECT_EQ(inferredFrom(), "blockIdx.x * 128 + threadIdx.x");
}

TEST_F(LaunchDefaults, BlockOfTwoDimensions) {
  Kernel.DimensionsUsed = 2;
  ExprRef Row = plus(times(blockIndex(1), 4), thread(1));
  ExprRef Column = plus(times(blockIndex(0), 64), thread(0));
  addGlobal(AccessKind::Store, plus(Expressions.multiply(Row, parameter("n")), Column));
  EXPECT_THAT(blocks(), ElementsAre("64,4,1"));
  EXPECT_EQ(inferredFrom(), "blockIdx.x * 64 + threadIdx.x` and `blockIdx.y * 4 + threadIdx.y");
}

// What indices do not imply comes from a default, unchanged where one agrees.
TEST_F(LaunchDefaults, OneDimensionOfTwo) {
  Kernel.DimensionsUsed = 2;
  addGlobal(AccessKind::Store, plus(times(blockIndex(0), 32), thread(0)));
  EXPECT_THAT(blocks(), ElementsAre("32,8,1"));
  EXPECT_EQ(origin(), LaunchOrigin::Inferred);
}

TEST_F(LaunchDefaults, WarpsOfABlock) {
  ExprRef Row = plus(times(blockIndex(0), 6), over(thread(0), 32));
  addGlobal(AccessKind::Load, Expressions.multiply(Row, parameter("n")));
  EXPECT_THAT(blocks(), ElementsAre("192,1,1"));
  EXPECT_EQ(inferredFrom(), "blockIdx.x * 6 + threadIdx.x / 32");
}

TEST_F(LaunchDefaults, IterationsFillTheDistanceOfBlocks) {
  ExprRef Counter = addLoop(8);
  ExprRef Index = plus(plus(times(blockIndex(0), 1024), times(Counter, 128)), thread(0));
  addGlobal(AccessKind::Store, Index).Loops = {0};
  EXPECT_THAT(blocks(), ElementsAre("128,1,1"));
  EXPECT_EQ(inferredFrom(), "blockIdx.x * 1024 + k * 128 + threadIdx.x");
}

// Seven iterations leave a gap: it is not known which threads fill it.
TEST_F(LaunchDefaults, IterationsThatDoNotFillIt) {
  ExprRef Counter = addLoop(7);
  ExprRef Index = plus(plus(times(blockIndex(0), 1024), times(Counter, 128)), thread(0));
  addGlobal(AccessKind::Store, Index).Loops = {0};
  EXPECT_THAT(blocks(), ElementsAre("256,1,1"));
  EXPECT_EQ(origin(), LaunchOrigin::Default);
}

TEST_F(LaunchDefaults, ElementsOfAThread) {
  ExprRef Counter = addLoop(4);
  addGlobal(AccessKind::Store, plus(plus(times(blockIndex(0), 256), times(thread(0), 4)), Counter))
      .Loops = {0};
  EXPECT_THAT(blocks(), ElementsAre("64,1,1"));
}

TEST_F(LaunchDefaults, AnyBlockDoesWithBlockDimensions) {
  addGlobal(AccessKind::Load, plus(times(blockIndex(0), 128), thread(0)));
  addGlobal(AccessKind::Store, plus(Expressions.multiply(blockIndex(0), block(0)), thread(0)));
  EXPECT_THAT(blocks(), ElementsAre("256,1,1"));
  EXPECT_EQ(origin(), LaunchOrigin::Default);
}

// Blocks of 128 threads load 128 elements and store 126.
TEST_F(LaunchDefaults, LoadsMayOverlap) {
  addGlobal(AccessKind::Load, plus(times(blockIndex(0), 126), thread(0)));
  addGlobal(AccessKind::Store, plus(times(blockIndex(0), 126), thread(0))).Guards = {
      less(thread(0), 126)};
  EXPECT_THAT(blocks(), ElementsAre("256,1,1"));
}

// All warps, whichever of their lanes stores.
TEST_F(LaunchDefaults, OneLaneOfEachWarp) {
  ExprRef Lane = Expressions.remainder(thread(0), Expressions.constant(32));
  addGlobal(AccessKind::Store, plus(times(blockIndex(0), 4), over(thread(0), 32))).Guards = {
      Expressions.equal(Lane, Expressions.constant(0))};
  EXPECT_THAT(blocks(), ElementsAre("128,1,1"));
}

TEST_F(LaunchDefaults, IndicesThatDisagree) {
  addGlobal(AccessKind::Store, plus(times(blockIndex(0), 128), thread(0)));
  addGlobal(AccessKind::Store, plus(times(blockIndex(0), 64), thread(0)));
  EXPECT_THAT(blocks(), ElementsAre("256,1,1"));
  addGlobal(AccessKind::Store, plus(times(blockIndex(0), 64), thread(0)));
  EXPECT_THAT(blocks(), ElementsAre("64,1,1"));
}

// What the source states is stronger, and a block must fit.
TEST_F(LaunchDefaults, InferredBlocksAreWeak) {
  addGlobal(AccessKind::Store, plus(times(blockIndex(0), 512), thread(0)));
  EXPECT_THAT(blocks(), ElementsAre("512,1,1"));
  Kernel.Attributes.MaximumThreadsPerBlock = 256;
  EXPECT_THAT(blocks(), ElementsAre("256,1,1"));
  EXPECT_EQ(origin(), LaunchOrigin::LaunchBounds);
  Kernel.Attributes.MaximumThreadsPerBlock = std::nullopt;
  Kernel.Facts = {Expressions.equal(block(0), Expressions.constant(96))};
  EXPECT_THAT(blocks(), ElementsAre("96,1,1"));
  EXPECT_EQ(origin(), LaunchOrigin::Assert);
}
