//===- NolintCommentsTest.cpp ---------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Suppression/NolintComments.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;

namespace {

bool silencesFirstLine(llvm::StringRef Text, llvm::StringRef Check = "cuda-shared-race") {
  return NolintComments(Text).suppress(Check, 1, 1);
}

TEST(NolintComments, SpeakOfTheirLine) {
  NolintComments Comments("a\nb // NOLINT\nc\n");
  EXPECT_FALSE(Comments.suppress("cuda-x", 1, 1));
  EXPECT_TRUE(Comments.suppress("cuda-x", 2, 1));
  EXPECT_FALSE(Comments.suppress("cuda-x", 3, 1));
  EXPECT_FALSE(Comments.suppress("cuda-x", 99, 1));
  EXPECT_FALSE(Comments.suppress("cuda-x", 0, 0));
}

TEST(NolintComments, SpeakOfTheNextLine) {
  NolintComments Comments("// NOLINTNEXTLINE\nb\nc\n");
  EXPECT_FALSE(Comments.suppress("cuda-x", 1, 1));
  EXPECT_TRUE(Comments.suppress("cuda-x", 2, 1));
  EXPECT_FALSE(Comments.suppress("cuda-x", 3, 1));
}

TEST(NolintComments, NameChecks) {
  EXPECT_TRUE(silencesFirstLine("x // NOLINT(cuda-shared-race)"));
  EXPECT_TRUE(silencesFirstLine("x // NOLINT( other , cuda-shared-race )"));
  EXPECT_FALSE(silencesFirstLine("x // NOLINT(cuda-shared)"));
  EXPECT_FALSE(silencesFirstLine("x // NOLINT(cuda-shared-races)"));
  EXPECT_FALSE(silencesFirstLine("x // NOLINT()"));
  EXPECT_TRUE(silencesFirstLine("x // NOLINT(not closed"));
  EXPECT_TRUE(silencesFirstLine("x // NOLINT (other)")) << "a space before the parenthesis";
}

TEST(NolintComments, TakeStars) {
  for (const char *Glob : {"*", "cuda-*", "*-race", "cuda-*-race", "*shared*", "c*-*a*e", "**"})
    EXPECT_TRUE(silencesFirstLine("x // NOLINT(" + std::string(Glob) + ")")) << Glob;
  for (const char *Glob : {"cuda-*-races", "x*", "*x", "cuda-s*red-*rac", "-cuda-*",
                           "cuda-?hared-race", "cuda-shared-race*race"})
    EXPECT_FALSE(silencesFirstLine("x // NOLINT(" + std::string(Glob) + ")")) << Glob;
}

TEST(NolintComments, AreWholeWordsInCapitals) {
  for (const char *Text : {"x // NOLINTER", "x // nolint", "x // NOLINTNEXTLINES", "x // NO LINT"})
    EXPECT_FALSE(silencesFirstLine(Text)) << Text;
}

TEST(NolintComments, FormBlocks) {
  NolintComments Comments("a\n// NOLINTBEGIN(cuda-a)\nb\n// NOLINTBEGIN\nc\n"
                          "// NOLINTEND\nd\n// NOLINTEND( cuda-a )\ne\n");
  EXPECT_FALSE(Comments.suppress("cuda-a", 1, 1));
  EXPECT_TRUE(Comments.suppress("cuda-a", 3, 1));
  EXPECT_FALSE(Comments.suppress("cuda-b", 3, 1));
  EXPECT_TRUE(Comments.suppress("cuda-b", 5, 1));
  EXPECT_TRUE(Comments.suppress("cuda-a", 7, 1));
  EXPECT_FALSE(Comments.suppress("cuda-b", 7, 1));
  EXPECT_FALSE(Comments.suppress("cuda-a", 9, 1));
  EXPECT_TRUE(Comments.unmatched().empty());
}

TEST(NolintComments, ListNamesOnce) {
  NolintComments Comments("x // NOLINT(cuda-a, cuda-b)\n"
                          "  // NOLINTBEGIN(cuda-c,cuda-*)\n// NOLINTEND(cuda-c,cuda-*)\n"
                          "y // NOLINT(cuda-b, -cuda-d)\nz // NOLINT\n");
  ASSERT_EQ(Comments.names().size(), 4u);
  EXPECT_EQ(Comments.names()[0].Name, "cuda-a");
  EXPECT_EQ(Comments.names()[1].Name, "cuda-b");
  EXPECT_EQ(Comments.names()[1].Line, 1u);
  EXPECT_EQ(Comments.names()[1].Column, 6u);
  EXPECT_EQ(Comments.names()[2].Name, "cuda-c");
  EXPECT_EQ(Comments.names()[2].Line, 2u);
  EXPECT_EQ(Comments.names()[3].Name, "cuda-*");
}

TEST(NolintComments, ListMisspellingsOnce) {
  NolintComments Comments("a // NOLINTs, NOLINTED, NOLINTALL\n  // NOLINTNEXTLNE(cuda-a)\n"
                          "// NOLINTNEXTLNE NOLINTENDS nOLINTENDS NOLINTENDs\n");
  EXPECT_FALSE(Comments.suppress("cuda-a", 3, 1));
  ASSERT_EQ(Comments.misspellings().size(), 2u);
  EXPECT_EQ(Comments.misspellings()[0].Word.Name, "NOLINTNEXTLNE");
  EXPECT_EQ(Comments.misspellings()[0].Word.Line, 2u);
  EXPECT_EQ(Comments.misspellings()[0].Word.Column, 6u);
  EXPECT_EQ(Comments.misspellings()[0].Meant, "NOLINTNEXTLINE");
  EXPECT_EQ(Comments.misspellings()[1].Meant, "NOLINTEND");
}

TEST(NolintComments, ListWrongStemsAtTheBeginningOfComments) {
  // Prose, words of other meaning, and ours in the middle of a comment are none.
  NolintComments Comments("// NOLNT(cuda-a)\n//NLINT\n/* NOLIT */ // NOLINTT\n// nolint: x\n"
                          "// NoLintBegin\n// no lint, nothing, NOTE, NOLOG, POINT, INT\n"
                          "// see nolint // Online\na / b; \"//\"");
  std::vector<std::string> Listed;
  for (const NolintComments::Misspelling &Each : Comments.misspellings())
    Listed.push_back(Each.Word.Name + "=" + Each.Meant);
  EXPECT_THAT(Listed,
              testing::ElementsAre("NOLNT=NOLINT", "NLINT=NOLINT", "NOLIT=NOLINT", "NOLINTT=NOLINT",
                                   "nolint=NOLINT", "NoLintBegin=NOLINTBEGIN"));
  EXPECT_EQ(Comments.misspellings()[0].Word.Column, 4u);
}

TEST(NolintComments, TellWhatIsUnmatched) {
  NolintComments Comments("// NOLINTEND\n  // NOLINTBEGIN(cuda-a)\nb\n// NOLINTEND(cuda-b)\n");
  EXPECT_FALSE(Comments.suppress("cuda-a", 3, 1));
  ASSERT_EQ(Comments.unmatched().size(), 3u);
  EXPECT_FALSE(Comments.unmatched()[0].IsBegin);
  EXPECT_EQ(Comments.unmatched()[0].Line, 1u);
  EXPECT_TRUE(Comments.unmatched()[1].IsBegin);
  EXPECT_EQ(Comments.unmatched()[1].Line, 2u);
  EXPECT_EQ(Comments.unmatched()[1].Column, 6u);
  EXPECT_EQ(Comments.unmatched()[2].Line, 4u);
}

TEST(NolintComments, CountLinesAsClangDoes) {
  EXPECT_TRUE(NolintComments("a\r\nb // NOLINT\r\n").suppress("cuda-x", 2, 1));
  EXPECT_TRUE(NolintComments("a\rb\r\nc // NOLINT").suppress("cuda-x", 3, 1));
}

} // namespace
