//===- SnapshotTest.cpp - Tests of analyses as bytes ----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Snapshot/Snapshot.h"
#include "cuda-memlint/Driver/Driver.h"
#include "cuda-memlint/Launch/PassedArguments.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Report/JsonReport.h"

#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace memlint;

/// Launches in terms of one argument, a loop, a race, a structure, findings with fixes.
static constexpr StringLiteral Source = R"(
struct Particle { float x, y, z; int *next; };
template <typename T, int Rows> __global__ void turn(T *out, const T *in, int n) {
  __shared__ T tile[Rows][Rows];
  int x = blockIdx.x * Rows + threadIdx.x, y = blockIdx.y * Rows + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  out[(blockIdx.x * Rows + threadIdx.y) * n + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
__global__ void walk(Particle *p, const int *list, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    p[list[i]].x += p[i].y * p[min(i, n - 1)].z;
  atomicAdd(&p->next[threadIdx.x & 7], n / 3);
}
void launch(Particle *p, const int *list, float *out, const float *in, int n) {
  turn<float, 32><<<dim3(n / 32, n / 32), dim3(32, 32)>>>(out, in, n);
  walk<<<n / 128, 128>>>(p, list, n);
  walk<<<1, 1024>>>(p, list, 3 * n);
}
)";

static FileAnalysis analyseSource() {
  DriverOptions Options;
  Options.Frontend.Toolkit = ToolkitMode::Embedded;
  Options.Frontend.Overlay["/snapshot.cu"] = Source.str();
  Options.Checks = cantFail(selectChecks(""));
  return cantFail(analyseFile("/snapshot.cu", Options));
}

static std::string reportOf(const FileAnalysis &File) {
  std::string Text;
  raw_string_ostream Stream(Text);
  printJsonReport(Stream, File);
  return Text;
}

TEST(Snapshot, WhatIsRestoredIsReportedAlike) {
  FileAnalysis File = analyseSource();
  ASSERT_EQ(File.Kernels.size(), 2u);
  ASSERT_FALSE(File.Kernels[0].Findings.empty());
  std::string Bytes = saveAnalysis(File);
  Expected<FileAnalysis> Restored = restoreAnalysis(Bytes);
  ASSERT_TRUE(static_cast<bool>(Restored));
  EXPECT_EQ(saveAnalysis(*Restored), Bytes);
  // Reports may make further expressions.
  EXPECT_EQ(reportOf(*Restored), reportOf(File));
}

TEST(Snapshot, WhatIsNotKnownStaysSo) {
  FileAnalysis File;
  KernelAnalysis &Kernel = File.Kernels.emplace_back();
  Kernel.Verdicts.push_back({AccessVerdict()});
  Kernel.Verdicts[0][0].Cost.Iterations = std::nullopt;
  Expected<FileAnalysis> Restored = restoreAnalysis(saveAnalysis(File));
  ASSERT_TRUE(static_cast<bool>(Restored));
  EXPECT_EQ(Restored->Kernels[0].Verdicts[0][0].Cost.Iterations, std::nullopt);
}

TEST(Snapshot, NewExpressionsAreOthersThanThoseRestored) {
  FileAnalysis File = analyseSource();
  FileAnalysis Restored = cantFail(restoreAnalysis(saveAnalysis(File)));
  auto Opaque = [](FileAnalysis &In) {
    return In.Expressions->opaque(OpaqueReason::NotUnderstood, Uniformity::Lane, "new");
  };
  EXPECT_EQ(Opaque(Restored)->leaf().Id, Opaque(File)->leaf().Id);
  EXPECT_EQ(Opaque(Restored)->number(), Opaque(File)->number());
}

TEST(Snapshot, TermsOfLaunchesKeepTheirOwners) {
  FileAnalysis Restored = cantFail(restoreAnalysis(saveAnalysis(analyseSource())));
  const std::vector<LaunchContext> &Launches = Restored.Kernels[1].Launches;
  ASSERT_EQ(Launches.size(), 2u);
  ASSERT_TRUE(Launches[0].Terms.Owner);
  EXPECT_NE(Launches[0].Terms.Owner, Restored.Expressions);
  EXPECT_EQ(toString(Launches[0].Terms.Grid[0]),
            toString(analyseSource().Kernels[1].Launches[0].Terms.Grid[0]));
}

TEST(Snapshot, APartIsNoSnapshot) {
  std::string Bytes = saveAnalysis(analyseSource());
  for (size_t Size = 0; Size < Bytes.size(); Size += 97)
    EXPECT_EQ(toString(restoreAnalysis(StringRef(Bytes).take_front(Size)).takeError()),
              "the snapshot of an analysis is not readable");
}

TEST(Snapshot, LinksKeepTheirArguments) {
  auto Passed = std::make_shared<PassedArguments>();
  Passed->Values.push_back({HostValue::aggregate({HostValue::integer(-3), HostValue::floating(0.1),
                                                  HostValue::pointerInto(2, 64, 32)}),
                            /*IsPointee=*/true});
  HostLinks Links;
  Links.Calls.push_back({"_Z1fv", Passed, {"main is called without arguments"}});
  Links.Launchers = {"_Z1fv", "_Z1gv"};
  Links.Constants.push_back({"size", Passed});
  Links.MissingConstants = {"count"};
  Links.Kernels = {"_Z1kv"};
  Links.Launches.push_back({"_Z1lv", analyseSource().Kernels[1].Launches[0]});
  Expected<HostLinks> Restored = restoreLinks(saveLinks(Links));
  ASSERT_TRUE(static_cast<bool>(Restored));
  EXPECT_EQ(Restored->Calls, Links.Calls);
  EXPECT_EQ(Restored->Launchers, Links.Launchers);
  EXPECT_EQ(Restored->Constants, Links.Constants);
  EXPECT_EQ(Restored->MissingConstants, Links.MissingConstants);
  EXPECT_EQ(Restored->Kernels, Links.Kernels);
  ASSERT_EQ(Restored->Launches.size(), 1u);
  EXPECT_EQ(Restored->Launches[0].Kernel, "_Z1lv");
  EXPECT_EQ(toString(Restored->Launches[0].Context.Terms.Grid[0]),
            toString(Links.Launches[0].Context.Terms.Grid[0]));
}
