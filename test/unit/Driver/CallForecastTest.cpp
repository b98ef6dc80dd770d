//===- CallForecastTest.cpp - Tests of the functions that a text names ----===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Driver/CallForecast.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

std::vector<std::string> calledIn(llvm::StringRef Text) {
  std::vector<std::string> Names;
  NamedFunctions Found = findNamedFunctions(Text);
  for (llvm::StringRef Name : Found.Called.keys())
    Names.push_back(Name.str());
  return Names;
}

TEST(CallForecast, CommentsEndWithTheirLines) {
  EXPECT_THAT(calledIn("// one(p);\n"), IsEmpty());
  EXPECT_THAT(calledIn("//* one(p); *\ntwo(p);"), ElementsAre("two"));
  EXPECT_THAT(calledIn("/* one(p);\n*/ two(p);"), ElementsAre("two"));
}

TEST(CallForecast, StringsAreNoCode) {
  EXPECT_THAT(calledIn("const char *S = \"one(p)\";\ntwo(p);"), ElementsAre("two"));
  EXPECT_THAT(calledIn("const char *S = R\"(\n\" one(p);\n)\";\ntwo(p);"), ElementsAre("two"));
}

TEST(CallForecast, NumbersMayBeGrouped) {
  EXPECT_THAT(calledIn("int N = 1'024;\none(N);"), ElementsAre("one"));
}

} // namespace
