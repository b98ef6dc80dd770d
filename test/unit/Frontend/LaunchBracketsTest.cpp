//===- LaunchBracketsTest.cpp - Tests of launches with spaces -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Frontend/LaunchBrackets.h"

#include "gtest/gtest.h"

using namespace memlint;

namespace {

TEST(LaunchBrackets, AreJoined) {
  EXPECT_EQ(joinLaunchBrackets("k<< <4, 32>> >(p);"), "k<<< 4, 32>>> (p);");
  EXPECT_EQ(joinLaunchBrackets("k << < 4, 32 >> > (p);"), "k <<<  4, 32 >>>  (p);");
  EXPECT_EQ(joinLaunchBrackets("k<int>\n  << <f(a >> 1), b>> >(p);"),
            "k<int>\n  <<< f(a >> 1), b>>> (p);");
  EXPECT_EQ(joinLaunchBrackets("k<< <1,\n 2>> >(a); l<< <3, 4>> >(b);"),
            "k<<< 1,\n 2>>> (a); l<<< 3, 4>>> (b);");
  EXPECT_EQ(joinLaunchBrackets("k<< <4, 32>>>(p);"), "k<<< 4, 32>>>(p);");
  EXPECT_EQ(joinLaunchBrackets("k<<<4, 32>> >(p);"), "k<<<4, 32>>> (p);");
  EXPECT_EQ(joinLaunchBrackets("k<< <4, 1'024>> >(p);"), "k<<< 4, 1'024>>> (p);");
  EXPECT_EQ(joinLaunchBrackets("//* launch *\nk<< <4, 32>> >(p);"),
            "//* launch *\nk<<< 4, 32>>> (p);");
}

TEST(LaunchBrackets, OthersStay) {
  for (const char *Text :
       {"k<<<4, 32>>>(p);", "os << a; vector<vector<vector<int>> > x(3);",
        "operator<< <char>(os, vector<vector<vector<int>> >(3));", "// k<< <1, 2>> >(p)\n",
        "\"k<< <1, 2>> >(p)\"", "R\"(k<< <1, 2>> >(p))\"", "k<< <1; 2>> >(p)", "k<< <1, 2>>",
        "k<< /* */ <1, 2>> >(p)", "<< <",
        // nvcc takes these for operators as well.
        "k<< <1, 2> >>(p);", "k < <<1, 2>> >(p);", "k<<<4, sizeOf<vector<vector<int>> >(3)>>>(p);"})
    EXPECT_EQ(joinLaunchBrackets(Text), Text);
}

} // namespace
