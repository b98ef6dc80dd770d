//===- DynamicLocalArrayTest.cpp ------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

namespace {

class DynamicLocalArrayTest : public testing::Test, public KernelBuilder {
protected:
  unsigned local(const std::string &Name, uint64_t ElementBytes, uint64_t Count) {
    MemoryObject Object;
    Object.Id = unsigned(Kernel.Objects.size());
    Object.Kind = ObjectKind::LocalVariable;
    Object.Space = MemorySpace::Local;
    Object.Name = Name;
    Object.Position.Path = "kernel.cu";
    Object.Position.Line = 90;
    Object.Extents = {Count};
    Object.ElementBytes = Object.ElementAlignment = ElementBytes;
    Object.SizeBytes = ElementBytes * Count;
    Kernel.Objects.push_back(Object);
    return Object.Id;
  }

  /// The counter of a new loop of \p Count iterations inside those made before.
  Value loopOf(int64_t Count) {
    LeafInfo Info;
    Info.Kind = LeafKind::LoopCounter;
    Info.Id = uint32_t(Kernel.Loops.size());
    Info.Varies = Uniformity::Grid;
    Info.Range = {0, Count};
    Info.Name = "iter";
    Value Counter = {&Context, Context.leaf(Info)};
    Loop New;
    New.Id = Info.Id;
    if (Info.Id != 0)
      New.Parent = Info.Id - 1;
    New.Counter = Counter.Node;
    New.Exits = {(Counter >= Count).Node};
    New.Position.Line = 50 + Info.Id;
    Kernel.Loops.push_back(std::move(New));
    return Counter;
  }

  Access &in(Access &Site, std::vector<unsigned> Loops) {
    Site.Loops = std::move(Loops);
    return Site;
  }

  std::vector<Finding> findings() {
    std::vector<Finding> Result;
    for (Finding &Item : analyse().Findings)
      if (Item.Check == "cuda-dynamic-local-array")
        Result.push_back(std::move(Item));
    return Result;
  }
};

TEST_F(DynamicLocalArrayTest, ParameterAsIndex) {
  block(256);
  load(local("values", 8, 4), parameter("n") * 8, 8);
  std::vector<Finding> Findings = findings();
  ASSERT_THAT(Findings, SizeIs(1));
  EXPECT_EQ(Findings[0].Level, FindingLevel::Remark);
  EXPECT_EQ(Findings[0].Position.Line, 90u);
  EXPECT_EQ(Findings[0].Access, 0u);
  EXPECT_EQ(Findings[0].Message,
            "dynamically indexed array: `values` (32 B per thread) is placed in "
            "local memory because it is indexed by `n`, a kernel parameter");
  // 256 threads of 32 B.
  EXPECT_THAT(notesOf(Findings[0]), HasSubstr("8,192 B for the 256 threads of a block"));
}

// 256 threads of 256 B are 64 KB, more than a block gets without being asked for.
TEST_F(DynamicLocalArrayTest, WhatSharedMemoryCannotHoldIsNotAdvised) {
  block(256);
  load(local("values", 8, 32), parameter("n") * 8, 8);
  ASSERT_THAT(findings(), SizeIs(1));
  EXPECT_THAT(notesOf(findings()[0]), Not(HasSubstr("shared memory")));
}

TEST_F(DynamicLocalArrayTest, ConstantIndicesAreSilent) {
  load(local("values", 8, 4), number(8), 8);
  EXPECT_THAT(findings(), IsEmpty());
}

TEST_F(DynamicLocalArrayTest, CounterOfAConstantLoopIsAConstant) {
  Value I = loopOf(16);
  in(load(local("values", 8, 16), I * 8, 8), {0});
  EXPECT_THAT(findings(), IsEmpty());
}

TEST_F(DynamicLocalArrayTest, PragmaKeepsItALoop) {
  Value I = loopOf(16);
  in(load(local("values", 8, 16), I * 8, 8), {0});
  for (uint64_t Whole : {0u, 16u, 100u}) {
    Kernel.Loops[0].UnrollCount = Whole;
    EXPECT_THAT(findings(), IsEmpty()) << Whole;
  }
  for (uint64_t Partial : {1u, 8u, 15u}) {
    Kernel.Loops[0].UnrollCount = Partial;
    EXPECT_THAT(findings(), SizeIs(1)) << Partial;
  }
  EXPECT_THAT(findings()[0].Message, HasSubstr("the loop at line 50, whose 16 iterations "
                                               "`#pragma unroll 15` does not unroll fully"));
}

TEST_F(DynamicLocalArrayTest, TooManyIterationsStayALoop) {
  // 28 * 27 = 756 and 28 * 28 = 784: nvcc unrolls 600 and not 768.
  for (int64_t Count : {27, 28}) {
    Kernel.Loops.clear();
    Kernel.Accesses.clear();
    Value I = loopOf(28), J = loopOf(Count);
    in(load(local("values", 8, 28 * 28), I * 28 * 8 + J * 8, 8), {0, 1});
    EXPECT_THAT(findings(), SizeIs(Count == 28 ? 1 : 0));
  }
  // Unless it is asked to.
  Kernel.Loops[0].UnrollCount = Kernel.Loops[1].UnrollCount = 0;
  EXPECT_THAT(findings(), IsEmpty());
}

// Only the inner loop has to be unrolled.
TEST_F(DynamicLocalArrayTest, LoopsThatTheIndexIsFreeOfDoNotCount) {
  loopOf(100000);
  Value J = loopOf(16);
  in(load(local("values", 8, 16), J * 8, 8), {0, 1});
  EXPECT_THAT(findings(), IsEmpty());
}

TEST_F(DynamicLocalArrayTest, WhatIsMerelyNotFollowedIsSilent) {
  unsigned Array = local("values", 8, 4);
  load(Array, {&Context, Context.opaque(OpaqueReason::ControlFlow, Uniformity::Lane, "p")}, 8);
  EXPECT_THAT(findings(), IsEmpty());
  load(Array, {&Context, Context.opaque(OpaqueReason::DataDependent, Uniformity::Lane, "p")}, 8);
  EXPECT_THAT(findings(), SizeIs(1));
}

// ptxas selects among registers: 1 access to 80 of them, 4 to 20, none in a loop.
TEST_F(DynamicLocalArrayTest, FewAccessesToElementsOfFourBytes) {
  Value N = parameter("n");
  load(local("values", 4, 80), N * 4);
  EXPECT_THAT(findings(), IsEmpty());
  load(0, N * 4 + 4);
  std::vector<Finding> Findings = findings();
  ASSERT_THAT(Findings, SizeIs(1));
  EXPECT_THAT(Findings[0].Message,
              HasSubstr("unless the compiler selects among its elements in registers"));
}

TEST_F(DynamicLocalArrayTest, ElementsOfFourBytesInALoop) {
  Value N = parameter("n");
  loop();
  unsigned Array = local("values", 4, 12);
  in(load(Array, N * 4), {0});
  ASSERT_THAT(findings(), SizeIs(1));
  EXPECT_THAT(findings()[0].Message, HasSubstr("unless the compiler"));
  in(store(Array, N * 4), {0});
  ASSERT_THAT(findings(), SizeIs(1));
  EXPECT_THAT(findings()[0].Message, Not(HasSubstr("unless the compiler")));
}

TEST_F(DynamicLocalArrayTest, ArraysOfFunctionsOfCudaAreSilent) {
  unsigned Array = local("values", 8, 4);
  load(Array, parameter("n") * 8, 8);
  Kernel.Objects[Array].Position.Path = "curand_kernel.h";
  EXPECT_THAT(findings(), IsEmpty());
}

} // namespace
