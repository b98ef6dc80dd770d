//===- GlobalAccessTest.cpp - Uncoalesced and misaligned accesses ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

namespace {

class GlobalAccessTest : public testing::Test, public KernelBuilder {};

// A 256 x 256 transpose: lane l stores to row l, 1024 B apart, so 32 sectors for 128 B.
// 64 blocks of 32 warps: 2,048 requests, 65,536 sectors against 8,192; the other 57,344
// are 1,835,008 B of 2,097,152 B.
TEST_F(GlobalAccessTest, TransposedStoreIsUncoalesced) {
  unsigned Out = global("out"), In = global("in");
  Value X = Bx * 32 + Tx, Y = By * 32 + Ty;
  load(In, (Y * 256 + X) * 4);
  store(Out, (X * 256 + Y) * 4);
  grid(8, 8);
  block(32, 32);
  std::vector<Finding> Findings = analyse().Findings;
  ASSERT_THAT(Findings, SizeIs(1));
  EXPECT_EQ(Findings[0].Check, "cuda-uncoalesced-access");
  EXPECT_EQ(Findings[0].Level, FindingLevel::Warning);
  EXPECT_EQ(Findings[0].Access, 1u);
  EXPECT_EQ(Findings[0].Position.Line, 2u);
  EXPECT_EQ(Findings[0].Message, "uncoalesced store: lanes are 1024 B apart (32 sectors per "
                                 "request, 4 needed; 8.0x)");
  EXPECT_THAT(notesOf(Findings[0]),
              HasSubstr("proved for kernel<<<(8,8,1), (32,32,1)>>> at line 40: 2,048 requests, "
                        "65,536 sectors, 8,192 needed; 1,835,008 of 2,097,152 B moved "
                        "are wasted (87.5 %)"));
}

TEST_F(GlobalAccessTest, OneElementFurtherIsMisaligned) {
  load(global("in"), (Bx * 256 + Tx + 1) * 4);
  grid(4);
  block(256);
  std::vector<Finding> Findings = analyse().Findings;
  ASSERT_THAT(Findings, SizeIs(1));
  EXPECT_EQ(Findings[0].Check, "cuda-misaligned-access");
  EXPECT_EQ(Findings[0].Message,
            "misaligned load: contiguous, but 4 B past a sector boundary (5 sectors per request, 4 "
            "needed; 1.25x)");
}

TEST_F(GlobalAccessTest, BeforeTheStartIsMisalignedToo) {
  load(global("in"), (Tx + 31) * 4);
  grid(1);
  block(32);
  std::vector<Finding> Findings = analyse().Findings;
  ASSERT_THAT(Findings, SizeIs(1));
  EXPECT_THAT(Findings[0].Message, HasSubstr("contiguous, but 28 B past a sector boundary"));
}

TEST_F(GlobalAccessTest, ConsecutiveUniformAndReversedAreClean) {
  unsigned In = global("in");
  load(In, (Bx * 256 + Tx) * 4);
  load(In, Bx * 4);
  load(In, (Bx * 256 + number(255) - Tx) * 4);
  load(In, (Bx * 256 + Tx) * 16, 16);
  grid(4);
  block(256);
  EXPECT_THAT(analyse().Findings, IsEmpty());
}

// Which lanes take part is not known: lanes 0 and 1, in one sector, would waste nothing.
TEST_F(GlobalAccessTest, UnknownGuardByLaneIsNoReasonToWarn) {
  load(global("in"), Tx * 16).Guards.push_back(loaded("flag", Uniformity::Lane).Node);
  grid(1);
  block(32);
  KernelAnalysis Kernel = analyse();
  EXPECT_TRUE(Kernel.Verdicts[0][0].Cost.GuardUnknown);
  EXPECT_THAT(Kernel.Findings, IsEmpty());
}

// Any two lanes touch two sectors where one would do.
TEST_F(GlobalAccessTest, UnknownGuardByLaneOverDistinctSectors) {
  load(global("in"), Tx * 32).Guards.push_back(loaded("flag", Uniformity::Lane).Node);
  grid(1);
  block(32);
  KernelAnalysis Kernel = analyse();
  EXPECT_TRUE(Kernel.Verdicts[0][0].Cost.HoldsForAnyLanes);
  ASSERT_THAT(Kernel.Findings, SizeIs(1));
  EXPECT_THAT(Kernel.Findings[0].Message,
              HasSubstr("(up to 32 sectors per request, 4 needed; up to 8.0x)"));
}

TEST_F(GlobalAccessTest, DataDependentIsNoReasonToWarn) {
  load(global("in"), loaded("index", Uniformity::Lane) * 4);
  grid(1);
  block(32);
  KernelAnalysis Kernel = analyse();
  EXPECT_EQ(Kernel.Verdicts[0][0].Cost.Known, Knowledge::Unknown);
  ASSERT_THAT(Kernel.Findings, SizeIs(1));
  EXPECT_EQ(Kernel.Findings[0].Level, FindingLevel::Remark);
  EXPECT_THAT(Kernel.Findings[0].Message,
              HasSubstr("data-dependent load: 1 to 32 sectors per request (4 for consecutive"));
}

// Without the grid there are no totals, and the note says why.
TEST_F(GlobalAccessTest, TotalsThatAreNotKnownAreExplained) {
  load(global("in"), (Bx * 256 + Tx) * 128);
  block(256);
  Launch.Origin = LaunchOrigin::Default;
  Launch.Position = {};
  std::vector<Finding> Findings = analyse().Findings;
  ASSERT_THAT(Findings, SizeIs(1));
  EXPECT_THAT(notesOf(Findings[0]),
              HasSubstr("for kernel if blocks have 256 threads (no visible launch of "
                        "the kernel); no totals: "));
}

/// 32 x 8 threads, and 16 x 16.
std::vector<LaunchContext> twoShapes(LaunchOrigin Origin) {
  LaunchContext Wide, Square;
  Wide.Origin = Square.Origin = Origin;
  Wide.Block = {32, 8, 1};
  Square.Block = {16, 16, 1};
  Wide.Grid = Square.Grid = {1, 1, 1};
  return {Wide, Square};
}

// Rows of 96 B. 32 x 8: a warp is 128 B at a multiple of 96, a multiple of 32: 4 sectors.
// 16 x 16: two rows of 64 B, 96 B apart: 2 + 2. Moved by 4 B, 5 sectors and 3 + 3.
TEST_F(GlobalAccessTest, EachLaunchAtFaultIsNamed) {
  load(global("in"), (Ty * 24 + Tx + 1) * 4);
  std::vector<Finding> Findings = analyse(twoShapes(LaunchOrigin::Option)).Findings;
  ASSERT_THAT(Findings, SizeIs(1));
  EXPECT_THAT(Findings[0].Message, HasSubstr("(6 sectors per request, 4 needed; 1.5x)"));
  EXPECT_THAT(notesOf(Findings[0]), HasSubstr("for kernel<<<1, (32,8,1)>>> from --launch: 5 "
                                              "sectors per request, 4 needed"));
}

// An offset of one word in blocks of 16 columns only. 32 x 8: 128 B from a boundary on.
// 16 x 16: two rows of 64 B, each 4 B past a boundary.
TEST_F(GlobalAccessTest, GuessesThatDisagreeMakeARemark) {
  Value Shift = (BlockSize[0] == 16);
  load(global("in"), (Ty * 32 + Tx + Shift) * 4);
  std::vector<Finding> Guessed = analyse(twoShapes(LaunchOrigin::Default)).Findings;
  ASSERT_THAT(Guessed, SizeIs(1));
  EXPECT_EQ(Guessed[0].Level, FindingLevel::Remark);
  std::vector<Finding> Stated = analyse(twoShapes(LaunchOrigin::Call)).Findings;
  ASSERT_THAT(Stated, SizeIs(1));
  EXPECT_EQ(Stated[0].Level, FindingLevel::Warning);
}

} // namespace
