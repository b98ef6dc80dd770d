//===- RecordingTest.cpp - Launches on their way out of a program ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Hardware/Record/Runtime/memlint_launch_table.h"

#include "cuda-memlint/Hardware/Record/ProcessRecording.h"
#include "cuda-memlint/Process/AttachedProcess.h"

#include "llvm/ADT/StringExtras.h"

#include "gtest/gtest.h"

#include <csignal>

using namespace llvm;
using namespace memlint;
using memlint_record::Launch;
using memlint_record::LaunchTable;
using memlint_record::Parameters;

namespace {

constexpr uint64_t Memory = 0x7f0000000000;

/// A process that records.
class RecordingTest : public ::testing::Test {
protected:
  static constexpr size_t CounterCount = 2048;

  /// A launch with a pointer, an integer and a structure of a pointer and an integer.
  static Launch launchWith(uint64_t First, int32_t Number, uint64_t Second) {
    struct {
      uint64_t Address;
      int64_t Number;
    } Structure = {Second, -2};
    const void *Arguments[] = {&First, &Number, &Structure};
    Launch Result;
    Result.Grid = {3, 2, 1};
    Result.Block = {64, 1, 1};
    Result.SharedBytes = 16;
    memlint_record::readArguments(
        parameters(), [&](size_t Each) { return static_cast<const char *>(Arguments[Each]); },
        [](uint64_t Value) { return Value >= Memory; }, Result);
    return Result;
  }
  static Parameters parameters() { return {true, {{0, 8}, {8, 4}, {16, 16}}}; }

  ProcessRecording read() const {
    std::vector<uint64_t> Numbers(Counters.begin(), Counters.end());
    return readProcessRecording(Text, Numbers);
  }

  std::string Text;
  std::vector<std::atomic<uint64_t>> Counters = std::vector<std::atomic<uint64_t>>(CounterCount);
  LaunchTable Table =
      LaunchTable([this](const std::string &Line) { Text += Line; }, Counters.data(), CounterCount);
};

TEST_F(RecordingTest, CountsEqualLaunchesOnce) {
  size_t Kernel = Table.addKernel("_Z1kPfi3Row", parameters());
  EXPECT_EQ(Table.addKernel("_Z1kPfi3Row", parameters()), Kernel);
  for (int Round = 0; Round != 10; ++Round)
    Table.count(Kernel, launchWith(Memory + 4096 * Round, 7, Memory + 16), false);
  Table.count(Kernel, launchWith(Memory + 512, 7, Memory + 48), true);
  Table.count(Kernel, launchWith(Memory + 256, 8, Memory + 256), false);
  ProcessRecording Read = read();
  EXPECT_EQ(Read.DamagedLines, 0u);
  ASSERT_EQ(Read.Launches.Kernels.size(), 1u);
  const RecordedKernel &Found = Read.Launches.Kernels[0];
  EXPECT_EQ(Found.Symbol, "_Z1kPfi3Row");
  EXPECT_EQ(Found.Parameters, (std::vector<uint64_t>{8, 4, 16}));
  ASSERT_EQ(Found.Launches.size(), 2u);
  const ProgramLaunch &First = Found.Launches[0];
  EXPECT_EQ(First.Grid, (std::array<uint64_t, 3>{3, 2, 1}));
  EXPECT_EQ(First.Block, (std::array<uint64_t, 3>{64, 1, 1}));
  EXPECT_EQ(First.DynamicSharedBytes, 16u);
  EXPECT_EQ(First.Count, 10u);
  EXPECT_EQ(First.Captured, 1u);
  ASSERT_EQ(First.Arguments.size(), 3u);
  EXPECT_EQ(First.Arguments[0].Bytes, std::vector<uint8_t>(8));
  EXPECT_EQ(First.Arguments[0].Pointers, (std::vector<RecordedPointer>{{0, 256, 0}}));
  EXPECT_EQ(First.Arguments[1].Bytes, (std::vector<uint8_t>{7, 0, 0, 0}));
  EXPECT_EQ(First.Arguments[2].Bytes, (std::vector<uint8_t>{0, 0, 0, 0, 0, 0, 0, 0, 0xfe, 0xff,
                                                            0xff, 0xff, 0xff, 0xff, 0xff, 0xff}));
  EXPECT_EQ(First.Arguments[2].Pointers, (std::vector<RecordedPointer>{{0, 16, 0}}));
  // One buffer twice.
  const ProgramLaunch &Second = Found.Launches[1];
  EXPECT_EQ(Second.Count, 1u);
  EXPECT_EQ(Second.Arguments[0].Pointers, (std::vector<RecordedPointer>{{0, 256, 1}}));
  EXPECT_EQ(Second.Arguments[2].Pointers, (std::vector<RecordedPointer>{{0, 256, 1}}));
}

TEST_F(RecordingTest, CountsTooManyDistinctLaunchesTogether) {
  size_t Kernel = Table.addKernel("k", {true, {}});
  Launch Each;
  Each.HasArguments = true;
  Each.Block = {1, 1, 1};
  for (unsigned Blocks = 1; Blocks <= LaunchTable::MostLaunchesOfKernel + 30; ++Blocks) {
    Each.Grid = {Blocks, 1, 1};
    Table.count(Kernel, Each, false);
  }
  ProcessRecording Read = read();
  EXPECT_EQ(Read.Launches.Kernels[0].Launches.size(), LaunchTable::MostLaunchesOfKernel);
  EXPECT_EQ(Read.Launches.Kernels[0].Others, 30u);
}

TEST_F(RecordingTest, LaunchesWithoutCountersAreLost) {
  size_t Kernels = CounterCount / memlint_record::CountersOfLaunch + 5;
  Launch Each;
  Each.Grid = Each.Block = {1, 1, 1};
  for (size_t Number = 0; Number != Kernels; ++Number)
    Table.count(Table.addKernel("k" + std::to_string(Number), {}), Each, false);
  EXPECT_EQ(read().Launches.Kernels.size(), CounterCount / memlint_record::CountersOfLaunch);
}

TEST_F(RecordingTest, KnowsKernelsWithUnknownParameters) {
  Launch Unread;
  Unread.Grid = Unread.Block = {1, 1, 1};
  Table.count(Table.addKernel("k", {}), Unread, false);
  Table.count(Table.addKernel("k", {true, {}}), Unread, false);
  ProcessRecording Read = read();
  ASSERT_EQ(Read.Launches.Kernels.size(), 2u);
  EXPECT_EQ(Read.Launches.Kernels[0].Parameters, std::nullopt);
  EXPECT_EQ(Read.Launches.Kernels[1].Parameters, std::vector<uint64_t>());
  EXPECT_TRUE(Read.Launches.Kernels[0].Launches[0].Arguments.empty());
}

TEST_F(RecordingTest, TimesAreMeans) {
  Launch One, Two;
  One.Grid = One.Block = Two.Block = {1, 1, 1};
  Two.Grid = {2, 1, 1};
  size_t Kernel = Table.addKernel("k", {}), First = 0;
  for (int Round = 0; Round != 4; ++Round)
    First = Table.count(Kernel, One, false);
  size_t Second = Table.count(Kernel, Two, false);
  EXPECT_NE(First, Second);
  // Of the four, two have been timed when the program ends.
  Table.addTime(First, 3000);
  Table.addTime(First, 5000);
  Text += "device NVIDIA H200\n";
  ProcessRecording Read = read();
  EXPECT_EQ(Read.DamagedLines, 0u);
  EXPECT_EQ(Read.Launches.Device, "NVIDIA H200");
  ArrayRef<ProgramLaunch> Launches = Read.Launches.Kernels[0].Launches;
  EXPECT_EQ(Launches[0].Count, 4u);
  EXPECT_EQ(Launches[0].Nanoseconds, 4000u);
  EXPECT_EQ(Launches[1].Nanoseconds, 0u);
}

TEST_F(RecordingTest, TimesOfSeveralDevicesAreDropped) {
  Launch One;
  One.Grid = One.Block = {1, 1, 1};
  Table.addTime(Table.count(Table.addKernel("k", {}), One, false), 3000);
  Text += "device NVIDIA H200\ndevice NVIDIA A100\n";
  ProcessRecording Read = read();
  EXPECT_EQ(Read.Launches.Device, "");
  EXPECT_EQ(Read.Launches.Kernels[0].Launches[0].Nanoseconds, 0u);
}

TEST_F(RecordingTest, OnlyPlausibleValuesAreAskedFor) {
  for (uint64_t Value : {uint64_t(0), uint64_t(4096), uint64_t(UINT32_MAX), ~uint64_t(0)})
    EXPECT_FALSE(memlint_record::mayBeAddress(Value)) << Value;
  EXPECT_TRUE(memlint_record::mayBeAddress(Memory));
  // The smallest double above 2.
  EXPECT_FALSE(memlint_record::mayBeAddress(0x4000000000000001));
}

TEST_F(RecordingTest, CutOffAnywhereKeepsWhatIsBefore) {
  Table.count(Table.addKernel("_Z1kPfi3Row", parameters()), launchWith(Memory, 7, Memory), false);
  Table.count(Table.addKernel("other", {true, {}}),
              Launch{{1, 1, 1}, {1, 1, 1}, {}, 0, true, "", {}}, false);
  std::string Whole = Text;
  for (size_t Length = 0; Length != Whole.size(); ++Length) {
    Text = Whole.substr(0, Length);
    ProcessRecording Read = read();
    EXPECT_LE(Read.DamagedLines, 1u);
    EXPECT_EQ(Read.DamagedLines == 0, Length == 0 || Text.back() == '\n');
  }
}

TEST_F(RecordingTest, SkipsDamagedLines) {
  Counters[0] = 5;
  Text = "kernel 0 k 0:8,8:4\n"
         "launch 0 0 1,1,1 1,1,1 0,0,0 0 000000000000000001000000 0:0:256:0\n"
         "launch 1 9 1,1,1 1,1,1 0,0,0 0 . .\n"
         "launch 1 0 1,1 1,1,1 0,0,0 0 000000000000000001000000 .\n"
         "launch 1 0 1,1,1 1,1,1 0,0,0 0 00 .\n"
         "launch 1 0 1,1,1 1,1,1 0,0,0 0 000000000000000001000000 5:0:256:0\n"
         "launch 99999 0 1,1,1 1,1,1 0,0,0 0 000000000000000001000000 .\n"
         "kernel 7 k .\n"
         "kernel 1 l 0\n"
         "something else\n"
         "\n"
         "problem cannot load CUPTI: not there\n";
  ProcessRecording Read = read();
  EXPECT_EQ(Read.DamagedLines, 9u);
  EXPECT_EQ(Read.Problems, std::vector<std::string>{"cannot load CUPTI: not there"});
  ASSERT_EQ(Read.Launches.Kernels.size(), 1u);
  EXPECT_EQ(Read.Launches.Kernels[0].Launches.size(), 1u);
  EXPECT_EQ(Read.Launches.Kernels[0].Launches[0].Count, 5u);
}

TEST(AttachedProcessTest, ReturnsWhatAShellDoes) {
  EXPECT_EQ(cantFail(runAttached({"sh", "-c", "exit 7"}, {})), 7);
  EXPECT_EQ(cantFail(runAttached({"sh", "-c", "kill -KILL $$"}, {})), 128 + SIGKILL);
  EXPECT_EQ(cantFail(runAttached({"sh", "-c", "test \"$MEMLINT_TEST\" = 'a b'"},
                                 {{"MEMLINT_TEST", "a b"}})),
            0);
  Expected<int> Missing = runAttached({"/nowhere/at-all"}, {});
  ASSERT_FALSE(bool(Missing));
  EXPECT_EQ(toString(Missing.takeError()),
            "cannot run '/nowhere/at-all': No such file or directory");
}

} // namespace
