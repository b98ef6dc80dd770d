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

TEST(RuntimeFunctionTest, PageLockedMemory) {
  EXPECT_TRUE(locksPages(findRuntimeFunction("cudaHostAlloc")));
  EXPECT_TRUE(locksPages(findRuntimeFunction("cudaHostRegister")));
  EXPECT_FALSE(locksPages(findRuntimeFunction("cudaFreeHost")));
  EXPECT_FALSE(locksPages(findRuntimeFunction("cudaMalloc")));
  EXPECT_FALSE(locksPages(nullptr));
}

} // namespace
