//===- LanePatternTest.cpp --------------------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Cost/LanePattern.h"

#include "gtest/gtest.h"

using namespace memlint;

namespace {

template <typename Function>
std::string describe(Function OffsetOfLane, uint32_t Mask = ~0u, unsigned Bytes = 4) {
  WarpRequest Request;
  Request.BytesPerLane = Bytes;
  Request.ActiveMask = Mask;
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    Request.ByteOffset[Lane] = OffsetOfLane(int64_t(Lane));
  return describeLanePattern(Request);
}

TEST(LanePattern, Strides) {
  EXPECT_EQ(describe([](int64_t L) { return 100 + 4 * L; }),
            "consecutive lanes 4 B apart (contiguous)");
  EXPECT_EQ(describe([](int64_t L) { return 16 * L; }, ~0u, 16),
            "consecutive lanes 16 B apart (contiguous)");
  EXPECT_EQ(describe([](int64_t L) { return 124 - 4 * L; }),
            "consecutive lanes 4 B apart, descending (contiguous)");
  EXPECT_EQ(describe([](int64_t L) { return 4096 * L; }), "lane stride 4096 B");
  EXPECT_EQ(describe([](int64_t L) { return -8 * L; }), "lane stride -8 B");
  EXPECT_EQ(describe([](int64_t) { return 64; }), "all lanes at one address");
}

TEST(LanePattern, Rows) {
  EXPECT_EQ(describe([](int64_t L) { return L % 8 * 4 + L / 8 * 1024; }),
            "lanes in 4 rows of 8: 4 B apart within a row, rows 1024 B apart");
  EXPECT_EQ(describe([](int64_t L) { return L / 16 * 128; }),
            "lanes in 2 rows of 16: one address within a row, rows 128 B apart");
  // The second warp of a block 5 threads wide starts with the third of a row:
  // 32 = 6 * 5 + 2.
  EXPECT_EQ(describe([](int64_t L) { return (L + 2) % 5 * 4 + (L + 2) / 5 * 512; }),
            "lanes in 7 rows of 5: 4 B apart within a row, rows 512 B apart");
}

TEST(LanePattern, PartialWarps) {
  EXPECT_EQ(describe([](int64_t L) { return 4 * L; }, 0xffffu),
            "consecutive lanes 4 B apart (contiguous), 16 of 32 lanes active");
  EXPECT_EQ(describe([](int64_t L) { return 4 * L; }, 0xaaaaaaaau),
            "lane stride 8 B, 16 of 32 lanes active");
  EXPECT_EQ(describe([](int64_t L) { return 4 * L; }, 0x10u), "one lane, 1 of 32 lanes active");
  EXPECT_EQ(describe([](int64_t L) { return 4 * L; }, 0), "no active lanes");
}

TEST(LanePattern, Irregular) {
  EXPECT_EQ(describe([](int64_t L) { return L * L * 4; }), "no regular pattern");
  // All but one lane in a row: the odd one out is no second row.
  EXPECT_EQ(describe([](int64_t L) { return L == 31 ? 4096 : 4 * L; }), "no regular pattern");
}

} // namespace
