//===- ToolchainTest.cpp - Finding NVIDIA's programs ----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Toolchain/Toolchain.h"
#include "cuda-memlint/Hardware/Toolchain/DriverState.h"

#include "FakeTools.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using ::testing::Contains;

namespace {

class ToolchainTest : public ::testing::Test {
protected:
  ToolchainTest() {
    Search.Toolkits = {Tools.path("cuda")};
    Search.Path = {Tools.path("bin"), Tools.path("sbin")};
    Search.ProfilerFolders = {Tools.path("nsight-compute")};
    Search.DeviceFiles = {Tools.path("device")};
  }

  FakeTools Tools;
  ToolSearch Search;
};

TEST_F(ToolchainTest, TakesNvccOfTheToolkitFirst) {
  std::string OnPath = Tools.script("sbin/nvcc", "");
  EXPECT_EQ(llvm::cantFail(Toolchain(Search).nvcc()), OnPath);
  std::string InToolkit = Tools.script("cuda/bin/nvcc", "");
  EXPECT_EQ(llvm::cantFail(Toolchain(Search).nvcc()), InToolkit);
}

TEST_F(ToolchainTest, TakesTheNewestProfilerOfItsFolder) {
  Tools.script("nsight-compute/2024.3.2/ncu", "");
  Tools.script("nsight-compute/2024.10.0/readme", "");
  std::string Newest = Tools.script("nsight-compute/2025.1.0/ncu", "");
  Tools.script("nsight-compute/host/ncu", "");
  EXPECT_EQ(llvm::cantFail(Toolchain(Search).ncu()), Newest);
  std::string OnPath = Tools.script("bin/ncu", "");
  EXPECT_EQ(llvm::cantFail(Toolchain(Search).ncu()), OnPath);
}

TEST_F(ToolchainTest, FindsTheOthersInTheToolkit) {
  std::string Sanitizer = Tools.script("cuda/compute-sanitizer/compute-sanitizer", "");
  std::string Dump = Tools.script("cuda/bin/cuobjdump", "");
  EXPECT_EQ(llvm::cantFail(Toolchain(Search).computeSanitizer()), Sanitizer);
  EXPECT_EQ(llvm::cantFail(Toolchain(Search).cuobjdump()), Dump);
}

TEST_F(ToolchainTest, LeavesOutWhatCannotBeExecuted) {
  Tools.write("cuda/bin/nvcc", "text");
  EXPECT_EQ(llvm::toString(Toolchain(Search).nvcc().takeError()),
            "nvcc was not found (looked in " + Tools.path("cuda/bin") + ", " + Tools.path("bin") +
                ", " + Tools.path("sbin") +
                "): install the CUDA toolkit, or name its folder with --cuda-path or CUDA_HOME");
}

TEST_F(ToolchainTest, SaysWhatToInstall) {
  EXPECT_EQ(llvm::toString(Toolchain(Search).ncu().takeError()),
            "ncu was not found (looked in " + Tools.path("bin") + ", " + Tools.path("sbin") + ", " +
                Tools.path("cuda/bin") + "): install Nsight Compute, or add its folder to PATH");
  EXPECT_EQ(llvm::toString(Toolchain(ToolSearch()).cuobjdump().takeError()),
            "cuobjdump was not found (looked nowhere): install the package cuda-cuobjdump of the "
            "CUDA toolkit, or add its folder to PATH");
}

TEST_F(ToolchainTest, KnowsADeviceByItsFile) {
  EXPECT_FALSE(Toolchain(Search).hasDevice());
  Tools.write("device", "");
  EXPECT_TRUE(Toolchain(Search).hasDevice());
}

TEST_F(ToolchainTest, ReadsWhoMaySeeCounters) {
  EXPECT_EQ(restrictsCounters("EnableMSI: 1\nRmProfilingAdminOnly: 1\nRmNvlink: 0\n"), true);
  EXPECT_EQ(restrictsCounters("EnableMSI: 1\nRmProfilingAdminOnly: 0\n"), false);
  EXPECT_EQ(restrictsCounters("EnableMSI: 1\n"), std::nullopt);
  EXPECT_EQ(restrictsCounters("RmProfilingAdminOnly: ?\n"), std::nullopt);
}

TEST_F(ToolchainTest, TakesTheEnvironmentOfTheProcess) {
  EXPECT_THAT(ToolSearch::fromEnvironment("/some/cuda").Toolkits,
              ::testing::ElementsAre("/some/cuda"));
  EXPECT_THAT(ToolSearch::fromEnvironment().ProfilerFolders,
              Contains("/opt/nvidia/nsight-compute"));
}

} // namespace
