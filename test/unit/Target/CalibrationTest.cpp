//===- CalibrationTest.cpp - The cost functions against hardware ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every request that was measured on one NVIDIA H200 (test/hardware/README.md)
/// must cost on sm_90 what the hardware counted.
///
//===----------------------------------------------------------------------===//

#include "CalibrationRows.h"
#include "cuda-memlint/Target/RequestCost.h"

using namespace memlint;

namespace {

TEST(CalibrationTest, EveryGlobalRowIsReproduced) {
  auto Rows = readMeasuredRequests("calibration/h200_global_sectors.csv", "sectors");
  EXPECT_EQ(Rows.size(), 1260u);
  for (const MeasuredRequest &Row : Rows)
    EXPECT_EQ(globalCost(defaultTarget(), Row.Request).Cost, Row.Counted) << Row.Text;
}

TEST(CalibrationTest, EverySharedRowIsReproduced) {
  auto Rows = readMeasuredRequests("calibration/h200_shared_wavefronts.csv", "wavefronts");
  EXPECT_EQ(Rows.size(), 2272u);
  for (const MeasuredRequest &Row : Rows)
    EXPECT_EQ(sharedCost(defaultTarget(), Row.Request).Cost, Row.Counted) << Row.Text;
}

TEST(CalibrationTest, EveryFurtherSizeIsReproduced) {
  auto Loads = readMeasuredRequests("measure/h200_global_narrow_load_sectors.csv", "sectors");
  EXPECT_EQ(Loads.size(), 210u);
  auto Stores = readMeasuredRequests("measure/h200_global_store_sectors.csv", "sectors");
  EXPECT_EQ(Stores.size(), 840u);
  for (const auto *Rows : {&Loads, &Stores})
    for (const MeasuredRequest &Row : *Rows)
      EXPECT_EQ(globalCost(defaultTarget(), Row.Request).Cost, Row.Counted) << Row.Text;
  auto Shared = readMeasuredRequests("measure/h200_shared_store_wavefronts.csv", "wavefronts");
  EXPECT_EQ(Shared.size(), 190u);
  for (const MeasuredRequest &Row : Shared)
    EXPECT_EQ(sharedCost(defaultTarget(), Row.Request).Cost, Row.Counted) << Row.Text;
}

TEST(CalibrationTest, EveryAtomicIsReproduced) {
  auto Global = readMeasuredRequests("measure/h200_global_atomic_sectors.csv", "sectors");
  EXPECT_EQ(Global.size(), 270u);
  for (const MeasuredRequest &Row : Global)
    EXPECT_EQ(globalCost(defaultTarget(), Row.Request).Cost, Row.Counted) << Row.Text;
  auto First = readMeasuredRequests("measure/h200_shared_atomic_wavefronts.csv", "wavefronts");
  EXPECT_EQ(First.size(), 94u);
  auto Further =
      readMeasuredRequests("measure/h200_shared_further_atomic_wavefronts.csv", "wavefronts");
  EXPECT_EQ(Further.size(), 324u);
  auto Increments =
      readMeasuredRequests("measure/h200_shared_increment_wavefronts.csv", "wavefronts");
  EXPECT_EQ(Increments.size(), 323u);
  for (const auto *Rows : {&First, &Further, &Increments})
    for (const MeasuredRequest &Row : *Rows)
      EXPECT_EQ(sharedCost(defaultTarget(), Row.Request).Cost, Row.Counted) << Row.Text;
}

TEST(CalibrationTest, EveryMatrixRequestIsReproduced) {
  auto Rows = readMeasuredRequests("measure/h200_shared_matrix_wavefronts.csv", "wavefronts");
  EXPECT_EQ(Rows.size(), 452u);
  for (const MeasuredRequest &Row : Rows)
    EXPECT_EQ(sharedCost(defaultTarget(), Row.Request).Cost, Row.Counted) << Row.Text;
}

TEST(CalibrationTest, TheGlobalSideOfEveryCopyIsReproduced) {
  auto Rows = readMeasuredRequests("measure/h200_async_copy.csv", "sectors");
  EXPECT_EQ(Rows.size(), 468u);
  for (const MeasuredRequest &Row : Rows)
    EXPECT_EQ(globalCost(defaultTarget(), Row.Request).Cost, Row.Counted) << Row.Text;
}

// The profiler's ideal beside its count, where a file has both.
TEST(CalibrationTest, EveryMeasuredIdealIsReproduced) {
  for (const char *File : {"measure/h200_global_atomic_sectors.csv", "measure/h200_async_copy.csv"})
    for (const MeasuredRequest &Row : readMeasuredRequests(File, "sectors_ideal"))
      EXPECT_EQ(globalCost(defaultTarget(), Row.Request).Ideal, Row.Counted) << Row.Text;
  for (const char *File : {"measure/h200_shared_further_atomic_wavefronts.csv",
                           "measure/h200_shared_increment_wavefronts.csv",
                           "measure/h200_shared_matrix_wavefronts.csv"})
    for (const MeasuredRequest &Row : readMeasuredRequests(File, "wavefronts_ideal"))
      EXPECT_EQ(sharedCost(defaultTarget(), Row.Request).Ideal, Row.Counted) << Row.Text;
}

// What the table calls measured is what the files hold, no more and no less.
TEST(CalibrationTest, MeasuredSizesAreThoseOfTheFiles) {
  auto SizesIn = [](std::initializer_list<llvm::StringRef> Files, llvm::StringRef Column,
                    AccessKind Kind, RequestForm Form = RequestForm::Plain) {
    unsigned Sizes = 0;
    for (llvm::StringRef File : Files)
      for (const MeasuredRequest &Row : readMeasuredRequests(File, Column))
        if (Row.Request.Kind == Kind && Row.Request.Form == Form)
          Sizes |= Row.Request.BytesPerLane;
    return Sizes;
  };
  const MeasuredSizes &Measured = defaultTarget().Measured;
  auto Global = {llvm::StringRef("calibration/h200_global_sectors.csv"),
                 llvm::StringRef("measure/h200_global_narrow_load_sectors.csv"),
                 llvm::StringRef("measure/h200_global_store_sectors.csv")};
  auto Shared = {llvm::StringRef("calibration/h200_shared_wavefronts.csv"),
                 llvm::StringRef("measure/h200_shared_store_wavefronts.csv")};
  auto Constant = {llvm::StringRef("constant/h200_constant_patterns.csv")};
  EXPECT_EQ(Measured.GlobalLoad, SizesIn(Global, "sectors", AccessKind::Load));
  EXPECT_EQ(Measured.GlobalStore, SizesIn(Global, "sectors", AccessKind::Store));
  EXPECT_EQ(Measured.SharedLoad, SizesIn(Shared, "wavefronts", AccessKind::Load));
  EXPECT_EQ(Measured.SharedStore, SizesIn(Shared, "wavefronts", AccessKind::Store));
  EXPECT_EQ(Measured.ConstantLoad, SizesIn(Constant, "replays", AccessKind::Load));
  EXPECT_EQ(Measured.GlobalAtomic, SizesIn({"measure/h200_global_atomic_sectors.csv"}, "sectors",
                                           AccessKind::Atomic, RequestForm::NativeAtomic));
  EXPECT_EQ(Measured.GlobalAsyncCopy,
            SizesIn({"measure/h200_async_copy.csv"}, "sectors", AccessKind::AsyncCopy));
  auto Atomics = {llvm::StringRef("measure/h200_shared_further_atomic_wavefronts.csv")};
  EXPECT_EQ(Measured.SharedNativeAtomic,
            SizesIn(Atomics, "wavefronts", AccessKind::Atomic, RequestForm::NativeAtomic));
  EXPECT_EQ(Measured.SharedIncrement,
            SizesIn({"measure/h200_shared_increment_wavefronts.csv"}, "wavefronts",
                    AccessKind::Atomic, RequestForm::Increment));
  EXPECT_EQ(Measured.SharedCompareAndSwap,
            SizesIn(Atomics, "wavefronts", AccessKind::Atomic, RequestForm::CompareAndSwap));
  EXPECT_EQ(Measured.SharedMatrixRows,
            SizesIn({"measure/h200_shared_matrix_wavefronts.csv"}, "wavefronts", AccessKind::Load,
                    RequestForm::MatrixRows));
}

WarpRequest strided(AccessKind Kind, unsigned Bytes, int64_t Stride, uint32_t Mask = ~0u) {
  WarpRequest Request{Kind, RequestForm::Plain, Bytes, Mask, {}};
  for (unsigned Lane = 0; Lane != NvidiaWarpLanes; ++Lane)
    Request.ByteOffset[Lane] = Lane * Stride;
  return Request;
}

// The four requests whose ideal was read off a profiler beside their cost.
TEST(CalibrationTest, IdealsThatWereMeasured) {
  constexpr uint32_t OddLanes = 0xaaaaaaaa;
  EXPECT_EQ(globalCost(defaultTarget(), strided(AccessKind::Load, 4, 0)), (RequestCost{1, 1}));
  EXPECT_EQ(globalCost(defaultTarget(), strided(AccessKind::Load, 4, 4, OddLanes)),
            (RequestCost{4, 2}));
  EXPECT_EQ(sharedCost(defaultTarget(), strided(AccessKind::Load, 16, 0)), (RequestCost{2, 2}));
  EXPECT_EQ(sharedCost(defaultTarget(), strided(AccessKind::Load, 16, 16, OddLanes)),
            (RequestCost{4, 2}));
}

} // namespace
