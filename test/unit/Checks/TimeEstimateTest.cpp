//===- TimeEstimateTest.cpp - The time that excess takes ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"

#include "cuda-memlint/Checks/TimeEstimate.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

namespace {

class TimeEstimateTest : public testing::Test, public KernelBuilder {
protected:
  /// An array whose columns lanes load, in 13,200 blocks of 32 warps: 422,400 requests of 32
  /// wavefronts, on 132 multiprocessors that serve 1.96 of them in a nanosecond: 52,245 ns, and a
  /// 32nd of that without conflicts, 1,633 ns.
  KernelAnalysis columns(uint64_t Nanoseconds, const char *Device = "NVIDIA H100 80GB HBM3") {
    load(sharedArray("tile", 4, {32, 32}), Tx * 128);
    grid(13200);
    block(32, 32);
    if (Nanoseconds != 0)
      Launch.Time = LaunchTime{Nanoseconds, Device};
    return analyse();
  }

  /// An array that lanes store 32 elements apart, in 13,200 blocks of 32 warps: 422,400 stores of
  /// 32 sectors, of 4 when mended: 1,689,600 sectors, which L2 takes at 100 in a nanosecond, 16,896
  /// ns, and DRAM in pairs at 44.1, 19,156 ns; 31,927 ns with 60 % of that.
  KernelAnalysis stores(uint64_t Nanoseconds) {
    access(AccessKind::Store, global("out"), (Bx * 1024 + Tx) * 32);
    grid(13200);
    block(1024);
    Launch.Time = LaunchTime{Nanoseconds, "NVIDIA H100 80GB HBM3"};
    return analyse();
  }
};

TEST_F(TimeEstimateTest, NothingElseTakesTime) {
  KernelAnalysis Kernel = columns(52244);
  ASSERT_THAT(Kernel.Findings, SizeIs(1));
  // 31 / 32 of the whole, whether anything overlaps or not, if the mended kernel reaches all of
  // the throughput; with 60 % of it, 2,721 ns are left.
  ASSERT_TRUE(Kernel.Findings[0].ExcessTime.has_value());
  EXPECT_NEAR(double(Kernel.Findings[0].ExcessTime->Least), 49523, 10);
  EXPECT_NEAR(double(Kernel.Findings[0].ExcessTime->Most), 50612, 10);
  EXPECT_THAT(notesOf(Kernel.Findings[0]),
              HasSubstr("estimated: the excess takes 49.5 to 50.6 µs of the 52.2 µs of this launch "
                        "on NVIDIA H100 80GB HBM3"));
}

// At most all of it, 50,612 ns. At least what is hidden behind nothing: the rest takes
// (104,490^3 - 52,245^3)^(1/3) = 99,941 ns, and with the 1,633 ns that are left still 99,941.
TEST_F(TimeEstimateTest, TheRestMayHideIt) {
  KernelAnalysis Kernel = columns(104490);
  ASSERT_TRUE(Kernel.Findings[0].ExcessTime.has_value());
  EXPECT_NEAR(double(Kernel.Findings[0].ExcessTime->Least), 104490 - 99941, 10);
  EXPECT_NEAR(double(Kernel.Findings[0].ExcessTime->Most), 50612, 10);
  EXPECT_THAT(notesOf(Kernel.Findings[0]), HasSubstr("takes 4.5 to 50.6 µs of the 104 µs"));
}

// Nothing can take longer than the launch, nor can a launch take no time.
TEST_F(TimeEstimateTest, ShorterThanTheModelHasIt) {
  KernelAnalysis Kernel = columns(10000);
  ASSERT_TRUE(Kernel.Findings[0].ExcessTime.has_value());
  EXPECT_LE(Kernel.Findings[0].ExcessTime->Least, Kernel.Findings[0].ExcessTime->Most);
  EXPECT_LT(Kernel.Findings[0].ExcessTime->Most, 10000u);
}

TEST_F(TimeEstimateTest, LaunchesAreAddedUp) {
  Launch.Count = 100;
  EXPECT_THAT(notesOf(columns(52245).Findings[0]), HasSubstr("; 5 to 5.1 ms of all 100 launches"));
}

// A launch that took 40,000 ns was faster than the model has it: it saves from 8,073 to 23,104 ns.
TEST_F(TimeEstimateTest, MendedStoresNeedTheirTime) {
  KernelAnalysis Kernel = stores(40'000);
  ASSERT_THAT(Kernel.Findings, SizeIs(1));
  ASSERT_TRUE(Kernel.Findings[0].ExcessTime.has_value());
  EXPECT_NEAR(double(Kernel.Findings[0].ExcessTime->Least), 8073, 5);
  EXPECT_NEAR(double(Kernel.Findings[0].ExcessTime->Most), 23104, 5);
}

// A launch shorter than its mended stores contradicts the model: nothing is estimated.
TEST_F(TimeEstimateTest, ContradictedByTheTime) {
  KernelAnalysis Kernel = stores(10'000);
  ASSERT_THAT(Kernel.Findings, SizeIs(1));
  EXPECT_FALSE(Kernel.Findings[0].ExcessTime.has_value());
}

// The launch with the largest ratio is not the one that takes longest.
TEST_F(TimeEstimateTest, AllLaunchesOfARunCount) {
  load(sharedArray("tile", 4, {32, 32}), Tx * 128);
  block(32, 32);
  grid(1);
  Launch.Count = 1;
  LaunchContext Short = Launch, Long = Launch;
  Long.Grid[0] = 13200;
  Long.Time = LaunchTime{52244, "NVIDIA H100 80GB HBM3"};
  Long.Count = 10;
  std::vector<Finding> Findings = analyse({Short, Long}).Findings;
  ASSERT_THAT(Findings, SizeIs(1));
  EXPECT_NEAR(double(Findings[0].RunExcessTime.Most), 506120, 100);
}

TEST_F(TimeEstimateTest, WithoutATimeThereIsNone) {
  KernelAnalysis Kernel = columns(0);
  ASSERT_THAT(Kernel.Findings, SizeIs(1));
  EXPECT_FALSE(Kernel.Findings[0].ExcessTime.has_value());
  EXPECT_THAT(notesOf(Kernel.Findings[0]), Not(HasSubstr("estimated")));
}

TEST_F(TimeEstimateTest, OtherDevicesAreNotMeasured) {
  EXPECT_FALSE(columns(52245, "NVIDIA A100").Findings[0].ExcessTime.has_value());
}

// What an atomic takes has not been measured.
TEST_F(TimeEstimateTest, AtomicsHaveNoRate) {
  access(AccessKind::Atomic, global("out"), (Bx * 1024 + Tx) * 128);
  grid(13200);
  block(1024);
  Launch.Time = LaunchTime{52245, "NVIDIA H100 80GB HBM3"};
  for (const Finding &Item : analyse().Findings)
    EXPECT_FALSE(Item.ExcessTime.has_value());
}

// 422,400 loads of 32 sectors in 32 lines, of 4 in 1 when mended. In the L1 cache: 52,245 ns for
// the lines, 1,633 ns left. From the L2 cache: 13,516,800 lines at 134 in a nanosecond, 100,872 ns,
// and 1,689,600 sectors at 240, 7,040 ns. From DRAM: 13,516,800 granules at 48.4, 279,273 ns, and
// 844,800 granules, 17,455 ns. Of 1,000,000 ns at most 261,818.
TEST_F(TimeEstimateTest, LoadsMayComeFromAnywhere) {
  load(global("in"), (Bx * 1024 + Tx) * 128);
  grid(13200);
  block(1024);
  Launch.Time = LaunchTime{1'000'000, "NVIDIA H100 80GB HBM3"};
  KernelAnalysis Kernel = analyse();
  ASSERT_THAT(Kernel.Findings, SizeIs(1));
  ASSERT_TRUE(Kernel.Findings[0].ExcessTime.has_value());
  EXPECT_NEAR(double(Kernel.Findings[0].ExcessTime->Most), 261818, 50);
  // (10^18 - 52,245^3 + 1,633^3)^(1/3) = 999,952.
  EXPECT_NEAR(double(Kernel.Findings[0].ExcessTime->Least), 48, 2);
}

} // namespace
