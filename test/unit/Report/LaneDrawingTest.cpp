//===- LaneDrawingTest.cpp - Pictures of requests -------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Report/LaneDrawing.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::HasSubstr;
using testing::Not;

namespace {

WarpRequest request(unsigned Bytes, llvm::function_ref<int64_t(unsigned)> Offset) {
  WarpRequest Request;
  Request.BytesPerLane = Bytes;
  for (unsigned Lane = 0; Lane < NvidiaWarpLanes; ++Lane)
    Request.ByteOffset[Lane] = Offset(Lane);
  return Request;
}

std::string sectors(const WarpRequest &Request) {
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  drawSectors(Stream, Request, 2);
  return Text;
}

std::string banks(const WarpRequest &Request, unsigned Wavefronts) {
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  drawBanks(Stream, Request, Wavefronts, 2);
  return Text;
}

TEST(LaneDrawingTest, SectorsShowWhichBytesAreUsed) {
  std::string Text = sectors(request(4, [](unsigned Lane) { return 4 + 4 * int64_t(Lane); }));
  EXPECT_THAT(Text, HasSubstr("0 |....############################| 28 of 32 B used\n"));
  EXPECT_THAT(Text, HasSubstr("4 |####............................| 4 of 32 B used\n"));
  EXPECT_THAT(Text, HasSubstr("  lane      0  1  2"));
}

TEST(LaneDrawingTest, SectorsBeforeTheStartOfTheObject) {
  std::string Text = sectors(request(4, [](unsigned Lane) { return 4 * int64_t(Lane) - 4; }));
  EXPECT_THAT(Text, HasSubstr("0 |............................####| 4 of 32 B used\n"));
}

TEST(LaneDrawingTest, ManySectorsAreCutShort) {
  std::string Text = sectors(request(4, [](unsigned Lane) { return 128 * int64_t(Lane); }));
  EXPECT_THAT(Text, HasSubstr("... and 24 more\n"));
}

TEST(LaneDrawingTest, NothingIsWiderThanAHundredColumns) {
  for (int64_t Stride : {4ll, 1024ll, 1ll << 20, 1ll << 40, -(1ll << 40)}) {
    WarpRequest Request = request(4, [&](unsigned Lane) { return Stride * int64_t(Lane); });
    llvm::SmallVector<llvm::StringRef> Lines;
    std::string Text = sectors(Request) + banks(Request, 1);
    llvm::StringRef(Text).split(Lines, '\n');
    for (llvm::StringRef Line : Lines)
      EXPECT_LE(Line.size(), 100u) << Line.str();
  }
}

TEST(LaneDrawingTest, OneBankForAllLanes) {
  std::string Text = banks(request(4, [](unsigned Lane) { return 128 * int64_t(Lane); }), 32);
  EXPECT_THAT(Text, HasSubstr("w...............................  32 wavefronts\n"));
}

// Words 2 l: the even banks have two words each.
TEST(LaneDrawingTest, StrideOfTwoWords) {
  std::string Text = banks(request(4, [](unsigned Lane) { return 8 * int64_t(Lane); }), 2);
  EXPECT_THAT(Text, HasSubstr("2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.  2 wavefronts\n"));
}

TEST(LaneDrawingTest, EightBytesInTwoPhases) {
  std::string Text = banks(request(8, [](unsigned Lane) { return 8 * int64_t(Lane); }), 2);
  EXPECT_THAT(Text, HasSubstr("lanes 0-15: 1 wavefront\n"));
  EXPECT_THAT(Text, HasSubstr("lanes 16-31: 1 wavefront\n"));
}

// Neighbours agree, and so all lanes are served in one phase.
TEST(LaneDrawingTest, PairsOfLanesInOnePhase) {
  WarpRequest Request = request(8, [](unsigned Lane) { return 8 * int64_t(Lane / 2); });
  EXPECT_THAT(banks(Request, 1), Not(HasSubstr("lanes ")));
}

TEST(LaneDrawingTest, InactiveLanesAreDashes) {
  WarpRequest Request = request(4, [](unsigned Lane) { return 4 * int64_t(Lane); });
  Request.ActiveMask = 1;
  EXPECT_THAT(sectors(Request), HasSubstr("  sector    0  -  -  -"));
}

} // namespace
