//===- ArgumentOverlapTest.cpp - Tests of pointers that may overlap -------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchFixture.h"

using testing::AllOf;
using testing::Each;
using testing::SizeIs;

namespace memlint {
namespace {

/// The pairs of each launch in \p Code of `k(int *a, int *b)`, as "0=1".
std::vector<std::string> overlapsOf(const std::string &Code,
                                    const std::string &Kernel = "__global__ void k(int *a, int *b)"
                                                                " {}\n") {
  std::vector<std::string> Result;
  for (const std::string &Launch : launchesOfK(Kernel + Code)) {
    std::string Arguments = Launch.substr(Launch.find(" args=") + 1);
    size_t End = Arguments.find(' ');
    Result.push_back(End == std::string::npos ? "" : Arguments.substr(End + 1));
  }
  return Result;
}

void expectOverlap(const std::string &Code) {
  EXPECT_THAT(overlapsOf(Code), AllOf(SizeIs(1), Each("0=1"))) << Code;
}

void expectNone(const std::string &Code) {
  EXPECT_THAT(overlapsOf(Code), AllOf(SizeIs(testing::Ge(1)), Each(""))) << Code;
}

TEST(ArgumentOverlap, OnOnePath) {
  expectOverlap("void go(int *a, int *b, bool c) { k<<<1, 1>>>(a, c ? b : a); }");
  expectOverlap("void go(int *a, int *b) { k<<<1, 1>>>(a, b ? b : a); }");
  expectOverlap("void go(int *a, int *b) { k<<<1, 1>>>(a, b ?: a); }");
  expectOverlap("void go(int *a, int *b, bool c) { if (c) b = a; k<<<1, 1>>>(a, b); }");
  expectOverlap("void go(int n) { int *a, *b; cudaMalloc(&a, n); cudaMalloc(&b, n); int *s = a;\n"
                "if (n > 1) s = b; k<<<1, 1>>>(a, s); }");
  expectOverlap("void go(int *a, bool c) { int *b = c ? a + 1 : a + 256; k<<<1, 1>>>(a, b); }");
  expectNone("void go(int *a, int *b, int *d, bool c) { k<<<1, 1>>>(a, c ? b : d); }");
}

TEST(ArgumentOverlap, ConditionsThatExcludeEachOther) {
  expectNone("void go(int *a, int *b, bool c) { k<<<1, 1>>>(c ? a : b, c ? b : a); }");
  expectOverlap("void go(int *a, int *b, bool c, bool d) { k<<<1, 1>>>(c ? a : b, d ? b : a); }");
  expectNone("void go(int *a, int *b, bool c) { int *s = a, *d = b; if (c) { s = b; d = a; }\n"
             "k<<<1, 1>>>(s, d); }");
  expectNone("void go(int *a, int *b, int n) { for (int i = 0; i < n; ++i) { int *s, *d;\n"
             "if (i % 2) { s = a; d = b; } else { s = b; d = a; } k<<<1, 1>>>(s, d); } }");
}

TEST(ArgumentOverlap, BuffersThatTakeTurns) {
  expectNone("void go(int *a, int *b, int n) { for (int i = 0; i < n; ++i) {\n"
             "k<<<1, 1>>>(a, b); int *t = a; a = b; b = t; } }");
  expectNone("void go(int *a, int *b, int *c, int n) { for (int i = 0; i < n; ++i) {\n"
             "k<<<1, 1>>>(a, b); int *t = a; a = b; b = c; c = t; } }");
  expectNone("void go(int *a, int *b, int n) { int *s = a, *d = b;\n"
             "for (int i = 0; i < n; ++i) { k<<<1, 1>>>(s, d); std::swap(s, d); } }");
  expectNone("int *a, *b; void go() { k<<<1, 1>>>(a, b); int *t = a; a = b; b = t; }");
  expectNone("int *a = nullptr, *b = nullptr;\n"
             "void go() { k<<<1, 1>>>(a, b); int *t = a; a = b; b = t; }");
  expectNone("struct D { int *in, *out; };\n"
             "void go(D *d) { k<<<1, 1>>>(d->in, d->out); int *t = d->in; d->in = d->out;\n"
             "d->out = t; }");
  expectNone("void go(int *a, int *b) { int *s = a; k<<<1, 1>>>(s, b); s = b;\n"
             "k<<<1, 1>>>(s, a); }");
  expectOverlap("void go(int *a, int *b, int n) { for (int i = 0; i < n; ++i) {\n"
                "k<<<1, 1>>>(a, b); b = a; } }");
}

TEST(ArgumentOverlap, OtherFunctions) {
  expectOverlap("int *a, *b; void set(bool c) { cudaMalloc(&a, 64); if (c) b = a;\n"
                "else cudaMalloc(&b, 64); }\nvoid go() { k<<<1, 1>>>(a, b); }");
  expectNone("int *a, *b; void set() { cudaMalloc(&a, 64); cudaMalloc(&b, 64); }\n"
             "void go() { k<<<1, 1>>>(a, b); }");
  expectOverlap("int *get() { static int *p; if (!p) cudaMalloc(&p, 64); return p; }\n"
                "void go() { k<<<1, 1>>>(get(), get()); }");
  expectOverlap("int *get();\nvoid go() { k<<<1, 1>>>(get(), get()); }");
  expectNone("int *make(int n); int *one() { int *p; cudaMalloc(&p, 64); return p; }\n"
             "void go() { int *a = make(9), *b = make(9); k<<<1, 1>>>(a, b);\n"
             "int *c = one(), *d = one(); k<<<2, 1>>>(c, d); }");
  expectOverlap("struct S { int *a, *b; S(bool c) { cudaMalloc(&a, 64); if (c) b = a;\n"
                "else cudaMalloc(&b, 64); } void go() { k<<<1, 1>>>(a, b); } };");
}

TEST(ArgumentOverlap, MembersAndElements) {
  expectOverlap("struct D { int *a, *b; }; void go(D *d) { d->b = d->a;\n"
                "k<<<1, 1>>>(d->a, d->b); }");
  expectNone("struct D { int *a, *b; }; void go(D *d) { k<<<1, 1>>>(d->a, d->b); }");
  expectOverlap("void go(int n) { int *p[2]; k<<<1, 1>>>(p[n], p[n]); }");
  expectNone("void go(int n) { int *p[2]; k<<<1, 1>>>(p[n], p[1 - n]); }");
  expectOverlap("void go(int *p) { struct R { int *a, *b; };\n"
                "auto [a, b] = [&] { return R{p, p}; }(); k<<<1, 1>>>(a, b); }");
  expectNone("void go(int *p, int *q) { struct R { int *a, *b; };\n"
             "auto [a, b] = [&] { return R{p, q}; }(); k<<<1, 1>>>(a, b); }");
}

TEST(ArgumentOverlap, Owners) {
  std::string Types = "struct Owner { Owner(int *p); Owner(int n); int *get() const;\n"
                      "int &operator[](int i); int *data(); private: int *held; };\n";
  expectOverlap(Types + "void go() { int *p; cudaMalloc(&p, 64); Owner o(p);\n"
                        "k<<<1, 1>>>(o.get(), p); }");
  expectOverlap(Types + "void go() { Owner o(5); k<<<1, 1>>>(o.data(), &o[0]); }");
  expectNone(Types + "void go() { Owner o(5), u(5); k<<<1, 1>>>(o.get(), u.get()); }");
  expectOverlap("struct V { int *p; V(int n) { cudaMalloc(&p, n); } int *ptr() { return p; } };\n"
                "void go(int n, V &v) { k<<<1, 1>>>(v.ptr(), v.p); }");
}

TEST(ArgumentOverlap, ArraysOfArguments) {
  expectOverlap("void go(int *a, int *b, bool c) { if (c) b = a; void *all[] = {&a, &b};\n"
                "cudaLaunchKernel((const void *)k, 1, 1, all, 0, 0); }");
  expectNone("void go(int *a, int *b) { void *all[] = {&a, &b};\n"
             "cudaLaunchKernel((const void *)k, 1, 1, all, 0, 0); }");
}

TEST(ArgumentOverlap, FieldsOfStructs) {
  std::string Kernel = "struct S { const int *in; int *out; };\n"
                       "__global__ void k(S s, int *p) {}\n";
  EXPECT_THAT(overlapsOf("void go(int *p, int *q) { S s; s.out = p; s.in = q;\n"
                         "k<<<1, 1>>>(s, p); }",
                         Kernel),
              testing::ElementsAre("0=1"));
  EXPECT_THAT(overlapsOf("void go(int *p, int *q) { k<<<1, 1>>>(S{p, p + 1}, q); }", Kernel),
              testing::ElementsAre("0=0"));
  EXPECT_THAT(overlapsOf("void go(int *p, int *q, int *r) { k<<<1, 1>>>(S{p, q}, r); }", Kernel),
              testing::ElementsAre(""));
}

TEST(ArgumentOverlap, VariablesOfTheDevice) {
  std::string Variable = "__device__ int table[64];\n";
  EXPECT_THAT(overlapsOf(Variable + "void go(int *p) { int *q; cudaGetSymbolAddress((void **)&q, "
                                    "table); k<<<1, 1>>>(p, q); }"),
              testing::ElementsAre("1=1"));
  EXPECT_THAT(overlapsOf(Variable + "void go(int *p) { int *q; cudaMalloc(&q, 64);\n"
                                    "k<<<1, 1>>>(p, q); }"),
              testing::ElementsAre(""));
}

} // namespace
} // namespace memlint
