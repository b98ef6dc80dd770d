//===- LocalArrayJudgementTest.cpp ----------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Code/LocalArrayJudgement.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

namespace {

class LocalArrayJudgementTest : public testing::Test {
protected:
  LocalArrayJudgementTest() {
    KernelAnalysis &Kernel = File.Kernels.emplace_back();
    Kernel.Program.Name = "kernel";
    Kernel.Program.Objects.emplace_back().SizeBytes = 64;
    Kernel.Program.Accesses.emplace_back();
    Finding &Array = Kernel.Findings.emplace_back();
    Array.Check = "cuda-dynamic-local-array";
    Array.Subject = FindingSubject::GeneratedCode;
    Array.Level = FindingLevel::Remark;
    Array.Access = 0;
    Kernel.Findings.emplace_back().Check = "cuda-uncoalesced-access";
    Report.Toolkit = "13.0.88";
    KernelCode &Code = Report.Kernels.emplace_back();
    Code.Name = "kernel";
    Code.Symbol = "_Z6kernelv";
  }

  std::vector<Finding> judged(uint64_t StackFrame, uint64_t Spilled = 0) {
    Report.Kernels[0].StackFrame = StackFrame;
    Report.Kernels[0].SpillStores = Spilled;
    FileAnalysis Copy = File;
    judgeLocalArrays(Copy, Report);
    return Copy.Kernels[0].Findings;
  }

  FileAnalysis File;
  CodeReport Report;
};

TEST_F(LocalArrayJudgementTest, StackFrameMakesAWarning) {
  std::vector<Finding> Findings = judged(64);
  ASSERT_THAT(Findings, SizeIs(2));
  EXPECT_EQ(Findings[0].Level, FindingLevel::Warning);
  ASSERT_THAT(Findings[0].Notes, SizeIs(1));
  EXPECT_EQ(Findings[0].Notes[0].Message,
            "ptxas of nvcc 13.0.88 reports a stack frame of 64 B per thread");
}

TEST_F(LocalArrayJudgementTest, NoStackFrameTakesItBack) {
  std::vector<Finding> Findings = judged(0);
  ASSERT_THAT(Findings, SizeIs(1));
  EXPECT_EQ(Findings[0].Check, "cuda-uncoalesced-access");
}

// What was not inlined may have the array in a frame of its own.
TEST_F(LocalArrayJudgementTest, FunctionsThatAreCalledLeaveItOpen) {
  Report.Kernels.emplace_back().IsKernel = false;
  std::vector<Finding> Findings = judged(0);
  ASSERT_THAT(Findings, SizeIs(2));
  EXPECT_EQ(Findings[0].Level, FindingLevel::Remark);
}

TEST_F(LocalArrayJudgementTest, RegistersWithoutRoomAreNoArray) {
  std::vector<Finding> Findings = judged(80, 40);
  ASSERT_THAT(Findings, SizeIs(2));
  EXPECT_EQ(Findings[0].Level, FindingLevel::Remark);
  ASSERT_THAT(Findings[0].Notes, SizeIs(1));
  EXPECT_THAT(Findings[0].Notes[0].Message, HasSubstr("in part for 40 B of spilled registers, too "
                                                      "small for all reported arrays"));
  EXPECT_EQ(judged(104, 40)[0].Level, FindingLevel::Warning);
}

TEST_F(LocalArrayJudgementTest, OtherKernelsSayNothing) {
  Report.Kernels[0].Name = "other";
  EXPECT_EQ(judged(64)[0].Level, FindingLevel::Remark);
  // Two of one name.
  Report.Kernels[0].Name = "kernel";
  Report.Kernels.push_back(Report.Kernels[0]);
  EXPECT_EQ(judged(64)[0].Level, FindingLevel::Remark);
  EXPECT_THAT(judged(64)[0].Notes, IsEmpty());
  // Unless it is an instantiation, whose symbol is known.
  File.Kernels[0].Program.Symbol = Report.Kernels[1].Symbol = "_Z6kernelIfEvv";
  EXPECT_EQ(judged(0).size(), 2u);
  Report.Kernels[1].StackFrame = 64;
  EXPECT_EQ(judged(0)[0].Level, FindingLevel::Warning);
}

} // namespace
