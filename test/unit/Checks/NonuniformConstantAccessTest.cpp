//===- NonuniformConstantAccessTest.cpp - Constant memory by lane ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

namespace {

class NonuniformConstantAccessTest : public testing::Test, public KernelBuilder {};

// 27 + 11 * 32 = 379 cycles against 27 + 11 = 38.
TEST_F(NonuniformConstantAccessTest, OneWordForEachLane) {
  load(constantArray("table"), Tx * 4);
  grid(1);
  block(32);
  std::vector<Finding> Findings = analyse().Findings;
  ASSERT_THAT(Findings, SizeIs(1));
  EXPECT_EQ(Findings[0].Check, "cuda-nonuniform-constant-access");
  EXPECT_EQ(Findings[0].Message,
            "non-uniform constant load: lanes read 32 different addresses of `table`, which are "
            "serialised (32 addresses per request, 1 needed; 32.0x)");
  EXPECT_THAT(notesOf(Findings[0]),
              HasSubstr("about 379 cycles per request, 38 for a single address"));
}

// 64 B apart: 32 lines, where the cache has 8 sets of 4: they fit. 512 B apart: one set.
TEST_F(NonuniformConstantAccessTest, AddressesThatDoNotFitTheCache) {
  load(constantArray("table"), Tx * 512);
  grid(1);
  block(32);
  std::vector<Finding> Findings = analyse().Findings;
  ASSERT_THAT(Findings, SizeIs(1));
  EXPECT_THAT(notesOf(Findings[0]), HasSubstr("more than 379 cycles per request"));
}

TEST_F(NonuniformConstantAccessTest, UniformIsClean) {
  unsigned Table = constantArray("table");
  load(Table, Bx * 4);
  load(Table, (Tx / number(32)) * 4);
  grid(4);
  block(64);
  EXPECT_THAT(analyse().Findings, IsEmpty());
}

} // namespace
