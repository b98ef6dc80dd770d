//===- TextChangeTest.cpp - Where positions are after changes -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/LanguageServer/TextChange.h"

#include "gtest/gtest.h"

#include <string>

using namespace memlint::lsp;

namespace {

void expectChange(const char *Before, const char *After, TextChange Expected) {
  TextChange Found = changeBetween(Before, After);
  EXPECT_EQ(Found.At, Expected.At) << Before << " -> " << After;
  EXPECT_EQ(Found.Removed, Expected.Removed) << Before << " -> " << After;
  EXPECT_EQ(Found.Added, Expected.Added) << Before << " -> " << After;
}

TEST(TextChangeTest, OneChangeBetweenTwoTexts) {
  expectChange("abc", "abc", {3, 0, 0});
  expectChange("abc", "aXbc", {1, 0, 1});
  expectChange("abc", "ac", {1, 1, 0});
  expectChange("abc", "aXYc", {1, 1, 2});
  expectChange("", "abc", {0, 0, 3});
  expectChange("abc", "", {0, 3, 0});
  // The common beginning and the common end have nothing in common.
  expectChange("aa", "aaa", {2, 0, 1});
  expectChange("aaa", "aa", {2, 1, 0});
}

/// The changes as `at-removed+added`, in the order in which they are made.
std::string changesAsText(const char *Before, const char *After) {
  std::string Result;
  for (const TextChange &Each : changesBetween(Before, After))
    Result += (Result.empty() ? "" : " ") + std::to_string(Each.At) + "-" +
              std::to_string(Each.Removed) + "+" + std::to_string(Each.Added);
  return Result;
}

TEST(TextChangeTest, LinesBetweenTwoChangesStay) {
  // Lines begin at 0, 4, 8 and 12.
  const char *Text = "aaa\nbbb\nccc\nddd\n";
  EXPECT_EQ(changesAsText(Text, Text), "");
  EXPECT_EQ(changesAsText(Text, "new\naaa\nbbb\nccc\ndXd\n"), "13-1+1 0-0+4");
  EXPECT_EQ(changesAsText(Text, "aXa\nbbb\nccc\n"), "12-4+0 1-1+1");
  // Without an end of the last line.
  EXPECT_EQ(changesAsText("a\nb\nc", "A\nb\nC"), "4-1+1 0-1+1");
}

TEST(TextChangeTest, OfLinesThatChangedPlacesTheMostStay) {
  // The first line goes to the end: it is inserted there, at 12, and removed at 0.
  EXPECT_EQ(changesAsText("aaa\nbbb\nccc\n", "bbb\nccc\naaa\n"), "12-0+4 0-4+0");
}

TEST(TextChangeTest, LinesThatAreThereTwiceStayBetweenOthers) {
  // Each x is beside a line that stays: only the first and last line change.
  EXPECT_EQ(changesAsText("1\nx\nb\nx\n2\n", "3\nx\nb\nx\n4\n"), "8-1+1 0-1+1");
  // Nothing says which of them is which: from the first to the last byte that differs.
  EXPECT_EQ(changesAsText("1\nx\nx\n2\n", "3\nx\n4\n"), "0-7+5");
}

TEST(TextChangeTest, ChangesMakeTheOtherText) {
  // By pseudo-random numbers: texts of up to 8 lines of three kinds.
  unsigned Random = 1;
  auto NextText = [&Random] {
    std::string Text;
    for (unsigned Left = (Random = Random * 1103515245 + 12345) >> 16 & 7; Left != 0; --Left) {
      Random = Random * 1103515245 + 12345;
      Text += char('a' + (Random >> 16) % 3);
      Text += Random >> 20 & 1 ? "\n" : "";
    }
    return Text;
  };
  for (unsigned Pair = 0; Pair < 2000; ++Pair) {
    std::string Before = NextText(), After = NextText(), Made = Before;
    for (const TextChange &Each : changesBetween(Before, After)) {
      // What is added stands in the other text as far from its end.
      size_t FromEnd = Made.size() - Each.At - Each.Removed;
      Made.replace(Each.At, Each.Removed,
                   After.substr(After.size() - FromEnd - Each.Added, Each.Added));
    }
    EXPECT_EQ(Made, After) << "from " << Before;
  }
}

TEST(TextChangeTest, BytesMoveWithWhatIsBeforeThem) {
  // "0123456789" -> "012XY6789": three bytes at 3 became two.
  TextChange Change{3, 3, 2};
  EXPECT_EQ(movedOffset(2, Change), 2u);
  EXPECT_EQ(movedOffset(3, Change), std::nullopt);
  EXPECT_EQ(movedOffset(5, Change), std::nullopt);
  EXPECT_EQ(movedOffset(6, Change), 5u);
  EXPECT_EQ(movedEnd(3, Change), 3u);
  EXPECT_EQ(movedEnd(5, Change), 3u);
  EXPECT_EQ(movedEnd(6, Change), 5u);
}

TEST(TextChangeTest, WhatIsInsertedAtAByteIsBeforeIt) {
  TextChange Change{3, 0, 2};
  EXPECT_EQ(movedOffset(3, Change), 5u);
  // And behind the range that ends there.
  EXPECT_EQ(movedEnd(3, Change), 3u);
}

TEST(TextChangeTest, OneAfterTheOther) {
  TextChange Changes[] = {{0, 0, 4}, {2, 1, 0}};
  EXPECT_EQ(movedOffset(0, Changes), 3u);
}

} // namespace
