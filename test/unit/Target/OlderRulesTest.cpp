//===- OlderRulesTest.cpp - Rules of capabilities before 5.0 --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The examples that the CUDA C Programming Guide 4.2 gives in appendix F, and
/// requests worked out by hand from its rules, in 32-byte sectors and wavefronts.
///
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Target/BankWidth.h"
#include "cuda-memlint/Target/RequestCost.h"
#include "gtest/gtest.h"

using namespace memlint;

namespace {

const TargetModel &target(llvm::StringRef Name) { return *llvm::cantFail(findTarget(Name)); }

WarpRequest strided(unsigned Bytes, int64_t Stride, int64_t Start = 0,
                    AccessKind Kind = AccessKind::Load) {
  WarpRequest Request{Kind, RequestForm::Plain, Bytes, ~0u, {}};
  for (unsigned Lane = 0; Lane != NvidiaWarpLanes; ++Lane)
    Request.ByteOffset[Lane] = Start + Lane * Stride;
  return Request;
}

unsigned sectors(llvm::StringRef Name, const WarpRequest &Request) {
  return globalCost(target(Name), Request).Cost;
}

unsigned wavefronts(llvm::StringRef Name, const WarpRequest &Request) {
  return sharedCost(target(Name), Request).Cost;
}

// F.3.2.1: a half-warp in order is one transaction of 64 bytes (4-byte words), of 128 (8), two of
// 128 (16); any other is one of 32 bytes for each lane.
TEST(OlderRulesTest, InOrderHalfWarps) {
  EXPECT_EQ(sectors("sm_10", strided(4, 4)), 2u * 2);
  EXPECT_EQ(sectors("sm_10", strided(8, 8)), 2u * 4);
  EXPECT_EQ(sectors("sm_10", strided(16, 16)), 2u * 8);
  EXPECT_EQ(sectors("sm_11", strided(4, 4, /*Start=*/4)), 32u);
  EXPECT_EQ(sectors("sm_11", strided(4, 0)), 32u);
  EXPECT_EQ(sectors("sm_10", strided(2, 2)), 32u);
  EXPECT_EQ(sectors("sm_10", strided(4, -4, /*Start=*/124)), 32u);
  // Inactive lanes do not break the order.
  WarpRequest Divergent = strided(4, 4);
  Divergent.ActiveMask = 0x0000f0f1;
  EXPECT_EQ(sectors("sm_10", Divergent), 2u);
}

// F.3.2.2: per half-warp and 128-byte segment one transaction, halved while one half suffices.
TEST(OlderRulesTest, SegmentsOfHalfWarps) {
  EXPECT_EQ(sectors("sm_13", strided(4, 4)), 2u * 2);
  EXPECT_EQ(sectors("sm_12", strided(4, -4, /*Start=*/124)), 2u * 2);
  EXPECT_EQ(sectors("sm_13", strided(4, 0)), 2u * 1);
  // Words 1 to 16 use both halves of the segment: 128 bytes. Words 17 to 32: 64 of the upper half
  // and 32 of the next segment.
  EXPECT_EQ(sectors("sm_13", strided(4, 4, /*Start=*/4)), 4u + (2 + 1));
  EXPECT_EQ(sectors("sm_13", strided(1, 1)), 2u * 1);
  EXPECT_EQ(sectors("sm_13", strided(2, 2)), 2u * 1);
  EXPECT_EQ(sectors("sm_13", strided(8, 8)), 2u * 4);
  EXPECT_EQ(sectors("sm_13", strided(4, 128)), 32u);
}

// F.4.2: loads fetch 128-byte lines; 8-byte words by half-warp, 16-byte words by quarter-warp.
TEST(OlderRulesTest, WholeLines) {
  EXPECT_EQ(sectors("sm_20", strided(4, 4)), 1u * 4);
  EXPECT_EQ(sectors("sm_20", strided(4, 4, /*Start=*/4)), 2u * 4);
  EXPECT_EQ(sectors("sm_21", strided(4, 128)), 32u * 4);
  EXPECT_EQ(sectors("sm_20", strided(8, 8)), 2u * 4);
  EXPECT_EQ(sectors("sm_20", strided(8, 0)), 2u * 4);
  EXPECT_EQ(sectors("sm_20", strided(16, 16)), 4u * 4);
  // One line is the least there is.
  EXPECT_EQ(globalCost(target("sm_20"), strided(4, 0)), (RequestCost{4, 4}));
  EXPECT_EQ(sectors("sm_20", strided(4, 128, 0, AccessKind::Store)), 32u);
  // Later capabilities fetch sectors.
  EXPECT_EQ(sectors("sm_35", strided(4, 128)), 32u);
  EXPECT_EQ(sectors("sm_60", strided(4, 4, /*Start=*/4)), 5u);
}

// F.3.3: 16 banks and half-warps, so that no conflict takes two requests.
TEST(OlderRulesTest, SixteenBanks) {
  EXPECT_EQ(wavefronts("sm_13", strided(4, 4)), 2u);
  EXPECT_EQ(sharedCost(target("sm_13"), strided(4, 4)), (RequestCost{2, 2}));
  EXPECT_EQ(wavefronts("sm_13", strided(4, 12)), 2u);
  EXPECT_EQ(wavefronts("sm_13", strided(4, 8)), 2u * 2);
  EXPECT_EQ(wavefronts("sm_13", strided(4, 64)), 2u * 16);
  EXPECT_EQ(wavefronts("sm_13", strided(4, 0)), 2u);
  // F.3.3.4: doubles are two 32-bit requests with a stride of two, each with 2-way conflicts.
  EXPECT_EQ(wavefronts("sm_13", strided(8, 8)), 2u * 2 * 2);
  // F.3.3.3: a half-warp's 16 chars lie in four words; one is broadcast per step while each other
  // bank serves one of its lanes. Lanes of the words not yet broadcast leave one by one: the first
  // step takes word 0 whole and one lane of each other word, which leaves three of each.
  EXPECT_EQ(wavefronts("sm_13", strided(1, 1)), 2u * 4);
}

// F.4.3.2: 8-byte words of consecutive lanes have no conflict, and only lanes of one half can have.
TEST(OlderRulesTest, PhasesWithoutPairs) {
  EXPECT_EQ(wavefronts("sm_20", strided(4, 4)), 1u);
  EXPECT_EQ(wavefronts("sm_20", strided(4, 8)), 2u);
  EXPECT_EQ(wavefronts("sm_20", strided(1, 1)), 1u);
  EXPECT_EQ(wavefronts("sm_20", strided(8, 8)), 2u);
  EXPECT_EQ(wavefronts("sm_20", strided(8, 0)), 2u);
  EXPECT_EQ(wavefronts("sm_90", strided(8, 0)), 1u);
}

// F.5.3.2 and figure F-2: strides of one, two and three words are free on 8-byte banks.
TEST(OlderRulesTest, WideBanks) {
  EXPECT_EQ(wavefronts("sm_30", strided(4, 4)), 1u);
  EXPECT_EQ(wavefronts("sm_30", strided(4, 8)), 1u);
  EXPECT_EQ(wavefronts("sm_30", strided(4, 12)), 1u);
  EXPECT_EQ(wavefronts("sm_20", strided(4, 8)), 2u);
  // Words i and i+32 of different aligned segments of 64 do conflict.
  EXPECT_EQ(wavefronts("sm_30", strided(4, 16)), 2u);
  EXPECT_EQ(wavefronts("sm_30", strided(4, 256)), 32u);
  EXPECT_EQ(wavefronts("sm_35", strided(8, 8)), 1u);
}

// F.5.3.1: successive words of 8 bytes lie in successive banks, and lanes in one word never
// conflict.
TEST(OlderRulesTest, WideWords) {
  const TargetModel Target = withWideBanks(target("sm_35"));
  auto Wavefronts = [&](const WarpRequest &Request) { return sharedCost(Target, Request).Cost; };
  EXPECT_EQ(Wavefronts(strided(4, 4)), 1u);
  EXPECT_EQ(Wavefronts(strided(4, 8)), 1u);
  EXPECT_EQ(Wavefronts(strided(4, 16)), 2u);
  // Words 0, 32, 64 … of 4 bytes are words 0, 16, 32 … of 8 bytes, in two banks.
  EXPECT_EQ(Wavefronts(strided(4, 128)), 16u);
  EXPECT_EQ(Wavefronts(strided(8, 8)), 1u);
  EXPECT_EQ(Wavefronts(strided(8, 8 * 33)), 1u);
  EXPECT_EQ(Wavefronts(strided(8, 8 * 32)), 32u);
  EXPECT_EQ(Wavefronts(strided(16, 16)), 2u);
}

// Constant memory of 1.x is asked by half-warp.
TEST(OlderRulesTest, ConstantByHalfWarp) {
  EXPECT_EQ(constantCost(target("sm_13"), strided(4, 0)), (RequestCost{2, 2}));
  EXPECT_EQ(constantCost(target("sm_20"), strided(4, 0)), (RequestCost{1, 1}));
  EXPECT_EQ(constantCost(target("sm_13"), strided(4, 4)), (RequestCost{32, 2}));
}

} // namespace
