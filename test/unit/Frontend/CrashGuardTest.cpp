//===- CrashGuardTest.cpp - Outlive a crash -------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/CrashGuard.h"

#include "gtest/gtest.h"

#include <atomic>
#include <csignal>
#include <thread>
#include <vector>

using namespace memlint;

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

TEST(CrashGuardTest, ACrashOfInnerWorkIsOutlivedByTheWorkAroundIt) {
  bool Inner = true, WentOn = false;
  EXPECT_TRUE(runGuarded([&] {
    Inner = runGuarded([] { std::raise(SIGSEGV); });
    WentOn = runGuarded([] {});
  }));
  EXPECT_FALSE(Inner);
  EXPECT_TRUE(WentOn);
  EXPECT_FALSE(runGuarded([] {
    runGuarded([] {});
    std::raise(SIGSEGV);
  }));
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
  // Twice on one thread.
  EXPECT_TRUE(runGuarded([] {
    for (int Round = 0; Round != 2; ++Round)
      EXPECT_FALSE(runGuarded([] { Depth = recurse(0); }));
  }));
}
#endif

TEST(CrashGuardTest, ACrashEndsTheWorkOfItsOwnThreadOnly) {
  constexpr unsigned Threads = 8, Rounds = 20;
  std::atomic<unsigned> Finished = 0, Crashed = 0;
  std::vector<std::thread> Workers;
  for (unsigned Worker = 0; Worker != Threads; ++Worker)
    Workers.emplace_back([&, Worker] {
      for (unsigned Round = 0; Round != Rounds; ++Round) {
        bool Outlived = runGuarded([&] {
          if (Worker % 2)
            std::raise(SIGSEGV);
        });
        ++(Outlived ? Finished : Crashed);
      }
    });
  for (std::thread &Worker : Workers)
    Worker.join();
  EXPECT_EQ(Finished, Threads / 2 * Rounds);
  EXPECT_EQ(Crashed, Threads / 2 * Rounds);
}

} // namespace
