//===- KnownLaunchTest.cpp - Totals of launches that are known --*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every number is derived by hand in the comment beside it.
///
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Checks/CostReasonWording.h"

#include "ProgramBuilder.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;

namespace {

void expectTotals(const AccessCost &Cost, uint64_t Requests, uint64_t Total, uint64_t Ideal) {
  EXPECT_EQ(Cost.Known, Knowledge::Proved) << describe(Cost.Reason);
  ASSERT_TRUE(Cost.Totals) << describe(Cost.WhyNoTotals);
  EXPECT_EQ(Cost.Totals->Requests, Requests);
  EXPECT_EQ(Cost.Totals->Cost, Total);
  EXPECT_EQ(Cost.Totals->Ideal, Ideal);
}

void expectWorst(const AccessCost &Cost, uint32_t Worst, uint32_t Ideal) {
  EXPECT_EQ(Cost.Worst.Cost, Worst);
  EXPECT_EQ(Cost.Worst.Ideal, Ideal);
}

//===--- The classic kernels ----------------------------------------------===//

// 256 x 256 floats in blocks of 32 x 32: 64 blocks of 32 warps, 2048 requests.
// Row-wise a warp reads 128 consecutive bytes, 4 sectors: 8192 in all. Column-
// wise each lane is in a row of its own, 32 sectors: 65536.
TEST(KnownLaunch, NaiveTranspose) {
  ProgramBuilder P;
  P.block(32, 32), P.grid(8, 8);
  Value Column = P.Bx * P.BlockSize[0] + P.Tx, Row = P.By * P.BlockSize[1] + P.Ty;
  P.access((Row * 256 + Column) * 4);
  AccessCost Load = P.evaluate();
  expectTotals(Load, 2048, 8192, 8192);
  expectWorst(Load, 4, 4);
  P.access((Column * 256 + Row) * 4, 4, AccessKind::Store);
  AccessCost Store = P.evaluate();
  expectTotals(Store, 2048, 65536, 8192);
  expectWorst(Store, 32, 4);
  EXPECT_EQ(Store.WorstCostIfAligned, 32u);
  EXPECT_DOUBLE_EQ(Store.MeanCost, 32);
  EXPECT_DOUBLE_EQ(Store.MeanIdeal, 4);
}

// tile[threadIdx.x][threadIdx.y] of 32 x 32 floats: all lanes in one bank, 32
// wavefronts for each of the 2048 requests; one with a row of 33.
TEST(KnownLaunch, TiledTranspose) {
  ProgramBuilder P;
  P.block(32, 32), P.grid(8, 8), P.shared();
  P.access((P.Tx * 32 + P.Ty) * 4);
  expectTotals(P.evaluate(), 2048, 65536, 2048);
  P.access((P.Tx * 33 + P.Ty) * 4);
  expectTotals(P.evaluate(), 2048, 2048, 2048);
}

// One block of 1024: 32 warps, each 32 wavefronts against 1: 992 too many.
TEST(KnownLaunch, ColumnsOfASquareTile) {
  ProgramBuilder P;
  P.block(32, 32), P.grid(1), P.shared();
  P.access((P.Tx * 32 + P.Ty) * 4, 4, AccessKind::Store);
  AccessCost Column = P.evaluate();
  expectTotals(Column, 32, 1024, 32);
  P.access((P.Ty * 32 + P.Tx) * 4);
  expectTotals(P.evaluate(), 32, 32, 32);
}

// for (s = 1; s < 256; s *= 2) if (2 * s * t < 256) sd[2 * s * t]: iteration k
// has 128 / 2^k active threads, in 4, 2, 1, 1, 1, 1, 1, 1 warps. Lanes are 2s
// words apart: a full warp is 2-way for s = 1 and 4-way for s = 2, then 32 lanes
// 8 words apart are 8-way, 16 lanes 16 words apart 8-way, 8 lanes 32 words apart
// 8-way, then 4, 2 and 1 lanes 4-, 2- and 1-way:
//   4*2 + 2*4 + 8 + 8 + 8 + 4 + 2 + 1 = 47 per block against 12 requests, each
// of which could take one wavefront. Four blocks: 188 against 48.
TEST(KnownLaunch, InterleavedReduction) {
  ProgramBuilder P;
  P.block(256), P.grid(4), P.shared();
  Value Counter = P.loop();
  Value Stride = P.number(1) << Counter;
  P.loopWhile(Stride < 256);
  P.guard(Stride * P.Tx * 2 < 256);
  P.access(Stride * P.Tx * 8);
  expectTotals(P.evaluate(), 48, 188, 48);
  P.access(Stride * P.Tx * 8 + Stride * 4);
  expectTotals(P.evaluate(), 48, 188, 48);
}

// in[i + 1]: 128 bytes that start 4 bytes into a sector touch 5.
TEST(KnownLaunch, OffsetByOne) {
  ProgramBuilder P;
  P.block(256), P.grid(16);
  P.access((P.Bx * 256 + P.Tx) * 4 + P.number(4));
  AccessCost Cost = P.evaluate();
  expectTotals(Cost, 128, 640, 512);
  expectWorst(Cost, 5, 4);
  EXPECT_EQ(Cost.WorstCostIfAligned, 4u);
}

// One 4-byte member of a struct of 12 bytes: 384 bytes, 12 sectors; of 16: 16.
TEST(KnownLaunch, StructMembers) {
  ProgramBuilder P;
  P.block(256), P.grid(1);
  P.access(P.Tx * 12);
  expectTotals(P.evaluate(), 8, 96, 32);
  P.access(P.Tx * 16 + 4);
  expectTotals(P.evaluate(), 8, 128, 32);
}

// double tile[][32] by column: 256 bytes between lanes, one pair of banks; two
// half-warps of 16 wavefronts each: 32 against 2. Stride 2: lanes 16 bytes apart,
// 16 lanes on 8 pairs of banks: 2 per half-warp, 4 against 2.
TEST(KnownLaunch, SharedDoubles) {
  ProgramBuilder P;
  P.block(32, 8), P.grid(1), P.shared();
  P.access((P.Tx * 32 + P.Ty) * 8, 8);
  expectTotals(P.evaluate(), 8, 256, 16);
  P.access(P.Tx * 16, 8);
  expectTotals(P.evaluate(), 8, 32, 16);
}

// Constant memory: one address for all, and one for each lane.
TEST(KnownLaunch, Constant) {
  ProgramBuilder P;
  P.block(64), P.grid(2), P.object(MemorySpace::Constant);
  P.access(P.Bx * 4);
  expectTotals(P.evaluate(), 4, 4, 4);
  P.access(P.Tx * 4);
  expectTotals(P.evaluate(), 4, 128, 4);
}

//===--- Warps that are not alike -----------------------------------------===//

TEST(KnownLaunch, PartialWarps) {
  ProgramBuilder P;
  // 48 threads: a warp of 32 lanes (4 sectors) and one of 16 (2 sectors).
  P.block(48), P.grid(1);
  P.access(P.Tx * 4);
  expectTotals(P.evaluate(), 2, 6, 6);
  // 16 x 16, rows of 64 floats: 2 rows of 64 bytes in each of 8 warps.
  P.block(16, 16);
  P.access((P.Ty * 64 + P.Tx) * 4);
  expectTotals(P.evaluate(), 8, 32, 32);
  // 8 x 8, rows of 9 floats: rows start 36 bytes apart. Warp 0 reads bytes
  // 0..31, 36..67, 72..103, 108..139, so sectors 0, 1, 2, 3, 4 (64..67 is in 2,
  // 72..95 too, 96..103 in 3, 108..127 in 3, 128..139 in 4): 5. Warp 1 is 144
  // bytes further: 144..175, 180..211, 216..247, 252..283 are sectors 4 to 8: 5.
  P.block(8, 8);
  P.access((P.Ty * 9 + P.Tx) * 4);
  expectTotals(P.evaluate(), 2, 10, 8);
  // 5 x 7 x 3 = 105 threads: 3 whole warps and one of 9 lanes. Linear index:
  // 4 + 4 + 4 sectors and 36 bytes from 384 on, 2 sectors.
  P.block(5, 7, 3);
  P.access((P.Tz * 35 + P.Ty * 5 + P.Tx) * 4);
  expectTotals(P.evaluate(), 4, 14, 14);
}

TEST(KnownLaunch, WorstWarp) {
  ProgramBuilder P;
  P.block(64), P.grid(1);
  // Lanes of warp 1 are 128 bytes apart, those of warp 0 4 bytes.
  Value Second = P.Tx / 32;
  P.access(P.Tx * 4 + Second * P.Tx * 124);
  AccessCost Cost = P.evaluate();
  expectTotals(Cost, 2, 36, 8);
  expectWorst(Cost, 32, 4);
  EXPECT_EQ(Cost.WorstWarp, 1u);
  EXPECT_EQ(Cost.WorstRequest.ByteOffset[1] - Cost.WorstRequest.ByteOffset[0], 128);
  EXPECT_DOUBLE_EQ(Cost.MeanCost, 18);
}

//===--- Guards -----------------------------------------------------------===//

TEST(KnownLaunch, Guards) {
  ProgramBuilder P;
  P.block(256), P.grid(4);
  P.access((P.Bx * 256 + P.Tx) * 4);
  // 1000 threads: 31 whole warps and one of 8 lanes, which is one sector.
  P.guard(P.Bx * 256 + P.Tx < 1000);
  expectTotals(P.evaluate(), 32, 125, 125);
  // Of 900 threads 28 warps and 4 lanes: one sector; the rest do not execute.
  P.site().Guards.clear();
  P.guard(P.Bx * 256 + P.Tx < 900);
  expectTotals(P.evaluate(), 29, 113, 113);
  // Even threads: 4 sectors touched where 16 lanes need 2.
  P.site().Guards.clear();
  P.guard(P.Tx % 2 == 0);
  expectTotals(P.evaluate(), 32, 128, 64);
  // One thread a block: 4 requests of one sector.
  P.site().Guards.clear();
  P.guard(P.Tx == 0);
  expectTotals(P.evaluate(), 4, 4, 4);
}

TEST(KnownLaunch, NeverExecuted) {
  ProgramBuilder P;
  P.block(256), P.grid(4);
  P.access(P.Tx * 4);
  P.guard(P.Tx >= 256);
  AccessCost Cost = P.evaluate();
  EXPECT_TRUE(Cost.NeverExecuted);
  expectTotals(Cost, 0, 0, 0);
}

// Where no lane is left, outer guards stop loops that would not end.
TEST(KnownLaunch, LoopBehindAGuard) {
  ProgramBuilder P;
  P.block(32), P.grid(1);
  Value Counter = P.loop();
  // Threads from 16 on never enter; their exit never comes.
  P.guard(P.Tx < 16);
  P.leaveIf(P.Tx < 16 && (Counter * 3 + P.Tx) % 5 == 0);
  P.access(P.Tx * 4);
  // Lane t leaves after the first k with 3k + t a multiple of 5: for t mod 5 =
  // 0, 1, 2, 3, 4 that is k = 0, 3, 1, 4, 2. Lanes 0..15 in iteration 0 (64
  // bytes, 2 sectors); then without 0, 5, 10, 15 (2 sectors: 1..14); then
  // without t mod 5 = 2 (2 sectors), then 4 (lanes 1, 6, 11 and 3, 8, 13), then
  // 3, 8, 13: lane 3 in the first sector. All 2 sectors; ideal 2 for 16 and
  // 12 lanes, 2 for 9 lanes (36 bytes), 1 for 6 and for 3.
  expectTotals(P.evaluate(), 5, 10, 8);
}

//===--- Loops ------------------------------------------------------------===//

// for (i = 0; i < 6; ++i) for (j = 0; j < i; ++j): 15 iterations of one warp.
TEST(KnownLaunch, TriangularLoop) {
  ProgramBuilder P;
  P.block(32), P.grid(3);
  Value Outer = P.loop();
  P.loopWhile(Outer < 6);
  Value Inner = P.loop();
  P.loopWhile(Inner < Outer);
  P.access((Outer * 64 + Inner * 32 + P.Tx) * 4);
  expectTotals(P.evaluate(), 45, 180, 180);
}

// Bitonic order: for (k = 2; k <= 64; k *= 2) for (j = k / 2; j > 0; j /= 2):
// 1 + 2 + … + 6 = 21 iterations.
TEST(KnownLaunch, NestedGeometricLoops) {
  ProgramBuilder P;
  P.block(64), P.grid(1), P.shared();
  Value Outer = P.loop();
  Value Size = P.number(2) << Outer;
  P.loopWhile(Size <= P.number(64));
  Value Inner = P.loop();
  Value Distance = (Size / 2) >> Inner;
  P.loopWhile(Distance > 0);
  P.access((P.Tx ^ Distance) * 4);
  // A permutation of aligned groups of 32 words or their exchange: no conflict.
  expectTotals(P.evaluate(), 42, 42, 42);
}

// A break by thread: thread t leaves after iteration 3 - t / 8, so that 32, 24,
// 16 and 8 lanes remain: 4, 3, 2 and 1 sectors.
TEST(KnownLaunch, BreakByThread) {
  ProgramBuilder P;
  P.block(32), P.grid(1);
  Value Counter = P.loop();
  P.loopWhile(Counter < 10);
  P.leaveIf(Counter + P.Tx / 8 >= 3);
  P.access((Counter * 32 + P.Tx) * 4);
  expectTotals(P.evaluate(), 4, 10, 10);
}

// 1 + k mod 8 elements past a boundary: of 16 iterations 2 are aligned (4
// sectors) and 14 are not (5).
TEST(KnownLaunch, ResiduesOfIterations) {
  ProgramBuilder P;
  P.block(32), P.grid(1);
  Value Counter = P.loop();
  P.loopWhile(Counter < 16);
  P.access((Counter + P.Tx) * 4);
  expectTotals(P.evaluate(), 16, 78, 64);
}

//===--- Large launches ---------------------------------------------------===//

/// Far fewer steps than there are requests.
// What expensive accesses have used up, later ones have less of, and never nothing.
TEST(KnownLaunch, AFileSharesItsSteps) {
  CostAllowance Allowance(1u << 20);
  EXPECT_EQ(Allowance.next(), 1u << 20);
  uint64_t Before = Allowance.next(), Spent = 0;
  for (int Access = 0; Access != 100; ++Access) {
    uint64_t Next = Allowance.next();
    EXPECT_LE(Next, Before);
    EXPECT_GE(Next, 1u << 10);
    Allowance.spend(Next);
    Spent += Next;
    Before = Next;
  }
  EXPECT_LT(Spent, 5u << 20);
}

constexpr uint64_t SmallBudget = 20000;

// 4096 x 4096 by tiles of 32 x 32: 128 x 128 blocks, 128 tiles, 32 warps: 2^26
// requests of 4 sectors; in the inner loop of 32, 2^31 requests to shared memory.
TEST(LargeLaunch, TiledMatrixMultiply) {
  ProgramBuilder P;
  P.block(32, 32), P.grid(128, 128);
  Value Tile = P.loop();
  P.loopWhile(Tile < 128);
  P.access(((P.By * 32 + P.Ty) * 4096 + Tile * 32 + P.Tx) * 4);
  expectTotals(P.evaluate(SmallBudget), 1u << 26, 1u << 28, 1u << 28);
  P.shared();
  Value Inner = P.loop();
  P.loopWhile(Inner < 32);
  P.access((P.Ty * 32 + Inner) * 4);
  expectTotals(P.evaluate(SmallBudget), uint64_t(1) << 31, uint64_t(1) << 31, uint64_t(1) << 31);
}

// 2^26 floats, 1024 blocks of 256 threads, stride 2^18: 2^21 requests. With 100
// floats more, 3 whole warps and 4 lanes: 13 sectors.
TEST(LargeLaunch, GridStrideCopy) {
  ProgramBuilder P;
  P.block(256), P.grid(1024);
  Value Count = P.parameter("n");
  P.argument(1 << 26);
  Value Counter = P.loop();
  Value Index = P.Bx * P.BlockSize[0] + P.Tx + Counter * P.BlockSize[0] * P.GridSize[0];
  P.loopWhile(Index < Count);
  P.access(Index * 4);
  expectTotals(P.evaluate(SmallBudget), 1u << 21, 1u << 23, 1u << 23);
  P.argument((1 << 26) + 100);
  expectTotals(P.evaluate(SmallBudget), (1u << 21) + 4, (1u << 23) + 13, (1u << 23) + 13);
}

// 2^24 blocks of 256, the last of which has 10 threads to do: 2 sectors.
TEST(LargeLaunch, OnePartialBlock) {
  ProgramBuilder P;
  P.block(256), P.grid(1 << 24);
  uint64_t Whole = (uint64_t(1) << 24) - 1;
  Value Index = P.Bx * 256 + P.Tx;
  P.guard(Index < int64_t(Whole * 256 + 10));
  P.access(Index * 4);
  expectTotals(P.evaluate(SmallBudget), Whole * 8 + 1, Whole * 32 + 2, Whole * 32 + 2);
}

// A ring of 3 rows of 1000 threads' width over 2^20 blocks of 100 threads:
// i / 1000 and i % 1000 with i = 100 b + t repeat. 4 warps a block; the whole
// address is ((i / 1000) % 3) * 4096 + (i % 1000) * 4, which is affine in t within
// a block since 100 divides 1000, and 400 b mod 32 is 0 or 16: even blocks are
// aligned (4 + 4 + 4 + 1 sectors), odd ones start 16 bytes in (5 + 5 + 5 + 1).
TEST(LargeLaunch, PeriodicBlocks) {
  ProgramBuilder P;
  P.block(100), P.grid(1 << 20);
  Value Index = P.Bx * 100 + P.Tx;
  P.access(((Index / 1000) % 3) * 4096 + (Index % 1000) * 4);
  uint64_t Half = 1u << 19;
  expectTotals(P.evaluate(SmallBudget), 4u << 20, Half * 13 + Half * 16, 13u << 20);
}

// No regularity: past the budget totals are given up, and it is said why.
TEST(LargeLaunch, OverBudget) {
  ProgramBuilder P;
  P.block(256), P.grid(1 << 20);
  P.access(P.Bx * P.Tx * 4);
  AccessCost Cost = P.evaluate(SmallBudget);
  EXPECT_FALSE(Cost.Totals);
  EXPECT_THAT(describe(Cost.WhyNoTotals), testing::HasSubstr("steps"));
  EXPECT_EQ(Cost.Known, Knowledge::Assumed);
  EXPECT_THAT(describe(Cost.Assumptions), testing::Contains(testing::HasSubstr("sample")));
  // In the last block, which the sample has, lanes are 2^22 - 4 bytes apart.
  expectWorst(Cost, 32, 4);
}

//===--- Arguments --------------------------------------------------------===//

TEST(KnownLaunch, PointerAlignment) {
  ProgramBuilder P;
  P.block(32), P.grid(1);
  KernelParameter Pointer;
  Pointer.Name = "a";
  Pointer.Type = "float *";
  Pointer.IsPointer = true;
  P.Kernel.Parameters.push_back(std::move(Pointer));
  P.Kernel.Objects.back().ParameterIndex = 0;
  P.Launch.Arguments.resize(1);
  P.Launch.Arguments[0].AlignmentResidue = 4;
  P.access(P.Tx * 4);
  expectTotals(P.evaluate(), 1, 5, 4);
}

TEST(KnownLaunch, ScalarArguments) {
  ProgramBuilder P;
  P.block(32, 8), P.grid(2);
  Value Width = P.parameter("width");
  P.argument(33);
  // Rows of 132 bytes: row y starts 4 y bytes into a sector: 4 sectors for y = 0
  // and 5 for y = 1 to 7; 39 for each of two blocks.
  P.access((P.Ty * Width + P.Tx) * 4);
  expectTotals(P.evaluate(), 16, 78, 64);
}

//===--- Unknown costs ----------------------------------------------------===//

void expectUnknown(const AccessCost &Cost, const char *Words) {
  EXPECT_EQ(Cost.Known, Knowledge::Unknown);
  EXPECT_THAT(describe(Cost.Reason), testing::HasSubstr(Words));
  EXPECT_FALSE(Cost.Totals);
}

TEST(KnownLaunch, NoRule) {
  ProgramBuilder P;
  P.grid(1);
  P.access(P.Tx * 4);
  expectUnknown(P.evaluate(), "unknown block dimensions");
  P.block(32, 64);
  expectUnknown(P.evaluate(), "cannot be launched");
  P.block(32);
  P.object(MemorySpace::Generic);
  expectUnknown(P.evaluate(), "memory space");
  P.object(MemorySpace::Local);
  expectUnknown(P.evaluate(), "local memory");
  P.shared();
  P.access(P.Tx * 4, 4, AccessKind::Atomic);
  expectUnknown(P.evaluate(), "shared atomics");
  P.site().Offset = nullptr;
  P.site().Reason = "inline assembly";
  P.object(MemorySpace::Global);
  expectUnknown(P.evaluate(), "inline assembly");
}

// Compute capability 8.0 is documented, not measured: assumed, whatever else is known. Reports say
// why once a run.
TEST(KnownLaunch, NotMeasured) {
  ProgramBuilder P;
  llvm::Expected<const TargetModel *> Older = findTarget("sm_80");
  ASSERT_TRUE(bool(Older));
  P.Target = *Older;
  P.block(32), P.grid(1);
  P.access(P.Tx * 4);
  AccessCost Cost = P.evaluate();
  ASSERT_TRUE(Cost.Totals);
  EXPECT_EQ(Cost.Totals->Cost, 4u);
  EXPECT_EQ(Cost.Known, Knowledge::Assumed);
  EXPECT_TRUE(Cost.Assumptions.empty());
}

} // namespace
