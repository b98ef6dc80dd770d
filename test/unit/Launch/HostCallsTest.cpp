//===- HostCallsTest.cpp - Tests of calls in host code --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is known across calls of host functions, and how kernels and pointers
/// are recognised.
///
//===----------------------------------------------------------------------===//

#include "LaunchFixture.h"

using namespace memlint;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(HostCalls, RoundingHelpers) {
  EXPECT_THAT(
      launchesInMain("k<<<divUp(1000, 256), roundUp<int>(100, 32)>>>(p, up(3));",
                     "inline int divUp(int a, int b) { return (a % b != 0) ? (a / b + 1) "
                     ": (a / b); }\n"
                     "template <typename T> T roundUp(T a, T b) { return divUp(a, b) * b; }\n"
                     "int up(int n, int by = 2) { return n + by; }"),
      ElementsAre("grid=4,1,1 block=128,1,1 shared=0 args=_,5"));
}

TEST(HostCalls, MinimumAndMaximum) {
  EXPECT_THAT(launchesInMain("int n = 1000; k<<<std::min(n, 64), max(n / 10, 32)>>>(p, "
                             "std::max(std::min(n, 3), 2));"),
              ElementsAre("grid=64,1,1 block=100,1,1 shared=0 args=_,3"));
}

TEST(HostCalls, RecursionEnds) {
  EXPECT_THAT(launchesInMain(
                  "k<<<gcd(48, 36), 32>>>(p, gcd(atoi(argv[1]), 7)); k<<<1, 1>>>(p, forever(3));",
                  "int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }\n"
                  "int forever(int n) { return forever(n + 1) + forever(n + 2); }"),
              ElementsAre("grid=12,1,1 block=32,1,1 shared=0 args=_,_",
                          "grid=1,1,1 block=1,1,1 shared=0 args=_,_"));
}

TEST(HostCalls, OneContextPerCallSite) {
  EXPECT_THAT(launchesInMain("run(p, 64); run(p, 128); run(p, 64); run(p, atoi(argv[1]));",
                             "void run(int *p, int n) { k<<<n / 32, 32>>>(p, n); }"),
              ElementsAre("grid=2,1,1 block=32,1,1 shared=0 args=_,64",
                          "grid=4,1,1 block=32,1,1 shared=0 args=_,128",
                          "grid=_,1,1 block=32,1,1 shared=0 args=_,_"));
}

TEST(HostCalls, UncalledFunctionHasUnknownParameters) {
  EXPECT_THAT(launchesOfK("__global__ void k(float *p, int n) {}\n"
                          "void run(float *p, int n) { k<<<(n + 255) / 256, 256>>>(p, n); }"),
              ElementsAre("grid=_,1,1 block=256,1,1 shared=0 args=_,_"));
}

TEST(HostCalls, TemplateParametersOfTheLauncher) {
  EXPECT_THAT(launchesInMain("run<64>(p); run<128>(p);",
                             "template <int Block> void run(int *p) {\n"
                             "  dim3 grid(1024 / Block); k<<<grid, Block>>>(p, Block); }"),
              ElementsAre("grid=16,1,1 block=64,1,1 shared=0 args=_,64",
                          "grid=8,1,1 block=128,1,1 shared=0 args=_,128"));
}

TEST(HostCalls, UninstantiatedLauncherTellsWhatDoesNotDepend) {
  EXPECT_THAT(launchesOfK("__global__ void k(int n) {}\n"
                          "template <int B> void run() { k<<<4, 256>>>(3); k<<<2, B>>>(3); }"),
              ElementsAre("grid=4,1,1 block=256,1,1 shared=0 args=3",
                          "grid=2,1,1 block=_,_,_ shared=0 args=3"));
}

TEST(HostCalls, SpecializationsAreToldApart) {
  EXPECT_THAT(
      launchesOfK("template <int N> __global__ void k(int n) {}\n"
                  "int main() { k<32><<<1, 32>>>(1); k<64><<<2, 64>>>(2); k<32><<<3, 32>>>(3); }"),
      ElementsAre("grid=1,1,1 block=32,1,1 shared=0 args=1",
                  "grid=3,1,1 block=32,1,1 shared=0 args=3",
                  "grid=2,1,1 block=64,1,1 shared=0 args=2"));
}

TEST(HostCalls, KernelThroughPointer) {
  EXPECT_THAT(launchesInMain("void (*f)(int *, int) = &other;\n"
                             "for (int i = 0; i < 3; ++i) { switch (i) { case 1: f = k; break;\n"
                             "default: f = other; } f<<<i + 1, 32>>>(p, i); }",
                             "__global__ void other(int *p, int n) {}"),
              ElementsAre("grid=2,1,1 block=32,1,1 shared=0 args=_,1"));
}

TEST(HostCalls, LaunchFunctionsOfTheRunTime) {
  EXPECT_THAT(launchesInMain("int n = 77; void *args[] = {&p, &n}; dim3 grid(3), block(32, 2);\n"
                             "cudaLaunchKernel((const void *)k, grid, block, args, 128, 0);"),
              ElementsAre("grid=3,1,1 block=32,2,1 shared=128 args=_,77"));
}

TEST(HostCalls, ConstructorsAndMethods) {
  EXPECT_THAT(
      launchesInMain("Launcher l(64); l.twice(); l.run(p);",
                     "struct Launcher { int block; int grid = 5; Launcher(int b) : block(b) "
                     "{}\n void twice() { block *= 2; }\n"
                     "void run(int *p) { k<<<grid, block>>>(p, this->block); } };"),
      ElementsAre("grid=5,1,1 block=128,1,1 shared=0 args=_,128"));
}

TEST(HostCalls, Lambdas) {
  EXPECT_THAT(launchesInMain("int b = 64; auto run = [&](int n) { k<<<n, b>>>(p, n); };\n"
                             "run(2); b = 32; run(3);"),
              ElementsAre("grid=2,1,1 block=64,1,1 shared=0 args=_,2",
                          "grid=3,1,1 block=32,1,1 shared=0 args=_,3"));
}

TEST(HostCalls, OutputParameters) {
  EXPECT_THAT(
      launchesInMain("int b, t; plan(1000, b, &t); k<<<b, t>>>(p, 0);",
                     "void plan(int n, int &blocks, int *threads) {\n"
                     "  *threads = n < 512 ? 128 : 256; blocks = (n + *threads - 1) / *threads; }"),
      ElementsAre("grid=4,1,1 block=256,1,1 shared=0 args=_,0"));
}

TEST(HostCalls, LoopCalleesChangingVariables) {
  EXPECT_THAT(
      launchesInMain(
          "int b = 64; for (int i = 0; i < atoi(argv[1]); ++i) halve(b); k<<<1, b>>>(p, 0);",
          "void halve(int &n) { n /= 2; }"),
      ElementsAre("grid=1,1,1 block=_,1,1 shared=0 args=_,0"));
}

TEST(HostCalls, PointerOffsets) {
  EXPECT_THAT(launchesInMain("k<<<1, 1>>>(p + 3, 0); k<<<2, 1>>>(&p[65], 0);\n"
                             "k<<<3, 1>>>(p + argc, 0); k<<<4, 1>>>(p + argc * 8, 0);\n"
                             "k<<<5, 1>>>((int *)((char *)p + argc), 0);"),
              ElementsAre("grid=1,1,1 block=1,1,1 shared=0 args=_%12/256,0",
                          "grid=2,1,1 block=1,1,1 shared=0 args=_%4/256,0",
                          "grid=3,1,1 block=1,1,1 shared=0 args=_%0/4,0",
                          "grid=4,1,1 block=1,1,1 shared=0 args=_%0/32,0",
                          "grid=5,1,1 block=1,1,1 shared=0 args=_%0/1,0"));
}

TEST(HostCalls, PointersMovedInALoopOfUnknownLength) {
  EXPECT_THAT(launchesInMain("for (int i = 0; i < argc; ++i) { k<<<1, 1>>>(p, 0); p += 6; }"),
              ElementsAre("grid=1,1,1 block=1,1,1 shared=0 args=_%0/4,0"));
  EXPECT_THAT(launchesInMain("int *q; cudaMalloc(&q, 64); for (int i = 0; i < argc; ++i) {\n"
                             "k<<<1, 1>>>(p, 0); std::swap(p, q); }"),
              ElementsAre("grid=1,1,1 block=1,1,1 shared=0 args=_,0"));
}

TEST(HostCalls, WhatALambdaCapturesMayBeChangedByWhoCallsIt) {
  EXPECT_THAT(launchesInMain("int n = 64, m = 8; each([&n, m] { n += m; }); k<<<m, n>>>(p, 0);",
                             "template <typename F> void each(F f, ...) { f(); }"),
              ElementsAre("grid=8,1,1 block=_,1,1 shared=0 args=_,0"));
}

TEST(HostCalls, WhatIsThrownFindsWhatTheBlockMayHaveChanged) {
  EXPECT_THAT(launchesInMain("int n = 64, m = 8; try { n = 32; throw 1; } catch (...) {}\n"
                             "k<<<m, n>>>(p, 0);"),
              ElementsAre("grid=8,1,1 block=_,1,1 shared=0 args=_,0"));
}

TEST(HostCalls, VirtualCallsOnAKnownObject) {
  EXPECT_THAT(launchesInMain("Derived d; Base *b = &d; k<<<b->blocks(), 64>>>(p, 0);",
                             "struct Base { virtual int blocks() { return 1; } };\n"
                             "struct Derived : Base { int blocks() override { return 2; } };"),
              ElementsAre("grid=2,1,1 block=64,1,1 shared=0 args=_,0"));
}

TEST(HostCalls, LibraryHeadersOfTheMachine) {
  EXPECT_THAT(
      launchesOfK("#include <algorithm>\n#include <cmath>\n__global__ void k() {}\n"
                  "int main() { int n = 1000; k<<<std::min(n, 64), std::ceil(n / 256.0f)>>>();\n"
                  "for (int b : {32, 64}) k<<<1, b>>>(); }",
                  /*WithLibraryHeaders=*/true),
      ElementsAre(
          "grid=64,1,1 block=4,1,1 shared=0 args=", "grid=1,1,1 block=32,1,1 shared=0 args=",
          "grid=1,1,1 block=64,1,1 shared=0 args="));
}

TEST(HostCalls, OnePointerTwice) {
  EXPECT_THAT(launchesOfK("__global__ void k(int *a, int *b, int *c) {}\n"
                          "void run(int *x, int *y) { k<<<1, 1>>>(x, y, x); int *z = y + 1;\n"
                          "k<<<2, 1>>>(x, y, z); }"),
              ElementsAre("grid=1,1,1 block=1,1,1 shared=0 args=_,_,_ 0=2",
                          "grid=2,1,1 block=1,1,1 shared=0 args=_,_,_%4/256 1=2"));
}

TEST(HostCalls, ManyContextsOfOneLaunchKeepWhatTheyShare) {
  // 9 * 8 = 72 launches that differ in the argument and not in the block: the first 16
  // by themselves, the other 56 as one.
  std::vector<std::string> Launches =
      launchesInMain("for (int i = 0; i < 9; ++i) for (int j = 0; j < 8; ++j)\n"
                     "k<<<j + 1, 64>>>(p, 8 * i + j);");
  ASSERT_EQ(Launches.size(), 17u);
  EXPECT_EQ(Launches[0], "grid=1,1,1 block=64,1,1 shared=0 args=_,0");
  EXPECT_EQ(Launches[15], "grid=8,1,1 block=64,1,1 shared=0 args=_,15");
  EXPECT_EQ(Launches[16], "grid=_,1,1 block=64,1,1 shared=0 args=_,_");
}

TEST(HostCalls, MultiplesOfWhatIsNotKnown) {
  // Rounded up to 64 and then halved, doubled, shifted; thirds keep nothing.
  EXPECT_THAT(launchesInMain("int m = (atoi(argv[1]) + 63) / 64 * 64; k<<<1, 1>>>(p, m);\n"
                             "k<<<2, 1>>>(p, m / 2); k<<<3, 1>>>(p, m >> 3);\n"
                             "k<<<4, 1>>>(p, m * 2 + 32); k<<<5, 1>>>(p, m / 3);\n"
                             "k<<<6, 1>>>(p, m / 128);"),
              ElementsAre("grid=1,1,1 block=1,1,1 shared=0 args=_,_*64",
                          "grid=2,1,1 block=1,1,1 shared=0 args=_,_*32",
                          "grid=3,1,1 block=1,1,1 shared=0 args=_,_*8",
                          "grid=4,1,1 block=1,1,1 shared=0 args=_,_*32",
                          "grid=5,1,1 block=1,1,1 shared=0 args=_,_",
                          "grid=6,1,1 block=1,1,1 shared=0 args=_,_"));
}

TEST(HostCalls, DimensionsFromVectorTypes) {
  EXPECT_THAT(
      launchesInMain("uint3 grid = make_uint3(3, 4, 1); k<<<grid, make_uint3(8, 8, 2)>>>(p, 0);"),
      ElementsAre("grid=3,4,1 block=8,8,2 shared=0 args=_,0"));
}

TEST(HostCalls, GlobalArraysSetInAnotherFunction) {
  EXPECT_THAT(launchesInMain("setUp(); for (int i = 0; i < argc; ++i) library(i);\n"
                             "k<<<grid[1][0], block[1]>>>(p, 0);",
                             "void library(int i) { atoi(\"\"); }\n"
                             "dim3 grid[2][2], block[2];\n"
                             "void setUp() { grid[1][0] = dim3(5, 6); block[1].x = 64; }"),
              ElementsAre("grid=5,6,1 block=64,1,1 shared=0 args=_,0"));
}

TEST(HostCalls, CodeOfATemplateThatNobodyInstantiates) {
  EXPECT_THAT(launchesOfK("__global__ void k(int n) {}\nstruct S { S(int, int); };\n"
                          "template <typename T> void run(T t) { T a(t, 1); S s(t, 2); int n = 3;\n"
                          "auto f = [=](T x) { return x; }; f(t); t.g(n); k<<<n, 2>>>(n); }"),
              ElementsAre("grid=_,1,1 block=2,1,1 shared=0 args=_"));
}

TEST(HostCalls, CallsBeyondTheBudgetStillCount) {
  // 64 * 64 * 64 calls are too many to follow; none of them must be lost.
  EXPECT_THAT(launchesInMain("for (int i = 0; i < 64; ++i) for (int j = 0; j < 64; ++j)\n"
                             "for (int l = 0; l < 64; ++l) run(p, 1);\nrun(p, 2);",
                             "void run(int *p, int n) { k<<<n, 64>>>(p, n); }"),
              ElementsAre("grid=_,1,1 block=64,1,1 shared=0 args=_,_"));
}

TEST(HostCalls, RecursiveLauncher) {
  EXPECT_THAT(launchesInMain("halve(p, atoi(argv[1]));",
                             "void halve(int *p, int n) { k<<<n, 64>>>(p, 7); if (n > 1) halve(p, "
                             "n / 2); }"),
              ElementsAre("grid=_,1,1 block=64,1,1 shared=0 args=_,7"));
}

TEST(HostCalls, KernelsThatAreNotLaunched) {
  EXPECT_THAT(launchesInMain("other<<<1, 1>>>();", "__global__ void other() {}"), IsEmpty());
}
