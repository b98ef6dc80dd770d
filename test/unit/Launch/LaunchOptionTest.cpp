//===- LaunchOptionTest.cpp - Tests of launches given as text -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Launch/LaunchOption.h"
#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/STLExtras.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::ElementsAre;

namespace {

std::string errorOf(llvm::StringRef Text) {
  auto Request = parseLaunchOption(Text);
  return Request ? "" : llvm::toString(Request.takeError());
}

bool matches(llvm::StringRef Pattern, llvm::StringRef Kernel) {
  LaunchRequest Request;
  Request.Kernel = Pattern.str();
  return Request.matches(Kernel);
}

} // namespace

TEST(LaunchOption, ReadsEverything) {
  auto Request = parseLaunchOption("kernel<<<(64,65),(32,8,_),0x100>>>(_, _, 1024, -1)");
  ASSERT_TRUE(bool(Request)) << llvm::toString(Request.takeError());
  EXPECT_EQ(Request->Kernel, "kernel");
  EXPECT_THAT(Request->Grid, ElementsAre(64, 65, 1));
  EXPECT_THAT(Request->Block, ElementsAre(32, 8, std::nullopt));
  EXPECT_EQ(Request->DynamicSharedBytes, 256);
  EXPECT_THAT(Request->Arguments, ElementsAre(std::nullopt, std::nullopt, 1024, -1));
  LaunchContext Context = Request->context({});
  EXPECT_EQ(Context.Origin, LaunchOrigin::Option);
  EXPECT_EQ(Context.Arguments[2].Value, 1024);
  EXPECT_FALSE(Context.blockKnown());
}

TEST(LaunchOption, NumbersHaveOneSign) {
  auto Request = parseLaunchOption("k<<<1,1>>>(-9223372036854775808, 9223372036854775807, -0x10)");
  ASSERT_TRUE(bool(Request)) << llvm::toString(Request.takeError());
  EXPECT_THAT(Request->Arguments, ElementsAre(INT64_MIN, INT64_MAX, -16));
  for (llvm::StringRef Number : {"--5", "--9223372036854775808", "0x-5", "-", "9223372036854775808",
                                 "-9223372036854775809", "-0x8000000000000001", "0x"})
    EXPECT_EQ(errorOf(("k<<<1,1>>>(" + Number + ")").str()),
              ("launch 'k<<<1,1>>>(" + Number +
               ")', column 12: expected an integer argument, or '_' if unknown")
                  .str());
  EXPECT_EQ(errorOf("k<<<0x-5,1>>>"), "launch 'k<<<0x-5,1>>>', column 5: expected a number for the "
                                      "grid, or '_' if unknown");
}

TEST(LaunchOption, PartsLeftOut) {
  auto Request = parseLaunchOption(" ns::k<float, 32> <<< _ , 256 >>> ");
  ASSERT_TRUE(bool(Request)) << llvm::toString(Request.takeError());
  EXPECT_EQ(Request->Kernel, "ns::k<float, 32>");
  EXPECT_THAT(Request->Grid, ElementsAre(std::nullopt, std::nullopt, std::nullopt));
  EXPECT_THAT(Request->Block, ElementsAre(256, 1, 1));
  EXPECT_EQ(Request->DynamicSharedBytes, 0);
  EXPECT_TRUE(Request->Arguments.empty());
  Request = parseLaunchOption("k<<<1,1,_>>>()");
  ASSERT_TRUE(bool(Request)) << llvm::toString(Request.takeError());
  EXPECT_EQ(Request->DynamicSharedBytes, std::nullopt);
}

TEST(LaunchOption, ErrorsNameTheColumn) {
  EXPECT_EQ(errorOf("kernel"), "launch 'kernel', column 7: expected '<<<' after the kernel's name");
  EXPECT_EQ(errorOf("<<<1,1>>>"),
            "launch '<<<1,1>>>', column 1: expected a kernel's name, as in 'kernel<<<64,256>>>'");
  EXPECT_EQ(errorOf("k<<<1>>>"), "launch 'k<<<1>>>', column 6: expected ',' after the grid");
  EXPECT_EQ(errorOf("k<<<1,x>>>"), "launch 'k<<<1,x>>>', column 7: expected a number for the "
                                   "block, or '_' if unknown");
  EXPECT_EQ(errorOf("k<<<0,1>>>"),
            "launch 'k<<<0,1>>>', column 5: expected a number above 0 for the grid");
  EXPECT_EQ(errorOf("k<<<(1,2,3,4),1>>>"), "launch 'k<<<(1,2,3,4),1>>>', column 11: expected ')' "
                                           "after three dimensions of the grid");
  EXPECT_EQ(errorOf("k<<<-1,1>>>"), "launch 'k<<<-1,1>>>', column 5: expected a number for the "
                                    "grid, or '_' if unknown");
  EXPECT_EQ(errorOf("k<<<1,64k>>>"), "launch 'k<<<1,64k>>>', column 7: expected a number for the "
                                     "block, or '_' if unknown");
  EXPECT_EQ(errorOf("k<<<1,1>>"), "launch 'k<<<1,1>>', column 8: expected '>>>'");
  EXPECT_EQ(errorOf("k<<<1,1>>>(1;"),
            "launch 'k<<<1,1>>>(1;', column 13: expected ',' or ')' after an argument");
  EXPECT_EQ(errorOf("k<<<1,1>>>(1) x"),
            "launch 'k<<<1,1>>>(1) x', column 15: expected the end of the launch");
}

TEST(LaunchOption, ArgumentsGoByNameToo) {
  auto Request = parseLaunchOption("k<<<1,32>>>(_, height=0x10, n = -3, unknown=_)");
  ASSERT_TRUE(bool(Request)) << llvm::toString(Request.takeError());
  ExprContext Expressions;
  std::vector<KernelParameter> Parameters(4);
  const char *Names[] = {"out", "n", "height", "unknown"};
  for (auto [Parameter, Name] : llvm::zip_equal(Parameters, Names))
    Parameter.Name = Name;
  EXPECT_EQ(Request->misfit(Parameters), "does not take an integer for 'height'");
  for (unsigned Index : {1u, 2u})
    Parameters[Index].Value = Expressions.constant(7);
  EXPECT_EQ(Request->misfit(Parameters), "");
  LaunchContext Context = Request->context(Parameters);
  ASSERT_EQ(Context.Arguments.size(), 4u);
  EXPECT_EQ(Context.Arguments[1].Value, -3);
  EXPECT_EQ(Context.Arguments[2].Value, 16);
  EXPECT_EQ(Context.Arguments[3].Value, std::nullopt);

  Parameters.resize(2);
  EXPECT_EQ(Request->misfit(Parameters), "has no parameter 'height' (parameters: 'out', 'n')");
  auto Twice = llvm::cantFail(parseLaunchOption("k<<<1,32>>>(_, 4, n=3)"));
  EXPECT_EQ(Twice.misfit(Parameters), "gets 'n' twice: by position and by name");
  EXPECT_EQ(Twice.context(Parameters).Arguments[1].Value, 4);
  auto TooMany = llvm::cantFail(parseLaunchOption("k<<<1,32>>>(_, 4, 5)"));
  EXPECT_EQ(TooMany.misfit(Parameters), "takes 2 arguments, not 3");
  auto ForPointer = llvm::cantFail(parseLaunchOption("k<<<1,32>>>(1, 4)"));
  EXPECT_EQ(ForPointer.misfit(Parameters), "does not take an integer for 'out'");
  Parameters.front().Name.clear();
  EXPECT_EQ(ForPointer.misfit(Parameters), "does not take an integer for an unnamed parameter");
  auto Fitting = llvm::cantFail(parseLaunchOption("k<<<1,32>>>(_, 4)"));
  EXPECT_EQ(Fitting.misfit(Parameters), "");
}

TEST(LaunchOption, ErrorsInNamedArguments) {
  EXPECT_EQ(errorOf("k<<<1,1>>>(n=1, 2)"), "launch 'k<<<1,1>>>(n=1, 2)', column 17: expected "
                                           "'name=' as before: arguments by position come first");
  EXPECT_EQ(errorOf("k<<<1,1>>>(n=1,n=2)"),
            "launch 'k<<<1,1>>>(n=1,n=2)', column 16: expected 'n' once");
  EXPECT_EQ(errorOf("k<<<1,1>>>(n=x)"), "launch 'k<<<1,1>>>(n=x)', column 14: expected an integer "
                                        "for 'n', or '_' if unknown");
  EXPECT_EQ(errorOf("k<<<1,1>>>(n)"), "launch 'k<<<1,1>>>(n)', column 12: expected an integer "
                                      "argument, or '_' if unknown");
}

TEST(LaunchOption, MatchesByAnyFormOfTheName) {
  for (const char *Pattern : {"a::b::k<float, 32>", "a::b::k<float,32>", "a::b::k", "b::k", "k",
                              "k<float, 32>", "*", "k*", "a::*", "?"})
    EXPECT_TRUE(matches(Pattern, "a::b::k<float, 32>")) << Pattern;
  for (const char *Pattern : {"a::k", "kk", "k<float>", "b", "::b::*"})
    EXPECT_FALSE(matches(Pattern, "a::b::k<float, 32>")) << Pattern;
  EXPECT_TRUE(matches("k", "(anonymous namespace)::k"));
  EXPECT_TRUE(matches("k", "k<a::b>"));
  EXPECT_FALSE(matches("b", "k<a::b>"));
}
