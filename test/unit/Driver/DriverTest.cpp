//===- DriverTest.cpp - Files that cannot be analysed, and crashes --------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Driver/Driver.h"

#include "../../../lib/Driver/CrashGuard.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <csignal>

using namespace memlint;
using testing::HasSubstr;

namespace {

TEST(CrashGuardTest, WorkThatFinishes) {
  bool Done = false;
  EXPECT_TRUE(runGuarded([&] { Done = true; }));
  EXPECT_TRUE(Done);
}

TEST(CrashGuardTest, CrashesAreOutlived) {
  for (int Signal : {SIGSEGV, SIGABRT, SIGFPE})
    EXPECT_FALSE(runGuarded([&] { std::raise(Signal); }));
  EXPECT_TRUE(runGuarded([] {}));
}

// The sanitizers watch the stack themselves.
#if !__has_feature(address_sanitizer)
volatile unsigned Depth = 0;

// NOLINTNEXTLINE(misc-no-recursion): running out of stack is the point.
[[gnu::noinline]] unsigned recurse(unsigned Level) {
  volatile char Frame[4096] = {};
  Frame[Level % 4096] = 1;
  Depth = Level;
  return Level == ~0u ? 0 : recurse(Level + 1) + unsigned(Frame[0]);
}

TEST(CrashGuardTest, RunningOutOfStackIsOutlived) {
  EXPECT_FALSE(runGuarded([] { Depth = recurse(0); }));
  // 4 KB a call and more than the usual 8 MB.
  EXPECT_GT(Depth, 8u << 8);
  EXPECT_TRUE(runGuarded([] {}));
}
#endif

TEST(DriverTest, WhatCannotBeReadIsAnError) {
  auto Message = [](llvm::StringRef Path) {
    return llvm::toString(analyseFile(Path, DriverOptions()).takeError());
  };
  EXPECT_THAT(Message("/nonexistent.cu"), HasSubstr("cannot read '/nonexistent.cu': No such file"));
  EXPECT_THAT(Message("/"), HasSubstr("cannot read '/': it is a folder"));
}

} // namespace
