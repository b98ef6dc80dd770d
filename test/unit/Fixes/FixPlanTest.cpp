//===- test/unit/Fixes/FixPlanTest.cpp - Fixes that go together, and those that do not ===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixesTestFolder.h"

#include "cuda-memlint/Fixes/ExportedFixes.h"

#include "gmock/gmock.h"

using namespace memlint;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

namespace {

class FixPlanTest : public FixesTestFolder {};

/// Two accesses with a stride, in kernels of their own.
constexpr const char *TwoKernels = "__global__ void k(float *p) { p[threadIdx.x * 2] = 0; }\n"
                                   "__global__ void l(float *p) { p[threadIdx.x * 4] = 0; }\n";

TEST_F(FixPlanTest, EditsOfSeveralFindingsAreBroughtTogether) {
  write("a.cu", TwoKernels);
  std::vector<FileAnalysis> Files = analyse({"a.cu"});
  suggest(Files[0].Kernels[0].Findings.at(0), "a.cu", " * 2", "");
  suggest(Files[0].Kernels[1].Findings.at(0), "a.cu", " * 4", "");
  offerFixes(Files, Options);
  FixPlan Plan = planFixes(Files, Options);
  EXPECT_THAT(Plan.Fixes, SizeIs(2));
  ASSERT_THAT(Plan.Files, SizeIs(1));
  EXPECT_EQ(Plan.Files[0].Path, path("a.cu"));
  EXPECT_EQ(Plan.Files[0].Original, TwoKernels);
  EXPECT_EQ(Plan.Files[0].Changed, "__global__ void k(float *p) { p[threadIdx.x] = 0; }\n"
                                   "__global__ void l(float *p) { p[threadIdx.x] = 0; }\n");
}

TEST_F(FixPlanTest, OfTwoThatOverlapTheFirstIsTaken) {
  write("a.cu", "template <int N> __global__ void k(float *p) { p[threadIdx.x * 2 * N] = 0; }\n"
                "void f(float *p) { k<1><<<1, 32>>>(p); k<1000><<<1, 32>>>(p); }\n");
  std::vector<FileAnalysis> Files = analyse({"a.cu"});
  suggest(Files[0].Kernels[0].Findings.at(0), "a.cu", "threadIdx.x * 2 * N", "threadIdx.x + 8 * N");
  suggest(Files[0].Kernels[1].Findings.at(0), "a.cu", "x * 2 * N", "x");
  offerFixes(Files, Options);
  FixPlan Plan = planFixes(Files, Options);
  ASSERT_THAT(Plan.Fixes, SizeIs(1));
  EXPECT_THAT(Plan.Files[0].Changed, HasSubstr("p[threadIdx.x + 8 * N] = 0"));
}

TEST_F(FixPlanTest, WhatHoldsAloneButNotTogetherComesOneByOne) {
  // Each mends its kernel; both together make the third one stride.
  write("a.cu", "constexpr int s = 2, t = 2;\n"
                "__global__ void k(float *p) { p[threadIdx.x * s] = 0; }\n"
                "__global__ void l(float *p) { p[threadIdx.x * t] = 0; }\n"
                "__global__ void m(float *p) { p[threadIdx.x * (s + t > 2 ? 1 : 2)] = 0; }\n");
  std::vector<FileAnalysis> Files = analyse({"a.cu"});
  suggest(Files[0].Kernels[0].Findings.at(0), "a.cu", "s = 2", "s = 1");
  suggest(Files[0].Kernels[1].Findings.at(0), "a.cu", "t = 2", "t = 1");
  offerFixes(Files, Options);
  ASSERT_THAT(Files[0].Kernels[1].Findings[0].Fixes, SizeIs(1));
  FixPlan Plan = planFixes(Files, Options);
  ASSERT_THAT(Plan.Fixes, SizeIs(1));
  EXPECT_EQ(Plan.Fixes[0].Title, "write s = 1");
  EXPECT_THAT(Plan.Files[0].Changed, HasSubstr("s = 1, t = 2"));
}

TEST_F(FixPlanTest, UnsafeFixesAreLeftAloneUnlessAskedFor) {
  write("a.cu", TwoKernels);
  std::vector<FileAnalysis> Files = analyse({"a.cu"});
  suggest(Files[0].Kernels[0].Findings.at(0), "a.cu", " * 2", "");
  suggest(Files[0].Kernels[1].Findings.at(0), "a.cu", " * 4", "");
  Files[0].Kernels[0].Findings[0].Unsafe = UnsafeFix{UnsafeFix::Reason::NoLaunch, "k", {}};
  FixPlan Plan = planFixes(Files, Options);
  ASSERT_THAT(Plan.Fixes, SizeIs(1));
  EXPECT_THAT(Plan.Files[0].Changed, HasSubstr("threadIdx.x * 2"));
  FixOptions WithUnsafe;
  WithUnsafe.Unsafe = true;
  EXPECT_THAT(planFixes(Files, Options, WithUnsafe).Fixes, SizeIs(2));
}

TEST_F(FixPlanTest, RemarksAreLeftAloneUnlessAskedFor) {
  write("a.cu", TwoKernels);
  std::vector<FileAnalysis> Files = analyse({"a.cu"});
  suggest(Files[0].Kernels[0].Findings.at(0), "a.cu", " * 2", "");
  Files[0].Kernels[0].Findings[0].Level = FindingLevel::Remark;
  EXPECT_THAT(planFixes(Files, Options).Fixes, IsEmpty());
  FixOptions WithRemarks;
  WithRemarks.Least = FindingLevel::Remark;
  EXPECT_THAT(planFixes(Files, Options, WithRemarks).Fixes, SizeIs(1));
}

/// Both accesses to shared memory race with the stores before them.
constexpr const char *TwoRaces = "__global__ void k(int *out, const int *in) {\n"
                                 "  __shared__ int a[128], b[128];\n"
                                 "  int t = threadIdx.x;\n"
                                 "  a[t] = in[t];\n"
                                 "  b[t] = a[127 - t];\n"
                                 "  out[t] = b[127 - t];\n"
                                 "}\n"
                                 "void f(int *o, int *i) { k<<<1, 128>>>(o, i); }\n";

TEST_F(FixPlanTest, UntilNothingIsLeft) {
  write("a.cu", TwoRaces);
  Options.Checks = llvm::cantFail(selectChecks("-*,cuda-shared-race"));
  std::vector<FileAnalysis> Files = analyse({"a.cu"});
  FixPlan Plan = fixFiles(Files, Options);
  ASSERT_THAT(Plan.Files, SizeIs(1));
  EXPECT_EQ(Plan.Files[0].Changed, "__global__ void k(int *out, const int *in) {\n"
                                   "  __shared__ int a[128], b[128];\n"
                                   "  int t = threadIdx.x;\n"
                                   "  a[t] = in[t];\n"
                                   "  __syncthreads();\n"
                                   "  b[t] = a[127 - t];\n"
                                   "  __syncthreads();\n"
                                   "  out[t] = b[127 - t];\n"
                                   "}\n"
                                   "void f(int *o, int *i) { k<<<1, 128>>>(o, i); }\n");
  EXPECT_THAT(Files[0].Kernels[0].Findings, IsEmpty());
  EXPECT_EQ(read(path("a.cu")), TwoRaces);

  write("a.cu", Plan.Files[0].Changed);
  std::vector<FileAnalysis> Again = analyse({"a.cu"});
  EXPECT_THAT(fixFiles(Again, Options).Fixes, IsEmpty());
}

TEST_F(FixPlanTest, ExportedFixesHaveOffsetsInTheFile) {
  write("a.cu", TwoKernels);
  std::vector<FileAnalysis> Files = analyse({"a.cu"});
  suggest(Files[0].Kernels[0].Findings.at(0), "a.cu", " * 2", "");
  std::string Yaml;
  llvm::raw_string_ostream Stream(Yaml);
  printExportedFixes(Stream, planFixes(Files, Options));
  EXPECT_THAT(Yaml, HasSubstr("DiagnosticName:  cuda-uncoalesced-access"));
  EXPECT_THAT(Yaml, HasSubstr("FileOffset:      30"));
  EXPECT_THAT(Yaml, HasSubstr("Offset:          43"));
  EXPECT_THAT(Yaml, HasSubstr("Length:          4"));
  EXPECT_THAT(Yaml, Not(HasSubstr("Notes")));
}

} // namespace
