//===- HipNamesTest.cpp ---------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/CudaModel/HipNames.h"
#include "cuda-memlint/Frontend/EmbeddedHeaders.h"

#include "gtest/gtest.h"

using namespace memlint;

namespace {

std::string nameFor(llvm::StringRef Name) {
  return cudaNameFor(Name, isWordOfEmbeddedHeaders).value_or("");
}

TEST(HipNamesTest, NamesOfTheRuntimeFollowARule) {
  EXPECT_EQ(nameFor("hipMalloc"), "cudaMalloc");
  EXPECT_EQ(nameFor("hipMemcpyHostToDevice"), "cudaMemcpyHostToDevice");
  EXPECT_EQ(nameFor("hipStream_t"), "cudaStream_t");
  EXPECT_EQ(nameFor("hipModuleLoad"), "cuModuleLoad");
  EXPECT_EQ(nameFor("hipDeviceAttributeWarpSize"), "cudaDevAttrWarpSize");
  EXPECT_EQ(nameFor("hipblasHandle_t"), "cublasHandle_t");
  EXPECT_EQ(nameFor("HIPBLAS_OP_N"), "CUBLAS_OP_N");
}

TEST(HipNamesTest, SomeDiffer) {
  EXPECT_EQ(nameFor("hipHostMalloc"), "cudaMallocHost");
  EXPECT_EQ(nameFor("hipDeviceProp_t"), "cudaDeviceProp");
  EXPECT_EQ(nameFor("hipErrorOutOfMemory"), "cudaErrorMemoryAllocation");
  EXPECT_EQ(nameFor("unsafeAtomicAdd"), "atomicAdd");
}

TEST(HipNamesTest, OwnNamesOfASourceStay) {
  for (const char *Name :
       {"hip", "hipster", "hipNoSuchFunction", "malloc", "hipblas", "shipMalloc"})
    EXPECT_EQ(nameFor(Name), "") << Name;
}

TEST(HipNamesTest, MessagesSpeakOfHip) {
  EXPECT_EQ(withHipNames("call `cudaMallocPitch(&p)`, cudaErrorNotReady"),
            "call `hipMallocPitch(&p)`, hipErrorNotReady");
  EXPECT_EQ(withHipNames("`cudaMallocHost` or `cudaFreeHost`"), "`hipHostMalloc` or `hipHostFree`");
  EXPECT_EQ(withHipNames("cuda-host-sync, cuda_x, mycudaMalloc, atomicAdd"),
            "cuda-host-sync, cuda_x, mycudaMalloc, atomicAdd");
}

TEST(HipNamesTest, LaunchesAreKnownByHowTheirNamesBegin) {
  for (const char *Name : {"cudaLaunchKernel", "hipLaunchKernelGGL", "hipExtLaunchKernelGGL"})
    EXPECT_TRUE(isLaunchFunction(Name)) << Name;
  EXPECT_FALSE(isLaunchFunction("hipMalloc"));
}

} // namespace
