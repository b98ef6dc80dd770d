//===- ProgramArgumentsTest.cpp - Tests of arguments as text --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Launch/ProgramArguments.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

std::vector<std::string> split(llvm::StringRef Text) {
  llvm::Expected<std::vector<std::string>> Words = splitArguments(Text);
  if (Words)
    return std::move(*Words);
  ADD_FAILURE() << llvm::toString(Words.takeError());
  return {};
}

std::string errorInArguments(llvm::StringRef Text) {
  llvm::Expected<std::vector<std::string>> Words = splitArguments(Text);
  return Words ? "" : llvm::toString(Words.takeError());
}

// What a POSIX shell makes of each, seen with: sh -c 'printf "[%s]" TEXT'.
TEST(ProgramArguments, AreSplitAsInAShell) {
  EXPECT_THAT(split(""), IsEmpty());
  EXPECT_THAT(split(" \t\n "), IsEmpty());
  EXPECT_THAT(split("1000 100"), ElementsAre("1000", "100"));
  EXPECT_THAT(split("  -n\t5\n"), ElementsAre("-n", "5"));
  EXPECT_THAT(split(R"('a b' "c  d")"), ElementsAre("a b", "c  d"));
  EXPECT_THAT(split(R"(--name='a b'c"d")"), ElementsAre("--name=a bcd"));
  EXPECT_THAT(split(R"('' x "")"), ElementsAre("", "x", ""));
  EXPECT_THAT(split(R"(a\ b \' \\ \n)"), ElementsAre("a b", "'", R"(\)", "n"));
  EXPECT_THAT(split(R"('a\' "a\"b\\c\d")"), ElementsAre(R"(a\)", R"(a"b\c\d)"));
  EXPECT_THAT(split("a\\\nb \\\n c"), ElementsAre("ab", "c"));
  EXPECT_THAT(split(R"('"' "'")"), ElementsAre("\"", "'"));
}

TEST(ProgramArguments, AreNotExpanded) {
  EXPECT_THAT(split("$HOME *.cu ~ #x"), ElementsAre("$HOME", "*.cu", "~", "#x"));
}

TEST(ProgramArguments, SayWhatIsMissing) {
  EXPECT_EQ(errorInArguments("1000 'x y"), "the quote ' is not closed");
  EXPECT_EQ(errorInArguments(R"("x\")"), "the quote \" is not closed");
  EXPECT_EQ(errorInArguments("x \\"), "nothing follows the backslash at the end");
  EXPECT_EQ(errorInArguments(llvm::StringRef("a\0b", 3)),
            "a null character cannot be part of an argument");
}

TEST(ProgramArguments, AreReadAsTheyAreWritten) {
  std::vector<std::string> All = {"", "1024", "--size=3", "a b", "it's", "\"", "\\", "a\nb", "$x"};
  EXPECT_EQ(split(argumentsText(All)), All);
  EXPECT_EQ(argumentsText({"1000", "-n", "a b", ""}), "1000 -n 'a b' ''");
}

} // namespace
