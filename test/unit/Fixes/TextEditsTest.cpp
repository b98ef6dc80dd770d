//===- test/unit/Fixes/TextEditsTest.cpp - Edits by line and column, as bytes ===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Fixes/TextEdits.h"

#include "cuda-memlint/Support/LineTable.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::ElementsAre;

namespace {

FindingFix fix(unsigned Line, unsigned Column, unsigned EndLine, unsigned EndColumn,
               std::string Replacement) {
  FindingFix Fix;
  Fix.Position.Path = "a.cu";
  Fix.Position.Line = Line;
  Fix.Position.Column = Column;
  Fix.Position.EndLine = EndLine;
  Fix.Position.EndColumn = EndColumn;
  Fix.Replacement = std::move(Replacement);
  return Fix;
}

/// The text that \p Fixes make of \p Text, or the error.
std::string edited(llvm::StringRef Text, std::vector<FindingFix> Fixes) {
  llvm::Expected<std::vector<TextEdit>> Edits = locateEdits(Text, Fixes);
  return Edits ? applyEdits(Text, *Edits) : "error: " + llvm::toString(Edits.takeError());
}

TEST(TextEditsTest, LinesAndColumnsAreBytesFromOne) {
  EXPECT_EQ(edited("ab\ncd\n", {fix(2, 1, 2, 2, "X")}), "ab\nXd\n");
  EXPECT_EQ(edited("ab\ncd\n", {fix(1, 3, 1, 3, ";")}), "ab;\ncd\n");
  // Two bytes make one letter; a tab is one byte.
  EXPECT_EQ(edited("\xC3\xA4\tb", {fix(1, 3, 1, 4, " "), fix(1, 4, 1, 5, "c")}),
            "error: its edits overlap");
  EXPECT_EQ(edited("\xC3\xA4\tb", {fix(1, 4, 1, 5, "c")}), "\xC3\xA4\tc");
  EXPECT_EQ(edited("ab\ncd\n", {fix(1, 2, 2, 2, "-")}), "a-d\n");
}

TEST(TextEditsTest, WhatIsNotInTheTextIsAnError) {
  const char *Gone = "error: the text has changed";
  EXPECT_EQ(edited("ab\n", {fix(3, 1, 3, 1, "x")}), Gone);
  EXPECT_EQ(edited("ab\n", {fix(1, 5, 1, 5, "x")}), Gone);
  EXPECT_EQ(edited("ab\n", {fix(1, 2, 1, 1, "x")}), Gone);
  EXPECT_EQ(edited("ab\n", {fix(0, 0, 0, 0, "x")}), Gone);
  FindingFix InMacro = fix(1, 1, 1, 1, "x");
  InMacro.Position.InMacro = true;
  EXPECT_EQ(edited("ab\n", {InMacro}), "error: it is in a macro");
}

TEST(TextEditsTest, EditsAreSortedAndIdenticalOnesMadeOnce) {
  EXPECT_EQ(edited("ab", {fix(1, 2, 1, 2, "2"), fix(1, 1, 1, 1, "1"), fix(1, 2, 1, 2, "2")}),
            "1a2b");
  EXPECT_EQ(edited("abc", {fix(1, 1, 1, 3, "x"), fix(1, 2, 1, 4, "y")}),
            "error: its edits overlap");
  EXPECT_EQ(edited("abc", {fix(1, 1, 1, 1, "x"), fix(1, 1, 1, 1, "y")}),
            "error: its edits overlap");
}

TEST(TextEditsTest, AtTheEndOfTheText) {
  EXPECT_EQ(edited("ab", {fix(1, 3, 1, 3, "c")}), "abc");
  EXPECT_EQ(edited("ab\n", {fix(2, 1, 2, 1, "c\n")}), "ab\nc\n");
  EXPECT_EQ(edited("", {fix(1, 1, 1, 1, "c")}), "c");
}

TEST(TextEditsTest, NewLinesEndAsTheirNeighboursDo) {
  EXPECT_EQ(edited("a\r\nb\r\n", {fix(2, 1, 2, 1, "x\n")}), "a\r\nx\r\nb\r\n");
  EXPECT_EQ(edited("a\r\nb", {fix(2, 1, 2, 1, "x\n")}), "a\r\nx\r\nb");
  EXPECT_EQ(edited("a\nb\r\n", {fix(1, 1, 1, 1, "x\n")}), "x\na\nb\r\n");
  EXPECT_EQ(edited("a\r\nb\r\n", {fix(1, 2, 2, 1, "+")}), "a+b\r\n");
}

TEST(TextEditsTest, ReplacementsTakeTheLineEndsOnce) {
  std::vector<FindingFix> Fixes = {fix(1, 1, 1, 1, "x\ny\r\n"), fix(2, 1, 2, 1, "z\n")};
  adoptLineEnds("a\r\nb\n", Fixes);
  adoptLineEnds("a\r\nb\n", Fixes);
  EXPECT_EQ(Fixes[0].Replacement, "x\r\ny\r\n");
  EXPECT_EQ(Fixes[1].Replacement, "z\n");
}

TEST(TextEditsTest, AByteOrderMarkStaysFirst) {
  EXPECT_EQ(edited("\xEF\xBB\xBFint a;\n", {fix(1, 1, 1, 1, "x\n")}), "\xEF\xBB\xBFx\nint a;\n");
  // It counts as three bytes, as for Clang.
  EXPECT_EQ(edited("\xEF\xBB\xBFint a;\n", {fix(1, 4, 1, 7, "char")}), "\xEF\xBB\xBF"
                                                                       "char a;\n");
}

TEST(TextEditsTest, TouchingEditsAreInConflict) {
  EXPECT_TRUE(inConflict({1, 3, ""}, {3, 5, ""}));
  EXPECT_TRUE(inConflict({3, 3, "x"}, {3, 5, ""}));
  EXPECT_TRUE(inConflict({2, 8, ""}, {3, 5, ""}));
  EXPECT_FALSE(inConflict({1, 3, ""}, {4, 5, ""}));
}

TEST(TextEditsTest, BytesMoveWithTheTextBeforeThem) {
  std::vector<TextEdit> Edits = {{2, 2, "xx"}, {4, 6, "y"}};
  std::vector<size_t> Moved;
  for (size_t Offset : {1, 2, 3, 4, 5, 6, 7})
    Moved.push_back(movedOffset(Offset, Edits));
  // 01xx23y67: byte 2 has moved behind the insertion, bytes 4 and 5 are now y.
  EXPECT_THAT(Moved, ElementsAre(1, 4, 5, 6, 6, 7, 8));
}

TEST(LineTableTest, LinesEndAsForClang) {
  LineTable Lines("a\rb\r\nc\nd");
  EXPECT_EQ(Lines.offsetOf(2, 1), 2u);
  EXPECT_EQ(Lines.offsetOf(3, 1), 5u);
  EXPECT_EQ(Lines.offsetOf(4, 2), 8u);
  EXPECT_EQ(Lines.offsetOf(4, 3), std::nullopt);
  EXPECT_EQ(Lines.offsetOf(5, 1), std::nullopt);
}

} // namespace
