//===- SourceTextTest.cpp - Untrusted source text -------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Report/SourceText.h"

#include "gtest/gtest.h"

using namespace memlint;

namespace {

TEST(SourceTextTest, ControlCharactersAreSpelledOut) {
  EXPECT_EQ(printableText("a\x1b[31mb\n"), "a<1B>[31mb<0A>");
  EXPECT_EQ(printableText(llvm::StringRef("\0\x7f", 2)), "<00><7F>");
}

TEST(SourceTextTest, BrokenAndTrickyUtf8IsSpelledOut) {
  EXPECT_EQ(printableText("\xff\xc3"), "<FF><C3>");
  // U+202E turns the direction of text round; U+009B is a control sequence introducer.
  EXPECT_EQ(printableText("\xe2\x80\xae"), "<U+202E>");
  EXPECT_EQ(printableText("\xc2\x9b"), "<U+009B>");
  EXPECT_EQ(printableText("\xc3\xa9"), "\xc3\xa9");
}

TEST(SourceTextTest, MarksStandUnderTheText) {
  SourceSnippet Snippet = renderSnippet("  out[i] = 1;", 3, 9);
  EXPECT_EQ(Snippet.Text, "  out[i] = 1;");
  EXPECT_EQ(Snippet.Marks, "  ^~~~~~");
}

TEST(SourceTextTest, TabsReachTheNextTabStop) {
  SourceSnippet Snippet = renderSnippet("\ta\tb", 4, 5);
  EXPECT_EQ(Snippet.Text, "        a       b");
  EXPECT_EQ(Snippet.Marks, "                ^");
}

// The accented letter takes two bytes and one column, the escape one byte and four.
TEST(SourceTextTest, MarksCountColumnsNotBytes) {
  EXPECT_EQ(renderSnippet("\xc3\xa9x", 3, 4).Marks, " ^");
  EXPECT_EQ(renderSnippet("\x1bx", 2, 3).Marks, "    ^");
}

TEST(SourceTextTest, LongLinesAreCutAboutTheCaret) {
  std::string Line = std::string(500, 'a') + "X" + std::string(500, 'b');
  SourceSnippet Snippet = renderSnippet(Line, 501, 502, 80);
  EXPECT_EQ(Snippet.Text.size(), 80u);
  size_t Caret = Snippet.Marks.find('^');
  ASSERT_LT(Caret, Snippet.Text.size());
  EXPECT_EQ(Snippet.Text[Caret], 'X');
}

TEST(SourceTextTest, PositionsBeyondTheLineAreHarmless) {
  EXPECT_EQ(renderSnippet("ab", 10, 12).Marks, "  ^");
  EXPECT_EQ(renderSnippet("", 1, 2).Marks, "^");
  EXPECT_EQ(renderSnippet("ab", 2, 1000).Marks, " ^");
}

} // namespace
