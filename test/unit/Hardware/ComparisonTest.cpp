//===- ComparisonTest.cpp - Predictions held against counts ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Measure/Comparison.h"

#include "cuda-memlint/Driver/Driver.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

namespace {

class ComparisonTest : public testing::Test {
protected:
  void SetUp() override { ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("memlint", Folder)); }
  void TearDown() override { llvm::sys::fs::remove_directories(Folder); }

  /// Analyses \p Source, whose first line is line 1.
  void analyse(llvm::StringRef Source) {
    Path = (Folder + "/kernel.cu").str();
    std::error_code Code;
    llvm::raw_fd_ostream(Path, Code) << Source;
    ASSERT_FALSE(Code);
    DriverOptions Options;
    Options.Frontend.Toolkit = ToolkitMode::Embedded;
    llvm::Expected<FileAnalysis> Analysed = analyseFile(Path, Options);
    ASSERT_TRUE(bool(Analysed)) << llvm::toString(Analysed.takeError());
    File = std::move(*Analysed);
  }

  LaunchMeasurement &addLaunch(llvm::StringRef Kernel, uint64_t Blocks, uint64_t Threads) {
    LaunchMeasurement Launch;
    Launch.Kernel = Kernel.str();
    Launch.Number = unsigned(Measured.Launches.size()) + 1;
    Launch.Grid[0] = Blocks;
    Launch.Block[0] = Threads;
    Measured.Launches.push_back(Launch);
    return Measured.Launches.back();
  }

  InstructionCount global(AccessKind Kind, std::vector<unsigned> Lines, unsigned Bytes,
                          uint64_t Lanes, uint64_t Cost, uint64_t Ideal) {
    InstructionCount Item;
    Item.Space = MemorySpace::Global;
    Item.Kind = Kind;
    Item.Bytes = Bytes;
    for (unsigned Line : Lines)
      Item.Lines.push_back({Path, Line});
    Item.Warps = (Lanes + 31) / 32;
    Item.Lanes = Lanes;
    Item.Cost = Cost;
    Item.Ideal = Ideal;
    return Item;
  }

  InstructionCount constant(llvm::StringRef Opcode, std::vector<unsigned> Lines, uint64_t Lanes) {
    InstructionCount Item = global(AccessKind::Load, std::move(Lines), 4, Lanes, 0, 0);
    Item.Opcode = Opcode.str();
    Item.Space = MemorySpace::Constant;
    Item.Cost = Item.Ideal = std::nullopt;
    return Item;
  }

  std::vector<std::string> statuses(unsigned Launch = 0) {
    Compared = compareWithMeasurement(File, Measured);
    std::vector<std::string> Names;
    for (const AccessOutcome &Outcome : Compared.Launches.at(Launch).Accesses)
      Names.push_back(statusName(Outcome.Status).str());
    return Names;
  }

  llvm::SmallString<128> Folder;
  std::string Path;
  FileAnalysis File;
  Measurement Measured;
  FileComparison Compared;
};

// One warp reads 32 floats (4 sectors) and writes every second one of 64 (8 sectors).
constexpr char Stretch[] = R"(__global__ void stretch(float *out, const float *in) {
  float value = in[threadIdx.x];
  out[2 * threadIdx.x] = value;
}
void run(float *out, const float *in) { stretch<<<1, 32>>>(out, in); }
)";

TEST_F(ComparisonTest, EqualCountsConfirm) {
  analyse(Stretch);
  addLaunch("stretch", 1, 32).Instructions = {global(AccessKind::Load, {2}, 4, 32, 4, 4),
                                              global(AccessKind::Store, {3}, 4, 32, 8, 4)};
  EXPECT_THAT(statuses(), ElementsAre("confirmed", "confirmed"));
  EXPECT_THAT(Compared.Launches[0].Unpredicted, IsEmpty());
  EXPECT_EQ(Compared.Launches[0].Context, 0u);
}

// NVIDIA's demangler writes enumerators as numbers with a cast, and negative ones too.
TEST_F(ComparisonTest, KernelsAreToldApartByEnumerators) {
  analyse(R"(namespace n { enum class Mode : int { Plain, Twice = 2, Back = -1 }; }
template <n::Mode M, typename T> __global__ void scale(T *out) {
  out[M == n::Mode::Twice ? 2 * threadIdx.x : threadIdx.x] = 1;
}
void run(float *out) {
  scale<n::Mode::Plain><<<1, 32>>>(out);
  scale<n::Mode::Twice><<<1, 32>>>(out);
  scale<n::Mode::Back><<<1, 32>>>(out);
}
)");
  // One warp writes 128 bytes, 4 sectors; every second one of 256, 8 sectors.
  addLaunch("scale<(n::Mode)2, float>", 1, 32).Instructions = {
      global(AccessKind::Store, {3}, 4, 32, 8, 4)};
  addLaunch("scale<(n::Mode)0, float>", 1, 32).Instructions = {
      global(AccessKind::Store, {3}, 4, 32, 4, 4)};
  addLaunch("scale<(n::Mode)-1, float>", 1, 32).Instructions = {
      global(AccessKind::Store, {3}, 4, 32, 4, 4)};
  for (unsigned Launch : {0u, 1u, 2u})
    EXPECT_THAT(statuses(Launch), ElementsAre("confirmed"));
}

TEST_F(ComparisonTest, BuiltElsewhereTheNameOfTheFileCounts) {
  analyse(Stretch);
  Path = "/elsewhere/kernel.cu";
  addLaunch("stretch", 1, 32).Instructions = {global(AccessKind::Load, {2}, 4, 32, 4, 4),
                                              global(AccessKind::Store, {3}, 4, 32, 8, 4)};
  EXPECT_THAT(statuses(), ElementsAre("confirmed", "confirmed"));
}

TEST_F(ComparisonTest, TheSameLanesWithAnotherCostRefute) {
  analyse(Stretch);
  addLaunch("stretch", 1, 32).Instructions = {global(AccessKind::Load, {2}, 4, 32, 5, 4),
                                              global(AccessKind::Store, {3}, 4, 32, 8, 5)};
  EXPECT_THAT(statuses(), ElementsAre("refuted", "refuted"));
  EXPECT_EQ(Compared.Launches[0].Accesses[0].Measured->Cost, 5u);
  EXPECT_EQ(countOutcomes(Compared, VerifyStatus::Refuted), 2u);
}

// As nvcc 13.0 makes of it at -O3: one store of a selected value, by all lanes.
TEST_F(ComparisonTest, BranchesWithOneInstructionAreMerged) {
  analyse(R"(
__global__ void choose(float *out) {
  if (threadIdx.x > 3) *out = 1; else *out = 2;
}
void launch(float *out) { choose<<<1, 32>>>(out); }
)");
  addLaunch("choose", 1, 32).Instructions = {global(AccessKind::Store, {3}, 4, 32, 1, 1)};
  EXPECT_THAT(statuses(), ElementsAre("merged", "merged"));
  Measured.Launches[0].Instructions = {global(AccessKind::Store, {3}, 4, 32, 3, 1)};
  EXPECT_THAT(statuses(), ElementsAre("refuted", "refuted"));
}

TEST_F(ComparisonTest, OtherLanesOrWidthsAreMerged) {
  analyse(Stretch);
  addLaunch("stretch", 1, 32).Instructions = {global(AccessKind::Load, {2}, 8, 16, 4, 4),
                                              global(AccessKind::Store, {3}, 4, 31, 8, 4)};
  EXPECT_THAT(statuses(), ElementsAre("merged", "merged"));
}

// Each request reads 32 floats, 4 sectors, and writes every second one of 64, 8 sectors; data say
// how often.
TEST_F(ComparisonTest, RequestsAreComparedWhereTheirNumberIsNotKnown) {
  analyse(R"(
__global__ void repeat(float *out, const float *in, const int *times) {
  int last = *times;
  for (int k = 0; k < last; ++k) {
    float value = in[32 * k + threadIdx.x];
    out[64 * k + 2 * threadIdx.x] = value;
  }
}
void run(float *out, const float *in, const int *times) { repeat<<<1, 32>>>(out, in, times); }
)");
  auto Run = [&](InstructionCount Load, InstructionCount Store) {
    Measured.Launches.clear();
    addLaunch("repeat", 1, 32).Instructions = {global(AccessKind::Load, {3}, 4, 32, 1, 1),
                                               std::move(Load), std::move(Store)};
  };
  InstructionCount Store = global(AccessKind::Store, {6}, 4, 7 * 32, 7 * 8, 7 * 4);
  Run(global(AccessKind::Load, {5}, 4, 7 * 32, 7 * 4, 7 * 4), Store);
  EXPECT_THAT(statuses(),
              ElementsAre("confirmed", "confirmed per request", "confirmed per request"));
  // Another cost, other lanes, and another width say nothing.
  Run(global(AccessKind::Load, {5}, 4, 7 * 32, 7 * 5, 7 * 4), Store);
  EXPECT_THAT(statuses(), ElementsAre("confirmed", "not predicted", "confirmed per request"));
  Run(global(AccessKind::Load, {5}, 4, 7 * 32 - 1, 7 * 4, 7 * 4), Store);
  EXPECT_THAT(statuses(), ElementsAre("confirmed", "not predicted", "confirmed per request"));
  Run(global(AccessKind::Load, {5}, 8, 7 * 32, 7 * 4, 7 * 4), Store);
  EXPECT_THAT(statuses(), ElementsAre("confirmed", "not predicted", "confirmed per request"));
}

// As Nsight Compute 2025.3.1 counted on an H100: 16 loads in the body of the unrolled loop, and 8,
// 4 and 1 for what remains. There, lanes that left the body in different iterations are in one
// request.
TEST_F(ComparisonTest, LanesThatLeaveAnUnrolledLoopComeInOtherRequests) {
  analyse(R"(
__global__ void triangle(float *out, const float *in, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k <= t % 37; ++k)
    sum += in[k * n + t];
  out[t] = sum;
}
void run(float *out, const float *in) { triangle<<<4, 256>>>(out, in, 1024); }
)");
  std::vector<InstructionCount> Counted;
  auto Count = [&](unsigned Instructions, uint64_t Lanes, uint64_t Cost, uint64_t Ideal) {
    Counted.insert(Counted.end(), Instructions,
                   global(AccessKind::Load, {6}, 4, Lanes, Cost, Ideal));
  };
  Count(16, 766, 144, 128);
  Count(8, 442, 105, 64);
  Count(4, 498, 181, 71);
  Count(1, 1522, 867, 199);
  Counted.push_back(global(AccessKind::Store, {7}, 4, 1024, 128, 128));
  addLaunch("triangle", 4, 256).Instructions = Counted;
  EXPECT_THAT(statuses(), ElementsAre("merged", "confirmed"));
}

// Lane 0 reads sectors 0 to 16, and lane 1 sector 16 in the first iteration: 17 requests of 18
// sectors. Unrolled by 16, lane 1 joins lane 0 in the last iteration, where both read one sector.
TEST_F(ComparisonTest, LanesThatLeaveAnUnrolledLoopMayCostLess) {
  analyse(R"(
__global__ void late(float *out, const float *in) {
  float sum = 0;
  for (int k = 0; k < (threadIdx.x == 0 ? 17 : 1); ++k)
    sum += in[8 * (k + 16 * threadIdx.x)];
  out[threadIdx.x] = sum;
}
void run(float *out, const float *in) { late<<<1, 2>>>(out, in); }
)");
  addLaunch("late", 1, 2).Instructions = {global(AccessKind::Load, {5}, 4, 16, 16, 16),
                                          global(AccessKind::Load, {5}, 4, 2, 1, 1),
                                          global(AccessKind::Store, {6}, 4, 2, 1, 1)};
  EXPECT_THAT(statuses(), ElementsAre("merged", "confirmed"));
  EXPECT_EQ(Compared.Launches[0].Accesses[0].Measured->Cost, 17u);
}

TEST_F(ComparisonTest, WhatIsNotThereAndWhatDidNotRun) {
  analyse(Stretch);
  addLaunch("stretch", 1, 32).Instructions = {global(AccessKind::Store, {3}, 4, 0, 0, 0),
                                              global(AccessKind::Load, {4}, 16, 32, 16, 16)};
  EXPECT_THAT(statuses(), ElementsAre("optimised away", "not executed"));
  // The load of line 4 belongs to nothing that was predicted.
  EXPECT_THAT(Compared.Launches[0].Unpredicted, SizeIs(1));
}

// One warp reads a table by lane, which is 32 addresses and 31 replays, and one element
// of it together.
constexpr char Tables[] = R"(__constant__ float table[64];
__global__ void look(float *out) {
  float own = table[threadIdx.x];
  float first = table[blockIdx.x];
  out[threadIdx.x] = own + first;
}
void run(float *out) { look<<<1, 32>>>(out); }
)";

TEST_F(ComparisonTest, ReplaysOfTheLaunchDecideAboutConstantLoads) {
  analyse(Tables);
  LaunchMeasurement &Launch = addLaunch("look", 1, 32);
  Launch.Instructions = {constant("LDC", {3}, 32), constant("LDC", {4}, 32),
                         global(AccessKind::Store, {5}, 4, 32, 4, 4)};
  Launch.ConstantReplays = 31;
  EXPECT_THAT(statuses(), ElementsAre("confirmed", "confirmed", "confirmed"));
  // 2 requests and 31 replays.
  EXPECT_EQ(Compared.Launches[0].Accesses[0].Measured->Cost, 33u);
  EXPECT_EQ(Compared.Launches[0].Accesses[0].Sharing, 2u);
  Launch.ConstantReplays = 30;
  EXPECT_THAT(statuses(), ElementsAre("refuted", "refuted", "confirmed"));
  Launch.ConstantReplays = std::nullopt;
  EXPECT_THAT(statuses(), ElementsAre("no counter", "no counter", "confirmed"));
}

TEST_F(ComparisonTest, ConstantLoadsThatTheCompilerChanged) {
  analyse(Tables);
  LaunchMeasurement &Launch = addLaunch("look", 1, 32);
  // The uniform one is an operand of another instruction; it replays nothing anyway.
  Launch.Instructions = {constant("LDC", {3}, 32), global(AccessKind::Store, {5}, 4, 32, 4, 4)};
  Launch.ConstantReplays = 31;
  EXPECT_THAT(statuses(), ElementsAre("confirmed", "optimised away", "confirmed"));
  // Other lanes by lane: the remaining replays cannot be attributed.
  Launch.Instructions = {constant("LDC", {3}, 16), constant("LDC", {4}, 32),
                         global(AccessKind::Store, {5}, 4, 32, 4, 4)};
  EXPECT_THAT(statuses(), ElementsAre("merged", "no counter", "confirmed"));
  // Debug builds read it as any memory.
  Launch.Instructions = {constant("LD.E", {3}, 32), constant("LD.E", {4}, 32),
                         global(AccessKind::Store, {5}, 4, 32, 4, 4)};
  for (InstructionCount &Item : Launch.Instructions)
    if (Item.Kind == AccessKind::Load)
      Item.Space = MemorySpace::Generic;
  Launch.ConstantReplays = 0;
  EXPECT_THAT(statuses(), ElementsAre("no counter", "no counter", "confirmed"));
}

// Two loads of one line: each finds the instruction with its counts. Unrolled twice,
// the sums count.
TEST_F(ComparisonTest, SeveralAccessesOfALine) {
  analyse(R"(__global__ void sum(float *out, const float *in) {
  out[threadIdx.x] = in[threadIdx.x] + in[4 * threadIdx.x];
}
void run(float *out, const float *in) { sum<<<2, 32>>>(out, in); }
)");
  // Both blocks load the same 32 lanes: 4 and 16 sectors each.
  addLaunch("sum", 2, 32).Instructions = {global(AccessKind::Load, {2}, 4, 64, 32, 8),
                                          global(AccessKind::Load, {2}, 4, 64, 8, 8),
                                          global(AccessKind::Store, {2}, 4, 64, 8, 8)};
  EXPECT_THAT(statuses(), ElementsAre("confirmed", "confirmed", "confirmed"));
  EXPECT_EQ(Compared.Launches[0].Accesses[0].Measured->Cost, 8u);
  EXPECT_EQ(Compared.Launches[0].Accesses[1].Measured->Cost, 32u);

  Measured.Launches[0].Instructions = {
      global(AccessKind::Load, {2}, 4, 32, 16, 4), global(AccessKind::Load, {2}, 4, 32, 16, 4),
      global(AccessKind::Load, {2}, 4, 64, 8, 8), global(AccessKind::Store, {2}, 4, 64, 8, 8)};
  EXPECT_THAT(statuses(), ElementsAre("confirmed", "confirmed", "confirmed"));
  EXPECT_EQ(Compared.Launches[0].Accesses[0].Measured->Cost, 40u);
  EXPECT_EQ(Compared.Launches[0].Accesses[0].Sharing, 2u);
}

// The function is inlined twice. An instruction is listed under its own line and under
// the line of the call; the call decides which access it is.
TEST_F(ComparisonTest, TheCallDistinguishesInlinedAccesses) {
  analyse(R"(__device__ float pick(const float *p, int i) {
  return p[i];
}
__global__ void twice(float *out, const float *in) {
  float one = pick(in, threadIdx.x);
  float two = pick(in, 2 * threadIdx.x);
  out[threadIdx.x] = one + two;
}
void run(float *out, const float *in) { twice<<<1, 32>>>(out, in); }
)");
  addLaunch("twice", 1, 32).Instructions = {global(AccessKind::Load, {6, 2}, 4, 32, 8, 4),
                                            global(AccessKind::Load, {5, 2}, 4, 32, 4, 4),
                                            global(AccessKind::Store, {7}, 4, 32, 4, 4)};
  EXPECT_THAT(statuses(), ElementsAre("confirmed", "confirmed", "confirmed"));
  // Exchanged, both are wrong.
  std::swap(Measured.Launches[0].Instructions[0].Lines, Measured.Launches[0].Instructions[1].Lines);
  EXPECT_THAT(statuses(), ElementsAre("refuted", "refuted", "confirmed"));
}

// Lane t stops after t + 1 iterations. Unrolled, lanes that have left and those that
// have not may go separate ways: more requests of the same lanes.
TEST_F(ComparisonTest, UnrolledLoopsThatLanesLeaveAtDifferentTimes) {
  analyse(R"(__global__ void triangle(float *out, const float *in) {
  float sum = 0;
  for (int k = 0; k <= threadIdx.x; ++k)
    sum += in[k];
  out[threadIdx.x] = sum;
}
void run(float *out, const float *in) { triangle<<<1, 32>>>(out, in); }
)");
  // 32 iterations, in each one sector; 32 + 31 + ... + 1 lanes.
  InstructionCount Store = global(AccessKind::Store, {5}, 4, 32, 4, 4);
  addLaunch("triangle", 1, 32).Instructions = {global(AccessKind::Load, {4}, 4, 528, 32, 32),
                                               Store};
  EXPECT_THAT(statuses(), ElementsAre("confirmed", "confirmed"));
  Measured.Launches[0].Instructions = {global(AccessKind::Load, {4}, 4, 500, 32, 32),
                                       global(AccessKind::Load, {4}, 4, 28, 7, 7), Store};
  EXPECT_THAT(statuses(), ElementsAre("merged", "confirmed"));
  // One instruction is not unrolled.
  Measured.Launches[0].Instructions = {global(AccessKind::Load, {4}, 4, 528, 39, 39), Store};
  EXPECT_THAT(statuses(), ElementsAre("refuted", "confirmed"));
}

// The compiler's table names only the call.
TEST_F(ComparisonTest, OnlyTheCallIsNamed) {
  analyse(R"(__device__ void put(float *p, int i) {
  p[i] = 1;
}
__global__ void fill(float *out) {
  put(out, threadIdx.x);
}
void run(float *out) { fill<<<1, 32>>>(out); }
)");
  addLaunch("fill", 1, 32).Instructions = {global(AccessKind::Store, {5}, 4, 32, 4, 4)};
  EXPECT_THAT(statuses(), ElementsAre("confirmed"));
}

// Moved before the loop of line 2, the load is under another line and executes once.
// With the lanes predicted and another cost, it is something else.
TEST_F(ComparisonTest, MovedToAnotherLine) {
  analyse(R"(__global__ void repeat(float *out, const float *in) {
  for (int i = 0; i < 4; ++i)
    out[32 * i + threadIdx.x] = in[threadIdx.x];
}
void run(float *out, const float *in) { repeat<<<1, 32>>>(out, in); }
)");
  InstructionCount Stores = global(AccessKind::Store, {3}, 4, 128, 16, 16);
  addLaunch("repeat", 1, 32).Instructions = {global(AccessKind::Load, {2}, 4, 32, 4, 4), Stores};
  EXPECT_THAT(statuses(), ElementsAre("merged", "confirmed"));
  EXPECT_THAT(Compared.Launches[0].Unpredicted, IsEmpty());
  Measured.Launches[0].Instructions = {global(AccessKind::Load, {2}, 4, 128, 99, 16), Stores};
  EXPECT_THAT(statuses(), ElementsAre("optimised away", "confirmed"));
  EXPECT_THAT(Compared.Launches[0].Unpredicted, SizeIs(1));
}

// Atomics come from a header of the toolkit: four lanes in each of 8 words, one sector.
TEST_F(ComparisonTest, CodeOfTheToolkitsHeaders) {
  analyse(R"(#include <cuda_runtime.h>
__global__ void count(int *out) {
  atomicAdd(&out[threadIdx.x & 7], 1);
}
void run(int *out) { count<<<1, 32>>>(out); }
)");
  InstructionCount Item = global(AccessKind::Atomic, {107}, 4, 32, 1, 1);
  Item.Lines[0].Path = "/usr/local/cuda/include/device_atomic_functions.hpp";
  addLaunch("count", 1, 32).Instructions = {Item};
  // The file itself is known from another launch's instruction.
  Measured.Launches[0].Instructions.push_back(global(AccessKind::Load, {1}, 4, 0, 0, 0));
  EXPECT_THAT(statuses(), ElementsAre("confirmed"));

  Measured.Launches[0].Instructions.clear();
  EXPECT_THAT(statuses(), ElementsAre("optimised away"));
  Measured.Launches[0].UnlistedSectors = 1;
  EXPECT_THAT(statuses(), ElementsAre("no counter"));
}

// One warp reads 32 integers, and its children the same again: twice the lanes and sectors.
TEST_F(ComparisonTest, CountsOfKernelsThatLaunchThemselves) {
  analyse(R"(__global__ void direct(int *out, int depth) {
  out[threadIdx.x] = 1;
  if (depth > 0 && threadIdx.x == 0)
    direct<<<1, 32>>>(out, depth - 1);
}
__global__ void first(int *out, int depth);
__device__ void launch(int *out, int depth) { first<<<1, 32>>>(out, depth - 1); }
__global__ void second(int *out, int depth) {
  out[threadIdx.x] = 1;
  launch(out, depth);
}
__global__ void first(int *out, int depth) {
  out[threadIdx.x] = 1;
  if (depth > 0)
    second<<<1, 32>>>(out, depth);
}
__global__ void leaf(int *out) { out[threadIdx.x] = 1; }
__global__ void parent(int *out) {
  out[threadIdx.x] = 1;
  leaf<<<1, 32>>>(out);
}
__global__ void elsewhere(int *out);
__global__ void unknown(int *out) {
  out[threadIdx.x] = 1;
  elsewhere<<<1, 32>>>(out);
}
void run(int *out) {
  direct<<<1, 32>>>(out, 1);
  first<<<1, 32>>>(out, 1);
  second<<<1, 32>>>(out, 1);
  parent<<<1, 32>>>(out);
  leaf<<<1, 32>>>(out);
  unknown<<<1, 32>>>(out);
}
)");
  addLaunch("direct", 1, 32).Instructions = {global(AccessKind::Store, {2}, 4, 64, 8, 8)};
  addLaunch("first", 1, 32).Instructions = {global(AccessKind::Store, {13}, 4, 32, 5, 4)};
  addLaunch("second", 1, 32).Instructions = {global(AccessKind::Store, {9}, 4, 32, 5, 4)};
  addLaunch("parent", 1, 32).Instructions = {global(AccessKind::Store, {19}, 4, 32, 4, 4)};
  addLaunch("leaf", 1, 32).Instructions = {global(AccessKind::Store, {17}, 4, 32, 4, 4)};
  addLaunch("unknown", 1, 32).Instructions = {global(AccessKind::Store, {24}, 4, 32, 5, 4)};
  for (unsigned Launch : {0, 1, 2, 5}) {
    EXPECT_THAT(statuses(Launch), ElementsAre("no counter")) << Launch;
    EXPECT_EQ(Compared.Launches[Launch].Accesses[0].Reason,
              "the kernel launches itself, and what its children execute is counted too");
  }
  for (unsigned Launch : {3, 4})
    EXPECT_THAT(statuses(Launch), ElementsAre("confirmed")) << Launch;
  Measured.Launches[0].Instructions = {global(AccessKind::Store, {2}, 4, 0, 0, 0)};
  EXPECT_THAT(statuses(0), ElementsAre("not executed"));
}

// The source has two launches of one shape, which differ in the step.
TEST_F(ComparisonTest, LaunchesOfOneShape) {
  analyse(R"(__global__ void step(float *out, int by) { out[by * threadIdx.x] = 1; }
void run(float *out) {
  step<<<1, 32>>>(out, 1);
  step<<<1, 32>>>(out, 2);
}
)");
  addLaunch("step", 1, 32).Instructions = {global(AccessKind::Store, {1}, 4, 32, 8, 4)};
  addLaunch("step", 1, 32).Instructions = {global(AccessKind::Store, {1}, 4, 32, 4, 4)};
  addLaunch("step", 1, 32).Instructions = {global(AccessKind::Store, {1}, 4, 32, 16, 4)};
  EXPECT_THAT(statuses(0), ElementsAre("confirmed"));
  EXPECT_THAT(statuses(1), ElementsAre("confirmed"));
  EXPECT_THAT(statuses(2), ElementsAre("refuted"));
  EXPECT_EQ(Compared.Launches[0].Context, 1u);
  EXPECT_EQ(Compared.Launches[1].Context, 0u);
}

// A grid that the source does not specify is taken as it ran. Three blocks of 32.
TEST_F(ComparisonTest, TheRunDeterminesTheGrid) {
  analyse(R"(__global__ void fill(float *out) { out[blockIdx.x * 32 + threadIdx.x] = 1; }
void run(float *out, int blocks) { fill<<<blocks, 32>>>(out); }
)");
  addLaunch("fill", 3, 32).Instructions = {global(AccessKind::Store, {1}, 4, 96, 12, 12)};
  EXPECT_THAT(statuses(), ElementsAre("confirmed"));
}

TEST_F(ComparisonTest, NamesOfKernels) {
  analyse(R"(template <class T, bool B> __global__ void k(T *out) { out[threadIdx.x] = B; }
namespace { __global__ void hidden(float *out) { out[threadIdx.x] = 1; } }
void run(unsigned *out, float *other) {
  k<unsigned, true><<<1, 32>>>(out);
  k<float, false><<<1, 32>>>(other);
  hidden<<<1, 32>>>(other);
}
)");
  addLaunch("k<unsigned int, 1>", 1, 32);
  addLaunch("k<float, 0>", 1, 32);
  addLaunch("<unnamed>::hidden", 1, 32);
  addLaunch("k<double, 0>", 1, 32);
  Compared = compareWithMeasurement(File, Measured);
  ASSERT_THAT(Compared.Launches, SizeIs(3));
  EXPECT_NE(Compared.Launches[0].Kernel, Compared.Launches[1].Kernel);
  EXPECT_THAT(Compared.OtherKernels, ElementsAre("k<double, 0>"));
}

// The profiler's "(unsigned int)256" has lost its type: "256". Clang writes 256U.
TEST_F(ComparisonTest, NamesOfKernelsWithNumbers) {
  analyse(R"(template <unsigned N, long long M, class T> __global__ void k1L(T *out) { out[N] = M; }
void run(float *out) {
  k1L<256, -7, float><<<1, 32>>>(out);
  k1L<32, 5, float><<<1, 32>>>(out);
}
)");
  addLaunch("k1L<256, -7, float>", 1, 32);
  addLaunch("k1L<32, 5, float>", 1, 32);
  addLaunch("k1L<32, 6, float>", 1, 32);
  Compared = compareWithMeasurement(File, Measured);
  ASSERT_THAT(Compared.Launches, SizeIs(2));
  EXPECT_NE(Compared.Launches[0].Kernel, Compared.Launches[1].Kernel);
  EXPECT_THAT(Compared.OtherKernels, ElementsAre("k1L<32, 6, float>"));
}

} // namespace
