//===- TextPositionsTest.cpp - Positions of the protocol ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/LanguageServer/TextPositions.h"

#include "gtest/gtest.h"

using namespace memlint::lsp;
using mlir::lsp::Position;
using mlir::lsp::Range;

namespace {

// Columns of the report are bytes: U+00E4 has two, U+1F600 has four. Those of the protocol are
// UTF-16 code units: one and two.
constexpr char Text[] = "int a;\n\u00e4\U0001F600x = y[i];  \r\n\nlast";

TEST(TextPositionsTest, BytesBecomeCodeUnits) {
  TextPositions Positions(Text);
  EXPECT_EQ(Positions.of(1, 1), Position(0, 0));
  EXPECT_EQ(Positions.of(1, 5), Position(0, 4));
  EXPECT_EQ(Positions.of(2, 1), Position(1, 0));
  EXPECT_EQ(Positions.of(2, 3), Position(1, 1));
  EXPECT_EQ(Positions.of(2, 7), Position(1, 3));
}

TEST(TextPositionsTest, WhatIsBehindTheEndIsTheEnd) {
  TextPositions Positions(Text);
  EXPECT_EQ(Positions.of(1, 99), Position(0, 6));
  EXPECT_EQ(Positions.of(3, 4), Position(2, 0));
  EXPECT_EQ(Positions.of(99, 4), Position(98, 0));
  EXPECT_EQ(Positions.of(0, 0), Position(0, 0));
}

TEST(TextPositionsTest, RangeOfASpelling) {
  TextPositions Positions(Text);
  EXPECT_EQ(Positions.range({"", 2, 11}, "y[i]"), Range(Position(1, 7), Position(1, 11)));
  // What the spelling is not found at, such as a macro, ends with the line, without spaces.
  EXPECT_EQ(Positions.range({"", 2, 11}, "z[i]"), Range(Position(1, 7), Position(1, 12)));
  EXPECT_EQ(Positions.range({"", 2, 11}, ""), Range(Position(1, 7), Position(1, 12)));
  EXPECT_EQ(Positions.range({"", 99, 1}, "y"), Range(Position(98, 0), Position(98, 0)));
}

} // namespace
