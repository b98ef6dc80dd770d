//===- LaunchBoundTest.cpp - What limits a launch -------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"

#include "cuda-memlint/Checks/CompiledCosts.h"
#include "cuda-memlint/Checks/LaunchBound.h"

#include "gtest/gtest.h"

using namespace memlint;

namespace {

class LaunchBoundTest : public testing::Test, public KernelBuilder {
protected:
  std::string boundOf(const char *Target = "sm_90") {
    KernelAnalysis Kernel = analyse();
    std::optional<LaunchBound> Bound = findBound(
        CompiledCosts(&Context, Kernel, *llvm::cantFail(findTarget(Target))), Kernel, 0, Target);
    return Bound ? describe(*Bound) : "";
  }

  /// 13,200 blocks of 32 warps that load a column: 422,400 requests of 32 wavefronts, on 132
  /// multiprocessors that serve 1.96 in a nanosecond: 52,245 ns.
  void loadColumns() {
    load(sharedArray("tile", 4, {32, 32}), Tx * 128);
    grid(13200);
    block(32, 32);
  }

  /// As many warps whose lanes store into a line each: 13,516,800 lines, which L2 takes at 64 in a
  /// nanosecond, 211,200 ns, and DRAM, as each sector is filled in part, at 22 pairs of sectors,
  /// 614,400 ns.
  void storeLines() {
    access(AccessKind::Store, global("out"), (Bx * 1024 + Tx) * 128);
    grid(13200);
    block(1024);
  }
};

TEST_F(LaunchBoundTest, SharedMemory) {
  loadColumns();
  EXPECT_EQ(boundOf(), "bound by shared memory (52.2 µs on H100)");
}

TEST_F(LaunchBoundTest, CachesMayHelp) {
  storeLines();
  EXPECT_EQ(boundOf(), "bound by DRAM (614 µs on H100) or, if caches help, the L2 cache (211 µs)");
}

// Eight wavefronts on one multiprocessor take 4 ns.
TEST_F(LaunchBoundTest, ShorterThanALaunch) {
  load(sharedArray("tile", 4, {32, 32}), Tx * 4);
  grid(1);
  block(256);
  EXPECT_EQ(boundOf(),
            "bound by latency: shared memory takes 4 ns on H100, an empty launch 800 ns");
}

// 52,245 ns are 50 % of one launch and 70 % of the other.
TEST_F(LaunchBoundTest, ShorterThanTheLaunchWas) {
  loadColumns();
  Launch.Time = LaunchTime{104490, "NVIDIA H200"};
  EXPECT_EQ(boundOf(), "bound by latency or arithmetic: shared memory takes 52.2 µs on H200, the "
                       "launch 104 µs");
}

TEST_F(LaunchBoundTest, MostOfTheLaunch) {
  loadColumns();
  Launch.Time = LaunchTime{74636, "NVIDIA H200"};
  EXPECT_EQ(boundOf(), "bound by shared memory (52.2 µs on H200)");
}

// 13,200 * 1,024 threads with 1,000 operations of single precision: at 507.6 in a nanosecond on
// each of 132 multiprocessors 201,733 ns.
TEST_F(LaunchBoundTest, Arithmetic) {
  loadColumns();
  Kernel.Work.push_back({{}, {}, 1000, 0});
  EXPECT_EQ(boundOf(), "bound by arithmetic (202 µs on H100)");
}

// Those of double precision take twice as long, and use units of their own.
TEST_F(LaunchBoundTest, DoublePrecision) {
  loadColumns();
  Kernel.Work.push_back({{}, {}, 1000, 1000});
  EXPECT_EQ(boundOf(), "bound by arithmetic (403 µs on H100)");
}

// 1,500 operations take 302,600 ns: less than DRAM without caches, more than L2 with them.
TEST_F(LaunchBoundTest, ArithmeticIfCachesHelp) {
  storeLines();
  Kernel.Work.push_back({{}, {}, 1500, 0});
  EXPECT_EQ(boundOf(), "bound by DRAM (614 µs on H100) or, if caches help, arithmetic (303 µs)");
}

TEST_F(LaunchBoundTest, SomeArithmeticIsNotKnown) {
  loadColumns();
  Kernel.HasOtherWork = true;
  EXPECT_EQ(boundOf(), "bound by shared memory (52.2 µs on H100), unless by arithmetic");
  // What is known is enough.
  Kernel.Work.push_back({{}, {}, 1000, 0});
  EXPECT_EQ(boundOf(), "bound by arithmetic (202 µs on H100)");
}

// Half of the threads of each block.
TEST_F(LaunchBoundTest, ArithmeticUnderACondition) {
  loadColumns();
  Kernel.Work.push_back({{(Ty < 16).Node}, {}, 1000, 0});
  EXPECT_EQ(boundOf(), "bound by arithmetic (101 µs on H100)");
}

TEST_F(LaunchBoundTest, OtherDevicesAreNotMeasured) {
  loadColumns();
  EXPECT_EQ(boundOf("sm_80"), "");
}

TEST_F(LaunchBoundTest, AnAccessWithoutATotal) {
  loadColumns();
  access(AccessKind::Atomic, global("count"), Tx * 4);
  EXPECT_EQ(boundOf(), "");
}

TEST_F(LaunchBoundTest, AnUnknownGrid) {
  load(sharedArray("tile", 4, {32, 32}), Tx * 128);
  block(32, 32);
  EXPECT_EQ(boundOf(), "");
}

} // namespace
