//===- HarnessTest.cpp - What a generated main passes to kernels ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Harness/Harness.h"
#include "cuda-memlint/Analysis/Cost/AccessEvaluation.h"

#include "cuda-memlint/Driver/Driver.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

namespace {

class HarnessTest : public testing::Test {
protected:
  void SetUp() override { ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("memlint", Folder)); }
  void TearDown() override { llvm::sys::fs::remove_directories(Folder); }

  void analyse(llvm::StringRef Source, std::vector<llvm::StringRef> Launches = {}) {
    std::string Path = (Folder + "/kernel.cu").str();
    std::error_code Code;
    llvm::raw_fd_ostream(Path, Code) << Source;
    ASSERT_FALSE(Code);
    DriverOptions Options;
    Options.Frontend.Toolkit = ToolkitMode::Embedded;
    for (llvm::StringRef Text : Launches)
      Options.Launches.push_back(llvm::cantFail(parseLaunchOption(Text)));
    Options.ReadTree = [](ParsedFile &, FileAnalysis &File,
                          llvm::ArrayRef<const clang::FunctionDecl *> Kernels) {
      describeSignatures(File, Kernels);
    };
    llvm::Expected<FileAnalysis> Analysed = analyseFile(Path, Options);
    ASSERT_TRUE(bool(Analysed)) << llvm::toString(Analysed.takeError());
    File = std::move(*Analysed);
  }

  /// The plan for \p Source.
  void plan(llvm::StringRef Source, std::vector<llvm::StringRef> Launches = {}) {
    analyse(Source, std::move(Launches));
    llvm::Expected<Harness> Planned = planHarness(File);
    ASSERT_TRUE(bool(Planned)) << llvm::toString(Planned.takeError());
    Plan = std::move(*Planned);
  }

  /// The value passed for argument \p Parameter of the first launch.
  std::optional<uint64_t> number(unsigned Parameter) const {
    for (const HarnessNumber &Each : Plan.Launches.front().Numbers)
      if (Each.Parameter == Parameter)
        return Each.Value;
    return std::nullopt;
  }

  /// The bytes behind the pointer in argument \p Parameter of the first launch.
  uint64_t bytes(unsigned Parameter) const { return buffer(Parameter).BytesBehind; }
  const HarnessBuffer &buffer(unsigned Parameter) const {
    for (const HarnessBuffer &Each : Plan.Launches.front().Buffers)
      if (Each.Parameter == Parameter)
        return Each;
    static const HarnessBuffer None;
    ADD_FAILURE() << "no buffer for argument " << Parameter;
    return None;
  }

  llvm::SmallString<128> Folder;
  FileAnalysis File;
  Harness Plan;
};

TEST_F(HarnessTest, TakesWhatTheLaunchTells) {
  plan("__global__ void k(float *out, int n) {\n"
       "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
       "  if (i < n) out[2 * i] = 1;\n"
       "}\n",
       {"k<<<4,128>>>(_, 300)"});
  EXPECT_EQ(number(1), 300u);
  EXPECT_THAT(Plan.Assumptions, IsEmpty());
  // The last thread that passes writes number 2 * 299, 4 * 599 = 2396 bytes: 10 times 256.
  EXPECT_EQ(bytes(0), 2560u);
  EXPECT_EQ(Plan.Launches[0].Context.Origin, LaunchOrigin::Option);
}

TEST_F(HarnessTest, GuardsDecideIntegers) {
  plan("__global__ void k(float *out, int width, int radius, int rows) {\n"
       "  int x = blockIdx.x * blockDim.x + threadIdx.x;\n"
       "  int y = blockIdx.y * blockDim.y + threadIdx.y;\n"
       "  if (x >= width - 2 * radius || y > rows) return;\n"
       "  out[y * width + x] = 1;\n"
       "}\n",
       {"k<<<(2,3),(32,4)>>>(_, _, 5)"});
  // 64 threads along x: all pass from 63 + 1 + 2 * 5 on. 12 along y: y <= 11.
  EXPECT_EQ(number(1), 74u);
  EXPECT_EQ(number(3), 11u);
  // Row 11, column 63: 4 * (11 * 74 + 63 + 1) = 3512 bytes.
  EXPECT_EQ(bytes(0), 3584u);
}

TEST_F(HarnessTest, OthersAreAsManyAsThreadsAlongX) {
  plan("__global__ void k(float *out, int pitch, int log, bool flag, unsigned char small) {\n"
       "  if (flag) out[threadIdx.y * pitch + (threadIdx.x >> log) + small] = 1;\n"
       "}\n",
       {"k<<<10,(64,2)>>>"});
  EXPECT_EQ(number(1), 640u);
  EXPECT_EQ(number(2), 2u);
  EXPECT_EQ(number(3), 1u);
  EXPECT_EQ(number(4), 255u);
  // 4 * (640 + 15 + 255 + 1) = 3644.
  EXPECT_EQ(bytes(0), 3840u);
}

TEST_F(HarnessTest, LoopsBoundAddresses) {
  plan("__global__ void k(float *out, const float *in, int n) {\n"
       "  float sum = 0;\n"
       "  for (int row = 0; row < n; ++row)\n"
       "    for (int tap = -3; tap <= 3; ++tap)\n"
       "      sum += in[row * 32 + threadIdx.x + tap];\n"
       "  out[threadIdx.x] = sum;\n"
       "}\n",
       {"k<<<1,32>>>(_, _, 10)"});
  EXPECT_EQ(bytes(0), 256u);
  // From -3 to 9 * 32 + 31 + 3 = 322: 12 bytes before, 4 * 323 = 1292 behind.
  EXPECT_EQ(buffer(1).BytesBefore, 256u);
  EXPECT_EQ(bytes(1), 1536u);
}

TEST_F(HarnessTest, GuardsBoundWhatLoopsDoNot) {
  // The index doubles until it is beyond n; only the guard says how far it goes.
  plan("__global__ void k(float *data, int n) {\n"
       "  for (int step = 1; step < n; step *= 2) {\n"
       "    int i = 2 * step * threadIdx.x;\n"
       "    if (i < n) data[i] = 1;\n"
       "  }\n"
       "}\n",
       {"k<<<1,256>>>(_, 1000)"});
  EXPECT_EQ(bytes(0), 4096u);
}

TEST_F(HarnessTest, WhatIsNotKnownIsSaid) {
  plan("__device__ int next(int);\n"
       "__global__ void k(float *out) { out[next(threadIdx.x)] = 1; }\n",
       {"k<<<1,32>>>"});
  EXPECT_EQ(bytes(0), uint64_t(64) << 20);
  ASSERT_THAT(Plan.Assumptions, SizeIs(1));
  EXPECT_THAT(Plan.Assumptions[0], HasSubstr("`out` has 64 MiB"));
}

TEST_F(HarnessTest, LanesOfTwoBuffers) {
  plan("__global__ void k(float *out, const float *a, const float *b) {\n"
       "  const float *from = threadIdx.x % 2 ? a : b;\n"
       "  out[threadIdx.x] = from[threadIdx.x];\n"
       "}\n",
       {"k<<<1,64>>>"});
  EXPECT_EQ(bytes(0), 256u);
  EXPECT_EQ(bytes(1), uint64_t(64) << 20);
  EXPECT_EQ(bytes(2), uint64_t(64) << 20);
}

TEST_F(HarnessTest, IntegersThatTheKernelChangesAreZerosAtFirst) {
  plan("__global__ void k(int *cursor, float *out) {\n"
       "  out[cursor[threadIdx.x]] = 1;\n"
       "  cursor[threadIdx.x] += 1;\n"
       "}\n",
       {"k<<<1,32>>>"});
  EXPECT_EQ(buffer(0).LargestInteger, 0u);
  EXPECT_THAT(Plan.Assumptions, SizeIs(1));
}

TEST_F(HarnessTest, MainIsRecognisedInTheTree) {
  analyse("__global__ void k(int *out) { *out = 1; }\n// int main() {}\n"
          "namespace other { int main(); }\nstruct S { int main() { return 0; } };\n");
  EXPECT_FALSE(File.HasMain);
  analyse("#define ENTRY main\nint ENTRY(int, char **) { return 0; }\n");
  EXPECT_TRUE(File.HasMain);
}

TEST_F(HarnessTest, PredictionsAreForWhatRuns) {
  plan("__global__ void k(float *out, int n) {\n"
       "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
       "  if (i < n) out[i] = 1;\n"
       "}\n");
  EXPECT_FALSE(File.Kernels[0].Verdicts[0][0].Cost.Totals);
  ASSERT_FALSE(adoptHarness(File, Plan, {}, DefaultCostBudget));
  ASSERT_THAT(File.Kernels[0].Launches, SizeIs(1));
  EXPECT_EQ(File.Kernels[0].Launches[0].Origin, LaunchOrigin::Harness);
  const AccessCost &Cost = File.Kernels[0].Verdicts[0][0].Cost;
  ASSERT_TRUE(Cost.Totals);
  // 64 blocks of 8 warps, 4 sectors each.
  EXPECT_EQ(Cost.Totals->Lanes, 16384u);
  EXPECT_EQ(Cost.Totals->Cost, 2048u);
}

TEST_F(HarnessTest, PathsThatCannotBeIncludedAreRefused) {
  plan("__global__ void k(int *out) { *out = 1; }\n");
  EXPECT_TRUE(bool(harnessText(File, Plan, "/with space/a.cu")));
  for (llvm::StringRef Path : {"/a\"b.cu", "/a\\b.cu", "/a\nb.cu"}) {
    llvm::Expected<std::string> Text = harnessText(File, Plan, Path);
    ASSERT_FALSE(bool(Text));
    EXPECT_THAT(llvm::toString(Text.takeError()), HasSubstr("cannot be included"));
  }
}

} // namespace
