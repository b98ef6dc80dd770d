//===- ChildRunTest.cpp - Tests of runs in a child ------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Process/ChildRun.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <csignal>

using namespace memlint;
using testing::StrEq;

TEST(ChildRun, ReturnsWhatTheWorkReturns) {
  for (int Code : {0, 3}) {
    llvm::Expected<int> Returned = runInChild([&] { return Code; });
    ASSERT_TRUE(static_cast<bool>(Returned));
    EXPECT_EQ(*Returned, Code);
  }
}

// The one that takes memory back gives no warning.
TEST(ChildRun, TellsWhichSignalEndedIt) {
  llvm::Expected<int> Returned = runInChild([] { return std::raise(SIGKILL); });
  ASSERT_FALSE(static_cast<bool>(Returned));
  EXPECT_THAT(llvm::toString(Returned.takeError()),
              StrEq("terminated by a signal: Killed; not all files were analysed"));
}
