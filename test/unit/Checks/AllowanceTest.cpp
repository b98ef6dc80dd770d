//===- AllowanceTest.cpp - What the kernels of a file share ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Checks/Analysis.h"

#include "gtest/gtest.h"

using namespace memlint;

namespace {

// Half of 800 million is divided among four kernels, 100 million each; the other half is free.
TEST(Allowance, EachKernelKeepsItsPart) {
  LaunchAllowance Shared(/*PerLaunch=*/100'000'000, /*OfFile=*/800'000'000, /*Kernels=*/4);
  EXPECT_EQ(Shared.next(1), 100'000'000u);
  // No more than the kernel's part.
  Shared.spend(1, 100'000'000);
  // 300 million of what is free, which leaves 100 million.
  Shared.spend(1, 400'000'000);
  // Of two launches each has 50 million of the kernel's, and half of what is free.
  EXPECT_EQ(Shared.next(2), 100'000'000u);
  // More than there was.
  Shared.spend(2, 200'000'000);
  EXPECT_EQ(Shared.next(1), 100'000'000u);
  EXPECT_EQ(Shared.next(4), 25'000'000u);
}

TEST(Allowance, WhatKernelsLeaveIsForLaterOnes) {
  LaunchAllowance Shared(/*PerLaunch=*/100'000'000, /*OfFile=*/80'000'000, /*Kernels=*/4);
  EXPECT_EQ(Shared.next(1), 30'000'000u);
  // Nothing of its 10 million was spent: 50 million are free.
  Shared.spend(1, 0);
  EXPECT_EQ(Shared.next(1), 35'000'000u);
}

} // namespace
