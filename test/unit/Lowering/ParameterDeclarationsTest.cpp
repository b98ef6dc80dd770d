//===- ParameterDeclarationsTest.cpp - Pointers as they are declared ------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoweringFixture.h"

#include "gmock/gmock.h"

using namespace memlint;

namespace {

/// Sources are kernels on one line.
class ParameterDeclarations : public LoweringFixture {
protected:
  /// What a declaration says of the first parameter of the first kernel: the text of the type
  /// ("-" where const cannot be put there), the name, and qualifiers; "none" without one.
  std::string declared(const std::string &Line) {
    lowerAll(Line);
    if (Kernels.empty())
      return "no kernel";
    const auto &Declared = Kernels.front().Program.Parameters.front().Declaration;
    if (!Declared)
      return "none";
    auto TextAt = [&](const SourcePosition &At) {
      return At.Line == 0 ? "-" : Line.substr(At.Column - 1, At.EndColumn - At.Column);
    };
    return TextAt(Declared->Pointee) + "|" + TextAt(Declared->Name) +
           (Declared->IsConst ? "|const" : "") + (Declared->IsRestrict ? "|restrict" : "");
  }
  /// Of a kernel on `float *p` with \p Body: whether the pointee can be const.
  bool allowsConst(const std::string &Body, const std::string &Before = "") {
    std::string Found =
        declared(Before + " __global__ void k(float *p, float *out, int n) { " + Body + " }");
    EXPECT_THAT(Found, testing::AnyOf("float|p", "-|p")) << Body;
    return Found == "float|p";
  }
  bool hasOthers(const std::string &Source) {
    lowerAll(Source);
    return Kernels.front().Program.HasOtherDeclarations;
  }
};

TEST_F(ParameterDeclarations, TextOfTypeAndName) {
  EXPECT_EQ(declared("__global__ void k(float *in) {}"), "float|in");
  EXPECT_EQ(declared("__global__ void k(const float* in) {}"), "const float|in|const");
  EXPECT_EQ(declared("__global__ void k(unsigned int const /* c */ * in) {}"),
            "unsigned int const|in|const");
  EXPECT_EQ(declared("__global__ void k(float *__restrict__ in) {}"), "float|in|restrict");
  EXPECT_EQ(declared("__global__ void k(float *const in) {}"), "float|in");
  EXPECT_EQ(declared("struct S { int i; }; __global__ void k(struct S *in) {}"), "struct S|in");
  EXPECT_EQ(declared("template <class T> __global__ void k(const T *in) {} "
                     "template __global__ void k<int>(const int *);"),
            "const T|in|const");
  EXPECT_EQ(declared("template <class T> struct V { using X = T; }; template <class T> __global__ "
                     "void k(typename V<T>::X *in) {} template __global__ void k<int>(int *);"),
            "typename V<T>::X|in");
}

// A const before the first word would mean what the last star points to.
TEST_F(ParameterDeclarations, PointersToPointers) {
  EXPECT_EQ(declared("__global__ void k(float **in) {}"), "-|in");
}

TEST_F(ParameterDeclarations, WhatIsNotWrittenAsAPointer) {
  EXPECT_EQ(declared("__global__ void k(float in[]) {}"), "none");
  EXPECT_EQ(declared("using P = float *; __global__ void k(P in) {}"), "none");
  EXPECT_EQ(declared("template <class T> __global__ void k(T in) {} "
                     "template __global__ void k<int *>(int *);"),
            "none");
  EXPECT_EQ(declared("__global__ void k(float *) {}"), "none");
  EXPECT_EQ(declared("__global__ void k(float in) {}"), "none");
  EXPECT_EQ(declared("#define IN float *in\n__global__ void k(IN) {}"), "none");
  EXPECT_EQ(declared("#define K(n) __global__ void n(float *in) {}\nK(k)"), "none");
}

// nvcc takes the qualifiers of a template's first declaration.
TEST_F(ParameterDeclarations, TemplatesThatAreDeclaredBefore) {
  EXPECT_EQ(declared("template <class T> __global__ void k(T *in); template <class T> __global__ "
                     "void k(T *in) {} template __global__ void k<int>(int *);"),
            "none");
}

TEST_F(ParameterDeclarations, PointersThatGoElsewhere) {
  EXPECT_EQ(declared("__global__ void k(float *p, float *q) { p = q; *p = 1; }"), "none");
  EXPECT_EQ(declared("__global__ void k(float *p, float *q) { float **a = &p; **a = 1; }"), "none");
  EXPECT_EQ(declared("__device__ __noinline__ float f(const float *p) { return *p; } "
                     "__global__ void k(float *p, float *q) { *q = f(p); }"),
            "none");
}

TEST_F(ParameterDeclarations, UsesThatAllowConst) {
  EXPECT_TRUE(allowsConst("out[0] = p[n] + *(p + 1) + *p;"));
  EXPECT_TRUE(allowsConst("const float *q = p + n; out[0] = *q;"));
  EXPECT_TRUE(allowsConst("out[0] = reinterpret_cast<const float4 *>(p)[n].x;"));
  EXPECT_TRUE(allowsConst("out[0] = ((float4 *)p)[n].x;"));
  EXPECT_TRUE(allowsConst("p += n; ++p; out[0] = *p++; p = p + 1;"));
  EXPECT_TRUE(allowsConst("if (p && p != out) out[0] = p - out;"));
  EXPECT_TRUE(allowsConst("const float &x = p[n]; out[0] = x;"));
  EXPECT_TRUE(allowsConst("auto f = [&](int i) { return p[i]; }; out[0] = f(n);"));
  EXPECT_TRUE(allowsConst("out[0] = f(p);", "__device__ float f(const float *q) { return *q; }"));
  EXPECT_TRUE(allowsConst("out[0] = *(n ? p : out);"));
  EXPECT_TRUE(allowsConst("decltype(n) i = n; out[0] = p[i];"));
}

TEST_F(ParameterDeclarations, UsesThatDoNotAllowConst) {
  EXPECT_FALSE(allowsConst("p[n] = 1;"));
  EXPECT_FALSE(allowsConst("p[n] += 1;"));
  EXPECT_FALSE(allowsConst("++*p;"));
  EXPECT_FALSE(allowsConst("float *q = p + n; out[0] = *q;"));
  EXPECT_FALSE(allowsConst("float &x = p[n]; out[0] = x;"));
  EXPECT_FALSE(allowsConst("auto q = p; *q = 1;"));
  EXPECT_FALSE(allowsConst("out[0] = reinterpret_cast<float4 *>(p)[n].x;"));
  EXPECT_FALSE(allowsConst("out[0] = f(p);", "__device__ float f(float *q) { return *q; }"));
  EXPECT_FALSE(
      allowsConst("out[0] = f(p);", "template <class T> __device__ T f(T *q) { return *q; }"));
  EXPECT_FALSE(allowsConst("float *q = n ? p : out; out[0] = *q;"));
  EXPECT_FALSE(allowsConst("out[0] = p[n] * Is<decltype(p)>::Constant;",
                           "template <class T> struct Is { static constexpr int Constant = 1; }; "
                           "template <class T> struct Is<const T *> {"
                           "  static constexpr int Constant = 2; };"));
}

TEST_F(ParameterDeclarations, OtherDeclarations) {
  EXPECT_FALSE(hasOthers("__global__ void k(float *p) {}"));
  EXPECT_TRUE(hasOthers("__global__ void k(float *p); __global__ void k(float *p) {}"));
  EXPECT_TRUE(hasOthers("__global__ void k(float *p) {} __global__ void k(float *p);"));
  EXPECT_FALSE(hasOthers("template <class T> __global__ void k(T *p) {} "
                         "void f() { k<<<1, 1>>>((int *)0); }"));
  EXPECT_TRUE(hasOthers("template <class T> __global__ void k(T *p) {} "
                        "template __global__ void k<int>(int *);"));
  EXPECT_TRUE(hasOthers("template <class T> __global__ void k(T *p) {} "
                        "void f() { k<<<1, 1>>>((int *)0); } "
                        "template <> __global__ void k<float>(float *p) {}"));
}

// Launches name no types.
TEST_F(ParameterDeclarations, PointersToKernels) {
  std::string Kernel = "__global__ void k(float *p, float *out) { *out = *p; } ";
  EXPECT_FALSE(hasOthers(Kernel + "void f(float *a, float *b) { k<<<1, 1>>>(a, b); }"));
  EXPECT_TRUE(hasOthers(Kernel + "void (*kernel)(float *, float *) = k;"));
  EXPECT_TRUE(hasOthers("template <class T> __global__ void k(T *p, T *out) { *out = *p; } "
                        "void f() { void (*kernel)(int *, int *) = &k<int>; }"));
}

} // namespace
