//===- RestrictedCodeTest.cpp - What __restrict__ comes to ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Code/RestrictedCode.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::EndsWith;

namespace {

KernelCode code(unsigned Loads, unsigned ReadOnly, unsigned Registers) {
  KernelCode Result;
  CodeInstruction Load;
  Load.Space = MemorySpace::Global;
  Load.Count = Loads - ReadOnly;
  Result.Ptx.push_back(Load);
  Load.ReadOnly = true;
  Load.Count = ReadOnly;
  Result.Ptx.push_back(Load);
  Result.Registers = Registers;
  return Result;
}

LaunchContext blockOf(uint64_t Threads) {
  LaunchContext Result;
  Result.Block = {Threads, 1, 1};
  return Result;
}

TEST(RestrictedCode, NumbersBeforeAndAfter) {
  EXPECT_EQ(describeRestriction({code(7, 0, 22), code(5, 4, 24)}, {}, "sm_90"),
            "ld.global.nc 0 -> 4, loads from global memory 7 -> 5, registers 22 -> 24");
}

// 64 warps of 32 registers each fill a multiprocessor, 40 registers leave room for 48.
TEST(RestrictedCode, FewerBlocksFit) {
  EXPECT_THAT(describeRestriction({code(7, 0, 32), code(5, 4, 40)}, {blockOf(256)}, "sm_90"),
              EndsWith("registers 32 -> 40; 6 instead of 8 blocks of 256 threads fit a "
                       "multiprocessor, which may cost more than it saves"));
}

// Between multiples of 8 registers nothing changes.
TEST(RestrictedCode, AsManyBlocksFit) {
  EXPECT_THAT(describeRestriction({code(7, 0, 33), code(5, 4, 40)}, {blockOf(256)}, "sm_90"),
              EndsWith("registers 33 -> 40"));
  EXPECT_THAT(describeRestriction({code(7, 0, 32), code(5, 4, 40)}, {LaunchContext()}, "sm_90"),
              EndsWith("registers 32 -> 40"));
}

TEST(RestrictedCode, EditsAreMadeOnce) {
  auto Insert = [](unsigned Line, unsigned Column, const char *Text) {
    return FindingFix{{"a.cu", Line, Column, Line, Column, false}, Text};
  };
  KernelAnalysis Kernel;
  Finding Item;
  Item.Check = "cuda-missing-restrict";
  Item.Subject = FindingSubject::GeneratedCode;
  Item.Fixes = {Insert(1, 8, "__restrict__ "), Insert(1, 1, "const ")};
  Kernel.Findings = {Item};
  // Another instantiation, and what is none of ours.
  Item.Fixes.push_back({{"b.h", 1, 1, 1, 1, false}, "no"});
  Finding Other = Item;
  Other.Check = "cuda-shared-bank-conflict";
  Other.Subject = FindingSubject::AccessCost;
  Other.Fixes = {Insert(2, 1, "no")};
  KernelAnalysis Again;
  Again.Findings = {Item, Other};
  EXPECT_EQ(withRestrictions("float *p,\nfloat *q", "a.cu", {Kernel, Again}),
            "const float *__restrict__ p,\nfloat *q");
}

} // namespace
