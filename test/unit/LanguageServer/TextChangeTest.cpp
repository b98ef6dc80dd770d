//===- TextChangeTest.cpp - Where positions are after changes -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/LanguageServer/TextChange.h"

#include "gtest/gtest.h"

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
