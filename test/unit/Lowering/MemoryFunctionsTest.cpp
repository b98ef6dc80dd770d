//===- MemoryFunctionsTest.cpp - memcpy and its like ---------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which bytes functions on memory touch, counted thread by thread.
//
//===----------------------------------------------------------------------===//

#include "LoweringFixture.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::ElementsAre;

namespace {

class MemoryFunctionsTest : public LoweringFixture {
protected:
  int64_t valueOf(ExprRef Root, int64_t Counter) {
    return evaluate(Root, [&](ExprRef Leaf) -> int64_t {
      const LeafInfo &Info = Leaf->leaf();
      return Info.Kind == LeafKind::LoopCounter                             ? Counter
             : Info.Kind == LeafKind::ThreadIndex && Info.Dimension == 0    ? 3
             : Info.Kind == LeafKind::BlockDimension && Info.Dimension == 0 ? 512
             : Info.Kind == LeafKind::Parameter                             ? 24
                                                                            : 0;
    });
  }

  /// The bytes of \p Object that thread 3 touches; parameters are 24.
  std::multiset<int64_t> bytesOf(const char *Object, AccessKind Kind) {
    std::multiset<int64_t> Bytes;
    for (const Access &Site : Kernel.Accesses) {
      if (Kernel.Objects[Site.Object].Name != Object || Site.Kind != Kind)
        continue;
      EXPECT_FALSE(Site.Reason.empty());
      int64_t Iterations = 1;
      if (!Site.Loops.empty()) {
        const Loop &Around = Kernel.Loops[Site.Loops.front()];
        for (Iterations = 0; Iterations < 10000 && !valueOf(Around.Exits.front(), Iterations);)
          ++Iterations;
      }
      for (int64_t Counter = 0; Counter != Iterations; ++Counter)
        for (unsigned Byte = 0; Byte != Site.Bytes; ++Byte)
          Bytes.insert(valueOf(Site.Offset, Counter) + Byte);
    }
    return Bytes;
  }

  /// \p Count bytes from \p First on, each once.
  static std::multiset<int64_t> range(int64_t First, int64_t Count) {
    std::multiset<int64_t> Bytes;
    for (int64_t Byte = 0; Byte != Count; ++Byte)
      Bytes.insert(First + Byte);
    return Bytes;
  }
};

// An element is 6 bytes long and aligned to 2; 13 bytes are 6 pieces of 2 and one of 1.
TEST_F(MemoryFunctionsTest, CopiesOfKnownLength) {
  lower(R"(
struct Odd { short x, y; char z; };
__global__ void k(Odd *out, const Odd *in) {
  memcpy(&out[threadIdx.x], &in[threadIdx.x], 13);
})");
  EXPECT_EQ(bytesOf("in", AccessKind::Load), range(18, 13));
  EXPECT_EQ(bytesOf("out", AccessKind::Store), range(18, 13));
}

TEST_F(MemoryFunctionsTest, CopiesOfUnknownLengthAndFromOddPlaces) {
  lower(R"(
__global__ void k(int *out, const int *in, int n, double *d) {
  memmove((char *)&out[threadIdx.x] + 1, &in[threadIdx.x], n * sizeof(int));
  memset(d, 0, n * sizeof(double));
})");
  EXPECT_EQ(bytesOf("in", AccessKind::Load), range(12, 24 * 4));
  EXPECT_EQ(bytesOf("out", AccessKind::Store), range(13, 24 * 4));
  EXPECT_EQ(bytesOf("d", AccessKind::Store), range(0, 24 * 8));
  for (const Access &Site : Kernel.Accesses)
    EXPECT_EQ(Site.Bytes, Kernel.Objects[Site.Object].Name == "in"    ? 4u
                          : Kernel.Objects[Site.Object].Name == "out" ? 1u
                                                                      : 8u);
}

// The loop's head is reached again from its last node, so that one iteration meets the next.
TEST_F(MemoryFunctionsTest, LoopsCloseInTheGraph) {
  lower(R"(
__global__ void k(int *out, int n) { memset(out, 255, n); out[0] = 1; })");
  ASSERT_EQ(Kernel.Loops.size(), 1u);
  const Access &Byte = Kernel.Accesses.front();
  ASSERT_TRUE(Byte.Value && Byte.Value->isConstant());
  EXPECT_EQ(Byte.Value->constantTerm(), 255);
  const Node &After = Kernel.Nodes[Byte.NodeId];
  ASSERT_EQ(After.Successors.size(), 1u);
  const Node &Head = Kernel.Nodes[After.Successors[0]];
  EXPECT_EQ(Head.Kind, NodeKind::LoopHead);
  const Node &Test = Kernel.Nodes[Head.Successors[0]];
  ASSERT_EQ(Test.Successors.size(), 2u);
  EXPECT_EQ(Test.Successors[0], Byte.NodeId);
  EXPECT_EQ(Test.Successors[1], Kernel.Accesses[1].NodeId);
}

TEST_F(MemoryFunctionsTest, StructsTooLargeForPieces) {
  lower(R"(
struct Large { int words[300]; };
__global__ void k(Large *out, const Large *in) { out[threadIdx.x] = in[0]; })");
  EXPECT_EQ(bytesOf("in", AccessKind::Load), range(0, 1200));
  EXPECT_EQ(bytesOf("out", AccessKind::Store), range(3600, 1200));
}

TEST_F(MemoryFunctionsTest, VariablesAreNoMemory) {
  lower(R"(
__global__ void k(int *out, float f) {
  int i;
  memcpy(&i, &f, sizeof i);
  out[threadIdx.x] = i;
})");
  EXPECT_EQ(Kernel.Accesses.size(), 1u);
}

// A generator is 48 bytes; a Mersenne twister is shared by 256 threads of a block.
TEST_F(MemoryFunctionsTest, StatesOfRandomGenerators) {
  lower(R"(
#include <curand_kernel.h>
__global__ void k(curandState *s, curandStateMtgp32 *shared, unsigned *out) {
  curandState own = s[0];
  curand_init(1, 2, 3, &s[threadIdx.x]);
  out[threadIdx.x] = curand(&s[threadIdx.x]) + curand(shared) + curand(&own);
})");
  std::vector<std::pair<std::string, int64_t>> Found;
  for (const Access &Site : Kernel.Accesses)
    if (Site.Reason.find("random") != std::string::npos)
      Found.push_back(
          {Kernel.Objects[Site.Object].Name + (Site.Kind == AccessKind::Load ? " load" : " store"),
           valueOf(Site.Offset, 0)});
  EXPECT_THAT(Found, ElementsAre(std::pair("s store", 144), std::pair("s load", 144),
                                 std::pair("s store", 144), std::pair("shared store", 12)));
}

} // namespace
