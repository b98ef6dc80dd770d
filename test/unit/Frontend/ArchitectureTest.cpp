//===- ArchitectureTest.cpp - Names of devices ----------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/Architecture.h"

#include "gtest/gtest.h"

#include <string>
#include <vector>

using namespace memlint;

namespace {

Architecture parsed(llvm::StringRef Name) { return llvm::cantFail(parseArchitecture(Name)); }

bool isRefused(llvm::StringRef Name) {
  llvm::Expected<Architecture> Result = parseArchitecture(Name);
  if (Result)
    return false;
  llvm::consumeError(Result.takeError());
  return true;
}

TEST(ArchitectureTest, ReadsTheNamesThatCompilersTake) {
  EXPECT_EQ(parsed("sm_90").Number, 90u);
  EXPECT_EQ(parsed("compute_75").Number, 75u);
  EXPECT_EQ(parsed("lto_80").Number, 80u);
  EXPECT_EQ(parsed("120").Number, 120u);
  EXPECT_EQ(parsed("sm_90a").Suffix, 'a');
  EXPECT_EQ(parsed("sm_100f").Suffix, 'f');
  EXPECT_EQ(parsed("compute_90a").name(), "sm_90a");
  EXPECT_EQ(parsed("sm_86").macroValue(), 860u);
}

TEST(ArchitectureTest, RefusesOtherNames) {
  EXPECT_TRUE(isRefused(""));
  EXPECT_TRUE(isRefused("native"));
  EXPECT_TRUE(isRefused("sm_"));
  EXPECT_TRUE(isRefused("sm_9"));
  EXPECT_TRUE(isRefused("hopper"));
}

TEST(ArchitectureTest, FallsBackToANameThatClangKnows) {
  EXPECT_EQ(parsed("sm_80").clangName(), "sm_80");
  EXPECT_EQ(parsed("sm_90a").clangName(), "sm_90a");
  EXPECT_EQ(parsed("sm_120").clangName(), "sm_90a");
  EXPECT_EQ(parsed("sm_13").clangName(), "sm_20");
}

TEST(ArchitectureTest, TakesTheNewestOfSeveral) {
  std::vector<std::string> Several = {"sm_80", "native", "compute_120", "sm_90a"};
  EXPECT_EQ(newestArchitecture(Several)->name(), "sm_120");
  std::vector<std::string> None = {"native", ""};
  EXPECT_FALSE(newestArchitecture(None));
  EXPECT_FALSE(newestArchitecture({}));
}

TEST(ArchitectureTest, TakesAProcessorOfTheGenerationOfOneThatItDoesNotKnow) {
  auto Taken = [](const char *Name) {
    std::optional<Architecture> Found = newestArchitecture({std::string(Name)});
    return Found ? Found->name() : std::string();
  };
  EXPECT_EQ(Taken("gfx1036"), "gfx1030");
  EXPECT_EQ(Taken("gfx1103"), "gfx1100");
  EXPECT_EQ(Taken("gfx1151"), "gfx1100");
  EXPECT_EQ(Taken("gfx940:xnack+"), "gfx942");
  EXPECT_EQ(Taken("gfx90c"), "gfx900");
  EXPECT_EQ(Taken("gfx803"), "gfx900");
  EXPECT_EQ(Taken("gfx701"), "gfx900");
  EXPECT_EQ(Taken("gfx"), "");
  EXPECT_EQ(Taken("gfx9999"), "");
}

TEST(ArchitectureTest, ReadsAProcessorOnTheCommandLineAsInCompileOptions) {
  EXPECT_EQ(parsed("gfx1036").name(), "gfx1030");
  EXPECT_EQ(parsed("gfx1036").Asked, "gfx1036");
  EXPECT_EQ(parsed("gfx803").name(), "gfx900");
  EXPECT_EQ(parsed("gfx90a").Asked, "");
  EXPECT_EQ(parsed("gfx90a:xnack+").Asked, "");
  for (const char *Name : {"gfx", "gfx90", "gfx9999", "gfx8", "gfx90b"})
    EXPECT_TRUE(isRefused(Name)) << Name;
}

} // namespace
