//===- EmbeddedHeadersTest.cpp - The headers that the binary carries ------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/EmbeddedHeaders.h"

#include "ParsedKernels.h"

#include "gtest/gtest.h"

using namespace memlint;

namespace {

std::unique_ptr<ParsedFile> parseInput(llvm::StringRef Name, FrontendOptions Options) {
  Options.Toolkit = ToolkitMode::Embedded;
  return llvm::cantFail(
      parseCudaFile((MEMLINT_TEST_DATA_DIR "/unit/Frontend/Inputs/" + Name).str(), Options));
}

TEST(EmbeddedHeadersTest, KnowItsNames) {
  EXPECT_TRUE(isEmbeddedCudaHeader("cuda_runtime.h"));
  EXPECT_TRUE(isEmbeddedCudaHeader("crt/math_functions.h"));
  EXPECT_FALSE(isEmbeddedCudaHeader("cuda_fp16.h"));
  EXPECT_TRUE(isEmbeddedLibraryHeader("cuda_fp16.h"));
  EXPECT_TRUE(isEmbeddedLibraryHeader("cooperative_groups/reduce.h"));
  EXPECT_TRUE(isEmbeddedLibraryHeader("cuda/std/span"));
  EXPECT_FALSE(isEmbeddedLibraryHeader("cudnn.h"));
  EXPECT_FALSE(isEmbeddedCudaHeader("cuda_runtime"));
}

TEST(EmbeddedHeadersTest, DeclareWhatDeviceCodeCalls) {
  std::unique_ptr<ParsedFile> File = parseInput("device_functions.cu", {});
  EXPECT_EQ(errorText(*File), "");
  EXPECT_EQ(ParsedKernels(*File).Kernels.size(), 8u);
  EXPECT_EQ(File->toolkitPath(), "");
}

TEST(EmbeddedHeadersTest, DeclareItForOlderLanguagesAndDevices) {
  FrontendOptions Options;
  Options.Architecture = "sm_50";
  Options.CompileArguments = {"-std=c++20"};
  std::unique_ptr<ParsedFile> File = parseInput("device_functions.cu", Options);
  EXPECT_EQ(errorText(*File), "");
}

TEST(EmbeddedHeadersTest, DeclareWhatHostCodeCalls) {
  std::unique_ptr<ParsedFile> File = parseInput("host_code.cu", {});
  EXPECT_EQ(errorText(*File), "");
  EXPECT_EQ(ParsedKernels(*File).Launches.size(), 2u);
}

TEST(EmbeddedHeadersTest, SufficeOnAMachineWithoutCAndCxxLibraries) {
  FrontendOptions Options;
  Options.ForceEmbeddedHostHeaders = true;
  std::unique_ptr<ParsedFile> File = parseInput("host_code.cu", Options);
  EXPECT_EQ(errorText(*File), "");
  EXPECT_EQ(ParsedKernels(*File).Launches.size(), 2u);
}

} // namespace
