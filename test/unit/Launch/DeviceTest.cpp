//===- DeviceTest.cpp - Host code that asks what the device is ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The device of these tests has compute capability 9.0.
///
//===----------------------------------------------------------------------===//

#include "LaunchFixture.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using ::testing::ElementsAre;

namespace {

constexpr const char *Pick = "void pick(int n, dim3 &block, dim3 *grid) {\n"
                             "  cudaDeviceProp device;\n"
                             "  cudaGetDeviceProperties(&device, 0);\n"
                             "  if (device.major >= 7) block = 512; else block = 128;\n"
                             "  *grid = dim3((n + block.x - 1) / block.x);\n"
                             "}\n";

TEST(Device, DecidesWhatAFunctionReturnsThroughReferences) {
  EXPECT_THAT(
      launchesInMain("dim3 block, grid; pick(1024, block, &grid);\n"
                     "k<<<grid, block>>>(p, 3);",
                     Pick),
      ElementsAre(
          "grid=2,1,1 block=512,1,1 shared=0 args=_,3 when the device has compute capability 9.0"));
}

TEST(Device, IsNotAskedWhereNothingDependsOnIt) {
  EXPECT_THAT(launchesInMain("dim3 block, grid; pick(1024, block, &grid);\n"
                             "k<<<2, 64>>>(p, 3);",
                             Pick),
              ElementsAre("grid=2,1,1 block=64,1,1 shared=0 args=_,3"));
  EXPECT_THAT(launchesInMain("dim3 block, grid; pick(1024, block, &grid);\n"
                             "k<<<2, 64>>>(p, atoi(argv[1]));",
                             Pick),
              ElementsAre("grid=2,1,1 block=64,1,1 shared=0 args=_,_"));
}

/// What is launched on other devices only is launched as on any.
TEST(Device, LeavesLaunchesOnOtherDevices) {
  EXPECT_THAT(launchesInMain("cudaDeviceProp device;\n"
                             "cudaGetDeviceProperties(&device, 0);\n"
                             "int n = argc;\n"
                             "if (device.major < 8) k<<<n, 64>>>(p, 1);\n"
                             "else k<<<n, device.major * 32>>>(p, 2);",
                             "void step(int);"),
              ElementsAre("grid=1,1,1 block=64,1,1 shared=0 args=_,1 when main is called without "
                          "arguments",
                          "grid=1,1,1 block=288,1,1 shared=0 args=_,2 when main is called without "
                          "arguments when the device has compute capability 9.0"));
}

TEST(Device, HasLimitsThatItsCapabilityDecides) {
  // 2,048 threads and 32 blocks on a multiprocessor; 227 KB for a block.
  EXPECT_THAT(
      launchesOfK("__global__ void k(int *p, int n) { p[threadIdx.x] = n; }\n"
                  "void run(int *p) {\n"
                  "  int threads, bytes, processors;\n"
                  "  cudaDeviceGetAttribute(&threads,\n"
                  "                         cudaDevAttrMaxThreadsPerMultiProcessor, 0);\n"
                  "  cudaDeviceGetAttribute(&bytes,\n"
                  "                         cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);\n"
                  "  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);\n"
                  "  k<<<processors, threads / 2, bytes>>>(p, 1);\n"
                  "}\n"),
      ElementsAre("grid=_,1,1 block=1024,1,1 shared=232448 args=_,1 when the device has "
                  "compute capability 9.0"));
}

} // namespace
