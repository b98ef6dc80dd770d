//===- TargetModelTest.cpp - Finding rows, and how they are known ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Target/TargetModel.h"
#include "cuda-memlint/Target/LaunchLimits.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::HasSubstr;
using testing::Not;

namespace {

TEST(TargetModelTest, EverySpellingOfOneCapability) {
  for (const char *Name : {"sm_90", "compute_90", "90", "9.0", "sm_90a", "compute_90a", "90a"}) {
    llvm::Expected<const TargetModel *> Target = findTarget(Name);
    ASSERT_TRUE(bool(Target)) << Name << ": " << llvm::toString(Target.takeError());
    EXPECT_EQ((*Target)->name(), "sm_90") << Name;
  }
  llvm::Expected<const TargetModel *> Family = findTarget("sm_120f");
  ASSERT_TRUE(bool(Family)) << llvm::toString(Family.takeError());
  EXPECT_EQ((*Family)->Capability, 120u);
  llvm::Expected<const TargetModel *> Dotted = findTarget("12.1");
  ASSERT_TRUE(bool(Dotted)) << llvm::toString(Dotted.takeError());
  EXPECT_EQ((*Dotted)->Capability, 121u);
}

TEST(TargetModelTest, UnknownNamesAreRefusedInOneLineThatNamesTheKnown) {
  for (const char *Name : {"", "sm_", "sm_99", "sm_90b", "sm_9.0", "9.00", "90.", ".90", "hopper",
                           "sm_-90", "a", "sm_90aa", "99999999999999999999", "sm_ 90"}) {
    llvm::Expected<const TargetModel *> Target = findTarget(Name);
    ASSERT_FALSE(bool(Target)) << Name;
    std::string Message = llvm::toString(Target.takeError());
    EXPECT_THAT(Message, HasSubstr(std::string("'") + Name + "'"));
    EXPECT_THAT(Message, HasSubstr("sm_90, sm_100"));
    EXPECT_THAT(Message, Not(HasSubstr("\n")));
  }
}

TEST(TargetModelTest, RowsRiseAndStateWhereTheyComeFrom) {
  unsigned Before = 0;
  for (const TargetModel &Row : nvidiaTargets()) {
    EXPECT_GT(Row.Capability, Before);
    Before = Row.Capability;
    EXPECT_FALSE(evidenceSource(Row, MemorySpace::Global).empty());
    EXPECT_FALSE(evidenceSource(Row, MemorySpace::Shared).empty());
    EXPECT_FALSE(evidenceSource(Row, MemorySpace::Constant).empty());
    EXPECT_LE(Row.StaticSharedBytes, Row.MaxSharedBytes);
  }
}

TEST(TargetModelTest, LaunchesHaveTheLimitsOfTheirGeneration) {
  using Extents = std::array<uint64_t, 3>;
  for (const TargetModel &Row : nvidiaTargets()) {
    const LaunchLimits &Limits = launchLimits(Row);
    EXPECT_NE(llvm::StringRef(Limits.Source), "") << Row.name();
    EXPECT_EQ(Limits.Block[0], Row.MaxThreadsPerBlock) << Row.name();
    EXPECT_EQ(Limits.Block[2], 64U) << Row.name();
  }
  auto GridOf = [](llvm::StringRef Name) {
    return launchLimits(*llvm::cantFail(findTarget(Name))).Grid;
  };
  EXPECT_EQ(GridOf("sm_13"), (Extents{65535, 65535, 1}));
  EXPECT_EQ(GridOf("sm_21"), (Extents{65535, 65535, 65535}));
  EXPECT_EQ(GridOf("sm_30"), (Extents{2147483647, 65535, 65535}));
}

Evidence evidence(llvm::StringRef Name, MemorySpace Space, AccessKind Kind, unsigned Bytes,
                  RequestForm Form = RequestForm::Plain) {
  llvm::Expected<const TargetModel *> Target = findTarget(Name);
  if (!Target) {
    ADD_FAILURE() << llvm::toString(Target.takeError());
    return Evidence::Unknown;
  }
  return evidenceFor(**Target, Space, Kind, Bytes, Form);
}

// Measured on other hardware is not measured here.
TEST(TargetModelTest, OnlyTheMeasuredCapabilityIsCalledMeasured) {
  for (const TargetModel &Row : nvidiaTargets())
    for (MemorySpace Space : {MemorySpace::Global, MemorySpace::Shared, MemorySpace::Constant})
      for (AccessKind Kind : {AccessKind::Load, AccessKind::Store})
        for (unsigned Bytes : {1, 2, 4, 8, 16})
          if (Row.Capability != 90)
            EXPECT_NE(evidenceFor(Row, Space, Kind, Bytes), Evidence::Measured) << Row.name();
}

TEST(TargetModelTest, EvidenceByKindAndSize) {
  using enum MemorySpace;
  using enum AccessKind;
  EXPECT_EQ(evidence("sm_90", Global, Load, 1), Evidence::Measured);
  EXPECT_EQ(evidence("sm_90", Global, Store, 4), Evidence::Measured);
  EXPECT_EQ(evidence("sm_90", Global, Atomic, 4), Evidence::Measured);
  EXPECT_EQ(evidence("sm_90", Global, Atomic, 2), Evidence::Inferred);
  EXPECT_EQ(evidence("sm_90", Global, AsyncCopy, 16), Evidence::Measured);
  EXPECT_EQ(evidence("sm_90", Global, AsyncCopy, 16, RequestForm::BypassingCopy),
            Evidence::Unknown);
  EXPECT_EQ(evidence("sm_90", Global, Load, 12), Evidence::Unknown);
  EXPECT_EQ(evidence("sm_90", Shared, Load, 16), Evidence::Measured);
  EXPECT_EQ(evidence("sm_90", Shared, Store, 8), Evidence::Measured);
  EXPECT_EQ(evidence("sm_90", Shared, Atomic, 4, RequestForm::NativeAtomic), Evidence::Measured);
  EXPECT_EQ(evidence("sm_80", Shared, Atomic, 4, RequestForm::NativeAtomic), Evidence::Inferred);
  EXPECT_EQ(evidence("sm_30", Shared, Atomic, 4, RequestForm::NativeAtomic), Evidence::Unknown);
  EXPECT_EQ(evidence("sm_90", Shared, Atomic, 8, RequestForm::CompareAndSwap), Evidence::Measured);
  EXPECT_EQ(evidence("sm_90", Shared, Atomic, 4, RequestForm::AtomicLoop), Evidence::Unknown);
  EXPECT_EQ(evidence("sm_90", Shared, Load, 16, RequestForm::MatrixRows), Evidence::Measured);
  EXPECT_EQ(evidence("sm_90", Shared, AsyncCopy, 16), Evidence::Unknown);
  EXPECT_EQ(evidence("sm_90", Constant, Load, 8), Evidence::Measured);
  EXPECT_EQ(evidence("sm_90", Constant, Load, 16), Evidence::Inferred);
  EXPECT_EQ(evidence("sm_90", Constant, Store, 4), Evidence::Unknown);
  EXPECT_EQ(evidence("sm_90", Local, Load, 4), Evidence::Unknown);
  EXPECT_EQ(evidence("sm_90", Generic, Load, 4), Evidence::Unknown);
  EXPECT_EQ(evidence("sm_80", Global, Load, 4), Evidence::Documented);
  EXPECT_EQ(evidence("sm_80", Shared, Load, 4), Evidence::Documented);
  EXPECT_EQ(evidence("sm_80", Shared, Load, 16), Evidence::Inferred);
  EXPECT_EQ(evidence("sm_20", Shared, Load, 8), Evidence::Documented);
  EXPECT_EQ(evidence("sm_20", Shared, Load, 16), Evidence::Inferred);
  EXPECT_EQ(evidence("sm_20", Global, Store, 4), Evidence::Inferred);
  EXPECT_EQ(evidence("sm_10", Shared, Load, 4), Evidence::Inferred);
}

} // namespace
