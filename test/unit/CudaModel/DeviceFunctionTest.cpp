//===- DeviceFunctionTest.cpp - The functions that CUDA gives a meaning ---===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/CudaModel/DeviceFunction.h"
#include "cuda-memlint/CudaModel/UnfollowedFunction.h"

#include "gtest/gtest.h"

using namespace memlint;

namespace {

TEST(DeviceFunctionTest, SuffixesOfAtomicsNameTheScope) {
  std::optional<DeviceFunction> Known = deviceFunction("atomicMax_system");
  ASSERT_TRUE(Known);
  EXPECT_EQ(Known->Operation, AtomicOperation::Maximum);
  EXPECT_EQ(Known->Scope, ThreadScope::System);
  EXPECT_EQ(deviceFunction("atomicMax_block")->Scope, ThreadScope::Block);
  EXPECT_EQ(deviceFunction("atomicMax")->Scope, ThreadScope::Device);
  EXPECT_FALSE(deviceFunction("atomicMax_block_system"));
  EXPECT_FALSE(deviceFunction("__ldg_block"));
  EXPECT_FALSE(deviceFunction("atomicMaximum"));
  EXPECT_EQ(deviceFunction("__threadfence_block")->Scope, ThreadScope::Block);
}

TEST(DeviceFunctionTest, AccessesWhereTheyAreCalled) {
  EXPECT_TRUE(deviceFunction("__ldg")->isAccess());
  EXPECT_TRUE(deviceFunction("__stwt")->isAccess());
  EXPECT_TRUE(deviceFunction("atomicCAS")->isAccess());
  EXPECT_FALSE(deviceFunction("__shfl_sync")->isAccess());
}

TEST(DeviceFunctionTest, TexturesAreKnownByHowTheirNamesBegin) {
  EXPECT_EQ(deviceFunction("tex2DLod")->Kind, FunctionKind::TextureRead);
  EXPECT_EQ(deviceFunction("surf3Dwrite")->Kind, FunctionKind::SurfaceWrite);
  EXPECT_FALSE(deviceFunction("text"));
  EXPECT_FALSE(deviceFunction("surface"));
}

TEST(DeviceFunctionTest, FunctionsThatConcernOthers) {
  EXPECT_TRUE(mayConcernOthers("clock64"));
  EXPECT_TRUE(mayConcernOthers("__nanosleep"));
  EXPECT_TRUE(mayConcernOthers("__nv_barrier"));
  EXPECT_FALSE(mayConcernOthers("sinf"));
  EXPECT_FALSE(mayConcernOthers("__nv_sinf"));
  EXPECT_FALSE(mayConcernOthers("mma_sync"));
}

} // namespace
