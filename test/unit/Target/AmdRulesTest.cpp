//===- AmdRulesTest.cpp - Rules of AMD's processors -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Requests worked out by hand from AMD's documents, in cache lines and cycles of banks. Which
/// documents these are is in lib/Target/AmdTargets.cpp.
///
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Target/RequestCost.h"
#include "gtest/gtest.h"

#include <bit>
#include <random>

using namespace memlint;

namespace {

const TargetModel &processor(llvm::StringRef Name) { return *llvm::cantFail(findTarget(Name)); }

WarpRequest lanesApart(llvm::StringRef Name, unsigned Bytes, int64_t Stride, int64_t Start = 0,
                       AccessKind Kind = AccessKind::Load) {
  unsigned Lanes = processor(Name).Shape.WarpLanes;
  WarpRequest Request{Kind, RequestForm::Plain, Bytes, allLanes(Lanes), {}};
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    Request.ByteOffset[Lane] = Start + Lane * Stride;
  return Request;
}

RequestCost lines(llvm::StringRef Name, const WarpRequest &Request) {
  return globalCost(processor(Name), Request);
}

RequestCost cycles(llvm::StringRef Name, const WarpRequest &Request) {
  return sharedCost(processor(Name), Request);
}

RequestCost costs(unsigned Cost, unsigned Ideal) { return {Cost, Ideal}; }

// The slides' example: 16 ints from 0x1232, on a bus of 32 bytes. The first lies in 0x1220 to
// 0x123f, the last, at 0x1232 + 15 * 4 = 0x126e, ends in 0x1260 to 0x127f: three accesses, where
// two would do for 64 aligned bytes.
TEST(AmdRulesTest, SixteenIntsOnABusOf32Bytes) {
  WarpRequest Request = lanesApart("cypress", 4, 4, /*Start=*/0x1232);
  Request.ActiveMask = allLanes(16);
  EXPECT_EQ(lines("cypress", Request), costs(3, 2));
  Request = lanesApart("cypress", 4, 4, /*Start=*/0x1220);
  Request.ActiveMask = allLanes(16);
  EXPECT_EQ(lines("cypress", Request), costs(2, 2));
}

// Each quarter of the wavefront by itself: all 64 lanes at one address take four accesses, and
// lanes that come back to the units of another quarter ask for them again.
TEST(AmdRulesTest, QuartersAreNotCombined) {
  EXPECT_EQ(lines("cypress", lanesApart("cypress", 4, 0)).Cost, 4u);
  // 64 lanes of 4 bytes in a row: 2 units of 32 bytes for each 16 lanes.
  EXPECT_EQ(lines("cypress", lanesApart("cypress", 4, 4)), costs(8, 8));
  // Lane l of each quarter at 4 * l: the same 64 bytes four times, 2 units each.
  WarpRequest Again = lanesApart("cypress", 4, 4);
  for (unsigned Lane = 0; Lane != 64; ++Lane)
    Again.ByteOffset[Lane] = 4 * (Lane % 16);
  EXPECT_EQ(lines("cypress", Again).Cost, 8u);
  EXPECT_EQ(lines("gfx900", Again).Cost, 1u);
}

// 64 lanes of 4 bytes are 256 bytes: 4 lines of 64, 2 of 128. 32 lanes are 128 bytes: 1 of 128.
TEST(AmdRulesTest, ConsecutiveLanes) {
  for (const char *Name : {"gfx900", "gfx906", "gfx908"})
    EXPECT_EQ(lines(Name, lanesApart(Name, 4, 4)), costs(4, 4)) << Name;
  for (const char *Name : {"gfx90a", "gfx942", "gfx950"})
    EXPECT_EQ(lines(Name, lanesApart(Name, 4, 4)), costs(2, 2)) << Name;
  for (const char *Name : {"gfx1030", "gfx1100", "gfx1200"})
    EXPECT_EQ(lines(Name, lanesApart(Name, 4, 4)), costs(1, 1)) << Name;
}

TEST(AmdRulesTest, StridesAndStarts) {
  // Every other int: 512 bytes, of which 256 are wanted.
  EXPECT_EQ(lines("gfx90a", lanesApart("gfx90a", 4, 8)), costs(4, 2));
  EXPECT_EQ(lines("gfx906", lanesApart("gfx906", 4, 8)), costs(8, 4));
  EXPECT_EQ(lines("gfx1030", lanesApart("gfx1030", 4, 8)), costs(2, 1));
  // 4 bytes past a line: one line more.
  EXPECT_EQ(lines("gfx90a", lanesApart("gfx90a", 4, 4, /*Start=*/4)), costs(3, 2));
  EXPECT_EQ(lines("gfx1030", lanesApart("gfx1030", 4, 4, /*Start=*/4)), costs(2, 1));
  // 64 bytes past one: 64 + 128 + 64 bytes of three lines of 128, but four whole lines of 64.
  EXPECT_EQ(lines("gfx90a", lanesApart("gfx90a", 4, 4, /*Start=*/64)), costs(3, 2));
  EXPECT_EQ(lines("gfx908", lanesApart("gfx908", 4, 4, /*Start=*/64)), costs(4, 4));
  // A column of floats, rows of 1024 bytes: a line for each lane.
  EXPECT_EQ(lines("gfx90a", lanesApart("gfx90a", 4, 1024)), costs(64, 2));
  EXPECT_EQ(lines("gfx1100", lanesApart("gfx1100", 4, 1024)), costs(32, 1));
  // 16 bytes each: 1024 bytes, 16 lines of 64 or 8 of 128.
  EXPECT_EQ(lines("gfx900", lanesApart("gfx900", 16, 16)), costs(16, 16));
  EXPECT_EQ(lines("gfx942", lanesApart("gfx942", 16, 16)), costs(8, 8));
}

// 32 banks serve 32 lanes of 4 bytes at a time: two groups in a wavefront of 64, one in one of 32.
TEST(AmdRulesTest, HalvesOfAWavefrontFill32Banks) {
  EXPECT_EQ(cycles("gfx90a", lanesApart("gfx90a", 4, 4)), costs(2, 2));
  EXPECT_EQ(cycles("gfx1030", lanesApart("gfx1030", 4, 4)), costs(1, 1));
  // Every other word: words 0, 2, ..., 62 of a half are in 16 banks, two in each.
  EXPECT_EQ(cycles("gfx90a", lanesApart("gfx90a", 4, 8)), costs(4, 2));
  EXPECT_EQ(cycles("gfx1030", lanesApart("gfx1030", 4, 8)), costs(2, 1));
  // One word for all: broadcast in each half.
  EXPECT_EQ(cycles("gfx908", lanesApart("gfx908", 4, 0)), costs(2, 2));
  // Bytes: 32 of them in 8 words of 8 banks.
  EXPECT_EQ(cycles("gfx908", lanesApart("gfx908", 1, 1)), costs(2, 2));
  // Evergreen, too, looks at half a wavefront.
  EXPECT_EQ(cycles("cypress", lanesApart("cypress", 4, 8)), costs(4, 2));
}

// float tile[64][64], read by column: lane l wants word 64 * l. Of 32 banks and of 64, that is bank
// 0 for all. In tile[64][65] it is word 65 * l: bank l mod 32, or l mod 64.
TEST(AmdRulesTest, PaddedRows) {
  EXPECT_EQ(cycles("gfx90a", lanesApart("gfx90a", 4, 64 * 4)), costs(32 + 32, 2));
  EXPECT_EQ(cycles("gfx90a", lanesApart("gfx90a", 4, 65 * 4)), costs(2, 2));
  EXPECT_EQ(bankConflictDegree(processor("gfx90a"), lanesApart("gfx90a", 4, 64 * 4)), 32u);
  // 64 banks serve all 64 lanes of a load together.
  EXPECT_EQ(cycles("gfx950", lanesApart("gfx950", 4, 64 * 4)), costs(64, 1));
  EXPECT_EQ(cycles("gfx950", lanesApart("gfx950", 4, 65 * 4)), costs(1, 1));
  EXPECT_EQ(bankConflictDegree(processor("gfx950"), lanesApart("gfx950", 4, 64 * 4)), 64u);
  // Rows of 32 words: 32 banks see one, 64 banks see two, each for half of the lanes.
  EXPECT_EQ(cycles("gfx942", lanesApart("gfx942", 4, 32 * 4)).Cost, 64u);
  EXPECT_EQ(cycles("gfx950", lanesApart("gfx950", 4, 32 * 4)).Cost, 32u);
  // Stores of gfx950 go to 32 banks.
  WarpRequest Store = lanesApart("gfx950", 4, 64 * 4, 0, AccessKind::Store);
  EXPECT_EQ(cycles("gfx950", Store), costs(32 + 32, 2));
  Store = lanesApart("gfx950", 4, 65 * 4, 0, AccessKind::Store);
  EXPECT_EQ(cycles("gfx950", Store), costs(2, 2));
}

// 8 bytes: 16 lanes fill 32 banks, 32 lanes fill 64.
TEST(AmdRulesTest, EightBytes) {
  EXPECT_EQ(cycles("gfx90a", lanesApart("gfx90a", 8, 8)), costs(4, 4));
  EXPECT_EQ(cycles("gfx1100", lanesApart("gfx1100", 8, 8)), costs(2, 2));
  EXPECT_EQ(cycles("gfx950", lanesApart("gfx950", 8, 8)), costs(2, 2));
  EXPECT_EQ(cycles("gfx950", lanesApart("gfx950", 8, 8, 0, AccessKind::Store)), costs(4, 4));
  // 16 bytes apart: words 4 * l and 4 * l + 1, so lanes 8 apart share banks.
  EXPECT_EQ(cycles("gfx90a", lanesApart("gfx90a", 8, 16)), costs(8, 4));
}

/// 16-byte loads in which lanes \p One and \p Other want different words of the same banks, and
/// all others the words that lane \p One wants.
RequestCost pairOf(llvm::StringRef Name, unsigned One, unsigned Other, AccessKind Kind) {
  WarpRequest Request = lanesApart(Name, 16, 0, 0, Kind);
  Request.ActiveMask = LaneMask(1) << One | LaneMask(1) << Other;
  Request.ByteOffset[Other] = 64 * 4;
  return cycles(Name, Request);
}

// Composable Kernel: loads of 16 bytes are free of conflicts if the lanes 0:3+20:23, 4:7+16:19,
// 8:11+28:31, 12:15+24:27 are, and the same from 32 on; stores, if 0:7, 8:15 and so on are.
TEST(AmdRulesTest, LaneGroupsOf16Bytes) {
  for (const char *Name : {"gfx900", "gfx906", "gfx908", "gfx90a", "gfx942"}) {
    EXPECT_EQ(cycles(Name, lanesApart(Name, 16, 16)), costs(8, 8)) << Name;
    auto Load = [&](unsigned One, unsigned Other) {
      return pairOf(Name, One, Other, AccessKind::Load);
    };
    auto Store = [&](unsigned One, unsigned Other) {
      return pairOf(Name, One, Other, AccessKind::Store);
    };
    // In one group: two cycles, where one would do. In two: one each.
    EXPECT_EQ(Load(0, 20), costs(2, 1)) << Name;
    EXPECT_EQ(Load(0, 4), costs(2, 2)) << Name;
    EXPECT_EQ(Load(7, 19), costs(2, 1)) << Name;
    EXPECT_EQ(Load(8, 31), costs(2, 1)) << Name;
    EXPECT_EQ(Load(12, 24), costs(2, 1)) << Name;
    EXPECT_EQ(Load(12, 28), costs(2, 2)) << Name;
    EXPECT_EQ(Load(32, 52), costs(2, 1)) << Name;
    EXPECT_EQ(Load(0, 52), costs(2, 2)) << Name;
    EXPECT_EQ(Store(0, 7), costs(2, 1)) << Name;
    EXPECT_EQ(Store(0, 20), costs(2, 2)) << Name;
    EXPECT_EQ(Store(56, 63), costs(2, 1)) << Name;
  }
  // With 64 banks, 0:3+12:15+20:27 and 4:11+16:19+28:31.
  EXPECT_EQ(cycles("gfx950", lanesApart("gfx950", 16, 16)), costs(4, 4));
  EXPECT_EQ(pairOf("gfx950", 0, 12, AccessKind::Load), costs(2, 1));
  EXPECT_EQ(pairOf("gfx950", 0, 27, AccessKind::Load), costs(2, 1));
  EXPECT_EQ(pairOf("gfx950", 0, 28, AccessKind::Load), costs(2, 2));
  EXPECT_EQ(pairOf("gfx950", 4, 28, AccessKind::Load), costs(2, 1));
  EXPECT_EQ(pairOf("gfx950", 0, 7, AccessKind::Store), costs(2, 1));
  EXPECT_EQ(pairOf("gfx950", 0, 8, AccessKind::Store), costs(2, 2));
}

// RDNA3 has the groups of CDNA, RDNA4 has 0:7, 8:15 and so on (published measurements). Each lane's
// row of 256 bytes: 8 lanes of each group want 8 rows of one bank.
TEST(AmdRulesTest, LaneGroupsOf16BytesOfRdna) {
  for (const char *Name : {"gfx1010", "gfx1030", "gfx1100", "gfx1201"}) {
    EXPECT_EQ(cycles(Name, lanesApart(Name, 16, 16)), costs(4, 4)) << Name;
    EXPECT_EQ(cycles(Name, lanesApart(Name, 16, 64 * 4)), costs(8 + 8 + 8 + 8, 4)) << Name;
    // Rows of 68 words: lane l begins in bank 4 * l mod 32, so 8 consecutive lanes fill the banks,
    // and so do 0:3 with 20:23 = 16 + 4:7.
    EXPECT_EQ(cycles(Name, lanesApart(Name, 16, 68 * 4)), costs(4, 4)) << Name;
    EXPECT_EQ(pairOf(Name, 0, 7, AccessKind::Store), costs(2, 1)) << Name;
    EXPECT_EQ(pairOf(Name, 0, 20, AccessKind::Store), costs(2, 2)) << Name;
  }
  EXPECT_EQ(pairOf("gfx1100", 0, 20, AccessKind::Load), costs(2, 1));
  EXPECT_EQ(pairOf("gfx1100", 0, 4, AccessKind::Load), costs(2, 2));
  EXPECT_EQ(pairOf("gfx1201", 0, 4, AccessKind::Load), costs(2, 1));
  EXPECT_EQ(pairOf("gfx1201", 0, 20, AccessKind::Load), costs(2, 2));
  // Which of the two RDNA and RDNA2 have is not known: lanes that only one of them serves together
  // do not conflict, lanes that both serve together do.
  EXPECT_EQ(pairOf("gfx1030", 0, 20, AccessKind::Load), costs(2, 2));
  EXPECT_EQ(pairOf("gfx1030", 0, 4, AccessKind::Load), costs(2, 2));
  EXPECT_EQ(pairOf("gfx1030", 0, 3, AccessKind::Load), costs(2, 1));
}

// The groups are a partition of the lanes: each lane by itself takes one cycle.
TEST(AmdRulesTest, EachLaneIsInAGroup) {
  for (const TargetModel &Row : amdTargets())
    for (unsigned Bytes : {1, 2, 4, 8, 16})
      for (unsigned Lane = 0; Lane != Row.Shape.WarpLanes; ++Lane) {
        if (evidenceFor(Row, MemorySpace::Shared, AccessKind::Load, Bytes) == Evidence::Unknown)
          continue;
        WarpRequest Request = lanesApart(Row.Processor, Bytes, Bytes);
        Request.ActiveMask = LaneMask(1) << Lane;
        EXPECT_EQ(sharedCost(Row, Request), costs(1, 1)) << Row.Processor << " lane " << Lane;
      }
}

TEST(AmdRulesTest, WhatHasNoSourceHasNoCost) {
  using enum Evidence;
  auto Evidence = [](llvm::StringRef Name, MemorySpace Space, AccessKind Kind, unsigned Bytes,
                     RequestForm Form = RequestForm::Plain) {
    return evidenceFor(processor(Name), Space, Kind, Bytes, Form);
  };
  EXPECT_EQ(Evidence("gfx90a", MemorySpace::Global, AccessKind::Load, 4), Documented);
  EXPECT_EQ(Evidence("gfx1030", MemorySpace::Global, AccessKind::Load, 4), Inferred);
  EXPECT_EQ(Evidence("gfx90a", MemorySpace::Shared, AccessKind::Load, 16), Documented);
  EXPECT_EQ(Evidence("gfx90a", MemorySpace::Shared, AccessKind::Load, 8), Inferred);
  EXPECT_EQ(Evidence("gfx1030", MemorySpace::Shared, AccessKind::Load, 16), Inferred);
  EXPECT_EQ(Evidence("cypress", MemorySpace::Shared, AccessKind::Load, 16), Unknown);
  EXPECT_EQ(Evidence("gfx942", MemorySpace::Constant, AccessKind::Load, 4), Unknown);
  EXPECT_EQ(Evidence("gfx942", MemorySpace::Global, AccessKind::Atomic, 4), Unknown);
  EXPECT_EQ(
      Evidence("gfx942", MemorySpace::Shared, AccessKind::Atomic, 4, RequestForm::NativeAtomic),
      Unknown);
  WarpRequest Request = lanesApart("gfx942", 4, 4);
  EXPECT_FALSE(cost(processor("gfx942"), MemorySpace::Constant, Request));
  Request.Kind = AccessKind::Atomic;
  EXPECT_FALSE(cost(processor("gfx942"), MemorySpace::Global, Request));
  EXPECT_FALSE(cost(processor("cypress"), MemorySpace::Shared, lanesApart("cypress", 16, 16)));
}

TEST(AmdRulesTest, NoneIsMeasured) {
  for (const TargetModel &Row : amdTargets())
    for (MemorySpace Space : {MemorySpace::Global, MemorySpace::Shared, MemorySpace::Constant})
      for (unsigned Bytes : {1, 2, 4, 8, 16})
        EXPECT_NE(evidenceFor(Row, Space, AccessKind::Load, Bytes), Evidence::Measured);
}

// No request is cheaper than its ideal, nor dearer than a unit per lane and straddled boundary.
TEST(AmdRulesTest, CostsAreWithinBounds) {
  std::mt19937 Random(7);
  for (const TargetModel &Row : amdTargets())
    for (unsigned Round = 0; Round != 500; ++Round) {
      unsigned Bytes = 1u << Random() % 5, Spread = 1 + Random() % 400;
      WarpRequest Request = lanesApart(Row.Processor, Bytes, 0);
      Request.Kind = Random() % 2 ? AccessKind::Load : AccessKind::Store;
      Request.ActiveMask &= LaneMask(Random()) << 32 | Random();
      for (int64_t &Offset : Request.ByteOffset)
        Offset = int64_t(Random() % Spread) * Bytes;
      unsigned Lanes = unsigned(std::popcount(Request.ActiveMask));
      for (MemorySpace Space : {MemorySpace::Global, MemorySpace::Shared})
        if (std::optional<RequestCost> Found = cost(Row, Space, Request)) {
          EXPECT_LE(Found->Ideal, Found->Cost);
          EXPECT_LE(Found->Cost, Lanes);
          EXPECT_EQ(Found->Cost == 0, Lanes == 0);
        }
    }
}

TEST(AmdRulesTest, NamesAreFoundAndListed) {
  for (const TargetModel &Row : amdTargets()) {
    EXPECT_EQ(&processor(Row.Processor), &Row);
    EXPECT_EQ(Row.name(), Row.Processor);
    EXPECT_TRUE(Row.Shape.IsAmd);
  }
  EXPECT_EQ(processor("gfx90a:sramecc+:xnack-").name(), "gfx90a");
  for (const char *Name : {"gfx", "gfx90", "GFX90A", "gfx90a+"}) {
    llvm::Expected<const TargetModel *> Target = findTarget(Name);
    ASSERT_FALSE(bool(Target)) << Name;
    EXPECT_NE(llvm::toString(Target.takeError()).find("gfx90a"), std::string::npos);
  }
}

} // namespace
