//===- UnfollowedChangesTest.cpp - What destructors and others change -----===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchFixture.h"

using namespace memlint;
using testing::ElementsAre;

namespace {

const std::string KnownEight = "grid=1,1,1 block=32,1,1 shared=0 args=_,8";
const std::string NotKnown = "grid=1,1,1 block=32,1,1 shared=0 args=_,_";

std::vector<std::string> afterMain(const std::string &Declarations, const std::string &Code) {
  return launchesInMain(Code + " k<<<1, 32>>>(p, n);", Declarations);
}

TEST(UnfollowedChanges, DestructorsAssignToGlobals) {
  const std::string Guard = "int n = 1; struct Guard { int own; ~Guard() { n = 8; own = 1; } };\n";
  EXPECT_THAT(afterMain(Guard, "{ Guard guard; } "), ElementsAre(NotKnown));
  EXPECT_THAT(afterMain(Guard, "Guard *guard = new Guard; delete guard;"), ElementsAre(NotKnown));
  EXPECT_THAT(afterMain("int n = 1; static void set() { n = 8; }\n"
                        "struct Guard { ~Guard() { set(); } };\n",
                        "{ Guard guard; }"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterMain("int n = 8, other; struct Guard { ~Guard() { other = 1; } };\n",
                        "{ Guard guard; }"),
              ElementsAre(KnownEight));
  EXPECT_THAT(afterMain("", "static int n = 1; struct Guard { ~Guard() { n = 8; } };\n"
                            "{ Guard guard; }"),
              ElementsAre(NotKnown));
}

TEST(UnfollowedChanges, DestructorsOfOtherFilesAssignToWhatTheySee) {
  EXPECT_THAT(afterMain("int n = 1; struct Guard { ~Guard(); };\n", "{ Guard guard; }"),
              ElementsAre(NotKnown));
  EXPECT_THAT(
      afterMain("struct Guard { Guard(int &n); ~Guard(); };\n", "int n = 8; { Guard guard(n); }"),
      ElementsAre(NotKnown));
}

TEST(UnfollowedChanges, DestructorsAssignToWhatTheirObjectsWereGiven) {
  const std::string Count =
      "struct Count { int &at; Count(int &to) : at(to) { ++at; } ~Count() { --at; } };\n";
  EXPECT_THAT(afterMain(Count, "int n = 7; { Count count(n); } "), ElementsAre(NotKnown));
  EXPECT_THAT(afterMain(Count, "int n = 8, other = 7; { Count count(other); } "),
              ElementsAre(KnownEight));
  EXPECT_THAT(afterMain(Count + "struct Holder { Count count; };\n",
                        "int n = 7; { Holder holder{Count(n)}; }"),
              ElementsAre(NotKnown));
  EXPECT_THAT(
      afterMain("struct Set { int *at; ~Set() { *at = 8; } };\n", "int n = 7; { Set set{&n}; }"),
      ElementsAre(NotKnown));
  EXPECT_THAT(afterMain("struct Set { int *at; ~Set() { *at = 8; } };\n",
                        "int n = 7, *where = &n; { Set set{where}; }"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterMain("template <class F> struct Last { F run; ~Last() { run(); } };\n"
                        "template <class F> Last<F> last(F run) { return {run}; }\n",
                        "int n = 7; { auto end = last([&] { n = 8; }); }"),
              ElementsAre(NotKnown));
}

TEST(UnfollowedChanges, BuffersThatFreeTheirMemoryChangeNoNumbers) {
  EXPECT_THAT(afterMain("struct Buffer { int *at; int size;\n"
                        "  Buffer(int count) : size(count) { cudaMalloc(&at, count); }\n"
                        "  ~Buffer() { cudaFree(at); at = nullptr; size = 0; } };\n",
                        "int n = 8; { Buffer buffer(n); }"),
              ElementsAre(KnownEight));
}

TEST(UnfollowedChanges, FunctionsRunBeforeMain) {
  EXPECT_THAT(afterMain("static int n = 1;\n"
                        "__attribute__((constructor)) static void start() { n = 8; }\n",
                        ""),
              ElementsAre(NotKnown));
}

TEST(UnfollowedChanges, PointersToMembersChooseWhatIsAssigned) {
  const std::string Pair = "struct Pair { int n = 8, other = 1; };\n";
  EXPECT_THAT(
      launchesInMain("Pair c; int Pair::*f = &Pair::n; c.*f = 2; k<<<1, 32>>>(p, c.n);", Pair),
      ElementsAre(NotKnown));
  EXPECT_THAT(launchesInMain("Pair c, *at = &c; int Pair::*f = &Pair::n; (at->*f)++;"
                             " k<<<1, 32>>>(p, c.n);",
                             Pair),
              ElementsAre(NotKnown));
}

TEST(UnfollowedChanges, AssemblyWritesItsOutputs) {
  EXPECT_THAT(afterMain("", "int n = 8; asm volatile(\"movl $1, %0\" : \"=r\"(n));"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterMain("", "int n = 8, m; asm volatile(\"movl $1, %0\" : \"=r\"(m));"),
              ElementsAre(KnownEight));
}

TEST(UnfollowedChanges, NumbersMayBeAddresses) {
  EXPECT_THAT(afterMain("", "int n = 8; unsigned long at = (unsigned long)&n; *(int *)at = 1;"),
              ElementsAre(NotKnown));
}

} // namespace
