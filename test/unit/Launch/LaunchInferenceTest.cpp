//===- LaunchInferenceTest.cpp - Tests of launch inference ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which source of launches wins.
///
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Launch/LaunchInference.h"
#include "LaunchFixture.h"
#include "cuda-memlint/Frontend/Frontend.h"
#include "cuda-memlint/Model/ChosenBlock.h"
#include "cuda-memlint/Model/MemoryProgram.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "clang/AST/ASTContext.h"

using namespace memlint;
using testing::ElementsAre;

namespace {

/// The contexts of the one kernel `k` of a source.
std::vector<LaunchContext> infer(const std::string &Source, unsigned Dimensions,
                                 std::vector<LaunchRequest> FromOptions = {},
                                 std::optional<unsigned> Bounds = std::nullopt) {
  FrontendOptions Options;
  Options.Toolkit = ToolkitMode::Embedded;
  Options.ForceEmbeddedHostHeaders = true;
  auto File = parseCudaSource("test.cu", "#include <cuda_runtime.h>\n" + Source, Options);
  if (!File) {
    ADD_FAILURE() << llvm::toString(File.takeError());
    return {};
  }
  clang::ASTContext &Ast = (*File)->context();
  auto Found = Ast.getTranslationUnitDecl()->lookup(&Ast.Idents.get("k"));
  KernelProgram Program;
  Program.Name = "k";
  Program.DimensionsUsed = Dimensions;
  Program.Attributes.MaximumThreadsPerBlock = Bounds;
  return inferLaunches(Ast, Found.front()->getAsFunction(), Program, FromOptions, defaultTarget());
}

std::vector<std::string> texts(const std::vector<LaunchContext> &Contexts) {
  std::vector<std::string> Result;
  for (const LaunchContext &Context : Contexts)
    Result.push_back(describe(Context));
  return Result;
}

LaunchRequest request(llvm::StringRef Text) { return llvm::cantFail(parseLaunchOption(Text)); }

constexpr const char *KernelAndCall =
    "__global__ void k(int n) {}\nvoid run() { k<<<4, 64>>>(3); }";

} // namespace

TEST(LaunchInference, OptionWinsOverCall) {
  auto Contexts = infer(KernelAndCall, 1, {request("k<<<9,32>>>(_)"), request("other<<<1,1>>>")});
  EXPECT_THAT(texts(Contexts), ElementsAre("grid=9,1,1 block=32,1,1 shared=0 args=_"));
  EXPECT_EQ(Contexts[0].Origin, LaunchOrigin::Option);
}

TEST(LaunchInference, CallWinsOverBounds) {
  auto Contexts = infer(KernelAndCall, 1, {request("other<<<1,1>>>")}, 128);
  EXPECT_THAT(texts(Contexts), ElementsAre("grid=4,1,1 block=64,1,1 shared=0 args=3"));
  EXPECT_EQ(Contexts[0].Origin, LaunchOrigin::Call);
  EXPECT_EQ(Contexts[0].Position.Line, 3u);
  EXPECT_EQ(Contexts[0].Position.Column, 14u);
  EXPECT_EQ(Contexts[0].Position.EndColumn, 29u);
}

// The block is 256 threads by default: 4096 / 256 = 16 blocks of 4 bytes a thread.
TEST(LaunchInference, WhatFollowsFromAGuessedBlock) {
  EXPECT_THAT(texts(infer("__global__ void k(int n, int t) {}\n"
                          "void run(int t) { k<<<4096 / t, t, t * 4>>>(7, t); }",
                          1)),
              ElementsAre("grid=16,1,1 block=256,1,1 shared=1024 args=7,256"));
  // A grid that does not follow from it is not known, nor is one of a block that is not understood.
  EXPECT_THAT(texts(infer("__global__ void k(int n, int t) {}\n"
                          "void run(int t, int n) { k<<<n / t, t>>>(n, t); }",
                          1)),
              ElementsAre("grid=_,1,1 block=256,1,1 shared=0 args=_,256"));
  EXPECT_THAT(texts(infer("__global__ void k(int n, int t) {}\n"
                          "void run(int t) { k<<<32, t * t>>>(7, t); }",
                          1)),
              ElementsAre("grid=_,_,_ block=256,1,1 shared=0 args=7,_"));
}

// With 128 threads, 4096 / 128 = 32 blocks; with 8192 none at all: that is not a launch.
TEST(LaunchInference, AnotherBlockIsChosenAfterwards) {
  LaunchContext Guessed = infer("__global__ void k(int n, int t) {}\n"
                                "void run(int t) { k<<<4096 / t, t, t * 4>>>(7, t); }",
                                1)
                              .front();
  LaunchContext Other = Guessed;
  ChosenBlock(Guessed, {128, 1, 1}).complete(Other);
  EXPECT_EQ(describe(Other), "grid=32,1,1 block=128,1,1 shared=512 args=7,128");
  ChosenBlock(Guessed, {8192, 1, 1}).complete(Other);
  EXPECT_EQ(describe(Other), "grid=_,1,1 block=8192,1,1 shared=32768 args=7,8192");
}

// Of the defaults 32x8 and 16x16 only the second is a square.
TEST(LaunchInference, ExtentsOfOneUnknownAreAlike) {
  EXPECT_THAT(texts(infer("__global__ void k(int n) {}\n"
                          "void run(int t) { k<<<dim3(64 / t, 64 / t), dim3(t, t)>>>(t); }",
                          2)),
              ElementsAre("grid=4,4,1 block=16,16,1 shared=0 args=16"));
  // 4 * t threads are 32 with t = 8, and t + 1 then are 9.
  EXPECT_THAT(texts(infer("__global__ void k(int n) {}\n"
                          "void run(int t) { k<<<1, dim3(4 * t, t)>>>(t + 1); }",
                          2)),
              ElementsAre("grid=1,1,1 block=32,8,1 shared=0 args=9"));
}

TEST(LaunchInference, WithoutCallsTheDefaults) {
  EXPECT_THAT(texts(infer("__global__ void k(int n) {}", 1)),
              ElementsAre("grid=_,_,_ block=256,1,1 shared=_ args="));
}

// A grid of 4 blocks stays one where the block is a number of its own, but may go with a block of
// which nothing is seen.
TEST(LaunchInference, CallThatDoesNotTellTheBlockTakesItFromBelow) {
  const char *Source = "__global__ void k(int n) {}\n"
                       "void run(int n, dim3 b) { k<<<4, n, 16>>>(3); k<<<4, b>>>(5); }";
  auto Contexts = infer(Source, 1);
  EXPECT_THAT(texts(Contexts), ElementsAre("grid=4,1,1 block=256,1,1 shared=16 args=3",
                                           "grid=_,_,_ block=256,1,1 shared=0 args=5"));
  EXPECT_EQ(Contexts[0].Origin, LaunchOrigin::Default);
  EXPECT_EQ(Contexts[0].Position.Line, 3u);
  Contexts = infer(Source, 1, {}, 128);
  EXPECT_EQ(texts(Contexts)[0], "grid=4,1,1 block=128,1,1 shared=16 args=3");
  EXPECT_EQ(Contexts[0].Origin, LaunchOrigin::LaunchBounds);
}

TEST(LaunchInference, OneBlockDoesNotFollowFromItsThreads) {
  EXPECT_THAT(texts(infer("__global__ void k(int n) {}\n"
                          "void run(dim3 b) { k<<<1, b>>>(3); k<<<dim3(1, 2), b>>>(5); }",
                          1)),
              ElementsAre("grid=1,1,1 block=256,1,1 shared=0 args=3",
                          "grid=_,_,_ block=256,1,1 shared=0 args=5"));
}

TEST(LaunchInference, KnownDimensionsOfTheCallAreKept) {
  const char *Source = "__global__ void k(int n) {}\n"
                       "void run(int n) { k<<<4, dim3(n, 16)>>>(3); k<<<4, n>>>(5); }";
  EXPECT_THAT(texts(infer(Source, 2)), ElementsAre("grid=4,1,1 block=16,16,1 shared=0 args=3",
                                                   "grid=4,1,1 block=256,1,1 shared=0 args=5"));
  // The defaults 32x8 and 16x16 with 7 rows.
  EXPECT_THAT(texts(infer("__global__ void k(int n) {}\n"
                          "void run(int n) { k<<<4, dim3(n, 7)>>>(3); }",
                          2)),
              ElementsAre("grid=4,1,1 block=32,7,1 shared=0 args=3",
                          "grid=4,1,1 block=16,7,1 shared=0 args=3"));
}
