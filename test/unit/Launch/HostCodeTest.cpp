//===- HostCodeTest.cpp - Tests of the host interpreter -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is known at a launch after straight code, branches and loops.
///
//===----------------------------------------------------------------------===//

#include "LaunchFixture.h"

using namespace memlint;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(HostCode, PlainNumbersAreOneDimensional) {
  EXPECT_THAT(launchesInMain("k<<<4, 256>>>(p, 1024);"),
              ElementsAre("grid=4,1,1 block=256,1,1 shared=0 args=_,1024"));
}

TEST(HostCode, CharactersHaveASign) {
  EXPECT_THAT(launchesOfK("__global__ void k(long long n) {}\n"
                          "int main() { k<<<1, 32>>>('\\377'); k<<<1, 64>>>('a'); }\n"),
              ElementsAre("grid=1,1,1 block=32,1,1 shared=0 args=-1",
                          "grid=1,1,1 block=64,1,1 shared=0 args=97"));
}

TEST(HostCode, FoldsMacrosEnumeratorsAndConstants) {
  EXPECT_THAT(launchesInMain("k<<<N / BLOCK, BLOCK, BYTES * sizeof(float)>>>(p, Limit);",
                             "#define BLOCK 128\nconstexpr int N = 1 << 12;\n"
                             "const int BYTES = BLOCK + 1;\nenum { Limit = 7 };"),
              ElementsAre("grid=32,1,1 block=128,1,1 shared=516 args=_,7"));
}

TEST(HostCode, BuildsDim3ByConstructorAssignmentAndMembers) {
  EXPECT_THAT(launchesInMain("dim3 block(32, 8); dim3 grid; int n = 1000;\n"
                             "grid.x = (n + block.x - 1) / block.x; grid.y = 3;\n"
                             "k<<<grid, block>>>(p, n);\n"
                             "block = dim3(16, 16, 2); grid = block;\n"
                             "k<<<grid, block>>>(p, n);"),
              ElementsAre("grid=32,3,1 block=32,8,1 shared=0 args=_,1000",
                          "grid=16,16,2 block=16,16,2 shared=0 args=_,1000"));
}

TEST(HostCode, BuildsDim3FromBracesAndInPlace) {
  EXPECT_THAT(launchesInMain("dim3 block{8, 8, 4}; dim3 grid = {5};\n"
                             "k<<<grid, block>>>(p, 0); k<<<dim3(2, 2), dim3(64)>>>(p, 0);"),
              ElementsAre("grid=5,1,1 block=8,8,4 shared=0 args=_,0",
                          "grid=2,2,1 block=64,1,1 shared=0 args=_,0"));
}

TEST(HostCode, FollowsReassignment) {
  EXPECT_THAT(launchesInMain("int n = 64; n *= 2; n += 1; n--; k<<<1, n>>>(p, n); n = 32;\n"
                             "k<<<1, n>>>(p, n);"),
              ElementsAre("grid=1,1,1 block=128,1,1 shared=0 args=_,128",
                          "grid=1,1,1 block=32,1,1 shared=0 args=_,32"));
}

TEST(HostCode, ComputesInFloatingPoint) {
  EXPECT_THAT(launchesInMain("int n = 1000; k<<<(int)ceil(n / 256.0), 256>>>(p, n);\n"
                             "k<<<ceilf((float)n / 100), 256>>>(p, n);"),
              ElementsAre("grid=4,1,1 block=256,1,1 shared=0 args=_,1000",
                          "grid=10,1,1 block=256,1,1 shared=0 args=_,1000"));
}

TEST(HostCode, TruncatesAndWrapsAsTheTypesSay) {
  EXPECT_THAT(launchesInMain("unsigned char c = 300; unsigned u = 0; u -= 1;\n"
                             "k<<<c, u / 16777216>>>(p, -7 / 2);"),
              ElementsAre("grid=44,1,1 block=255,1,1 shared=0 args=_,-3"));
}

TEST(HostCode, WhereArgumentsOfMainDecideThereAreNone) {
  const std::string When = " when main is called without arguments";
  EXPECT_THAT(launchesInMain("int n = argc > 1 ? atoi(argv[1]) : 1024; k<<<n / 256, 256>>>(p, n);"),
              ElementsAre("grid=4,1,1 block=256,1,1 shared=0 args=_,1024" + When));
  EXPECT_THAT(launchesInMain("int n = 1024; if (argc > 1) n = atoi(argv[1]);\n"
                             "k<<<dim3(n / 256, 2), 256>>>(p, n);"),
              ElementsAre("grid=4,2,1 block=256,1,1 shared=0 args=_,1024" + When));
  // A search for an option, as in helpers that many programs share.
  EXPECT_THAT(launchesInMain("int n = 64; if (has(argc, argv, 'n')) n = atoi(argv[1]);\n"
                             "k<<<1, n>>>(p, n);",
                             "bool has(int argc, char **argv, char name) { bool found = false;\n"
                             "if (argc > 1) for (int i = 1; i < argc; ++i)\n"
                             "if (argv[i][0] == name) found = true; return found; }"),
              ElementsAre("grid=1,1,1 block=64,1,1 shared=0 args=_,64" + When));
}

TEST(HostCode, LaunchesThatNeedArgumentsOfMainAreKept) {
  // Without arguments there is none.
  EXPECT_THAT(launchesInMain("if (argc != 2) { exit(1); } int n = atoi(argv[1]);\n"
                             "k<<<n, 64>>>(p, n);"),
              ElementsAre("grid=_,1,1 block=64,1,1 shared=0 args=_,_"));
  // All is known of the first whatever the arguments are, of the second without
  // any, and nothing helps with the third, which is made both ways.
  EXPECT_THAT(launchesInMain("k<<<1, 32>>>(p, 1); int n = argc > 1 ? atoi(argv[1]) : 2;\n"
                             "k<<<2, 32>>>(p, n); int m; scanf(\"%d\", &m); k<<<3, 32>>>(p, m);"),
              ElementsAre("grid=1,1,1 block=32,1,1 shared=0 args=_,1",
                          "grid=2,1,1 block=32,1,1 shared=0 args=_,2 when main is called without "
                          "arguments",
                          "grid=3,1,1 block=32,1,1 shared=0 args=_,_"));
  // One launch in the source, with what depends on the arguments and what does not.
  EXPECT_THAT(launchesInMain("int m; scanf(\"%d\", &m); run(p, m); run(p, argc > 1 ? m : 2);",
                             "void run(int *p, int n) { k<<<1, 32>>>(p, n); }"),
              ElementsAre("grid=1,1,1 block=32,1,1 shared=0 args=_,_",
                          "grid=1,1,1 block=32,1,1 shared=0 args=_,2 when main is called without "
                          "arguments"));
}

TEST(HostCode, BranchesThatAgreeOrEndLeaveValuesKnown) {
  EXPECT_THAT(launchesInMain("int n; if (argc > 1) n = 64; else n = 64;\n"
                             "if (argc > 2) { n = 5; exit(1); }\n"
                             "if (argc > 3) { n = 6; return 1; }\n"
                             "k<<<1, n>>>(p, n);"),
              ElementsAre("grid=1,1,1 block=64,1,1 shared=0 args=_,64"));
}

TEST(HostCode, TakesOnlyTheKnownBranch) {
  EXPECT_THAT(launchesInMain("const bool wide = true; int n = 32;\n"
                             "if (wide) n = 64;\nif (n == 32) k<<<1, 1>>>(p, 1);\n"
                             "else k<<<1, n>>>(p, 2);"),
              ElementsAre("grid=1,1,1 block=64,1,1 shared=0 args=_,2"));
}

TEST(HostCode, KnowsInTheBranchWhatItsConditionSays) {
  EXPECT_THAT(launchesInMain("int n = atoi(argv[1]); if (n == 128) k<<<1, n>>>(p, n);"),
              ElementsAre("grid=1,1,1 block=128,1,1 shared=0 args=_,128"));
  EXPECT_THAT(launchesInMain("int n = atoi(argv[1]); switch (n) {\n"
                             "case 64: k<<<1, n>>>(p, 0); break;\n"
                             "case 32: case 96: k<<<2, 8>>>(p, n); break;\n"
                             "default: k<<<3, 8>>>(p, n); }"),
              ElementsAre("grid=1,1,1 block=64,1,1 shared=0 args=_,0",
                          "grid=2,1,1 block=8,1,1 shared=0 args=_,32",
                          "grid=2,1,1 block=8,1,1 shared=0 args=_,96",
                          "grid=3,1,1 block=8,1,1 shared=0 args=_,_"));
}

TEST(HostCode, SwitchOnKnownValueTakesOneCase) {
  EXPECT_THAT(launchesInMain("int n = 64; switch (n) { case 32: k<<<1, 32>>>(p, 1); break;\n"
                             "case 64: k<<<1, 64>>>(p, 2);\ncase 65: n = 7; break;\n"
                             "default: n = 8; }\nk<<<2, n>>>(p, n);"),
              ElementsAre("grid=1,1,1 block=64,1,1 shared=0 args=_,2",
                          "grid=2,1,1 block=7,1,1 shared=0 args=_,7"));
}

TEST(HostCode, LoopWithLaunchGivesOneContextPerIteration) {
  EXPECT_THAT(launchesInMain("for (int s = 1; s <= 4; s *= 2) k<<<2, 64>>>(p, s);"),
              ElementsAre("grid=2,1,1 block=64,1,1 shared=0 args=_,1",
                          "grid=2,1,1 block=64,1,1 shared=0 args=_,2",
                          "grid=2,1,1 block=64,1,1 shared=0 args=_,4"));
  EXPECT_THAT(
      launchesInMain("int n = 3; while (n--) { if (n == 1) continue; k<<<1, 64>>>(p, n); }"),
      ElementsAre("grid=1,1,1 block=64,1,1 shared=0 args=_,2",
                  "grid=1,1,1 block=64,1,1 shared=0 args=_,0"));
  EXPECT_THAT(launchesInMain("int n = 1; do { k<<<1, n>>>(p, n); n *= 32; } while (n < 1000);"),
              ElementsAre("grid=1,1,1 block=1,1,1 shared=0 args=_,1",
                          "grid=1,1,1 block=32,1,1 shared=0 args=_,32"));
}

TEST(HostCode, EqualLaunchesOfALoopAreOne) {
  EXPECT_THAT(launchesInMain("for (int i = 0; i < 10; ++i) k<<<2, 64>>>(p, 5);"),
              ElementsAre("grid=2,1,1 block=64,1,1 shared=0 args=_,5"));
}

TEST(HostCode, LongOrUnknownLoopLeavesTheCounterUnknown) {
  EXPECT_THAT(launchesInMain("for (int i = 0; i < 1000; ++i) k<<<2, 64>>>(p, i);"),
              ElementsAre("grid=2,1,1 block=64,1,1 shared=0 args=_,_"));
  EXPECT_THAT(
      launchesInMain(
          "int b = 64; for (int i = 0; i < atoi(argv[1]); ++i) { k<<<2, b>>>(p, i); b = 32; }\n"
          "k<<<3, b>>>(p, 1);"),
      ElementsAre("grid=2,1,1 block=_,1,1 shared=0 args=_,_",
                  "grid=3,1,1 block=_,1,1 shared=0 args=_,1"));
}

TEST(HostCode, LoopsThatComputeAValueAreRun) {
  EXPECT_THAT(launchesInMain("int t = 1; while (t < 100) t <<= 1; k<<<1, t>>>(p, t);"),
              ElementsAre("grid=1,1,1 block=128,1,1 shared=0 args=_,128"));
}

TEST(HostCode, BreakOutOfUnknownLoopKeepsWhatItDoesNotTouch) {
  EXPECT_THAT(launchesInMain("int t = 4; int u = 1; while (true) { if (argc > t) break; u++; }\n"
                             "k<<<t, 32>>>(p, u);"),
              ElementsAre("grid=4,1,1 block=32,1,1 shared=0 args=_,_"));
}

TEST(HostCode, ArraysOfSizes) {
  EXPECT_THAT(launchesInMain("int sizes[] = {64, 128}; for (int i = 0; i < 2; ++i)\n"
                             "k<<<1, sizes[i]>>>(p, i);\nfor (int s : sizes) k<<<s, 1>>>(p, 9);"),
              ElementsAre("grid=1,1,1 block=64,1,1 shared=0 args=_,0",
                          "grid=1,1,1 block=128,1,1 shared=0 args=_,1",
                          "grid=64,1,1 block=1,1,1 shared=0 args=_,9",
                          "grid=128,1,1 block=1,1,1 shared=0 args=_,9"));
  EXPECT_THAT(launchesInMain(
                  "int sizes[2] = {64, 128}; sizes[atoi(argv[1])] = 3; k<<<1, sizes[0]>>>(p, 0);"),
              ElementsAre("grid=1,1,1 block=3,1,1 shared=0 args=_,0",
                          "grid=1,1,1 block=64,1,1 shared=0 args=_,0"));
}

TEST(HostCode, StructMembers) {
  EXPECT_THAT(launchesInMain("Sizes s = {64, {4, 2}}; s.inner.b *= 2; Sizes t = s; s.a = 1;\n"
                             "k<<<t.inner.a, t.a>>>(p, t.inner.b);",
                             "struct Inner { int a, b; }; struct Sizes { int a; Inner inner; };"),
              ElementsAre("grid=4,1,1 block=64,1,1 shared=0 args=_,4"));
}

TEST(HostCode, ReferencesAndPointersToLocals) {
  EXPECT_THAT(launchesInMain("int n = 64; int &r = n; r = 32; int *q = &n; *q += 1;\n"
                             "k<<<1, n>>>(p, *q);"),
              ElementsAre("grid=1,1,1 block=33,1,1 shared=0 args=_,33"));
}

TEST(HostCode, AddressGivenAwayMakesUnknown) {
  EXPECT_THAT(launchesInMain("int n = 64, m = 32; scanf(\"%d\", &n); k<<<1, m>>>(p, n);"),
              ElementsAre("grid=1,1,1 block=32,1,1 shared=0 args=_,_"));
  EXPECT_THAT(launchesInMain("int n = 64; set(n); int m = 8; keep(&m); m = 9; other();\n"
                             "k<<<1, m>>>(p, n);",
                             "void set(int &); void keep(int *); void other();"),
              ElementsAre("grid=1,1,1 block=_,1,1 shared=0 args=_,_"));
}

TEST(HostCode, ConstPointersAndReferencesChangeNothing) {
  EXPECT_THAT(launchesInMain("int n = 64; look(n); peek(&n); k<<<1, n>>>(p, n);",
                             "void look(const int &); void peek(const int *);"),
              ElementsAre("grid=1,1,1 block=64,1,1 shared=0 args=_,64"));
}

TEST(HostCode, GlobalsAreKnownInMainUntilCodeNotSeenMayChangeThem) {
  EXPECT_THAT(launchesInMain("k<<<1, n>>>(p, m); other(); k<<<2, n>>>(p, m);",
                             "int n = 64; static int m = 5; void other();"),
              ElementsAre("grid=1,1,1 block=64,1,1 shared=0 args=_,5",
                          "grid=2,1,1 block=_,1,1 shared=0 args=_,5"));
  EXPECT_THAT(launchesOfK("int n = 64; static int m = 5; static int changed = 6;\n"
                          "__global__ void k(int n) {}\nvoid set() { changed = 7; }\n"
                          "void run() { k<<<1, m>>>(n); k<<<changed, m>>>(n); }"),
              ElementsAre("grid=1,1,1 block=5,1,1 shared=0 args=_",
                          "grid=_,1,1 block=5,1,1 shared=0 args=_"));
}

TEST(HostCode, AllDeclarationsOfAGlobalAreOfOneVariable) {
  EXPECT_THAT(launchesInMain("k<<<n, threads[1]>>>(p, 0); set(); k<<<n, threads[1]>>>(p, 0);",
                             "extern int n, threads[]; int get() { return n + threads[0]; }\n"
                             "void set() { n = 5; threads[1] = 96; }\n"
                             "int n = 4; int threads[] = {32, 64};"),
              ElementsAre("grid=4,1,1 block=64,1,1 shared=0 args=_,0",
                          "grid=5,1,1 block=96,1,1 shared=0 args=_,0"));
}

TEST(HostCode, ElementsOfLongArraysByUnknownIndex) {
  EXPECT_THAT(
      launchesInMain("int a[200] = {}, b[200] = {}, i = atoi(argv[1]); a[i] = 5; b[199] = 6;\n"
                     "k<<<1, 1>>>(p, a[180]); k<<<1, 2>>>(p, b[i]); k<<<1, 3>>>(p, b[199]);"),
      ElementsAre("grid=1,1,1 block=1,1,1 shared=0 args=_,_",
                  "grid=1,1,1 block=2,1,1 shared=0 args=_,_",
                  "grid=1,1,1 block=3,1,1 shared=0 args=_,6"));
}

TEST(HostCode, ElementsThatAnInitializerDoesNotName) {
  EXPECT_THAT(launchesInMain("dim3 a[3] = {dim3(64)}; int b[3] = {7};\n"
                             "k<<<a[0], a[2]>>>(p, b[2]);"),
              ElementsAre("grid=64,1,1 block=1,1,1 shared=0 args=_,0"));
}

TEST(HostCode, AnAlternativeThatThrowsHasNoValue) {
  EXPECT_THAT(launchesInMain("int n = argc > 2 ? throw 1 : 64; k<<<1, n>>>(p, 0);"),
              ElementsAre("grid=1,1,1 block=64,1,1 shared=0 args=_,0"));
}

TEST(HostCode, AVariableThatOnlyOneWaySetsIsUnknown) {
  EXPECT_THAT(launchesInMain("int n; if (argc > 2) n = 64; k<<<1, n>>>(p, 0);"),
              ElementsAre("grid=1,1,1 block=_,1,1 shared=0 args=_,0"));
}

TEST(HostCode, WhatIsReadTwiceIsOneNumber) {
  EXPECT_THAT(launchesInMain("S s; fill(&s); int m = s.n[1];\n"
                             "if (s.n[1] == 64) k<<<m, s.n[1]>>>(p, s.n[0]);",
                             "struct S { int n[2]; char name[256]; }; void fill(S *);"),
              ElementsAre("grid=64,1,1 block=64,1,1 shared=0 args=_,_"));
}

TEST(HostCode, VariablesOfEachIterationAreVariablesOfTheirOwn) {
  EXPECT_THAT(launchesInMain("int *last = nullptr, n = 3;\n"
                             "for (int i = 0; i < 2; ++i) { int own = 32 * (i + 1); last = &own;\n"
                             "  const int &named = own; int *&through = last;\n"
                             "  *through += 32; k<<<n, named>>>(p, *last); }"),
              ElementsAre("grid=3,1,1 block=64,1,1 shared=0 args=_,64",
                          "grid=3,1,1 block=96,1,1 shared=0 args=_,96"));
}

TEST(HostCode, ConstructorsOfLargeObjectsMayChangeTheirArguments) {
  EXPECT_THAT(
      launchesInMain("int n = 64, m = 32; int *q = &m; Big b(n, q); k<<<m, n>>>(p, 0);",
                     "struct Big { char room[10000]; Big(int &n, int *m) { n = *m = 7; } };"),
      ElementsAre("grid=_,1,1 block=_,1,1 shared=0 args=_,0"));
}

TEST(HostCode, LabelsInsideTheStatementsOfASwitch) {
  EXPECT_THAT(
      launchesInMain("int n = 8, m = 4; switch (atoi(argv[1])) { case 0: do { g = 5; n = 9;\n"
                     "  case 1:; } while (n < 3); }\nk<<<m, g>>>(p, n);",
                     "int g = 7;"),
      ElementsAre("grid=4,1,1 block=_,1,1 shared=0 args=_,_"));
}

TEST(HostCode, WhatAPointerInALoopLeadsToBeforeItIsMoved) {
  EXPECT_THAT(launchesInMain("int n = 1, m = 2, *q = &n; int c = atoi(argv[1]);\n"
                             "for (int i = 0; i < c; ++i) { *q = 5; q = &m; }\nk<<<n, m>>>(p, 0);"),
              ElementsAre("grid=_,1,1 block=_,1,1 shared=0 args=_,0"));
}

TEST(HostCode, WhatEscapesLeadsToWhatEscapes) {
  EXPECT_THAT(
      launchesInMain(
          "int n = 64, m = 32, l = 8, *q = &n; S s = {&m}, t = {&l};\n"
          "unseen(&q); take(s); give(t); k<<<m, n>>>(p, l);",
          "struct S { int *held; }; void unseen(int **); void take(const S &); void give(S);"),
      ElementsAre("grid=_,1,1 block=_,1,1 shared=0 args=_,_"));
}

TEST(HostCode, VolatileAndStaticLocalsAreUnknown) {
  EXPECT_THAT(launchesInMain("volatile int n = 64; static int m = 3; static const int c = 9;\n"
                             "k<<<c, n>>>(p, m); m++;"),
              ElementsAre("grid=9,1,1 block=_,1,1 shared=0 args=_,_"));
}

TEST(HostCode, GotosBackAreLoops) {
  EXPECT_THAT(launchesInMain("int n = 64; int m = 32;\nagain: k<<<1, m>>>(p, n);\n"
                             "n = n / 2; if (n > atoi(argv[1])) goto again;"),
              ElementsAre("grid=1,1,1 block=32,1,1 shared=0 args=_,_"));
  EXPECT_THAT(launchesInMain("int n = 4;\nagain: k<<<1, n>>>(p, n);\nn /= 2; if (n) goto again;"),
              ElementsAre("grid=1,1,1 block=4,1,1 shared=0 args=_,4",
                          "grid=1,1,1 block=2,1,1 shared=0 args=_,2",
                          "grid=1,1,1 block=1,1,1 shared=0 args=_,1"));
}

TEST(HostCode, DeadCodeLaunchesNothing) {
  EXPECT_THAT(launchesInMain("if (0) k<<<1, 1>>>(p, 0); return 0; k<<<1, 2>>>(p, 0);"), IsEmpty());
}

TEST(HostCode, ZeroExtentIsNotBelieved) {
  EXPECT_THAT(launchesInMain("k<<<100 / 256, 256>>>(p, 0);"),
              ElementsAre("grid=_,1,1 block=256,1,1 shared=0 args=_,0"));
}

TEST(HostCode, EndlessWorkIsGivenUp) {
  EXPECT_THAT(launchesInMain("double sum = 0; int b = 64;\n"
                             "for (int i = 0; i < 4096; ++i) for (int j = 0; j < 4096; ++j)\n"
                             "for (int l = 0; l < 4096; ++l) sum += i * j + l;\n"
                             "k<<<1, b>>>(p, (int)sum);"),
              ElementsAre("grid=1,1,1 block=64,1,1 shared=0 args=_,_"));
}
