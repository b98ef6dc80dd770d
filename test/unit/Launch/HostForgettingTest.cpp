//===- HostForgettingTest.cpp - What host code that is not run changes ----===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchFixture.h"

using namespace memlint;
using testing::ElementsAre;

namespace {

const std::string Known = "grid=1,1,1 block=32,1,1 shared=0 args=_,8";
const std::string Unknown = "grid=1,1,1 block=32,1,1 shared=0 args=_,_";

/// The launch of `k` with `n`, which is 8, behind \p Code in a function with an unknown `steps`.
std::vector<std::string> afterLoop(const std::string &Declarations, const std::string &Code) {
  return launchesOfK("__global__ void k(int *p, int n);\n" + Declarations +
                     "void run(int *p, int steps) {\n" + Code + "}\n");
}

TEST(HostForgetting, LoopsWriteThroughPointersInMemory) {
  const std::string Layers = "struct Layer { int n; }; struct Net { Layer *l[2]; Layer *next; };\n";
  const std::string Start = "Layer a{8}, b{16}; Net net{{&a, &b}, &a};\n";
  for (const char *Write : {"net.l[0]->n = 1;", "net.next->n++;", "*&net.l[i & 1]->n = i;"})
    EXPECT_THAT(afterLoop(Layers, Start + "for (int i = 0; i < steps; ++i) { " + Write +
                                      " }\nk<<<1, 32>>>(p, a.n);\n"),
                ElementsAre(Unknown))
        << Write;
  EXPECT_THAT(afterLoop(Layers, Start + "int other = 0;\n"
                                        "for (int i = 0; i < steps; ++i) other += net.l[0]->n;\n"
                                        "k<<<1, 32>>>(p, a.n);\n"),
              ElementsAre(Known));
}

TEST(HostForgetting, LoopsWriteThroughPointersToPointersAndReferences) {
  EXPECT_THAT(afterLoop("", "int n = 8; int *q = &n; int **r = &q;\n"
                            "for (int i = 0; i < steps; ++i) **r = i;\n"
                            "k<<<1, 32>>>(p, n);\n"),
              ElementsAre(Unknown));
  EXPECT_THAT(afterLoop("struct View { int &n; };\n",
                        "int n = 8; View view{n};\n"
                        "for (int i = 0; i < steps; ++i) view.n = i;\n"
                        "k<<<1, 32>>>(p, n);\n"),
              ElementsAre(Unknown));
}

TEST(HostForgetting, LoopsCallWhatWritesBehindMemory) {
  EXPECT_THAT(afterLoop("struct Inner { int x; }; struct Outer { Inner *in; };\n"
                        "static void reset(Outer *outer) { outer->in->x = 1; }\n",
                        "Inner inner{8}; Outer outer{&inner};\n"
                        "for (int i = 0; i < steps; ++i) reset(&outer);\n"
                        "k<<<1, 32>>>(p, inner.x);\n"),
              ElementsAre(Unknown));
}

/// The launch of `k` in main with `n`, which is 8, behind \p Call.
std::vector<std::string> afterCall(const std::string &Declarations, const std::string &Call) {
  return launchesOfK("__global__ void k(int *p, int n) {}\nvoid elsewhere();\n" + Declarations +
                     "int main() {\n" + Call + "\nk<<<1, 32>>>(nullptr, n);\n}\n");
}

TEST(HostForgetting, OtherFilesCallFunctionsOfThisOne) {
  const std::string Static = "static int n = 8;\n";
  for (const char *Function :
       {"void set(int to) { n = to; }\n", "int *get() { return &n; }\n",
        "static void assign() { n = 1; }\nvoid set() { assign(); }\n",
        "extern \"C\" void set(int to) { n = to; }\n", "struct S { void set() { n = 1; } };\n",
        "namespace { struct S { virtual void set() { n = 1; } }; }\nvoid use(S &); S s;\n"})
    EXPECT_THAT(afterCall(Static + Function, "elsewhere();"), ElementsAre(Unknown)) << Function;
  for (const char *Function : {"static void set() { n = 1; }\n", "int get() { return n; }\n"})
    EXPECT_THAT(afterCall(Static + Function, "elsewhere();"), ElementsAre(Known)) << Function;
  EXPECT_THAT(afterCall(Static + "void set() { n = 1; }\n", ""), ElementsAre(Known));
}

TEST(HostForgetting, LibrariesCallWhatTheyAreGiven) {
  EXPECT_THAT(launchesOfK("#include <thread>\n"
                          "__global__ void k(int *p, int n);\n"
                          "static void fill(int *n) { *n = 1; }\n"
                          "void run(int *p) { int n = 8; std::thread t(fill, &n); t.join();\n"
                          "  k<<<1, 32>>>(p, n); }\n",
                          /*WithLibraryHeaders=*/true),
              ElementsAre(Unknown));
  EXPECT_THAT(launchesOfK("#include <cstdlib>\n"
                          "__global__ void k(int *p, int n);\n"
                          "static int n = 8;\n"
                          "static int byCount(const void *, const void *) { n = 1; return 0; }\n"
                          "int main() { int *p, a[4]; cudaMalloc(&p, 64);\n"
                          "  qsort(a, 4, sizeof *a, byCount); k<<<1, 32>>>(p, n); }\n",
                          /*WithLibraryHeaders=*/true),
              ElementsAre(Unknown));
}

TEST(HostForgetting, WhatOneFunctionHandsOnIsNothingToOthers) {
  EXPECT_THAT(
      launchesOfK("#include <cstdlib>\n"
                  "__global__ void k(int *p, int n);\n"
                  "static int n = 4;\n"
                  "static int byCount(const void *, const void *) { n = 1; return 0; }\n"
                  "void first(int *p, int *a) { qsort(a, 4, 4, byCount); k<<<1, 32>>>(p, n); }\n"
                  "void second(int *p) { n = 8; std::rand(); k<<<1, 32>>>(p, n); }\n",
                  /*WithLibraryHeaders=*/true),
      ElementsAre(Unknown, Known));
}

TEST(HostForgetting, NumbersOf64BitsMayBeTheLargest) {
  EXPECT_THAT(afterLoop("unsigned long find();\n",
                        "if (find() == (unsigned long)-1) k<<<1, 32>>>(p, 8);\n"),
              ElementsAre(Known));
  EXPECT_THAT(afterLoop("unsigned long find();\n",
                        "if (find() > 0x7fffffffffffffff) k<<<1, 32>>>(p, 8);\n"),
              ElementsAre(Known));
}

TEST(HostForgetting, NumbersThatDoNotFitAreUnknown) {
  EXPECT_THAT(afterLoop("", "double d = 1e10; k<<<1, 32>>>(p, int(d));\n"), ElementsAre(Unknown));
  EXPECT_THAT(afterLoop("", "double d = 8.9; k<<<1, 32>>>(p, int(d));\n"), ElementsAre(Known));
}

} // namespace
