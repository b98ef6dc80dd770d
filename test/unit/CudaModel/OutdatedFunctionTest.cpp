//===- OutdatedFunctionTest.cpp -------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/CudaModel/OutdatedFunction.h"
#include "cuda-memlint/CudaModel/UnfollowedFunction.h"

#include "gtest/gtest.h"

using namespace memlint;

namespace {

TEST(OutdatedFunctionTest, RemovedAndDeprecatedOnesDiffer) {
  ASSERT_TRUE(outdatedFunction("cudaThreadExit"));
  EXPECT_TRUE(outdatedFunction("cudaThreadExit")->IsRemoved);
  EXPECT_EQ(outdatedFunction("cudaThreadExit")->Advice, "use `cudaDeviceReset`");
  ASSERT_TRUE(outdatedFunction("cudaMemcpyToArray"));
  EXPECT_FALSE(outdatedFunction("cudaMemcpyToArray")->IsRemoved);
  EXPECT_TRUE(outdatedFunction(TextureReference));
}

TEST(OutdatedFunctionTest, OthersAreUpToDate) {
  for (const char *Name : {"cudaDeviceSynchronize", "__shfl_sync", "cudaMemcpy2DToArray", ""})
    EXPECT_FALSE(outdatedFunction(Name)) << Name;
}

TEST(UnfollowedFunctionTest, RoundingIsNotReinterpreting) {
  for (const char *Name : {"__float2int_rn", "__double2ull_rz", "__float2uint_rd", "lrintf"})
    EXPECT_TRUE(roundsToInteger(Name)) << Name;
  for (const char *Name :
       {"__float_as_int", "__double2hiint", "__double2float_rn", "__int2float_rn", "rintf"})
    EXPECT_FALSE(roundsToInteger(Name)) << Name;
  for (const char *Name : {"__float_as_int", "__longlong_as_double"})
    EXPECT_TRUE(givesBits(Name)) << Name;
  for (const char *Name : {"__float2int_rn", "__double2hiint", "as_int"})
    EXPECT_FALSE(givesBits(Name)) << Name;
}

} // namespace
