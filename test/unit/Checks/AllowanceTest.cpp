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

TEST(Allowance, LaterLaunchesTakeLess) {
  LaunchAllowance Shared(100'000'000, 4);
  EXPECT_EQ(Shared.next(), 100'000'000u);
  Shared.spend(100'000'000);
  EXPECT_EQ(Shared.next(), 100'000'000u);
  Shared.spend(200'000'000);
  EXPECT_EQ(Shared.next(), 50'000'000u);
  // What most kernels do with is always left.
  Shared.spend(1'000'000'000);
  EXPECT_EQ(Shared.next(), 2'000'000u);
}

} // namespace
