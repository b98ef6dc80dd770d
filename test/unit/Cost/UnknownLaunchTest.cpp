//===- UnknownLaunchTest.cpp - Verdicts where not all is known --*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramBuilder.h"

#include "cuda-memlint/Checks/CostReasonWording.h"
#include "cuda-memlint/Checks/LanePattern.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

void expectVerdict(const AccessCost &Cost, Knowledge Known, uint32_t Worst, uint32_t Ideal) {
  EXPECT_EQ(Cost.Known, Known) << describe(Cost.Reason)
                               << testing::PrintToString(describe(Cost.Assumptions));
  EXPECT_EQ(Cost.Worst.Cost, Worst);
  EXPECT_EQ(Cost.Worst.Ideal, Ideal);
}

void expectUnknownFor(const AccessCost &Cost, const char *Words) {
  EXPECT_EQ(Cost.Known, Knowledge::Unknown);
  EXPECT_THAT(describe(Cost.Reason), HasSubstr(Words));
  EXPECT_FALSE(Cost.Totals);
}

//===--- Rows of unknown width, global memory -----------------------------===//

class Rows : public testing::Test {
protected:
  Rows() {
    P.block(32, 8);
    Width = P.parameter("width");
    Column = P.Bx * P.BlockSize[0] + P.Tx;
    Row = P.By * P.BlockSize[1] + P.Ty;
  }
  ProgramBuilder P;
  Value Width, Column, Row;
};

// A warp is one row: 4 sectors if the row starts on a sector boundary.
TEST_F(Rows, AlongTheRow) {
  P.access((Row * Width + Column) * 4);
  AccessCost Cost = P.evaluate();
  expectVerdict(Cost, Knowledge::Assumed, 4, 4);
  EXPECT_THAT(describe(Cost.Assumptions),
              ElementsAre("`width` is a multiple of 8 elements (32 bytes)"));
  EXPECT_FALSE(Cost.Totals);
  EXPECT_THAT(describe(Cost.WhyNoTotals), HasSubstr("grid"));
  EXPECT_THAT(describe(Cost.WhyNoTotals), HasSubstr("`width`"));
}

// With the launch's value the assumption goes, and totals come: 2 x 2 blocks of
// 8 warps.
TEST_F(Rows, WidthTold) {
  P.argument(64);
  P.grid(2, 2);
  P.access((Row * Width + Column) * 4);
  AccessCost Cost = P.evaluate();
  expectVerdict(Cost, Knowledge::Proved, 4, 4);
  ASSERT_TRUE(Cost.Totals);
  EXPECT_EQ(Cost.Totals->Requests, 32u);
  EXPECT_EQ(Cost.Totals->Cost, 128u);
}

// Each lane in a row of its own.
TEST_F(Rows, DownTheColumn) {
  P.access((Column * Width + Row) * 4);
  AccessCost Cost = P.evaluate();
  expectVerdict(Cost, Knowledge::Assumed, 32, 4);
  EXPECT_THAT(describe(Cost.Assumptions),
              ElementsAre("rows of `width` elements start on a sector boundary and are at least "
                          "a sector apart"));
  EXPECT_EQ(describeLanePattern(Cost.WorstRequest, NvidiaWarpLanes, Cost.UnknownScales),
            "lanes are `width` * 4 B apart");
}

// 16 lanes of 4 bytes in each of two rows: 2 sectors each.
TEST_F(Rows, TwoRowsInAWarp) {
  P.block(16, 16);
  P.access((Row * Width + Column) * 4);
  AccessCost Cost = P.evaluate();
  expectVerdict(Cost, Knowledge::Assumed, 4, 4);
  EXPECT_EQ(describeLanePattern(Cost.WorstRequest, NvidiaWarpLanes, Cost.UnknownScales),
            "2 groups of 16 lanes: stride 4 B within a group, `width` * 4 B between groups");
  // Down the diagonal: a row on and one element to the right.
  P.block(32);
  P.access((P.Tx * Width + P.Tx) * 4);
  Cost = P.evaluate();
  EXPECT_EQ(describeLanePattern(Cost.WorstRequest, NvidiaWarpLanes, Cost.UnknownScales),
            "lanes are `width` * 4 + 4 B apart");
}

// Two unknown extents: planes and rows are far apart from each other.
TEST_F(Rows, TwoExtents) {
  P.block(4, 4, 4);
  Value Height = P.parameter("height");
  P.access(((P.Tz * Height + P.Ty) * Width + P.Tx) * 4);
  // A warp has 8 rows of 16 bytes: 8 sectors.
  expectVerdict(P.evaluate(), Knowledge::Assumed, 8, 4);
}

// A row of known pitch is a known number: 8 elements past `width` rows of 16.
TEST_F(Rows, CongruenceDecides) {
  P.access((Row * Width * 16 + Column) * 4);
  AccessCost Cost = P.evaluate();
  expectVerdict(Cost, Knowledge::Proved, 4, 4);
  EXPECT_THAT(describe(Cost.Assumptions), IsEmpty());
  EXPECT_FALSE(Cost.Totals);
}

// 4-byte elements a multiple of 2 rows of doubles: 8-byte loads; residues are 0,
// 8, 16 and 24: 8 or 9 sectors. The aligned one is taken.
TEST_F(Rows, AlignedToTheAccess) {
  P.access((Row * Width + Column * 2) * 4, 8);
  AccessCost Cost = P.evaluate();
  expectVerdict(Cost, Knowledge::Assumed, 8, 8);
}

// 16 bytes a lane and rows of whole sectors of `float4`: each lane is aligned to
// 16 bytes, so that 16 sectors become 17 in the other half of the cases.
TEST_F(Rows, VectorAccess) {
  P.access((Row * Width + Column) * 16, 16);
  AccessCost Cost = P.evaluate();
  expectVerdict(Cost, Knowledge::Assumed, 16, 16);
  EXPECT_THAT(describe(Cost.Assumptions),
              Contains("`width` is a multiple of 2 elements (32 bytes)"));
}

// assert(width % 8 == 0 && width > 0): no need to assume it.
TEST_F(Rows, FactsOfTheSource) {
  P.Kernel.Facts = {(Width % 8 == 0 && Width > 0).Node};
  P.access((Row * Width + Column) * 4);
  AccessCost Cost = P.evaluate();
  expectVerdict(Cost, Knowledge::Proved, 4, 4);
  P.access((Row * Width + Column) * 4 + P.number(4));
  expectVerdict(P.evaluate(), Knowledge::Proved, 5, 4);
}

//===--- Rows of unknown width, shared memory -----------------------------===//

class SharedRows : public Rows {
protected:
  SharedRows() {
    P.block(32, 8);
    P.grid(1);
    P.shared();
  }
};

// One row a warp: banks are only rotated.
TEST_F(SharedRows, AlongTheRow) {
  P.access((P.Ty * Width + P.Tx) * 4);
  AccessCost Cost = P.evaluate();
  expectVerdict(Cost, Knowledge::Proved, 1, 1);
  ASSERT_TRUE(Cost.Totals);
  EXPECT_EQ(Cost.Totals->Cost, 8u);
}

// Anything from 1- to 32-way.
TEST_F(SharedRows, DownTheColumn) {
  P.access((P.Tx * Width + P.Ty) * 4);
  expectUnknownFor(P.evaluate(), "`width`");
}

// A multiple of 32 words: all lanes in one bank, unless it is 0.
TEST_F(SharedRows, MultipleOfBanks) {
  P.access(P.Tx * Width * 128);
  AccessCost Cost = P.evaluate();
  expectVerdict(Cost, Knowledge::Assumed, 32, 1);
  EXPECT_THAT(describe(Cost.Assumptions), ElementsAre("`width` is not 0"));
  EXPECT_THAT(describe(Cost.WhyNoTotals), HasSubstr("`width`"));
}

TEST_F(SharedRows, MultipleOfBanksAndNotZero) {
  Value Tiles = P.parameter("tiles", {1, 100});
  P.access(P.Tx * Tiles * 128);
  expectVerdict(P.evaluate(), Knowledge::Proved, 32, 1);
}

// assert(width % 32 == 0 && 0 < width): the columns are conflicts, whatever it is.
TEST_F(SharedRows, FactsOfTheSource) {
  P.Kernel.Facts = {(Width % 32 == 0).Node, (Width > 0).Node};
  P.access(P.Tx * Width * 4);
  expectVerdict(P.evaluate(), Knowledge::Proved, 32, 1);
}

// An odd number of words runs through all banks.
TEST_F(SharedRows, Odd) {
  LeafInfo Info;
  Info.Kind = LeafKind::Opaque;
  Info.Varies = Uniformity::Grid;
  Info.Name = "pitch";
  Info.Modulus = {1, 1};
  Value Pitch = {&P.Context, P.Context.leaf(Info)};
  P.access(P.Tx * Pitch * 4);
  expectVerdict(P.evaluate(), Knowledge::Proved, 1, 1);
}

//===--- The grid is not known --------------------------------------------===//

// Whole sectors per block.
TEST(UnknownGrid, Aligned) {
  ProgramBuilder P;
  P.block(256);
  P.access((P.Bx * P.BlockSize[0] + P.Tx) * 4);
  AccessCost Cost = P.evaluate();
  expectVerdict(Cost, Knowledge::Proved, 4, 4);
  EXPECT_EQ(describe(Cost.WhyNoTotals), "unknown grid size");
}

// 100 floats a block: 400 b bytes, residues 0 and 16; the worst warp straddles.
// Even blocks: 4 + 4 + 4 + 1 sectors, odd ones 5 + 5 + 5 + 1: 29 / 8 on average.
TEST(UnknownGrid, EveryResidueOccurs) {
  ProgramBuilder P;
  P.block(100);
  P.access((P.Bx * 100 + P.Tx) * 4);
  AccessCost Cost = P.evaluate();
  expectVerdict(Cost, Knowledge::Proved, 5, 4);
  EXPECT_DOUBLE_EQ(Cost.MeanCost, 29.0 / 8);
}

TEST(UnknownGrid, BoundsCheck) {
  ProgramBuilder P;
  P.block(256);
  Value Index = P.Bx * P.BlockSize[0] + P.Tx;
  P.guard(Index < 1000000);
  P.access(Index * 4);
  AccessCost Cost = P.evaluate();
  expectVerdict(Cost, Knowledge::Assumed, 4, 4);
  EXPECT_FALSE(Cost.GuardUnknown);
  EXPECT_THAT(describe(Cost.Assumptions), ElementsAre(HasSubstr("all threads satisfy")));
}

// Which lanes take part does not depend on the block.
TEST(UnknownGrid, PeriodicGuard) {
  ProgramBuilder P;
  P.block(256);
  Value Index = P.Bx * P.BlockSize[0] + P.Tx;
  P.guard(Index % 2 == 0);
  P.access(Index * 4);
  expectVerdict(P.evaluate(), Knowledge::Proved, 4, 2);
}

TEST(UnknownGrid, NoPeriod) {
  ProgramBuilder P;
  P.block(256);
  P.access(P.Bx * P.Tx * 4);
  expectUnknownFor(P.evaluate(), "`blockIdx.x`");
}

//===--- Guards -----------------------------------------------------------===//

class Guards : public testing::Test {
protected:
  Guards() {
    P.block(256), P.grid(4);
    Count = P.parameter("n");
    Index = P.Bx * P.BlockSize[0] + P.Tx;
    P.access(Index * 4);
  }
  ProgramBuilder P;
  Value Count, Index;
};

TEST_F(Guards, UpperBound) {
  P.guard(Index < Count);
  AccessCost Cost = P.evaluate();
  expectVerdict(Cost, Knowledge::Assumed, 4, 4);
  EXPECT_THAT(describe(Cost.Assumptions),
              ElementsAre("all threads satisfy `threadIdx.x + blockIdx.x * blockDim.x < n`"));
  EXPECT_FALSE(Cost.GuardUnknown);
  EXPECT_FALSE(Cost.Totals);
  EXPECT_THAT(describe(Cost.WhyNoTotals), HasSubstr("unknown value of `n`"));
}

TEST_F(Guards, EarlyReturn) {
  P.guard(!(Index >= Count || P.Tx + 1 > Count));
  AccessCost Cost = P.evaluate();
  expectVerdict(Cost, Knowledge::Assumed, 4, 4);
  EXPECT_EQ(Cost.Assumptions.size(), 2u);
  EXPECT_FALSE(Cost.GuardUnknown);
}

TEST_F(Guards, ConjunctionWithAKnownPart) {
  P.guard(Index < Count && P.Tx % 2 == 0);
  AccessCost Cost = P.evaluate();
  expectVerdict(Cost, Knowledge::Assumed, 4, 2);
  EXPECT_EQ(Cost.Assumptions.size(), 1u);
}

TEST_F(Guards, Inequality) {
  P.guard(Index != Count);
  AccessCost Cost = P.evaluate();
  expectVerdict(Cost, Knowledge::Assumed, 4, 4);
  EXPECT_FALSE(Cost.GuardUnknown);
}

// It is unknown which thread it is.
TEST_F(Guards, Equality) {
  P.guard(Index == Count);
  AccessCost Cost = P.evaluate();
  expectVerdict(Cost, Knowledge::Assumed, 4, 4);
  EXPECT_TRUE(Cost.GuardUnknown);
}

TEST_F(Guards, DataDependent) {
  P.guard(P.loaded("mask[i]", Uniformity::Lane) > 0);
  AccessCost Cost = P.evaluate();
  expectVerdict(Cost, Knowledge::Assumed, 4, 4);
  EXPECT_TRUE(Cost.GuardUnknown);
  EXPECT_THAT(describe(Cost.WhyNoTotals), HasSubstr("mask[i]"));
}

// All lanes or none: the cost of a request is the same.
TEST_F(Guards, UniformUnknown) {
  P.guard(P.loaded("flag", Uniformity::Grid) > 0);
  AccessCost Cost = P.evaluate();
  expectVerdict(Cost, Knowledge::Proved, 4, 4);
  EXPECT_FALSE(Cost.GuardUnknown);
  EXPECT_FALSE(Cost.Totals);
}

// tid < n - k in iteration k: not a bounds check of the launch.
TEST_F(Guards, BoundWithACounter) {
  Value Counter = P.loop();
  P.loopWhile(Counter < 4);
  P.guard(P.Tx + Counter * 3 < Count);
  AccessCost Cost = P.evaluate();
  expectVerdict(Cost, Knowledge::Assumed, 4, 4);
  EXPECT_TRUE(Cost.GuardUnknown);
}

// In iteration k a warp has the elements from 256 * k on: one iteration at most is partly inside.
TEST_F(Guards, BoundWithACounterThatMovesWarpsOn) {
  Value Counter = P.loop();
  P.loopWhile(Counter < 4);
  P.guard(P.Tx + Counter * 256 < Count);
  AccessCost Cost = P.evaluate();
  expectVerdict(Cost, Knowledge::Assumed, 4, 4);
  EXPECT_FALSE(Cost.GuardUnknown);
}

// The lanes of a warp differ by 31: a step of 31 leaves one of them where another was.
TEST_F(Guards, BoundWithACounterThatMovesWarpsTooLittle) {
  Value Counter = P.loop();
  P.loopWhile(Counter < 4);
  P.guard(P.Tx + Counter * 31 < Count);
  EXPECT_TRUE(P.evaluate().GuardUnknown);
}

// Every warp is one value of threadIdx.x / 32.
TEST_F(Guards, UniformInWarps) {
  P.guard(P.Tx / 32 < Count * Count);
  AccessCost Cost = P.evaluate();
  expectVerdict(Cost, Knowledge::Proved, 4, 4);
  EXPECT_TRUE(Cost.MayNotExecute);
}

//===--- Data -------------------------------------------------------------===//

class Data : public testing::Test {
protected:
  Data() {
    P.block(32), P.grid(3);
    Number = P.loaded("index[i]", Uniformity::Lane);
  }
  ProgramBuilder P;
  Value Number;
};

// All lanes read one element, or each a sector of its own; three blocks of one warp.
TEST_F(Data, Gather) {
  P.access(Number * 4);
  AccessCost Cost = P.evaluate();
  EXPECT_EQ(Cost.Known, Knowledge::Unknown);
  ASSERT_TRUE(Cost.Bounds);
  EXPECT_EQ(Cost.Bounds->Lowest, 1u);
  EXPECT_EQ(Cost.Bounds->Highest, 32u);
  EXPECT_EQ(Cost.Bounds->Consecutive, 4u);
  EXPECT_EQ(Cost.Bounds->Requests, 3u);
}

// Rows of 32 words: the lane decides the bank.
TEST_F(Data, RowsOfBanks) {
  P.shared();
  P.access(Number * 128 + P.Tx * 4);
  AccessCost Cost = P.evaluate();
  ASSERT_TRUE(Cost.Bounds);
  EXPECT_EQ(Cost.Bounds->Highest, 1u);
}

// Rows of 16 words: lanes l and l + 16 may be in one bank.
TEST_F(Data, HalfRowsOfBanks) {
  P.shared();
  P.access(Number * 64 + P.Tx * 4);
  AccessCost Cost = P.evaluate();
  ASSERT_TRUE(Cost.Bounds);
  EXPECT_EQ(Cost.Bounds->Highest, 2u);
}

// The reason is not data.
TEST_F(Data, NotUnderstood) {
  P.access(P.Tx % P.parameter("n") * 4);
  EXPECT_FALSE(P.evaluate().Bounds);
}

//===--- Loops ------------------------------------------------------------===//

// for (i = index; i < n; i += stride): full but for the last iteration.
TEST_F(Guards, GridStride) {
  Value Counter = P.loop();
  Value Element = Index + Counter * P.BlockSize[0] * P.GridSize[0];
  P.loopWhile(Element < Count);
  P.access(Element * 4);
  AccessCost Cost = P.evaluate();
  expectVerdict(Cost, Knowledge::Assumed, 4, 4);
  EXPECT_FALSE(Cost.GuardUnknown);
  EXPECT_THAT(describe(Cost.Assumptions), ElementsAre(HasSubstr("all threads satisfy")));
  EXPECT_THAT(describe(Cost.WhyNoTotals), HasSubstr("the loop at line 10"));
}

// The same where the grid, and so the stride, is not known either.
TEST_F(Guards, GridStrideOfUnknownGrid) {
  P.Launch.Grid = {};
  Value Counter = P.loop();
  Value Element = Index + Counter * P.BlockSize[0] * P.GridSize[0];
  P.loopWhile(Element < Count);
  P.access(Element * 4);
  AccessCost Cost = P.evaluate();
  expectVerdict(Cost, Knowledge::Assumed, 4, 4);
  EXPECT_FALSE(Cost.GuardUnknown);
  EXPECT_THAT(describe(Cost.Assumptions), ElementsAre(HasSubstr("all threads satisfy")));
}

// for (k = 0; k < n; ++k) a[k + t]: every residue occurs, 1 of 8 is aligned.
TEST_F(Guards, UnknownTripCount) {
  Value Counter = P.loop();
  P.loopWhile(Counter < Count);
  P.access((Counter + P.Tx) * 4);
  AccessCost Cost = P.evaluate();
  expectVerdict(Cost, Knowledge::Proved, 5, 4);
  EXPECT_DOUBLE_EQ(Cost.MeanCost, (4 + 7 * 5) / 8.0);
  EXPECT_FALSE(Cost.Totals);
}

// A break that depends on data: the known condition still bounds the loop.
TEST_F(Guards, DataDependentBreak) {
  Value Counter = P.loop();
  P.loopWhile(Counter < 2);
  P.leaveIf(P.loaded("x", Uniformity::Lane) > 0);
  P.access((Counter + P.Tx) * 4);
  AccessCost Cost = P.evaluate();
  expectVerdict(Cost, Knowledge::Assumed, 5, 4);
  EXPECT_DOUBLE_EQ(Cost.MeanCost, 4.5);
  EXPECT_TRUE(Cost.GuardUnknown);
}

TEST_F(Guards, UniformDataDependentBreak) {
  Value Counter = P.loop();
  P.loopWhile(Counter < 2);
  P.leaveIf(P.loaded("x", Uniformity::Block) > 0);
  P.access((Counter * 8 + P.Tx) * 4);
  AccessCost Cost = P.evaluate();
  expectVerdict(Cost, Knowledge::Proved, 4, 4);
  EXPECT_FALSE(Cost.GuardUnknown);
  EXPECT_FALSE(Cost.Totals);
}

//===--- Addresses --------------------------------------------------------===//

TEST(UnknownAddress, DataDependent) {
  ProgramBuilder P;
  P.block(32), P.grid(1);
  P.access(P.loaded("col[j]", Uniformity::Lane) * 4 + P.Tx * 4);
  expectUnknownFor(P.evaluate(), "read from memory (`col[j]`)");
}

// A uniform index read from memory only shifts the row.
TEST(UnknownAddress, UniformLoad) {
  ProgramBuilder P;
  P.block(32), P.grid(1);
  P.access((P.loaded("row[b]", Uniformity::Block) * 32 + P.Tx) * 4);
  AccessCost Cost = P.evaluate();
  expectVerdict(Cost, Knowledge::Proved, 4, 4);
  ASSERT_TRUE(Cost.Totals);
  EXPECT_EQ(Cost.Totals->Cost, 4u);
  P.access((P.loaded("row[b]", Uniformity::Block) + P.Tx) * 4);
  Cost = P.evaluate();
  expectVerdict(Cost, Knowledge::Assumed, 4, 4);
  EXPECT_THAT(describe(Cost.Assumptions),
              ElementsAre("`row[b]` is a multiple of 8 elements (32 bytes)"));
}

// Within a row, lanes side by side; that the warp is in one row is assumed.
TEST(UnknownAddress, UnknownDivisor) {
  ProgramBuilder P;
  P.block(32), P.grid(1);
  Value Width = P.parameter("width");
  P.access((P.Tx % Width) * 4);
  AccessCost Cost = P.evaluate();
  expectVerdict(Cost, Knowledge::Assumed, 4, 4);
  EXPECT_THAT(describe(Cost.Assumptions),
              ElementsAre("`threadIdx.x / width` is the same for all threads of a warp",
                          "`width` is a multiple of 8 elements (32 bytes)"));
}

// Rows of each lane's own length.
TEST(UnknownAddress, DividedByLanes) {
  ProgramBuilder P;
  P.block(32), P.grid(1);
  Value Width = P.parameter("width");
  P.access((Width % (P.Tx + 1)) * 4);
  expectUnknownFor(P.evaluate(), "`width`");
}

// A base of unknown alignment.
TEST(UnknownAddress, BaseAlignment) {
  ProgramBuilder P;
  P.block(32), P.grid(1);
  P.object(MemorySpace::Global, 4);
  P.access(P.Tx * 4);
  AccessCost Cost = P.evaluate();
  expectVerdict(Cost, Knowledge::Assumed, 4, 4);
  EXPECT_THAT(describe(Cost.Assumptions), ElementsAre("`a` starts on a 32-byte boundary"));
}

} // namespace
