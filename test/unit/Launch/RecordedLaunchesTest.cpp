//===- RecordedLaunchesTest.cpp - Launches that a program made ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Launch/RecordedLaunches.h"
#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/StringExtras.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace memlint;

namespace {

ProgramLaunch launchOf(uint64_t Blocks, uint64_t Count) {
  ProgramLaunch Launch;
  Launch.Grid = {Blocks, 1, 1};
  Launch.Block = {128, 2, 1};
  Launch.Count = Count;
  return Launch;
}

RecordedKernel kernelOf(StringRef Symbol, std::vector<ProgramLaunch> Launches) {
  RecordedKernel Kernel;
  Kernel.Symbol = Symbol.str();
  Kernel.Launches = std::move(Launches);
  return Kernel;
}

std::string textOf(const RecordedLaunches &Launches) {
  std::string Text;
  raw_string_ostream Stream(Text);
  printRecordedLaunches(Stream, Launches);
  return Text;
}

/// What is wrong with the text of a file.
std::string problemOf(StringRef Text) {
  Expected<RecordedLaunches> Read = parseRecordedLaunches("launches.yaml", Text);
  return Read ? "" : toString(Read.takeError());
}

/// A file with one launch of a kernel with a parameter of 4 and one of 16 bytes, whose arguments
/// are
/// \p Arguments.
std::string fileWith(StringRef Arguments) {
  return ("version: 1\nkernels:\n  - symbol: k\n    parameters: [ 4, 16 ]\n    launches:\n"
          "      - { grid: [ 1, 1, 1 ], block: [ 32, 1, 1 ], count: 1, arguments: [ " +
          Arguments + " ] }\n")
      .str();
}

class RecordedContextTest : public ::testing::Test {
protected:
  KernelParameter integer(uint64_t FirstBit, uint64_t Bits, int64_t Low) {
    KernelParameter Parameter;
    LeafInfo Info;
    Info.Kind = LeafKind::Parameter;
    Info.Id = Leaves++;
    Info.Range.Low = Low;
    Parameter.Value = Expressions.leaf(Info);
    Parameter.FirstBit = FirstBit;
    Parameter.Bits = Bits;
    return Parameter;
  }
  static KernelParameter pointer(uint64_t FirstBit = 0) {
    KernelParameter Parameter;
    Parameter.IsPointer = true;
    Parameter.FirstBit = FirstBit;
    Parameter.Bits = 64;
    return Parameter;
  }
  static RecordedArgument bytes(std::vector<uint8_t> Bytes) { return {std::move(Bytes), {}}; }
  static RecordedArgument address(uint64_t Alignment, uint64_t Buffer = 0) {
    return {std::vector<uint8_t>(8), {{0, Alignment, Buffer}}};
  }

  ExprContext Expressions;
  unsigned Leaves = 0;
};

TEST(RecordedLaunchesTest, ReadsWhatItWrites) {
  RecordedKernel Kernel = kernelOf("_Z4rowsPfi3Row", {});
  Kernel.Parameters = {8, 4, 16};
  Kernel.Others = 7;
  ProgramLaunch Launch = launchOf(5, 3);
  Launch.Cluster = {2, 1, 1};
  Launch.DynamicSharedBytes = 4096;
  Launch.Captured = 2;
  Launch.Arguments = {{std::vector<uint8_t>(8), {{0, 16, 1}}},
                      {{1, 0, 0, 0x80}, {}},
                      {{0, 0, 0, 0, 0, 0, 0, 0, 0xfe, 0xff, 0, 1, 2, 3, 4, 5}, {{0, 256, 1}}}};
  Kernel.Launches = {Launch, launchOf(6, 1)};
  RecordedLaunches Written;
  Written.Kernels = {Kernel, kernelOf("plain", {launchOf(1, 1)})};

  Expected<RecordedLaunches> Read = parseRecordedLaunches("launches.yaml", textOf(Written));
  ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
  ASSERT_EQ(Read->Kernels.size(), 2u);
  EXPECT_EQ(Read->Kernels[0].Symbol, Kernel.Symbol);
  EXPECT_EQ(Read->Kernels[0].Parameters, Kernel.Parameters);
  EXPECT_EQ(Read->Kernels[0].Launches, Kernel.Launches);
  EXPECT_EQ(Read->Kernels[0].Others, 7u);
  EXPECT_EQ(Read->Kernels[1].Parameters, std::nullopt);
  EXPECT_EQ(textOf(*Read), textOf(Written));
  EXPECT_EQ(Read->Path, "launches.yaml");
}

TEST(RecordedLaunchesTest, WritesNamesThatAreRead) {
  RecordedLaunches Launches;
  Launches.Kernels = {kernelOf("_ZN2ns4tileIfLi4EEEvPT_", {launchOf(1, 1)})};
  EXPECT_NE(textOf(Launches).find("'void ns::tile<float, 4>(float*)'"), std::string::npos)
      << textOf(Launches);
}

TEST(RecordedLaunchesTest, MergesEqualLaunchesAndSorts) {
  RecordedLaunches First, Second;
  First.Kernels = {kernelOf("b", {launchOf(2, 1), launchOf(1, 10)})};
  Second.Kernels = {kernelOf("b", {launchOf(1, 5), launchOf(3, 1)}),
                    kernelOf("a", {launchOf(9, 1)})};
  First.add(Second);
  ASSERT_EQ(First.Kernels.size(), 2u);
  EXPECT_EQ(First.Kernels[0].Symbol, "a");
  EXPECT_EQ(First.Kernels[1].Launches,
            (std::vector<ProgramLaunch>{launchOf(1, 15), launchOf(2, 1), launchOf(3, 1)}));
  // The other order gives the same.
  RecordedLaunches Other;
  Other.add(Second);
  RecordedLaunches Again;
  Again.Kernels = {kernelOf("b", {launchOf(1, 10), launchOf(2, 1)})};
  Other.add(Again);
  EXPECT_EQ(textOf(Other), textOf(First));
}

TEST(RecordedLaunchesTest, TimesAreMeansOfOneDevice) {
  auto TimedOn = [](StringRef Device, uint64_t Count, uint64_t Nanoseconds) {
    RecordedLaunches Launches;
    Launches.Device = Device.str();
    ProgramLaunch Launch = launchOf(1, Count);
    Launch.Nanoseconds = Nanoseconds;
    Launches.Kernels = {kernelOf("k", {Launch})};
    return Launches;
  };
  RecordedLaunches Launches = TimedOn("NVIDIA H200", 3, 1000);
  Launches.add(TimedOn("NVIDIA H200", 1, 5000));
  EXPECT_EQ(Launches.Device, "NVIDIA H200");
  EXPECT_EQ(Launches.Kernels[0].Launches[0].Nanoseconds, 2000u);
  Expected<RecordedLaunches> Read = parseRecordedLaunches("launches.yaml", textOf(Launches));
  ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
  EXPECT_EQ(Read->Device, "NVIDIA H200");
  EXPECT_EQ(Read->Kernels[0].Launches, Launches.Kernels[0].Launches);
  // Some of them were not timed.
  RecordedLaunches Partly = Launches;
  Partly.add(TimedOn("", 1, 0));
  EXPECT_EQ(Partly.Kernels[0].Launches[0].Nanoseconds, 0u);
  Launches.add(TimedOn("NVIDIA A100", 1, 9000));
  EXPECT_EQ(Launches.Device, "");
  EXPECT_EQ(Launches.Kernels[0].Launches[0].Nanoseconds, 0u);
  // Nor of one that comes later.
  Launches.add(TimedOn("NVIDIA H100", 1, 9000));
  EXPECT_EQ(Launches.Device, "");
  EXPECT_EQ(Launches.Kernels[0].Launches[0].Nanoseconds, 0u);
}

TEST(RecordedLaunchesTest, KeepsVersionsOfAKernelApart) {
  RecordedKernel Old = kernelOf("k", {launchOf(1, 1)}), New = Old;
  Old.Parameters = {8};
  New.Parameters = {8, 4};
  RecordedLaunches Launches;
  Launches.Kernels = {Old, New};
  Launches.add({});
  EXPECT_EQ(Launches.Kernels.size(), 2u);
}

TEST(RecordedLaunchesTest, KeepsTheMostFrequentOfTooMany) {
  RecordedKernel Kernel = kernelOf("k", {});
  for (uint64_t Blocks = 1; Blocks <= MostRecordedLaunches + 10; ++Blocks)
    Kernel.Launches.push_back(launchOf(Blocks, Blocks <= 10 ? 1 : 2));
  RecordedLaunches Launches;
  Launches.Kernels = {Kernel};
  Launches.add({});
  ASSERT_EQ(Launches.Kernels[0].Launches.size(), MostRecordedLaunches);
  EXPECT_EQ(Launches.Kernels[0].Others, 10u);
  EXPECT_EQ(Launches.Kernels[0].Launches.front(), launchOf(11, 2));
}

TEST(RecordedLaunchesTest, SaysWhatIsWrongWithAFile) {
  EXPECT_EQ(problemOf(""), "launches.yaml:1:1: the file is empty");
  EXPECT_EQ(problemOf("version: 2\nkernels: []\n"),
            "launches.yaml:1:1: version 2 of the format is not known (expected 1): record the "
            "launches again");
  const std::string Whole =
      "---\nversion: 1\nkernels: [ { symbol: k, launches: [ { grid: [ 1, 1, 1 ],"
      " block: [ 1, 1, 1 ], count: 1 } ] } ]\n";
  EXPECT_EQ(problemOf(Whole + "...\n"), "");
  EXPECT_EQ(problemOf(Whole),
            "launches.yaml:3:1: the file is cut short: the line '...' at its end is missing");
  EXPECT_EQ(problemOf(Whole + "...\n" + Whole + "...\n"),
            "launches.yaml:8:1: the file holds several recordings: give each a file of its own");
  EXPECT_EQ(problemOf("version: 1\n"), "launches.yaml:1:1: missing required key 'kernels'");
  EXPECT_EQ(problemOf("version: 1\nkernels: [ { symbol: k, launches: [ { grid: [ 1, 1 ], block: [ "
                      "1, 1, 1 ] } ] } ]\n"),
            "launches.yaml:2:39: 'grid' is a list of three numbers from 1");
  for (StringRef Times : {"count: 0", "captured: 0", "count: 1000000000000001",
                          "count: 18446744073709551615, captured: 2"})
    EXPECT_EQ(
        problemOf(("version: 1\nkernels: [ { symbol: k, launches: [ { grid: [ 1, 1, 1 ], block: "
                   "[ 1, 1, 1 ], " +
                   Times + " } ] } ]\n")
                      .str()),
        "launches.yaml:2:39: 'count' and 'captured' say how often a launch was made: 1 to "
        "1,000,000,000,000,000");
  EXPECT_EQ(problemOf(fileWith("{ value: 1 }")),
            "launches.yaml: kernel 'k': a launch has arguments for 1 of 2 parameters");
  EXPECT_EQ(
      problemOf(fileWith("{ value: 0x100000000 }, { bytes: '' }")),
      "launches.yaml: kernel 'k': argument 1 of a launch does not fit its parameter of 4 bytes");
  for (StringRef Wrong :
       {"{ bytes: 00112233445566778899aabbccddee }", "{ bytes: 0011 }", "{ bytes: xy }",
        "{ value: 1 }", "{ pointer: 16 }",
        "{ bytes: 00112233445566778899aabbccddeeff, pointers: [ { at: 9, alignment: 16 } ] }",
        "{ bytes: 00112233445566778899aabbccddeeff, pointers: [ { at: 18446744073709551608, "
        "alignment: 16 } ] }",
        "{ bytes: 00112233445566778899aabbccddeeff, pointers: [ { at: 8, alignment: 16 }, { at: 1, "
        "alignment: 16 } ] }"})
    EXPECT_EQ(problemOf(fileWith(("{ value: 1 }, " + Wrong).str())),
              "launches.yaml: kernel 'k': argument 2 of a launch does not fit its parameter of 16 "
              "bytes")
        << Wrong.str();
  EXPECT_NE(problemOf(fileWith("{ pointer: 3 }, { value: 0 }")), "");
  EXPECT_NE(problemOf(fileWith("{ value: 1, pointer: 4 }, { value: 0 }")), "");
}

TEST(RecordedLaunchesTest, CutOffAnywhereIsAnErrorOrNothing) {
  RecordedKernel Kernel = kernelOf("_Z4rowsPfi3Row", {launchOf(5, 3)});
  Kernel.Parameters = {8, 4};
  Kernel.Launches[0].Arguments = {{std::vector<uint8_t>(8), {{0, 16, 1}}}, {{1, 0, 0, 0x80}, {}}};
  RecordedLaunches Written;
  Written.Kernels = {Kernel};
  std::string Text = textOf(Written);
  for (size_t Length = 0; Length != Text.size(); ++Length) {
    std::string Problem = problemOf(StringRef(Text).take_front(Length));
    EXPECT_EQ(Problem.find('\n'), std::string::npos) << Problem;
  }
}

TEST(RecordedLaunchesTest, ReadsSymbolsOfKernelsThatOthersCannotSee) {
  // As nvcc and Clang mangle `static void stat(float *, int)`, alone and in relocatable code.
  for (StringRef Symbol :
       {"_Z4statPfi", "_ZL4statPfi", "__nv_static_19__146f87c8_4_s_cu_cc__Z4statPfi"})
    EXPECT_EQ(readableSymbol(Symbol), "stat(float*, int)") << Symbol.str();
  // The same in a namespace without a name.
  for (StringRef Symbol :
       {"_ZN30_GLOBAL__N__146f87c8_4_s_cu_cc4anonEPfi", "_ZN12_GLOBAL__N_14anonEPfi",
        "__nv_static_19__146f87c8_4_s_cu_cc__ZN30_GLOBAL__N__146f87c8_4_s_cu_cc4anonEPfi"})
    EXPECT_EQ(readableSymbol(Symbol), "(anonymous namespace)::anon(float*, int)") << Symbol.str();
  EXPECT_EQ(readableSymbol("plain"), "plain");
  EXPECT_EQ(readableSymbol("__nv_static_99_x"), "__nv_static_99_x");
}

TEST_F(RecordedContextTest, ReadsNumbersAsTheirTypesHaveThem) {
  std::vector<KernelParameter> Parameters = {integer(0, 32, INT32_MIN), integer(0, 32, 0),
                                             integer(0, 8, 0), integer(0, 64, 0),
                                             integer(0, 64, INT64_MIN)};
  ProgramLaunch Launch = launchOf(5, 1);
  std::vector<uint8_t> Ones4(4, 0xff), Ones8(8, 0xff);
  Launch.Arguments = {bytes(Ones4), bytes(Ones4), bytes({1}), bytes(Ones8), bytes(Ones8)};
  LaunchContext Context = contextOf(Launch, Parameters);
  EXPECT_EQ(Context.Origin, LaunchOrigin::Recorded);
  EXPECT_EQ(Context.Grid[0], 5u);
  EXPECT_EQ(Context.Block[1], 2u);
  EXPECT_EQ(Context.DynamicSharedBytes, 0u);
  ASSERT_EQ(Context.Arguments.size(), 5u);
  EXPECT_EQ(Context.Arguments[0].Value, -1);
  EXPECT_EQ(Context.Arguments[1].Value, int64_t(0xffffffff));
  EXPECT_EQ(Context.Arguments[2].Value, 1);
  // Larger than any expression.
  EXPECT_EQ(Context.Arguments[3].Value, std::nullopt);
  EXPECT_EQ(Context.Arguments[4].Value, -1);
}

TEST(RecordedLaunchesTest, CountsTheFirstLaunchesOfEachShape) {
  RecordedLaunches Launches;
  // Six in one shape, which differ in their arguments, and one in another.
  ProgramLaunch Same = launchOf(2, 5), Other = launchOf(2, 1);
  Other.Arguments = {RecordedArgument{{1}, {}}};
  Launches.Kernels = {kernelOf("a", {Same, Other, launchOf(3, 1)}),
                      kernelOf("b", {launchOf(2, 9)})};
  EXPECT_EQ(countFirstLaunches(Launches, 4), 4u + 1 + 4);
  EXPECT_EQ(countFirstLaunches(Launches, 100), 16u);
  Launches.Kernels.front().Others = 1;
  EXPECT_EQ(countFirstLaunches(Launches, 4), std::nullopt);
  Launches.Kernels.front().Others = 0;
  Launches.Kernels.back().Launches.front().Captured = 1;
  EXPECT_EQ(countFirstLaunches(Launches, 4), std::nullopt);
}

TEST_F(RecordedContextTest, LaunchesOfOneShapeAreFoundByIt) {
  std::vector<KernelParameter> Parameters = {integer(0, 32, 0)};
  auto Recording = std::make_shared<RecordedLaunches>();
  RecordedKernel Kernel = kernelOf("k", {});
  // Of one shape more than are distinguished, the most frequent ones first.
  for (uint8_t Number = 1; Number != 21; ++Number) {
    Kernel.Launches.push_back(launchOf(7, Number));
    Kernel.Launches.back().Arguments = {bytes({Number, 0, 0, 0})};
  }
  Kernel.Launches.push_back(launchOf(8, 100));
  Kernel.Launches.back().Arguments = {bytes({50, 0, 0, 0})};
  Recording->Kernels = {Kernel};
  RecordingList All = {Recording};
  std::vector<LaunchContext> Found =
      recordedContextsOfShape(All, "k", Parameters, {7, 1, 1}, {128, 2, 1});
  ASSERT_EQ(Found.size(), 17u);
  EXPECT_EQ(Found.front().Arguments[0].Value, 20);
  EXPECT_EQ(Found[15].Arguments[0].Value, 5);
  EXPECT_EQ(Found.back().Arguments[0].Value, std::nullopt);
  Found = recordedContextsOfShape(All, "k", Parameters, {8, 1, 1}, {128, 2, 1});
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found.front().Arguments[0].Value, 50);
  EXPECT_TRUE(recordedContextsOfShape(All, "k", Parameters, {8, 1, 1}, {128, 1, 1}).empty());
  EXPECT_TRUE(recordedContextsOfShape(All, "j", Parameters, {8, 1, 1}, {128, 2, 1}).empty());
}

TEST_F(RecordedContextTest, AddressesPassedAsIntegersAreUnknown) {
  // `unsigned long long`, and the halves of an address in a structure of two `unsigned`.
  KernelParameter Halves;
  Halves.Bits = 64;
  Halves.Fields = {integer(0, 32, 0), integer(32, 32, 0)};
  std::vector<KernelParameter> Parameters = {integer(0, 64, 0), Halves};
  ProgramLaunch Launch = launchOf(1, 1);
  Launch.Arguments = {address(64), address(64)};
  LaunchContext Context = contextOf(Launch, Parameters);
  EXPECT_EQ(Context.Arguments[0].Value, std::nullopt);
  EXPECT_EQ(Context.Arguments[0].Multiple, 64u);
  for (const LaunchArgument &Half : Context.Arguments[1].Fields) {
    EXPECT_EQ(Half.Value, std::nullopt);
    EXPECT_EQ(Half.Multiple, 1u);
  }
}

TEST_F(RecordedContextTest, ReadsTheFieldsOfStructures) {
  KernelParameter Row;
  Row.Bits = 128;
  // float *data; int pitch; short columns; then the bits 4 to 6 of the last byte.
  Row.Fields = {pointer(), integer(64, 32, INT32_MIN), integer(96, 16, INT16_MIN),
                integer(124, 3, 0)};
  ProgramLaunch Launch = launchOf(1, 1);
  Launch.Arguments = {{{0, 0, 0, 0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0xfe, 0xff, 0, 0xd0}, {{0, 16, 0}}}};
  LaunchContext Context = contextOf(Launch, Row);
  ASSERT_EQ(Context.Arguments.size(), 1u);
  ASSERT_EQ(Context.Arguments[0].Fields.size(), 4u);
  // An odd multiple of 16.
  EXPECT_EQ(Context.Arguments[0].Fields[0].AlignmentBytes, 32u);
  EXPECT_EQ(Context.Arguments[0].Fields[0].AlignmentResidue, 16u);
  EXPECT_EQ(Context.Arguments[0].Fields[1].Value, 64);
  EXPECT_EQ(Context.Arguments[0].Fields[2].Value, -2);
  EXPECT_EQ(Context.Arguments[0].Fields[3].Value, 5);
}

TEST_F(RecordedContextTest, KnowsPointersThatAreEqualNullOrOfTheHost) {
  std::vector<KernelParameter> Parameters = {pointer(), pointer(), pointer(), pointer(), pointer()};
  ProgramLaunch Launch = launchOf(1, 1);
  Launch.Arguments = {address(256, 1), address(256), address(256, 1),
                      bytes(std::vector<uint8_t>(8)), bytes({8, 0, 0, 0, 0xfc, 0x7f, 0, 0})};
  LaunchContext Context = contextOf(Launch, Parameters);
  EXPECT_EQ(Context.AliasedArguments, (std::vector<std::pair<unsigned, unsigned>>{{0, 2}}));
  EXPECT_EQ(Context.Arguments[0].SharedAllocation, 1u);
  EXPECT_EQ(Context.Arguments[2].SharedOffset, 0);
  EXPECT_EQ(Context.Arguments[1].SharedAllocation, 0u);
  EXPECT_EQ(Context.Arguments[1].AlignmentBytes, 256u);
  EXPECT_EQ(Context.Arguments[1].AlignmentResidue, 0u);
  EXPECT_EQ(Context.Arguments[1].IsNull, false);
  EXPECT_EQ(Context.Arguments[3].IsNull, true);
  EXPECT_EQ(Context.Arguments[4].IsNull, std::nullopt);
  EXPECT_EQ(Context.Arguments[4].AlignmentBytes, 1u);
}

TEST_F(RecordedContextTest, RefusesParametersOfOtherSizes) {
  RecordedKernel Kernel = kernelOf("_Z1kPfi", {launchOf(1, 1)});
  std::vector<KernelParameter> Parameters = {pointer(), integer(0, 32, INT32_MIN)};
  EXPECT_EQ(Kernel.misfit(Parameters), "");
  Kernel.Parameters = {8, 4};
  EXPECT_EQ(Kernel.misfit(Parameters), "");
  Kernel.Parameters = {8, 8};
  EXPECT_EQ(Kernel.misfit(Parameters),
            "takes parameters of other sizes (8, 4 bytes) than were recorded (8, 8 bytes)");
  Kernel.Parameters.emplace();
  EXPECT_EQ(Kernel.misfit(Parameters),
            "takes parameters of other sizes (8, 4 bytes) than were recorded (none)");
  auto Recording = std::make_shared<RecordedLaunches>();
  Recording->Kernels = {Kernel};
  EXPECT_TRUE(recordedContexts({Recording}, "_Z1kPfi", Parameters).empty());
}

TEST_F(RecordedContextTest, DistinguishesTheMostFrequentLaunches) {
  std::vector<KernelParameter> Parameters = {integer(0, 32, INT32_MIN)};
  RecordedKernel Kernel = kernelOf("_Z1ki", {});
  Kernel.Parameters = {4};
  // A loop that passes its number, and one launch that was made more often.
  for (uint8_t Step = 0; Step != 100; ++Step) {
    Kernel.Launches.push_back(launchOf(4, Step == 40 ? 2 : 1));
    Kernel.Launches.back().Arguments = {bytes({Step, 0, 0, 0})};
  }
  auto Recording = std::make_shared<RecordedLaunches>();
  Recording->Kernels = {Kernel};
  std::vector<LaunchContext> Contexts = recordedContexts({Recording}, "_Z1ki", Parameters);
  ASSERT_EQ(Contexts.size(), 17u);
  EXPECT_EQ(Contexts[0].Arguments[0].Value, 40);
  EXPECT_EQ(Contexts[1].Arguments[0].Value, 0);
  EXPECT_EQ(Contexts[16].Block[0], 128u);
  EXPECT_EQ(Contexts[16].Arguments[0].Value, std::nullopt);
  EXPECT_TRUE(recordedContexts({Recording}, "_Z1kf", Parameters).empty());
}

} // namespace
