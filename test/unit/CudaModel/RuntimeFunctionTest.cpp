//===- RuntimeFunctionTest.cpp - Tests of the table of host functions -----===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/CudaModel/RuntimeFunction.h"

#include "gtest/gtest.h"

using namespace memlint;

namespace {

TEST(RuntimeFunctionTest, FunctionsWithoutARow) {
  EXPECT_EQ(findRuntimeFunction("cudaGetChannelDesc"), nullptr);
  EXPECT_EQ(runtimeKind("cudaGetChannelDesc"), RuntimeKind::Query);
  EXPECT_EQ(runtimeKind("cudaGraphLaunch"), RuntimeKind::Other);
  EXPECT_EQ(runtimeKind(""), RuntimeKind::Other);
}

TEST(RuntimeFunctionTest, CopiesSayWhereTheirArgumentsAre) {
  const RuntimeFunction *Rows = findRuntimeFunction("cudaMemcpy2DAsync");
  ASSERT_NE(Rows, nullptr);
  ASSERT_TRUE(Rows->Copied);
  EXPECT_EQ(Rows->Copied->From, 2U);
  EXPECT_EQ(Rows->Copied->Bytes, 4U);
  EXPECT_EQ(Rows->Copied->Rows, 5U);
  EXPECT_EQ(Rows->Copied->Way, 6U);
  EXPECT_EQ(Rows->Copied->Stream, 7U);
  EXPECT_FALSE(findRuntimeFunction("cudaMemcpy")->Copied->Stream);
}

TEST(RuntimeFunctionTest, CopiesInTheStreamOfEachThread) {
  EXPECT_EQ(findRuntimeFunction("cudaMemcpyAsync_ptsz"), findRuntimeFunction("cudaMemcpyAsync"));
  EXPECT_EQ(runtimeKind("cudaMemcpyToSymbolAsync_ptsz"), RuntimeKind::CopyToSymbol);
  // It waits for one stream only, and so do these.
  EXPECT_EQ(findRuntimeFunction("cudaMemcpy_ptds"), nullptr);
  EXPECT_EQ(runtimeKind("cudaStreamSynchronize_ptsz"), RuntimeKind::AwaitOther);
  EXPECT_EQ(findRuntimeFunction("cudaStreamQuery_ptsz"), nullptr);
}

TEST(RuntimeFunctionTest, QuestionsAndEvents) {
  EXPECT_TRUE(onlyAsks(runtimeKind("cudaPeekAtLastError")));
  EXPECT_TRUE(onlyAsks(runtimeKind("cudaDeviceGetAttribute")));
  EXPECT_FALSE(onlyAsks(runtimeKind("cudaMemcpyAsync")));
  EXPECT_EQ(runtimeKind("cudaEventRecordWithFlags"), RuntimeKind::RecordEvent);
  for (const char *Name : {"cudaStreamCreateWithPriority", "cudaGetDeviceProperties_v2"})
    EXPECT_TRUE(findRuntimeFunction(Name)->NeverWaits);
  EXPECT_FALSE(findRuntimeFunction("cudaMemcpy")->NeverWaits);
}

TEST(RuntimeFunctionTest, PageLockedMemory) {
  EXPECT_TRUE(locksPages(findRuntimeFunction("cudaHostAlloc")));
  EXPECT_TRUE(locksPages(findRuntimeFunction("cudaHostRegister")));
  EXPECT_FALSE(locksPages(findRuntimeFunction("cudaFreeHost")));
  EXPECT_FALSE(locksPages(findRuntimeFunction("cudaMalloc")));
  EXPECT_FALSE(locksPages(nullptr));
}

} // namespace
