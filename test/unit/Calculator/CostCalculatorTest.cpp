//===- CostCalculatorTest.cpp - Files in, costs out -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Calculator/CostCalculator.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <string>

using namespace memlint;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

std::vector<CostDevice> on(llvm::ArrayRef<llvm::StringRef> Names) {
  std::vector<CostDevice> Devices;
  for (llvm::StringRef Name : Names)
    Devices.push_back({Name.str(), llvm::cantFail(findTarget(Name))});
  return Devices;
}

/// The calculator's output for a file of this text, or its error.
std::string calculate(llvm::StringRef Text, MemorySpace Space = MemorySpace::Global) {
  std::string Output;
  llvm::raw_string_ostream Stream(Output);
  llvm::Error Failure =
      calculateCosts(llvm::MemoryBufferRef(Text, "in.csv"), Space, on({"sm_90"}), Stream);
  if (!Failure)
    return Output;
  EXPECT_EQ(Output, "") << "half-written output";
  std::string Message = llvm::toString(std::move(Failure));
  EXPECT_EQ(Message.find('\n'), std::string::npos) << "more than one line: " << Message;
  return Message;
}

/// 32 offsets, Stride bytes apart.
std::string strided(int Stride) {
  std::string Offsets;
  for (int Lane = 0; Lane != 32; ++Lane)
    Offsets += (Lane ? " " : "") + std::to_string(Lane * Stride);
  return Offsets;
}

TEST(CostCalculatorTest, AppendsThePredictionAndCarriesOtherColumns) {
  std::string Header = "op,bytes,active_mask,pattern,byte_offset_per_lane,sectors";
  std::string Row = "store,8,ffffffff,my pattern," + strided(16) + ",?";
  EXPECT_EQ(calculate(Header + "\n" + Row + "\n"), Header + ",predicted\n" + Row + ",16\n");
}

TEST(CostCalculatorTest, EachSpaceCountsItsOwnUnit) {
  std::string File = "byte_offset_per_lane\n" + strided(128) + "\n";
  EXPECT_THAT(calculate(File, MemorySpace::Global), HasSubstr(",32\n"));
  EXPECT_THAT(calculate(File, MemorySpace::Shared), HasSubstr(",32\n"));
  std::string Pairs = "byte_offset_per_lane\n0 0 4 4 256 256\n";
  EXPECT_EQ(calculate(Pairs, MemorySpace::Global),
            "byte_offset_per_lane,predicted\n0 0 4 4 256 256,2\n");
  EXPECT_EQ(calculate(Pairs, MemorySpace::Shared),
            "byte_offset_per_lane,predicted\n0 0 4 4 256 256,2\n");
  EXPECT_EQ(calculate(Pairs, MemorySpace::Constant),
            "byte_offset_per_lane,predicted\n0 0 4 4 256 256,3\n");
}

TEST(CostCalculatorTest, ColumnsInAnyOrderAndDefaults) {
  EXPECT_EQ(calculate("byte_offset_per_lane,note\n0 32,x\n"),
            "byte_offset_per_lane,note,predicted\n0 32,x,2\n");
  EXPECT_EQ(calculate("active_mask,byte_offset_per_lane,bytes,op\n1,0 32,,\n"),
            "active_mask,byte_offset_per_lane,bytes,op,predicted\n1,0 32,,,1\n");
  EXPECT_EQ(calculate("active_mask,byte_offset_per_lane\n0,\n"),
            "active_mask,byte_offset_per_lane,predicted\n0,,0\n");
  EXPECT_EQ(calculate("active_mask,byte_offset_per_lane\n0X3, \t-4\t0 \n"),
            "active_mask,byte_offset_per_lane,predicted\n0X3, \t-4\t0 ,2\n");
}

TEST(CostCalculatorTest, QuotesLineEndsAndBlankLines) {
  EXPECT_EQ(calculate("\xef\xbb\xbf\"byte_offset_per_lane\",note\r\n\r\n"
                      "\"0 32\",\"a, \"\"b\"\"\"\r\n   \n0,c"),
            "\"byte_offset_per_lane\",note,predicted\n\"0 32\",\"a, \"\"b\"\"\",2\n0,c,1\n");
  EXPECT_EQ(calculate("byte_offset_per_lane\n"), "byte_offset_per_lane,predicted\n");
}

TEST(CostCalculatorTest, BadFilesEndInOneLineThatSaysWhere) {
  struct {
    std::string Text, Where, What;
  } const Cases[] = {
      {"", "in.csv:1: ", "empty"},
      {"\n\r\n", "in.csv:1: ", "empty"},
      {"op,bytes\nload,4\n", "in.csv:1: ", "'byte_offset_per_lane'"},
      {"bytes,bytes,byte_offset_per_lane\n", "in.csv:1: ", "'bytes' occurs twice"},
      {"byte_offset_per_lane,predicted\n0,1\n", "in.csv:1: ", "'predicted'"},
      {"byte_offset_per_lane\n0\n\n0,1\n", "in.csv:4: ", "2 cells"},
      {"byte_offset_per_lane,a\n\"0,1\n", "in.csv:2: ", "quoted cell"},
      {"byte_offset_per_lane\nzero\n", "in.csv:2: ", "lane 0 is 'zero'"},
      {"byte_offset_per_lane\n0 1.5\n", "in.csv:2: ", "lane 1 is '1.5'"},
      {"byte_offset_per_lane\n99999999999999999999\n", "in.csv:2: ", "64 bits"},
      {"byte_offset_per_lane\n" + strided(4) + " 0\n", "in.csv:2: ", "32 lanes"},
      {"byte_offset_per_lane,x\n,\n", "in.csv:2: ", "no offsets"},
      {"byte_offset_per_lane\n0 2\n", "in.csv:2: ", "lane 1, 2, is not a multiple of the 4"},
      {"active_mask,byte_offset_per_lane\n8,0 4\n", "in.csv:2: ", "lane 3 is active"},
      {"active_mask,byte_offset_per_lane\nxyz,0\n", "in.csv:2: ", "'xyz'"},
      {"active_mask,byte_offset_per_lane\n1ffffffff,0\n", "in.csv:2: ", "32 bits"},
      {"active_mask,byte_offset_per_lane\n-1,0\n", "in.csv:2: ", "32 bits"},
      {"bytes,byte_offset_per_lane\n12,0\n", "in.csv:2: ", "bytes is '12'"},
      {"bytes,byte_offset_per_lane\n0,0\n", "in.csv:2: ", "bytes is '0'"},
      {"bytes,byte_offset_per_lane\n-4,0\n", "in.csv:2: ", "bytes is '-4'"},
      {"bytes,byte_offset_per_lane\n4294967300,0\n", "in.csv:2: ", "bytes is '4294967300'"},
      {"op,byte_offset_per_lane\nlaod,0\n", "in.csv:2: ", "op is 'laod'"},
      {"op,byte_offset_per_lane\n" + std::string(200, '\1') + ",0\n", "in.csv:2: ", "?...'"},
  };
  for (const auto &Case : Cases) {
    std::string Message = calculate(Case.Text);
    EXPECT_THAT(Message, StartsWith(Case.Where)) << Case.Text;
    EXPECT_THAT(Message, HasSubstr(Case.What)) << Case.Text;
  }
}

TEST(CostCalculatorTest, ErrorsBehindGoodRowsWriteNothing) {
  EXPECT_THAT(calculate("byte_offset_per_lane\n0\n0\nbad\n"), StartsWith("in.csv:4: "));
}

TEST(CostCalculatorTest, WhatHasNoRuleIsRefused) {
  EXPECT_THAT(calculate("op,byte_offset_per_lane\nasync-copy,0\n", MemorySpace::Shared),
              HasSubstr("no cost model"));
  EXPECT_THAT(calculate("op,bytes,byte_offset_per_lane\nmatrix-load,4,0\n", MemorySpace::Shared),
              HasSubstr("matrix rows have 16 bytes"));
  EXPECT_THAT(calculate("op,byte_offset_per_lane\nstore,0\n", MemorySpace::Constant),
              HasSubstr("only be loaded"));
  EXPECT_EQ(calculate("op,byte_offset_per_lane\natomic,0\n"),
            "op,byte_offset_per_lane,predicted\natomic,0,1\n");
}

TEST(CostCalculatorTest, TheTargetDecides) {
  std::string Output;
  llvm::raw_string_ostream Stream(Output);
  llvm::cantFail(calculateCosts(llvm::MemoryBufferRef("byte_offset_per_lane\n0\n", "in.csv"),
                                MemorySpace::Global, on({"sm_20"}), Stream));
  EXPECT_EQ(Output, "byte_offset_per_lane,predicted\n0,4\n");
}

/// 32 lanes of 4 bytes from byte 128 on: a line of 128 bytes, four sectors. One byte further on,
/// which AMD's devices can do, lines 128 and 256.
TEST(CostCalculatorTest, EachOfSeveralDevicesHasAColumn) {
  auto Calculate = [](int Start, llvm::ArrayRef<llvm::StringRef> Names) {
    std::string Text = "byte_offset_per_lane\n", Output;
    for (int Lane = 0; Lane != 32; ++Lane)
      Text += std::to_string(Start + 4 * Lane) + " ";
    llvm::raw_string_ostream Stream(Output);
    llvm::Error Failure = calculateCosts(llvm::MemoryBufferRef(Text, "in.csv"), MemorySpace::Global,
                                         on(Names), Stream);
    return Failure ? llvm::toString(std::move(Failure)) : Output;
  };
  EXPECT_THAT(Calculate(128, {"sm_90", "gfx90a"}),
              AllOf(StartsWith("byte_offset_per_lane,predicted_sm_90,predicted_gfx90a\n"),
                    EndsWith(",4,1\n")));
  EXPECT_THAT(Calculate(129, {"gfx90a", "cypress"}), EndsWith(",2,6\n"));
  EXPECT_THAT(Calculate(129, {"gfx90a", "sm_90"}), HasSubstr("is not a multiple"));
}

TEST(CostCalculatorTest, SpacesAndFilesThatDoNotExist) {
  EXPECT_EQ(llvm::cantFail(parseCostSpace("shared")), MemorySpace::Shared);
  llvm::Expected<MemorySpace> Space = parseCostSpace("texture");
  ASSERT_FALSE(bool(Space));
  EXPECT_EQ(llvm::toString(Space.takeError()),
            "unknown memory space 'texture': known are global, shared, constant");
  EXPECT_EQ(llvm::toString(parseCostSpace("globl").takeError()),
            "unknown memory space 'globl': known are global, shared, constant; did you mean "
            "'global'?");
  std::string Output;
  llvm::raw_string_ostream Stream(Output);
  llvm::Error Missing =
      runCostCalculator("no/such/file.csv", MemorySpace::Global, on({"sm_90"}), Stream);
  EXPECT_THAT(llvm::toString(std::move(Missing)), StartsWith("cannot read 'no/such/file.csv': "));
}

} // namespace
