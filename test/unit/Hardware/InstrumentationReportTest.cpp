//===- InstrumentationReportTest.cpp - Reading an instrumented run --------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Instrument/InstrumentationReport.h"
#include "cuda-memlint/Model/MemoryProgram.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::HasSubstr;

namespace {

InstrumentedKernel tile(std::vector<std::string> Parameters, std::vector<std::string> Analysed) {
  InstrumentedKernel Kernel;
  Kernel.Name = "image::tile";
  Kernel.TemplateParameters = std::move(Parameters);
  Kernel.Analysed = std::move(Analysed);
  return Kernel;
}

TEST(InstantiationNameTest, NoTemplateHasItsOwnName) {
  EXPECT_EQ(instantiationName(tile({}, {}), "void image::tile(float *)"), "image::tile");
}

// As nvcc 13.0 writes it.
TEST(InstantiationNameTest, ArgumentsFollowTheirParameters) {
  EXPECT_EQ(instantiationName(tile({"T", "N", "B", "U", "R"}, {}),
                              "void image::tile(const T *, R...) [with T = pair<int, int>; "
                              "int N = -4; __nv_bool B = false; image::E e = image::E::A; "
                              "unsigned int U = 7U; R = int; R = float]"),
            "image::tile<pair<int, int>, -4, false, image::E::A, 7U, int, float>");
}

TEST(InstantiationNameTest, OtherSpellingsAreRead) {
  EXPECT_EQ(instantiationName(tile({"T", "N"}, {}), "void image::tile(T *) [with T=float, N=4]"),
            "image::tile<float, 4>");
}

TEST(InstantiationNameTest, CommasInsideAnArgumentDoNotEndIt) {
  EXPECT_EQ(
      instantiationName(tile({"T", "N"}, {}), "void image::tile(T *) [with T=pair<int, int>, N=4]"),
      "image::tile<pair<int, int>, 4>");
}

// nvcc and Clang place spaces differently.
TEST(InstantiationNameTest, AnAnalysedKernelKeepsItsSpelling) {
  EXPECT_EQ(instantiationName(tile({"T"}, {"image::tile<float *>", "image::tile<int>"}),
                              "void image::tile(T) [with T = float*]"),
            "image::tile<float *>");
}

TEST(InstantiationNameTest, ASpecialisationIsTheOneThatWasAnalysed) {
  EXPECT_EQ(
      instantiationName(tile({"T"}, {"image::tile<int>"}), "void image::tile<int>(const int *)"),
      "image::tile<int>");
}

InstrumentedSource source() {
  InstrumentedSource Source;
  Source.Path = "a.cu";
  Source.Key = "1234";
  Source.Kernels.push_back(tile({}, {}));
  for (unsigned Number = 0; Number != 3; ++Number) {
    InstrumentedSite Site;
    Site.Number = Number;
    Site.Position = {"a.cu", 10 + Number, 3, 10 + Number, 8, false};
    Site.Kind = Number == 2 ? AccessKind::Atomic : AccessKind::Load;
    Site.Form = Number == 2 ? RequestForm::AtomicLoop : RequestForm::Plain;
    Source.Sites.push_back(Site);
  }
  return Source;
}

/// A file with \p Launches, each of one block of 32 threads unless it says otherwise.
std::string file(llvm::StringRef Launches, llvm::StringRef More = "\"problem\": \"\"") {
  return ("{\"version\": 1, \"sources\": [{\"path\": \"a.cu\", \"key\": \"1234\", " + More +
          ", \"dropped_blocks\": 7, \"launches\": [" + Launches + "]}]}")
      .str();
}

constexpr char Later[] =
    R"json({"id": 9, "kernel": 0, "function": "void image::tile()", "grid": [1, 1, 1],
        "block": [32, 1, 1], "blocks_entered": 1, "sites": []})json";
constexpr char Earlier[] =
    R"json({"id": 4, "kernel": 0, "function": "void image::tile()", "grid": [2, 3, 1],
        "block": [32, 2, 1], "blocks_entered": 5, "sites": [
        {"site": 0, "space": "global", "requests": 2, "lanes": 64, "cost": 8, "ideal": 7},
        {"site": 2, "space": "shared", "requests": 1, "lanes": 3, "cost": 0, "ideal": 0}]})json";

TEST(InstrumentationReportTest, LaunchesComeInTheOrderOfTheRun) {
  auto Counts = readAccessCounts(file(std::string(Later) + "," + Earlier), source());
  ASSERT_TRUE(bool(Counts)) << llvm::toString(Counts.takeError());
  EXPECT_EQ(Counts->DroppedBlocks, 7u);
  ASSERT_EQ(Counts->Launches.size(), 2u);
  const CountedLaunch &First = Counts->Launches[0];
  EXPECT_EQ(First.Kernel, "image::tile");
  EXPECT_EQ(First.Number, 1u);
  EXPECT_EQ(First.Grid, (std::array<uint64_t, 3>{2, 3, 1}));
  EXPECT_EQ(First.Block, (std::array<uint64_t, 3>{32, 2, 1}));
  EXPECT_FALSE(First.Whole); // 5 of 6 blocks
  EXPECT_EQ(Counts->Launches[1].Number, 2u);
  EXPECT_TRUE(Counts->Launches[1].Whole);
  ASSERT_EQ(First.Sites.size(), 2u);
  EXPECT_EQ(First.Sites[0].Cost, 8u);
  EXPECT_EQ(First.Sites[0].Ideal, 7u);
  EXPECT_EQ(First.Sites[0].Lanes, 64u);
  // Shared atomics that are loops have no cost, whatever the file says.
  EXPECT_EQ(First.Sites[1].Requests, 1u);
  EXPECT_FALSE(First.Sites[1].Cost);
}

TEST(InstrumentationReportTest, AnAccessFindsItsSite) {
  InstrumentedSource Source = source();
  auto Counts = readAccessCounts(file(Earlier), Source);
  ASSERT_TRUE(bool(Counts)) << llvm::toString(Counts.takeError());
  Access Load;
  Load.Position = Source.Sites[0].Position;
  Load.Space = MemorySpace::Global;
  auto Found = countsOf(Counts->Launches[0], Source, Load);
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Requests, 2u);
  Load.Space = MemorySpace::Shared;
  EXPECT_FALSE(countsOf(Counts->Launches[0], Source, Load));
  Load.Space = MemorySpace::Generic;
  EXPECT_TRUE(countsOf(Counts->Launches[0], Source, Load));
  Load.Kind = AccessKind::Store;
  EXPECT_FALSE(countsOf(Counts->Launches[0], Source, Load));
}

std::string problem(llvm::StringRef Json) {
  auto Counts = readAccessCounts(Json, source());
  if (Counts)
    return "none";
  return llvm::toString(Counts.takeError());
}

TEST(InstrumentationReportTest, WhatIsNoReportIsRefused) {
  EXPECT_THAT(problem(""), HasSubstr("not the counts"));
  EXPECT_THAT(problem("[1]"), HasSubstr("version"));
  EXPECT_THAT(problem("{\"version\": 2}"), HasSubstr("version"));
  EXPECT_THAT(problem("{\"version\": 1, \"sources\": []}"), HasSubstr("do not name 'a.cu'"));
  EXPECT_THAT(problem(file("{}")), HasSubstr("launch is malformed"));
  EXPECT_THAT(problem(file("3")), HasSubstr("launch is malformed"));
}

TEST(InstrumentationReportTest, AnotherNumberingIsRefused) {
  std::string Text = file("");
  Text.replace(Text.find("1234"), 4, "4321");
  EXPECT_THAT(problem(Text), HasSubstr("another version of 'a.cu'"));
}

TEST(InstrumentationReportTest, TheDevicesProblemIsTold) {
  EXPECT_THAT(problem(file("", "\"problem\": \"an illegal memory access was encountered\"")),
              HasSubstr("illegal memory access"));
}

TEST(InstrumentationReportTest, SitesBeyondTheSourceAreRefused) {
  std::string Text = file(Earlier);
  Text.replace(Text.find("\"site\": 2"), 9, "\"site\": 3");
  EXPECT_THAT(problem(Text), HasSubstr("site is malformed"));
}

} // namespace
