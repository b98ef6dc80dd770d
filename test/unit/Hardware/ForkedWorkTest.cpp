//===- ForkedWorkTest.cpp - Tests of work in copies of the process --------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Process/ForkedWork.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <csignal>
#include <cstdlib>
#include <unistd.h>
#include <vector>

using namespace memlint;
using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using Ending = WorkResult::Ending;

static bool always(const WorkState &) { return true; }

static std::vector<WorkResult> runAll(size_t Count, unsigned Jobs, const WorkLimits &Limits,
                                      llvm::function_ref<std::string(size_t, WorkTeller)> Work,
                                      llvm::function_ref<bool(const WorkState &)> GoOn = always) {
  std::vector<WorkResult> Results(Count);
  runForked(
      Count, Jobs, Limits, Work,
      [&](size_t Index, WorkResult Result) { Results[Index] = std::move(Result); }, GoOn);
  return Results;
}

static auto ended(Ending How) { return Field(&WorkResult::How, How); }
static auto gives(std::string Bytes) {
  return AllOf(ended(Ending::Done), Field(&WorkResult::Bytes, std::move(Bytes)));
}

TEST(ForkedWork, ReturnsEachResultWhereItBelongs) {
  auto Work = [](size_t Index, WorkTeller) { return std::string(Index * 100000, 'x'); };
  for (unsigned Jobs : {1u, 3u, 9u})
    EXPECT_THAT(runAll(3, Jobs, {}, Work), ElementsAre(gives(""), gives(std::string(100000, 'x')),
                                                       gives(std::string(200000, 'x'))));
}

TEST(ForkedWork, LosesOnlyWhatCrashes) {
  auto Work = [](size_t Index, WorkTeller TellWhere) -> std::string {
    TellWhere("the first half");
    TellWhere("the second half");
    if (Index == 0)
      std::raise(SIGKILL);
    if (Index == 1)
      _exit(3);
    return "done";
  };
  std::vector<WorkResult> Results = runAll(3, 2, {}, Work);
  EXPECT_THAT(Results, ElementsAre(ended(Ending::Signalled), ended(Ending::Exited), gives("done")));
  EXPECT_EQ(Results[0].Code, SIGKILL);
  EXPECT_EQ(Results[0].At, "the second half");
  EXPECT_EQ(Results[1].Code, 3);
}

TEST(ForkedWork, EndsWhatFindsNoEnd) {
  WorkLimits Limits;
  Limits.Time = std::chrono::milliseconds(300);
  auto Work = [](size_t Index, WorkTeller) -> std::string {
    while (Index == 0)
      pause();
    return "done";
  };
  EXPECT_THAT(runAll(2, 1, Limits, Work), ElementsAre(ended(Ending::OutOfTime), gives("done")));
}

TEST(ForkedWork, EndsWhatTakesTooMuchMemory) {
  WorkLimits Limits;
  Limits.Memory = uint64_t(1) << 30;
  auto Work = [](size_t Index, WorkTeller) -> std::string {
    std::vector<char> Taken(Index == 0 ? size_t(3) << 29 : 0, 'x');
    while (!Taken.empty())
      pause();
    return "done";
  };
  EXPECT_THAT(runAll(2, 1, Limits, Work), ElementsAre(ended(Ending::OutOfMemory), gives("done")));
}

TEST(ForkedWork, StopsWhenAsked) {
  auto Work = [](size_t Index, WorkTeller) -> std::string {
    while (Index == 1)
      pause();
    return "done";
  };
  auto GoOn = [](const WorkState &State) {
    bool WaitsForTheSecond = State.Ended == 1 && State.Longest == 1;
    return !WaitsForTheSecond || State.LongestTime < std::chrono::milliseconds(100);
  };
  EXPECT_THAT(runAll(3, 1, {}, Work, GoOn),
              ElementsAre(gives("done"), ended(Ending::Stopped), ended(Ending::Stopped)));
}

/// What the process has begun with.
static pid_t Beginner = 0;

/// Never returns in a copy, where another thread has the work.
static void beginAlike(llvm::function_ref<void()> Copy) {
  Beginner = getpid();
  Copy();
  while (true)
    pause();
}

static std::vector<WorkResult>
runGroups(size_t Count, std::vector<std::vector<size_t>> Groups,
          llvm::function_ref<std::string(size_t, WorkTeller)> Work,
          llvm::function_ref<void(size_t, llvm::function_ref<void()>)> Begin,
          const WorkLimits &Limits = {},
          llvm::function_ref<bool(const WorkState &)> GoOn = always) {
  std::vector<WorkResult> Results(Count);
  CommonWork Common = {Groups, Begin};
  runForked(
      Count, 2, Limits, Work,
      [&](size_t Index, WorkResult Result) { Results[Index] = std::move(Result); }, GoOn, &Common);
  return Results;
}

static std::string tellBeginner(size_t, WorkTeller) { return std::to_string(Beginner); }

TEST(CommonWork, IsDoneOnceForEachGroup) {
  auto Begin = [](size_t, llvm::function_ref<void()> Copy) { beginAlike(Copy); };
  std::vector<WorkResult> Results = runGroups(6, {{0, 3, 5}, {1, 4}}, tellBeginner, Begin);
  EXPECT_THAT(Results, testing::Each(ended(Ending::Done)));
  EXPECT_EQ(Results[0].Bytes, Results[3].Bytes);
  EXPECT_EQ(Results[0].Bytes, Results[5].Bytes);
  EXPECT_EQ(Results[1].Bytes, Results[4].Bytes);
  EXPECT_NE(Results[0].Bytes, Results[1].Bytes);
  EXPECT_EQ(Results[2].Bytes, "0");
}

TEST(CommonWork, IsDoneWithoutWhereItReturnsOrCrashes) {
  auto Return = [](size_t, llvm::function_ref<void()>) {};
  EXPECT_THAT(runGroups(2, {{0, 1}}, tellBeginner, Return), ElementsAre(gives("0"), gives("0")));
  auto Crash = [](size_t, llvm::function_ref<void()>) { std::raise(SIGKILL); };
  EXPECT_THAT(runGroups(2, {{0, 1}}, tellBeginner, Crash), ElementsAre(gives("0"), gives("0")));
  auto Hang = [](size_t, llvm::function_ref<void()>) { pause(); };
  WorkLimits Limits;
  Limits.Time = std::chrono::milliseconds(300);
  EXPECT_THAT(runGroups(2, {{0, 1}}, tellBeginner, Hang, Limits),
              ElementsAre(gives("0"), gives("0")));
}

TEST(CommonWork, LosesOnlyWhatCrashesByItself) {
  auto Begin = [](size_t, llvm::function_ref<void()> Copy) { beginAlike(Copy); };
  auto Work = [](size_t Index, WorkTeller) -> std::string {
    if (Index == 0)
      std::raise(SIGKILL);
    if (Index == 1 && Beginner != 0)
      _exit(3);
    return Beginner ? "copied" : "alone";
  };
  EXPECT_THAT(runGroups(3, {{0, 1, 2}}, Work, Begin),
              ElementsAre(ended(Ending::Signalled), gives("alone"), gives("copied")));
}

TEST(CommonWork, IsLostWithItsProcess) {
  auto Begin = [](size_t, llvm::function_ref<void()> Copy) { beginAlike(Copy); };
  auto Work = [](size_t Index, WorkTeller) -> std::string {
    if (Index == 1 && Beginner != 0) {
      kill(Beginner, SIGKILL);
      pause();
    }
    return "done";
  };
  EXPECT_THAT(runGroups(4, {{0, 1, 2, 3}}, Work, Begin), testing::Each(gives("done")));
}

TEST(CommonWork, KeepsLimits) {
  auto Begin = [](size_t, llvm::function_ref<void()> Copy) { beginAlike(Copy); };
  auto Work = [](size_t Index, WorkTeller) -> std::string {
    while (Index == 0)
      pause();
    return "done";
  };
  WorkLimits Limits;
  Limits.Time = std::chrono::milliseconds(500);
  EXPECT_THAT(runGroups(3, {{0, 1, 2}}, Work, Begin, Limits),
              ElementsAre(ended(Ending::OutOfTime), gives("done"), gives("done")));
}

TEST(CommonWork, StopsWhenAsked) {
  auto Begin = [](size_t, llvm::function_ref<void()> Copy) { beginAlike(Copy); };
  auto Work = [](size_t Index, WorkTeller) -> std::string {
    while (Index > 0)
      pause();
    return "done";
  };
  auto GoOn = [](const WorkState &State) { return State.Ended == 0; };
  EXPECT_THAT(runGroups(4, {{0, 1, 2, 3}}, Work, Begin, {}, GoOn),
              ElementsAre(gives("done"), ended(Ending::Stopped), ended(Ending::Stopped),
                          ended(Ending::Stopped)));
}
