//===- OccupancyTest.cpp - Blocks of a multiprocessor, and its memory -----===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Target/Occupancy.h"
#include "cuda-memlint/Target/SharedCapacities.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MemoryBuffer.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace memlint;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;

namespace {

// 65,536 registers in units of 256 for a warp, 64 warps, 32 blocks, 228 KiB (CUDA C++
// Programming Guide).
TEST(Occupancy, TightestLimit) {
  EXPECT_THAT(blocksPerMultiprocessor("sm_90", {256, 32, 0}), Optional(8u));
  EXPECT_THAT(blocksPerMultiprocessor("sm_90", {256, 33, 0}), Optional(6u));
  EXPECT_THAT(blocksPerMultiprocessor("sm_90", {32, 16, 0}), Optional(32u));
  EXPECT_THAT(blocksPerMultiprocessor("sm_90", {1024, 64, 0}), Optional(1u));
  EXPECT_THAT(blocksPerMultiprocessor("sm_90", {128, 32, 48 * 1024}), Optional(4u));
  EXPECT_THAT(blocksPerMultiprocessor("sm_75", {256, 32, 0}), Optional(4u));
  EXPECT_EQ(blocksPerMultiprocessor("sm_90", {1024, 128, 0}), std::nullopt);
  EXPECT_EQ(blocksPerMultiprocessor("sm_52", {256, 32, 0}), std::nullopt);
}

// 228 KiB less what a hint leaves: 64 KiB hold three blocks of 16 KiB and the one that is reserved.
TEST(Occupancy, LessSharedMemory) {
  EXPECT_THAT(blocksPerMultiprocessor("sm_90", {256, 0, 16 * 1024}, 64 * 1024), Optional(3u));
  EXPECT_THAT(blocksPerMultiprocessor("sm_90", {256, 0, 16 * 1024}, 228 * 1024), Optional(8u));
  EXPECT_EQ(blocksPerMultiprocessor("sm_90", {256, 0, 16 * 1024}, 16 * 1024), std::nullopt);
}

const TargetModel &namedTarget(StringRef Name) { return *cantFail(findTarget(Name)); }

// The table "Shared Memory Capacity per Compute Capability" of the CUDA Programming Guide 13.
TEST(SharedCapacities, OfTheGuide) {
  EXPECT_THAT(sharedCapacities(namedTarget("sm_75")), ElementsAre(32, 64));
  for (const char *Name : {"sm_80", "sm_87"})
    EXPECT_THAT(sharedCapacities(namedTarget(Name)), ElementsAre(0, 8, 16, 32, 64, 100, 132, 164));
  for (const char *Name : {"sm_86", "sm_89", "sm_120", "sm_121"})
    EXPECT_THAT(sharedCapacities(namedTarget(Name)), ElementsAre(0, 8, 16, 32, 64, 100));
  for (const char *Name : {"sm_90", "sm_100", "sm_103"})
    EXPECT_THAT(sharedCapacities(namedTarget(Name)),
                ElementsAre(0, 8, 16, 32, 64, 100, 132, 164, 196, 228));
  EXPECT_THAT(sharedCapacities(namedTarget("sm_61")), IsEmpty());
  EXPECT_THAT(sharedCapacities(namedTarget("gfx90a")), IsEmpty());
}

// The guide's examples: 50 % of the 96 KB of 7.0, and of the 100 KB of 12.0, are rounded up to 64.
TEST(SharedCapacities, NextLargerOne) {
  constexpr uint64_t KB = 1024;
  EXPECT_THAT(capacityForHint(namedTarget("sm_70"), 50, 0), Optional(64 * KB));
  EXPECT_THAT(capacityForHint(namedTarget("sm_120"), 50, 0), Optional(64 * KB));
  EXPECT_THAT(capacityForHint(namedTarget("sm_120"), 64, 0), Optional(64 * KB));
  EXPECT_THAT(capacityForHint(namedTarget("sm_120"), 65, 0), Optional(100 * KB));
  EXPECT_THAT(capacityForHint(namedTarget("sm_75"), 0, 0), Optional(32 * KB));
  // What a block needs comes first.
  EXPECT_THAT(capacityForHint(namedTarget("sm_90"), 0, 17 * KB), Optional(32 * KB));
  EXPECT_EQ(capacityForHint(namedTarget("sm_90"), 100, 229 * KB), std::nullopt);
  EXPECT_EQ(capacityForHint(namedTarget("sm_61"), 50, 0), std::nullopt);
}

/// What carveout.cu needs for a block: the beginning of a row.
struct MeasuredBlock {
  StringRef Form;
  uint64_t Threads, Bytes;
};

// Each row of an H200: the most blocks that were on a multiprocessor under a hint. -1 is none.
TEST(SharedCapacities, BlocksUnderHintsOnTheDevice) {
  auto Recorded = MemoryBuffer::getFile(MEMLINT_TEST_DATA_DIR "/hardware/checks/h200_carveout.csv");
  ASSERT_TRUE(bool(Recorded));
  SmallVector<StringRef> Lines;
  (*Recorded)->getBuffer().split(Lines, '\n', -1, /*KeepEmpty=*/false);
  size_t Compared = 0;
  for (const MeasuredBlock &Block : {MeasuredBlock{"16384 B and 256 threads", 256, 16384},
                                     {"8192 B and 128 threads", 128, 8192},
                                     {"40960 B and 128 threads", 128, 40960}})
    for (StringRef Line : Lines) {
      int Hint = 0;
      uint64_t Measured = 0;
      if (!Line.consume_front(Block.Form) || !Line.consume_front(",hint ") ||
          Line.consumeInteger(10, Hint) || !Line.consume_front(",") ||
          Line.getAsInteger(10, Measured))
        continue;
      const TargetModel &Hopper = namedTarget("sm_90");
      std::optional<uint64_t> Capacity = capacityForHint(
          Hopper, Hint < 0 ? 100 : unsigned(Hint), Block.Bytes + Hopper.reservedSharedBytes());
      ASSERT_TRUE(Capacity.has_value());
      EXPECT_THAT(blocksPerMultiprocessor("sm_90", {Block.Threads, 0, Block.Bytes}, *Capacity),
                  Optional(Measured))
          << Block.Form.str() << ", hint " << Hint;
      ++Compared;
    }
  EXPECT_EQ(Compared, 21u);
}

} // namespace
