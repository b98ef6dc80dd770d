//===- InstantiationLimitTest.cpp - Templates that are too large ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/InstantiationLimit.h"

#include "ParsedKernels.h"
#include "cuda-memlint/Frontend/TemplateInstances.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

#include "gtest/gtest.h"

using namespace memlint;

namespace {

constexpr uint64_t FewSteps = 20'000;

std::unique_ptr<ParsedFile> parseWithin(llvm::StringRef Source, uint64_t Steps = FewSteps) {
  FrontendOptions Options;
  Options.Toolkit = ToolkitMode::Embedded;
  Options.ForceEmbeddedHostHeaders = true;
  Options.InstantiationSteps = Steps;
  return llvm::cantFail(parseCudaSource("kernel.cu", Source, Options));
}

/// `count<N>()` calls as many functions as two to the power of N.
constexpr char Count[] = R"(
    template <int N, int Which> struct Counted {
      static __device__ int of() { return Counted<N - 1, 2 * Which>::of() + Counted<N - 1, 2 * Which + 1>::of(); }
    };
    template <int Which> struct Counted<0, Which> { static __device__ int of() { return Which; } };
    template <int N> __device__ int count() { return Counted<N, 0>::of(); }
)";

/// The instances of kernels, with what is known of them: `name+` if nothing is missing, `name-`.
std::string instances(ParsedFile &File) {
  std::string Text;
  for (const clang::Decl *Each : File.context().getTranslationUnitDecl()->decls())
    if (const auto *Template = llvm::dyn_cast<clang::FunctionTemplateDecl>(Each))
      if (Template->getTemplatedDecl()->hasAttr<clang::CUDAGlobalAttr>())
        for (const clang::FunctionDecl *Instance : Template->specializations())
          Text += Instance->getNameAsString() +
                  (File.instantiations().isIncomplete(*Instance) ? "- " : "+ ");
  return Text;
}

TEST(InstantiationLimitTest, OrdinaryFilesAreInstantiatedWhole) {
  auto File = parseWithin(std::string(Count) + R"(
    template <int N> __global__ void kernel(int *p) { p[threadIdx.x] = count<N>(); }
    void run(int *p) { kernel<2><<<1, 32>>>(p); kernel<3><<<1, 32>>>(p); })");
  EXPECT_EQ(errorText(*File), "");
  EXPECT_FALSE(File->instantiations().isSpent());
  EXPECT_EQ(instances(*File), "kernel+ kernel+ ");
}

TEST(InstantiationLimitTest, KernelsThatMissCodeAreKnown) {
  auto File = parseWithin(std::string(Count) + R"(
    template <int N> __global__ void small(int *p) { p[threadIdx.x] = count<N>(); }
    template <int N> __global__ void large(int *p) { p[threadIdx.x] = count<N>(); }
    void run(int *p) {
      small<1><<<1, 32>>>(p);
      large<12><<<1, 32>>>(p);
      large<1><<<1, 32>>>(p);
    })");
  // It is not an error of the file.
  EXPECT_EQ(errorText(*File), "");
  EXPECT_TRUE(File->wholeParsed());
  EXPECT_TRUE(File->instantiations().isSpent());
  EXPECT_EQ(instances(*File), "small+ large- large- ");
}

TEST(InstantiationLimitTest, EachTemplateHasAFirstInstanceBeforeSecondOnes) {
  auto File = parseWithin(std::string(Count) + R"(
    template <int N> __global__ void one(int *p) { p[threadIdx.x] = count<N>(); }
    template <int N> __global__ void other(int *p) { p[threadIdx.x] = count<N>(); }
    void run(int *p) {
      one<2><<<1, 32>>>(p);
      one<12><<<1, 32>>>(p);
      other<3><<<1, 32>>>(p);
      other<1><<<1, 32>>>(p);
    })");
  EXPECT_TRUE(File->instantiations().isSpent());
  EXPECT_EQ(instances(*File), "one+ one- other+ other- ");
}

/// `Deep<N, 0>::Sum` takes as many classes and variables as two to the power of N, each at least 40
/// steps, for the function that names it: 2 * 127 * 40 for 6, twice a quarter of 20,000.
constexpr char Deep[] = R"(
    template <int N, int Which> struct Deep {
      static constexpr int Sum = Deep<N - 1, 2 * Which>::Sum + Deep<N - 1, 2 * Which + 1>::Sum;
    };
    template <int Which> struct Deep<0, Which> { static constexpr int Sum = Which; };
)";

TEST(InstantiationLimitTest, AFunctionMayTakeAQuarter) {
  auto File = parseWithin(std::string(Deep) + R"(
    template <int N> __global__ void kernel(int *p) { p[threadIdx.x] = Deep<N, 0>::Sum; }
    template <int N> __global__ void later(int *p) { p[threadIdx.x] = N; }
    void run(int *p) { kernel<6><<<1, 32>>>(p); later<1><<<1, 32>>>(p); })");
  EXPECT_EQ(errorText(*File), "");
  EXPECT_TRUE(File->instantiations().isSpent());
  EXPECT_EQ(instances(*File), "kernel- later- ");
}

TEST(InstantiationLimitTest, SeveralFunctionsMayTakeMore) {
  auto File = parseWithin(std::string(Deep) + R"(
    template <int N, int Which> __global__ void kernel(int *p) { p[threadIdx.x] = Deep<N, Which>::Sum; }
    void run(int *p) {
      kernel<4, 0><<<1, 32>>>(p);
      kernel<4, 1><<<1, 32>>>(p);
      kernel<4, 2><<<1, 32>>>(p);
      kernel<4, 3><<<1, 32>>>(p);
    })");
  EXPECT_FALSE(File->instantiations().isSpent());
  EXPECT_EQ(instances(*File), "kernel+ kernel+ kernel+ kernel+ ");
}

TEST(InstantiationLimitTest, CodeMayBeMissingWhereItIsCalled) {
  auto File = parseWithin(std::string(Count) + R"(
    struct Held { __device__ ~Held() { count<12>(); } };
    struct Holder { Held held; };
    __global__ void destroys(int *p) { Holder holder; p[0] = 1; }
    __global__ void asks(int *p) { p[0] = sizeof(count<12>()); }
    __global__ void calls(int *p) { auto f = [] { return count<12>(); }; p[0] = f(); }
    __global__ void ordinary(int *p) { p[0] = 1; })");
  EXPECT_TRUE(File->instantiations().isSpent());
  std::string Incomplete;
  for (const clang::FunctionDecl *Kernel : ParsedKernels(*File).Kernels)
    if (File->instantiations().isIncomplete(*Kernel))
      Incomplete += Kernel->getNameAsString() + " ";
  EXPECT_EQ(Incomplete, "destroys calls ");
}

TEST(InstantiationLimitTest, HalfOfAFunctionIsNotKept) {
  // The type of the result needs the body at once.
  auto File = parseWithin(std::string(Count) + R"(
    template <int N, int Which> struct Made {
      static __device__ auto of() { return Made<N - 1, 2 * Which>::of() + Made<N - 1, 2 * Which + 1>::of(); }
    };
    template <int Which> struct Made<0, Which> { static __device__ int of() { return Which; } };
    template <int N> __global__ void kernel(int *p) { p[1] = 0; p[0] = Made<N, 0>::of(); }
    void run(int *p) { kernel<12><<<1, 32>>>(p); })");
  EXPECT_EQ(errorText(*File), "");
  EXPECT_TRUE(File->instantiations().isSpent());
  EXPECT_EQ(instances(*File), "kernel- ");
  EXPECT_TRUE(ParsedKernels(*File).Kernels.empty());
}

TEST(InstantiationLimitTest, TheParseHasALimitToo) {
  auto File = parseWithin(R"(
    template <int N, int Which> struct Sum {
      static const int value = Sum<N - 1, 2 * Which>::value + Sum<N - 1, 2 * Which + 1>::value;
    };
    template <int Which> struct Sum<0, Which> { static const int value = Which; };
    __global__ void kernel(int *p) { p[0] = 1; }
    static_assert(Sum<13, 0>::value > 0, "");)");
  EXPECT_EQ(errorText(*File), "");
  EXPECT_TRUE(File->instantiations().isSpent());
  ParsedKernels Found(*File);
  ASSERT_EQ(Found.Kernels.size(), 1u);
  EXPECT_TRUE(File->instantiations().isIncomplete(*Found.Kernels[0]));
}

TEST(InstantiationLimitTest, TemplatesThatNobodyUsesAreLimitedToo) {
  auto File = parseWithin(std::string(Count) + R"(
    template <class T> __global__ void unused(T *p) { p[0] = count<12>(); }
    template <class T> __global__ void second(T *p) { p[0] = 1; })");
  EXPECT_FALSE(File->instantiations().isSpent());
  TemplateInstances Made = instantiateUnusedKernels(*File);
  EXPECT_TRUE(File->instantiations().isSpent());
  EXPECT_TRUE(Made.Assumptions.empty());
  EXPECT_TRUE(Made.Failures.empty());
  for (const clang::Decl *Each : File->context().getTranslationUnitDecl()->decls())
    if (const auto *Template = llvm::dyn_cast<clang::FunctionTemplateDecl>(Each);
        Template && Template->getTemplatedDecl()->hasAttr<clang::CUDAGlobalAttr>())
      EXPECT_TRUE(File->instantiations().isIncomplete(*Template->getTemplatedDecl()));
}

} // namespace
