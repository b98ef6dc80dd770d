//===- DocumentedExamplesTest.cpp - Examples of texts and of our page -----===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The examples that docs/hardware-rules.md draws, and those of the notes "Memory Model" and of the
/// article on bank conflicts that it lists, worked out by hand.
///
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Target/RequestCost.h"
#include "gtest/gtest.h"

using namespace memlint;

namespace {

/// Tests beside this one have some of these names, too.
namespace documented {

const TargetModel &target(llvm::StringRef Name) { return *llvm::cantFail(findTarget(Name)); }

template <typename OffsetT>
WarpRequest requestOf(unsigned Bytes, OffsetT Offset, AccessKind Kind = AccessKind::Load,
                      RequestForm Form = RequestForm::Plain) {
  WarpRequest Request{Kind, Form, Bytes, ~0u, {}};
  for (unsigned Lane = 0; Lane != NvidiaWarpLanes; ++Lane)
    Request.ByteOffset[Lane] = Offset(int64_t(Lane));
  return Request;
}

WarpRequest strided(unsigned Bytes, int64_t Stride, int64_t Start = 0,
                    AccessKind Kind = AccessKind::Load) {
  return requestOf(Bytes, [=](int64_t Lane) { return Start + Lane * Stride; }, Kind);
}

unsigned sectors(llvm::StringRef Name, const WarpRequest &Request) {
  return globalCost(target(Name), Request).Cost;
}

unsigned wavefronts(llvm::StringRef Name, const WarpRequest &Request) {
  return sharedCost(target(Name), Request).Cost;
}

// The page: in[i], in[i + 1], in[2 * i].
TEST(DocumentedExamplesTest, DrawnSectors) {
  EXPECT_EQ(sectors("sm_90", strided(4, 4)), 4u);
  EXPECT_EQ(sectors("sm_90", strided(4, 4, /*Start=*/4)), 5u);
  EXPECT_EQ(sectors("sm_90", strided(4, 8)), 8u);
}

// Notes, loads through the first-level cache of 2.x: one transaction is a line of 128 bytes, which
// counts as 4 sectors. In order, in any order, shifted, all at one address, scattered.
TEST(DocumentedExamplesTest, LinesOfTheFirstLevelCache) {
  EXPECT_EQ(sectors("sm_20", strided(4, 4)), 1u * 4);
  EXPECT_EQ(sectors("sm_20", requestOf(4, [](int64_t Lane) { return (Lane * 13 % 32) * 4; })),
            1u * 4);
  EXPECT_EQ(sectors("sm_20", strided(4, 4, /*Start=*/20)), 2u * 4);
  EXPECT_EQ(sectors("sm_20", strided(4, 0)), 1u * 4);
  EXPECT_EQ(sectors("sm_20", strided(4, 4096)), 32u * 4);
  // A request of 8 bytes is split by half-warp, of 16 by quarter-warp: 128 bytes each.
  EXPECT_EQ(sectors("sm_20", strided(8, 8)), 2u * 4);
  EXPECT_EQ(sectors("sm_20", strided(16, 16)), 4u * 4);
}

// Notes, without that cache: segments of 32 bytes.
TEST(DocumentedExamplesTest, SegmentsOfTheSecondLevelCache) {
  for (const char *Name : {"sm_30", "sm_50"}) {
    EXPECT_EQ(sectors(Name, strided(4, 4)), 4u) << Name;
    EXPECT_EQ(sectors(Name, requestOf(4, [](int64_t Lane) { return (Lane * 13 % 32) * 4; })), 4u)
        << Name;
    EXPECT_EQ(sectors(Name, strided(4, 0)), 1u) << Name;
    EXPECT_EQ(sectors(Name, strided(4, 4096)), 32u) << Name;
  }
}

// Notes, stores: 128 bytes in a row are four segments; shifted by one of them or less, five, so
// that 128 of 160 bytes are wanted; a row of 64 bytes is two.
TEST(DocumentedExamplesTest, SegmentsOfStores) {
  for (const char *Name : {"sm_20", "sm_30", "sm_50"}) {
    EXPECT_EQ(sectors(Name, strided(4, 4, 0, AccessKind::Store)), 4u) << Name;
    EXPECT_EQ(sectors(Name, strided(4, 4, 12, AccessKind::Store)), 5u) << Name;
    EXPECT_EQ(
        sectors(Name, requestOf(
                          4, [](int64_t Lane) { return 64 + Lane / 2 * 4; }, AccessKind::Store)),
        2u)
        << Name;
  }
}

// The page: 32 rows of 32 and of 33 words, read by column. The article counts 992 conflicts of a
// kernel of 32 warps, each with 31 beyond the first wavefront.
TEST(DocumentedExamplesTest, ColumnsOfATile) {
  EXPECT_EQ(wavefronts("sm_90", strided(4, 32 * 4)), 32u);
  EXPECT_EQ(wavefronts("sm_90", strided(4, 33 * 4)), 1u);
  EXPECT_EQ(32 * (wavefronts("sm_50", strided(4, 32 * 4, 0, AccessKind::Store)) - 1), 992u);
}

// Notes, in words of 4 bytes: strides of one and three are free, of two are 2-way, of 32 are
// 32-way, of 33, the padded row, free again.
TEST(DocumentedExamplesTest, StridesOfWords) {
  for (const char *Name : {"sm_20", "sm_50", "sm_90"}) {
    EXPECT_EQ(wavefronts(Name, strided(4, 1 * 4)), 1u) << Name;
    EXPECT_EQ(wavefronts(Name, strided(4, 2 * 4)), 2u) << Name;
    EXPECT_EQ(wavefronts(Name, strided(4, 3 * 4)), 1u) << Name;
    EXPECT_EQ(wavefronts(Name, strided(4, 32 * 4)), 32u) << Name;
    EXPECT_EQ(wavefronts(Name, strided(4, 33 * 4)), 1u) << Name;
    EXPECT_EQ(wavefronts(Name, strided(4, 0)), 1u) << Name;
  }
}

// The page: 16-byte loads by pairs of lanes, two phases of 16 lanes in place of four of 8. Each
// holds the 8 addresses of 128 bytes in a row.
TEST(DocumentedExamplesTest, LanesInPairs) {
  auto ByPairs = [](int64_t Lane) { return Lane / 2 * 16; };
  EXPECT_EQ(wavefronts("sm_90", requestOf(16, ByPairs)), 2u);
  EXPECT_EQ(wavefronts("sm_90", requestOf(16, ByPairs, AccessKind::Store)), 4u);
}

// The page: the five atomics on `bins`.
TEST(DocumentedExamplesTest, AtomicsOnBins) {
  auto Atomic = [](RequestForm Form, auto Word) {
    return wavefronts(
        "sm_90",
        requestOf(4, [&](int64_t Lane) { return Word(Lane) * 4; }, AccessKind::Atomic, Form));
  };
  auto Own = [](int64_t Lane) { return Lane; };
  auto Fours = [](int64_t Lane) { return Lane / 4; };
  auto OneBank = [](int64_t Lane) { return Lane % 4 * 32; };
  EXPECT_EQ(Atomic(RequestForm::NativeAtomic, Own), 1u);
  EXPECT_EQ(Atomic(RequestForm::NativeAtomic, Fours), 4u);
  EXPECT_EQ(Atomic(RequestForm::Increment, Fours), 1u);
  EXPECT_EQ(Atomic(RequestForm::Increment, OneBank), 4u);
  EXPECT_EQ(Atomic(RequestForm::CompareAndSwap, Own), 2u);
}

// The page: bytes of one word are addresses of their own, and a load of d addresses takes
// 27 + 11 * d cycles.
TEST(DocumentedExamplesTest, AddressesInConstantMemory) {
  EXPECT_EQ(constantCost(target("sm_90"), strided(1, 1)).Cost, 32u);
  EXPECT_EQ(constantCost(target("sm_90"), strided(8, 0)).Cost, 1u);
  EXPECT_EQ(constantCycles(target("sm_90"), strided(4, 0)), 27u + 11 * 1);
  EXPECT_EQ(constantCycles(target("sm_90"), strided(4, 4)), 27u + 11 * 32);
}

} // namespace documented
} // namespace
