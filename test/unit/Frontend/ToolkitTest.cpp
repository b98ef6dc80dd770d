//===- ToolkitTest.cpp - Layouts of CUDA toolkits -------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/Toolkit.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

namespace {

TEST(ToolkitTest, SearchesTheCoreLibrariesOfCuda13First) {
  llvm::vfs::InMemoryFileSystem Files;
  Files.addFile("/cuda/include/cuda_runtime.h", 0, llvm::MemoryBuffer::getMemBuffer(""));
  Files.addFile("/cuda/include/cccl/cub/cub.cuh", 0, llvm::MemoryBuffer::getMemBuffer(""));
  Toolkit Found = llvm::cantFail(openToolkit(Files, "/cuda/"));
  EXPECT_EQ(Found.Path, "/cuda");
  EXPECT_THAT(Found.IncludeFolders, ElementsAre("/cuda/include/cccl", "/cuda/include"));
  EXPECT_TRUE(Found.hasHeader(Files, "cub/cub.cuh"));
  EXPECT_FALSE(Found.hasHeader(Files, "thrust/sort.h"));
}

TEST(ToolkitTest, FindsTheHeadersOfCuda12) {
  llvm::vfs::InMemoryFileSystem Files;
  Files.addFile("/cuda/include/cuda_runtime.h", 0, llvm::MemoryBuffer::getMemBuffer(""));
  EXPECT_THAT(llvm::cantFail(openToolkit(Files, "/cuda")).IncludeFolders,
              ElementsAre("/cuda/include"));
}

TEST(ToolkitTest, FindsTheHeadersOfAPackagedToolkit) {
  llvm::vfs::InMemoryFileSystem Files;
  Files.addFile("/opt/targets/x86_64-linux/include/cuda_runtime.h", 0,
                llvm::MemoryBuffer::getMemBuffer(""));
  EXPECT_THAT(llvm::cantFail(openToolkit(Files, "/opt")).IncludeFolders,
              ElementsAre("/opt/targets/x86_64-linux/include"));
}

TEST(ToolkitTest, ReadsItsVersion) {
  llvm::vfs::InMemoryFileSystem Files;
  Files.addFile("/new/include/cuda_runtime.h", 0, llvm::MemoryBuffer::getMemBuffer(""));
  Files.addFile("/new/include/cuda_runtime_api.h", 0,
                llvm::MemoryBuffer::getMemBuffer("#define CUDART_VERSION  13010\n"));
  Files.addFile("/unknown/include/cuda_runtime.h", 0, llvm::MemoryBuffer::getMemBuffer(""));
  Files.addFile("/new/bin/nvcc", 0, llvm::MemoryBuffer::getMemBuffer(""));
  Files.addFile("/new/bin/clang++", 0, llvm::MemoryBuffer::getMemBuffer(""));
  EXPECT_EQ(llvm::cantFail(openToolkit(Files, "/new")).version(Files), 13010U);
  EXPECT_EQ(llvm::cantFail(openToolkit(Files, "/unknown")).version(Files), std::nullopt);
  EXPECT_EQ(toolkitOfCompiler(Files, "/new/bin/nvcc")->Path, "/new");
  EXPECT_FALSE(toolkitOfCompiler(Files, "/new/bin/clang++"));
  EXPECT_FALSE(toolkitOfCompiler(Files, "nvcc"));
}

TEST(ToolkitTest, SaysWhatIsMissing) {
  llvm::vfs::InMemoryFileSystem Files;
  llvm::Expected<Toolkit> Result = openToolkit(Files, "/nowhere");
  ASSERT_FALSE(Result);
  EXPECT_THAT(llvm::toString(Result.takeError()),
              HasSubstr("no CUDA toolkit at '/nowhere': no include/cuda_runtime.h"));
}

} // namespace
