//===- WorkQueueTest.cpp - Work on a thread of its own --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/LanguageServer/WorkQueue.h"

#include "gtest/gtest.h"

#include <atomic>
#include <future>

using namespace memlint::lsp;
using std::chrono::hours;
using std::chrono::milliseconds;

namespace {

TEST(WorkQueueTest, WorkIsDone) {
  std::promise<bool> Wanted;
  WorkQueue Queue;
  Queue.add("a", milliseconds(0), [&](auto GoOn) { Wanted.set_value(GoOn()); });
  EXPECT_TRUE(Wanted.get_future().get());
}

TEST(WorkQueueTest, LaterWorkUnderANameReplacesWhatWaits) {
  std::promise<void> Done;
  std::atomic<int> First = 0;
  WorkQueue Queue;
  Queue.add("a", hours(1), [&](auto GoOn) { First = GoOn() ? 1 : 2; });
  Queue.add("a", milliseconds(0), [&](auto) { Done.set_value(); });
  Done.get_future().get();
  EXPECT_EQ(First, 2);
}

TEST(WorkQueueTest, LaterWorkUnderANameEndsWhatIsBeingDone) {
  std::promise<void> Begun, Done;
  WorkQueue Queue;
  Queue.add("a", milliseconds(0), [&](auto GoOn) {
    Begun.set_value();
    while (GoOn())
      std::this_thread::yield();
  });
  Begun.get_future().get();
  Queue.add("a", milliseconds(0), [&](auto) { Done.set_value(); });
  Done.get_future().get();
}

TEST(WorkQueueTest, UrgentWorkIsSeenOnceItIsDue) {
  std::promise<void> Begun, MayEnd;
  WorkQueue Queue;
  Queue.add("a", milliseconds(0), [&](auto) {
    Begun.set_value();
    MayEnd.get_future().get();
  });
  Begun.get_future().get();
  Queue.add("b", milliseconds(0), [](auto) {});
  Queue.addUrgent("c", hours(1), [](auto) {});
  EXPECT_FALSE(Queue.hasUrgent());
  Queue.addUrgent("c", milliseconds(0), [](auto) {});
  EXPECT_TRUE(Queue.hasUrgent());
  Queue.drop("c");
  EXPECT_FALSE(Queue.hasUrgent());
  MayEnd.set_value();
}

TEST(WorkQueueTest, OtherNamesAreLeftAlone) {
  std::promise<void> Begun, MayEnd;
  std::promise<bool> Wanted;
  WorkQueue Queue;
  Queue.add("a", milliseconds(0), [&](auto GoOn) {
    Begun.set_value();
    MayEnd.get_future().get();
    Wanted.set_value(GoOn());
  });
  Begun.get_future().get();
  Queue.drop("b");
  Queue.add("b", hours(1), [](auto) {});
  MayEnd.set_value();
  EXPECT_TRUE(Wanted.get_future().get());
}

TEST(WorkQueueTest, WhatIsLeftAtTheEndIsNotWanted) {
  int Called = 0;
  {
    WorkQueue Queue;
    Queue.add("a", hours(1), [&](auto GoOn) { Called += GoOn() ? 10 : 1; });
    Queue.add("b", hours(1), [&](auto GoOn) { Called += GoOn() ? 10 : 1; });
  }
  EXPECT_EQ(Called, 2);
}

TEST(WorkQueueTest, WorkWaitsUntilItBegins) {
  std::promise<bool> WaitedMeanwhile;
  WorkQueue Queue;
  Queue.add("later", hours(1), [](auto) {});
  Queue.add("now", milliseconds(0),
            [&](auto) { WaitedMeanwhile.set_value(Queue.isWaiting("now")); });
  EXPECT_FALSE(WaitedMeanwhile.get_future().get());
  EXPECT_TRUE(Queue.isWaiting("later"));
  Queue.drop("later");
  EXPECT_FALSE(Queue.isWaiting("later"));
}

TEST(WorkQueueTest, DroppedWorkIsToldSo) {
  int Called = 0;
  WorkQueue Queue;
  Queue.add("a", hours(1), [&](auto GoOn) { Called = GoOn() ? 10 : 1; });
  Queue.drop("a");
  EXPECT_EQ(Called, 1);
}

} // namespace
