//===- DoubtfulPointersTest.cpp - Pointers of unknown origin --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchFixture.h"

using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::Ge;
using testing::HasSubstr;
using testing::SizeIs;

namespace memlint {
namespace {

constexpr const char *Kernel = "__global__ void k(int *a, int *b) {}\n";
constexpr const char *TwoArrays = "int *a, *b; cudaMalloc(&a, 64); cudaMalloc(&b, 64);\n";

std::vector<std::string> doubtsOf(const std::string &Code) { return doubtsOfK(Kernel + Code); }

/// In \p Body, a and b are pointers to arrays of their own.
std::vector<std::string> doubtsInMain(const std::string &Body, const std::string &Before = "") {
  return doubtsOf(Before + "int main(int argc, char **argv) {\n" + TwoArrays + Body + "\n}");
}

void expectProved(const std::vector<std::string> &Doubts) {
  EXPECT_THAT(Doubts, AllOf(SizeIs(Ge(1)), Each("")));
}

void expectDoubt(const std::vector<std::string> &Doubts) {
  EXPECT_THAT(Doubts, AllOf(SizeIs(Ge(1)), Each(HasSubstr("0?1"))));
}

TEST(DoubtfulPointers, AllocationsOfTheirOwn) {
  expectProved(doubtsInMain("k<<<1, 1>>>(a, b);"));
  expectProved(doubtsInMain("k<<<1, 1>>>(a + 8, b);"));
  expectProved(doubtsInMain("for (int i = 0; i < argc; ++i) k<<<1, 1>>>(a, b);"));
  expectProved(doubtsInMain("if (argc > 1) cudaMalloc(&a, 128);\nk<<<1, 1>>>(a, b);"));
  expectProved(doubtsOf("void go(int n) { int *a, *b; if (cudaMalloc(&a, n)) return;\n"
                        "if (cudaMalloc(&b, n)) return; k<<<1, 1>>>(a, b); }"));
  expectProved(doubtsOf("int *make(int n) { int *p; cudaMalloc(&p, n); return p; }\n"
                        "void go() { int *a = make(1), *b = make(2); k<<<1, 1>>>(a, b); }"));
}

TEST(DoubtfulPointers, BuffersThatTakeTurns) {
  expectProved(doubtsInMain("for (int i = 0; i < argc; ++i) {\n"
                            "k<<<1, 1>>>(a, b); int *t = a; a = b; b = t; }"));
  expectProved(doubtsInMain("for (int i = 0; i < argc; ++i) {\n"
                            "k<<<1, 1>>>(a, b); std::swap(a, b); }"));
  // What was copied before may be what is swapped to.
  expectDoubt(doubtsInMain("int *c = a; for (int i = 0; i < argc; ++i) {\n"
                           "k<<<1, 1>>>(c, b); std::swap(a, b); }"));
}

TEST(DoubtfulPointers, FunctionsThatHandPointersOn) {
  expectProved(
      doubtsInMain("run(a, b);", "static void run(int *p, int *q) { k<<<1, 1>>>(p, q); }\n"));
  EXPECT_THAT(doubtsOf("void run(int *p, int *q) { k<<<1, 1>>>(p, q); }"),
              ElementsAre("0?0:run 0?1:run 1?1:run"));
  EXPECT_THAT(doubtsOf("namespace n { void run(int *p) { int *q; cudaMalloc(&q, 64);\n"
                       "k<<<1, 1>>>(p, q); } }"),
              ElementsAre("0?0:n::run 0?1:n::run"));
}

TEST(DoubtfulPointers, UnknownOrigins) {
  expectDoubt(doubtsOf("int *a, *b; void go() { k<<<1, 1>>>(a, b); }"));
  expectDoubt(doubtsOf("struct S { int *a, *b; void go() { k<<<1, 1>>>(a, b); } };"));
  expectDoubt(doubtsOf("int *get(int i); void go() { k<<<1, 1>>>(get(1), get(2)); }"));
  expectDoubt(doubtsOf("void fill(int **p); void go() { int *a, *b; fill(&a); fill(&b);\n"
                       "k<<<1, 1>>>(a, b); }"));
  expectDoubt(
      doubtsOf("struct S { int *a, *b; }; void set(S &s); void go() { S s;\n"
               "cudaMalloc(&s.a, 64); cudaMalloc(&s.b, 64); set(s); k<<<1, 1>>>(s.a, s.b); }"));
  expectDoubt(doubtsOf("void go(int n) { int *p[4]; for (int i = 0; i < 4; ++i)\n"
                       "cudaMalloc(&p[i], 64); k<<<1, 1>>>(p[n], p[n + 1]); }"));
}

TEST(DoubtfulPointers, Owners) {
  std::string Vector = "# 1 \"vector.h\" 1 3\n"
                       "struct Vector { Vector(int n); ~Vector(); int *data(); int *held; };\n"
                       "struct View { View(int n); int *data(); };\n# 1 \"test.cu\" 2\n";
  expectProved(doubtsOf(Vector + "void go(int n) { Vector v(n), w(n);\n"
                                 "k<<<1, 1>>>(v.data(), w.data()); }"));
  expectDoubt(doubtsOf(Vector + "void go(int n) { View v(n), w(n);\n"
                                "k<<<1, 1>>>(v.data(), w.data()); }"));
}

} // namespace
} // namespace memlint
