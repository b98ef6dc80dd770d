//===- HostLinksTest.cpp - What a file exchanges with others --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/Frontend.h"
#include "cuda-memlint/Launch/LaunchInference.h"

#include "llvm/ADT/STLExtras.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

static HostLinks linksOf(llvm::StringRef Source) {
  std::unique_ptr<ParsedFile> File =
      llvm::cantFail(parseCudaSource("file.cu", Source, FrontendOptions()));
  EXPECT_THAT(File->errors(), IsEmpty());
  return LaunchCalls(File->context(), OutsideFacts(), std::nullopt).links();
}

TEST(HostLinks, AConstantThatIsOnlyDeclaredIsMissing) {
  EXPECT_THAT(linksOf("extern const int size;\n"
                      "struct Plan { static const int width; };\n"
                      "int area() { return size * Plan::width; }\n")
                  .MissingConstants,
              ElementsAre("size", "_ZN4Plan5widthE"));
}

TEST(HostLinks, AConstantOfATemplateIsNot) {
  // Most members of an instantiation have no initial value in its tree before they are used.
  EXPECT_THAT(linksOf("template <int N> struct Layout {\n"
                      "  static constexpr int rank = N;\n"
                      "  static const int width;\n"
                      "};\n"
                      "template <int N> const int Layout<N>::width = N;\n"
                      "Layout<3> three;\n"
                      "int twice() { return 2 * Layout<2>::rank + Layout<2>::width; }\n")
                  .MissingConstants,
              IsEmpty());
}

TEST(HostLinks, KernelsOfOthersAreLaunchedAndOwnOnesOffered) {
  HostLinks Links = linksOf("__global__ void here(float *p) {}\n"
                            "static __global__ void hidden(float *p) {}\n"
                            "template <int N> __global__ void sized(float *p) {}\n"
                            "template __global__ void sized<4>(float *);\n"
                            "__global__ void there(float *p);\n"
                            "extern \"C\" __global__ void plain(float *p);\n"
                            "void run(float *p) {\n"
                            "  plain<<<1, 32>>>(p);\n"
                            "  there<<<2, 64>>>(p);\n"
                            "  here<<<3, 96>>>(p);\n"
                            "  hidden<<<4, 128>>>(p);\n"
                            "  sized<8><<<5, 160>>>(p);\n"
                            "}\n");
  EXPECT_THAT(Links.Kernels, ElementsAre("_Z4herePf", "_Z5sizedILi4EEvPf", "_Z5sizedILi8EEvPf"));
  ASSERT_EQ(Links.Launches.size(), 2u);
  EXPECT_EQ(Links.Launches[0].Kernel, "plain void (float *)");
  EXPECT_EQ(Links.Launches[1].Kernel, "_Z5therePf");
  EXPECT_EQ(Links.Launches[1].Context.Block[0], 64u);
}

TEST(HostLinks, KernelsOfOthersAreLaunchedByCodeOfTheDevice) {
  HostLinks Links = linksOf("__global__ void there(float *p);\n"
                            "__global__ void here(float *p) { there<<<2, 64>>>(p); }\n");
  ASSERT_EQ(Links.Launches.size(), 1u);
  EXPECT_EQ(Links.Launches[0].Kernel, "_Z5therePf");
  EXPECT_EQ(Links.Launches[0].Context.Block[0], 64u);
  EXPECT_THAT(Links.Launches[0].Context.Conditions,
              ElementsAre("'here' launches it on the device"));
}

TEST(HostLinks, OfManyCallsOneMoreThanAreDistinguishedIsKept) {
  HostLinks Links = linksOf("void take(int n);\n"
                            "void again(int n);\n"
                            "void run() {\n"
                            "  for (int i = 0; i != 60; ++i)\n"
                            "    for (int j = 0; j != 60; ++j) {\n"
                            "      take(60 * i + j);\n"
                            "      again(j % 2);\n"
                            "    }\n"
                            "}\n");
  auto CallsOf = [&](llvm::StringRef Name) {
    return llvm::count_if(Links.Calls,
                          [&](const OutgoingCall &Call) { return Call.Function == Name; });
  };
  EXPECT_EQ(CallsOf("_Z4takei"), MaximumOutgoingCalls + 1);
  EXPECT_EQ(CallsOf("_Z5againi"), 2);
}
