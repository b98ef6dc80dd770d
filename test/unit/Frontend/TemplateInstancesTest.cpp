//===- TemplateInstancesTest.cpp - Kernel templates nobody uses -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/TemplateInstances.h"

#include "ParsedKernels.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

class TemplateInstancesTest : public testing::Test {
protected:
  void instantiate(llvm::StringRef Source) {
    FrontendOptions Options;
    Options.Toolkit = ToolkitMode::Embedded;
    File = llvm::cantFail(parseCudaSource("kernel.cu", Source, Options));
    Instances = instantiateUnusedKernels(*File);
  }
  /// What is assumed of the only instance.
  std::string assumption() const {
    return Instances.Assumptions.size() == 1 ? Instances.Assumptions.begin()->second : "";
  }
  std::string failure() const {
    return Instances.Failures.size() == 1 ? Instances.Failures.begin()->second : "";
  }

  std::unique_ptr<ParsedFile> File;
  TemplateInstances Instances;
};

TEST_F(TemplateInstancesTest, IntegersAreChosenByName) {
  auto Chosen = [&](llvm::StringRef Parameter, llvm::StringRef Body = "") {
    instantiate(
        ("template <int " + Parameter + "> __global__ void k(float *p) {" + Body + "}").str());
    return assumption();
  };
  EXPECT_EQ(Chosen("BLOCK_SIZE"), "BLOCK_SIZE = 256");
  EXPECT_EQ(Chosen("BLOCK_SIZE", "p[threadIdx.y] = 0;"), "BLOCK_SIZE = 16");
  EXPECT_EQ(Chosen("BlockSize", "__shared__ float s[BlockSize][BlockSize];"), "BlockSize = 16");
  EXPECT_EQ(Chosen("ITEMS_PER_THREAD"), "ITEMS_PER_THREAD = 4");
  EXPECT_EQ(Chosen("Size", "__shared__ float s[Size];"), "Size = 256");
  EXPECT_EQ(Chosen("K"), "K = 32");
  EXPECT_EQ(Chosen("THREADS_PER_BLOCK"), "THREADS_PER_BLOCK = 256");
  EXPECT_EQ(Chosen("kThreadNumPerBlock"), "kThreadNumPerBlock = 256");
  EXPECT_EQ(Chosen("WG_SIZE"), "WG_SIZE = 256");
  EXPECT_EQ(Chosen("NT"), "NT = 256");
  // 8 warps are the 256 threads of a block by default.
  EXPECT_EQ(Chosen("WARPS_PER_BLOCK"), "WARPS_PER_BLOCK = 8");
  EXPECT_EQ(Chosen("BLOCKS_PER_SM"), "BLOCKS_PER_SM = 4");
}

TEST_F(TemplateInstancesTest, TypesAreChosenByUse) {
  auto Chosen = [&](llvm::StringRef Body) {
    instantiate(
        ("template <class T> __global__ void k(float4 *p, float2 *, T *q, T n) {" + Body + "}")
            .str());
    return assumption();
  };
  EXPECT_EQ(Chosen("q[threadIdx.x] = n;"), "T = float");
  EXPECT_EQ(Chosen("T x = q[threadIdx.x]; q[1] = x * n;"), "T = float");
  EXPECT_EQ(Chosen("T i = threadIdx.x; if (i < n) q[0] = i;"), "T = int");
  EXPECT_EQ(Chosen("p[n].x = 0;"), "T = int");
  EXPECT_EQ(Chosen("q[threadIdx.x].x += n.y;"), "T = float2");
  EXPECT_EQ(Chosen("q->w = 0;"), "T = float4");
}

TEST_F(TemplateInstancesTest, TrialsAreNoErrorsOfTheFile) {
  instantiate("template <int N> __global__ void k(float *p) { static_assert(N == 4); }");
  EXPECT_EQ(assumption(), "N = 4");
  EXPECT_TRUE(File->wholeParsed()) << errorText(*File);
  // Nor are those that failed kernels of the file.
  EXPECT_EQ(ParsedKernels(*File).Kernels.size(), 1u);
}

TEST_F(TemplateInstancesTest, TheFirstReasonIsGiven) {
  instantiate("template <int N> __global__ void k() { static_assert(N == 12345, \"no\"); }");
  EXPECT_THAT(Instances.Assumptions, IsEmpty());
  EXPECT_THAT(failure(), HasSubstr("with N = 32: static assertion failed"));
  EXPECT_THAT(ParsedKernels(*File).Kernels, IsEmpty());
}

TEST_F(TemplateInstancesTest, FunctionsCalledAreInstantiatedToo) {
  instantiate("template <class T> __device__ T twice(T x) { return x % 2; }"
              "template <class T> __global__ void k(T *p) { *p = twice(*p); }");
  EXPECT_EQ(assumption(), "T = int");
}

TEST_F(TemplateInstancesTest, OnlyWhereThereIsNone) {
  instantiate("template <class T> __global__ void k(T *p) { *p = 0; }"
              "void f(double *p) { k<<<1, 1>>>(p); }"
              "template <class T> __global__ void declared(T *p);"
              "template <class T> __device__ void d(T *p) { *p = 0; }");
  EXPECT_THAT(Instances.Assumptions, IsEmpty());
  EXPECT_THAT(Instances.Failures, IsEmpty());
}

TEST_F(TemplateInstancesTest, EnumerationsAndTemplatesAsParameters) {
  instantiate("enum class Mode { Row, Column };"
              "template <Mode M> __global__ void k(float *p) { p[M == Mode::Row ? 0 : 1] = 0; }");
  EXPECT_THAT(assumption(), HasSubstr("Row"));
  instantiate("template <template <class> class C> __global__ void k(C<int> *p) {}");
  EXPECT_THAT(failure(), HasSubstr("neither a type nor an integer"));
}

TEST_F(TemplateInstancesTest, MembersOfClassTemplates) {
  instantiate("template <int N> struct S { template <class T> static __global__ void k(T *p) "
              "{ static_assert(N == 16); *p = 0; } };");
  EXPECT_THAT(assumption(), IsEmpty());
  instantiate("template <int N> struct S { template <class T> static __global__ void k(T *p) "
              "{ *p = N; } };");
  EXPECT_EQ(assumption(), "N = 32, T = float");
}

TEST_F(TemplateInstancesTest, LookupsAndBuiltins) {
  instantiate("template <class T> __global__ void k(T *p) {"
              "  T x = ::sqrtf(p[0]); p[1] = __builtin_fabsf(x) + abs(x) + max(x, x);"
              "  __builtin_memcpy(p, p + 1, sizeof(T)); auto f = [=](T y) { return y + x; };"
              "  p[2] = f(x); atomicAdd(p, T(1)); }");
  EXPECT_EQ(assumption(), "T = float") << failure();
}

} // namespace
