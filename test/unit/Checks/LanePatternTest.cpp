//===- LanePatternTest.cpp --------------------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Checks/LanePattern.h"

#include "gtest/gtest.h"

using namespace memlint;

namespace {

template <typename Function>
WarpRequest request(Function OffsetOfLane, uint32_t Mask, unsigned Bytes) {
  WarpRequest Request;
  Request.BytesPerLane = Bytes;
  Request.ActiveMask = Mask;
  for (unsigned Lane = 0; Lane != NvidiaWarpLanes; ++Lane)
    Request.ByteOffset[Lane] = OffsetOfLane(int64_t(Lane));
  return Request;
}

template <typename Function>
std::string describe(Function OffsetOfLane, uint32_t Mask = ~0u, unsigned Bytes = 4) {
  return describeLanePattern(request(OffsetOfLane, Mask, Bytes), NvidiaWarpLanes);
}

template <typename Function> std::string manner(Function OffsetOfLane, uint32_t Mask = ~0u) {
  return describeLaneManner(request(OffsetOfLane, Mask, 4), NvidiaWarpLanes);
}

TEST(LanePattern, Strides) {
  EXPECT_EQ(describe([](int64_t L) { return 100 + 4 * L; }), "lanes are contiguous");
  EXPECT_EQ(describe([](int64_t L) { return 16 * L; }, ~0u, 16), "lanes are contiguous");
  EXPECT_EQ(describe([](int64_t L) { return 124 - 4 * L; }),
            "lanes are contiguous in descending order");
  EXPECT_EQ(describe([](int64_t L) { return 4096 * L; }), "lanes are 4096 B apart");
  EXPECT_EQ(describe([](int64_t L) { return -8 * L; }), "lanes are 8 B apart in descending order");
  EXPECT_EQ(describe([](int64_t) { return 64; }), "all lanes access one address");
}

TEST(LanePattern, Groups) {
  EXPECT_EQ(describe([](int64_t L) { return L % 8 * 4 + L / 8 * 1024; }),
            "4 groups of 8 lanes: stride 4 B within a group, 1024 B between groups");
  EXPECT_EQ(describe([](int64_t L) { return L / 16 * 128; }),
            "2 groups of 16 lanes: the lanes of a group share one address, 128 B between groups");
  EXPECT_EQ(describe([](int64_t L) { return L % 8 * 64; }),
            "4 groups of 8 lanes: stride 64 B within a group, all groups read the same addresses");
  // The second warp of a block 5 threads wide starts with the third of a row:
  // 32 = 6 * 5 + 2.
  EXPECT_EQ(describe([](int64_t L) { return (L + 2) % 5 * 4 + (L + 2) / 5 * 512; }),
            "7 groups of up to 5 lanes: stride 4 B within a group, 512 B between groups");
  // Of two groups, the first is the shorter: 6 lanes from byte 4 on, 26 from byte 6 * 32 on.
  EXPECT_EQ(describe([](int64_t L) { return 32 * L + (L < 6 ? 4 : 0); }),
            "2 groups of up to 26 lanes: stride 32 B within a group, 188 B between groups");
  EXPECT_EQ(
      describe([](int64_t L) { return 32 * (L < 6 ? L : L - 6); }),
      "2 groups of up to 26 lanes: stride 32 B within a group, both groups start at one address");
}

TEST(LanePattern, PartialWarps) {
  EXPECT_EQ(describe([](int64_t L) { return 4 * L; }, 0xffffu),
            "lanes are contiguous, 16 of 32 lanes active");
  EXPECT_EQ(describe([](int64_t L) { return 4 * L; }, 0xaaaaaaaau),
            "lanes are 8 B apart, 16 of 32 lanes active");
  EXPECT_EQ(describe([](int64_t L) { return 4 * L; }, 0x10u), "a single active lane");
  EXPECT_EQ(describe([](int64_t L) { return 4 * L; }, 0), "no active lanes");
}

TEST(LanePattern, Irregular) {
  EXPECT_EQ(describe([](int64_t L) { return L * L * 4; }), "lanes access scattered addresses");
  // All but one lane in a row: the odd one out is not a second row.
  EXPECT_EQ(describe([](int64_t L) { return L == 31 ? 4096 : 4 * L; }),
            "lanes access scattered addresses");
}

TEST(LanePattern, EndOfASentence) {
  EXPECT_EQ(manner([](int64_t L) { return 128 * L; }), "with a stride of 128 B");
  EXPECT_EQ(manner([](int64_t L) { return 128 * L; }, 0xffffu),
            "with a stride of 128 B, 16 of 32 lanes active");
  EXPECT_EQ(manner([](int64_t L) { return L % 2 * 2048 + L / 2 * 4; }),
            "in 16 groups of 2 lanes, stride 2048 B within a group, 4 B between groups");
  EXPECT_EQ(manner([](int64_t L) { return L * L * 4; }), "at scattered addresses");
}

// Where f and l are not known, the distance is split into the nearest multiple of each: what is
// left may be negative, and keeps its sign behind a term that is subtracted.
TEST(LanePattern, DistancesOfUnknownFactors) {
  const UnknownScale Scales[] = {{1 << 12, "f"}, {1 << 20, "l"}};
  auto Apart = [&](int64_t Bytes) {
    return describeLanePattern(request([=](int64_t L) { return L * Bytes; }, ~0u, 4),
                               NvidiaWarpLanes, Scales);
  };
  EXPECT_EQ(Apart(1 << 12), "lanes are `f` B apart");
  EXPECT_EQ(Apart(4 << 12), "lanes are `f` * 4 B apart");
  EXPECT_EQ(Apart((1 << 20) + (2 << 12) + 24), "lanes are `l` + `f` * 2 + 24 B apart");
  EXPECT_EQ(Apart((1 << 20) - (1 << 12) + 24), "lanes are `l` - `f` + 24 B apart");
  EXPECT_EQ(Apart((1 << 20) - (1 << 12) - 24), "lanes are `l` - `f` - 24 B apart");
  EXPECT_EQ(Apart((1 << 20) - 24), "lanes are `l` - 24 B apart");
}

} // namespace
