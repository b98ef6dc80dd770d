//===- OnDemandTest.cpp - Only what a file asks for -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/OnDemand.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using ::testing::ElementsAre;

namespace {

std::string select(llvm::StringRef Header, llvm::StringRef Source) {
  return selectDeclarations({Header}, Source).front();
}

TEST(OnDemandTest, LeavesOutWhatTheSourceDoesNotMention) {
  llvm::StringRef Header = "int always();\n"
                           "// [on demand]\n"
                           "// A comment.\n"
                           "int first(int);\n"
                           "int second(int,\n"
                           "           int);\n"
                           "template <class T> T third(T *);\n"
                           "// [always]\n"
                           "int last();\n";
  EXPECT_EQ(select(Header, ""), "int always();\nint last();\n");
  EXPECT_EQ(select(Header, "x = second(1, 2);"),
            "int always();\nint second(int,\n           int);\nint last();\n");
  EXPECT_EQ(select(Header, "thirdly(third)"),
            "int always();\ntemplate <class T> T third(T *);\nint last();\n");
  EXPECT_EQ(select(Header, "secondly"), "int always();\nint last();\n");
}

TEST(OnDemandTest, KeepsTheTypesThatAKeptDeclarationNeeds) {
  llvm::StringRef Header = "// [on demand]\n"
                           "enum Kind {\n"
                           "  One,\n"
                           "  Two\n"
                           "};\n"
                           "enum Other { Three };\n"
                           "struct Inner { Kind kind; };\n"
                           "struct Outer {\n"
                           "  Inner inner;\n"
                           "};\n"
                           "typedef Outer Alias;\n"
                           "int call(Alias *);\n";
  llvm::StringRef WithoutOther = "enum Kind {\n"
                                 "  One,\n"
                                 "  Two\n"
                                 "};\n"
                                 "struct Inner { Kind kind; };\n"
                                 "struct Outer {\n"
                                 "  Inner inner;\n"
                                 "};\n"
                                 "typedef Outer Alias;\n"
                                 "int call(Alias *);\n";
  EXPECT_EQ(select(Header, "call(0)"), WithoutOther);
  EXPECT_EQ(select(Header, "Three"), "enum Other { Three };\n");
  EXPECT_EQ(select(Header, "Two"), "enum Kind {\n  One,\n  Two\n};\n");
}

TEST(OnDemandTest, KeepsTheUsesOfMacrosByTheirFirstArgument) {
  llvm::StringRef Header = "#define __MEMLINT_PAIR(N) int N(); int N##f();\n"
                           "// [on demand]\n"
                           "__MEMLINT_PAIR(sin)\n"
                           "__MEMLINT_PAIR(cos)\n"
                           "__MEMLINT_PAIR(float4)\n";
  llvm::StringRef Macro = "#define __MEMLINT_PAIR(N) int N(); int N##f();\n";
  EXPECT_EQ(select(Header, "sinf(x)"), Macro.str() + "__MEMLINT_PAIR(sin)\n");
  EXPECT_EQ(select(Header, "make_float4"), Macro.str() + "__MEMLINT_PAIR(float4)\n");
  EXPECT_EQ(select(Header, "tan(x)"), Macro);
}

TEST(OnDemandTest, KeepsSingleEnumerators) {
  llvm::StringRef Header = "enum Error {\n"
                           "// [on demand]\n"
                           "  Success = 0,\n"
                           "  Failure = 1,\n"
                           "// [always]\n"
                           "};\n";
  EXPECT_EQ(select(Header, "Failure"), "enum Error {\n  Failure = 1,\n};\n");
}

TEST(OnDemandTest, KeepsTheNamesThatANamespaceTakesOver) {
  llvm::StringRef Header = "namespace std {\n"
                           "// [on demand]\n"
                           "using ::first;\n"
                           "using ::second;\n"
                           "// [always]\n"
                           "}\n";
  EXPECT_EQ(select(Header, "std::second"), "namespace std {\nusing ::second;\n}\n");
}

TEST(OnDemandTest, LooksAtAllHeadersTogether) {
  EXPECT_THAT(
      selectDeclarations({"// [on demand]\nstruct A {};\n", "// [on demand]\nA f();\n"}, "f()"),
      ElementsAre("struct A {};\n", "A f();\n"));
}

} // namespace
