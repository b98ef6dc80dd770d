//===- AssumptionsTest.cpp - What the source states ----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts of assertions, assumptions and comments: checked by the numbers for which they
// hold, not by how they are written.
//
//===----------------------------------------------------------------------===//

#include "LoweringFixture.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::ElementsAre;

namespace {

class AssumptionsTest : public LoweringFixture {
protected:
  /// Whether fact \p Number of the first kernel holds for these values.
  bool holds(unsigned Number, std::map<std::string, int64_t> Values) {
    const std::vector<ExprRef> &Facts = Kernels.front().Program.Facts;
    if (Number >= Facts.size()) {
      ADD_FAILURE() << "no such fact";
      return false;
    }
    return evaluate(Facts[Number], [&](ExprRef Leaf) -> int64_t {
             auto Known = Values.find(Leaf->leaf().Name);
             if (Known == Values.end())
               ADD_FAILURE() << "unexpected leaf " << Leaf->leaf().Name;
             return Known == Values.end() ? 0 : Known->second;
           }) != 0;
  }
};

TEST_F(AssumptionsTest, CommentsAboveAndInside) {
  lowerAll(R"(
constexpr int Tile = 32;
struct Shape { int width; };
// Adds.
// memlint: assume n >= blockDim.x && n % Tile == 0
template <int W>
__global__ void k(int *a, int n, Shape s) {
  /* memlint: assume s.width < (1 << 10) || W != 4 */
  a[threadIdx.x] = 1; // memlint: assume n < 5000
  // this memlint: assume n == 0 is not one
}
template __global__ void k<4>(int *, int, Shape);
)");
  EXPECT_TRUE(Kernels.front().BadComments.empty());
  ASSERT_EQ(Kernels.front().Program.Facts.size(), 3u);
  EXPECT_TRUE(holds(0, {{"n", 64}, {"blockDim.x", 64}}));
  EXPECT_FALSE(holds(0, {{"n", 64}, {"blockDim.x", 65}}));
  EXPECT_FALSE(holds(0, {{"n", 65}, {"blockDim.x", 64}}));
  // W is 4.
  EXPECT_TRUE(holds(1, {{"s.width", 1023}}));
  EXPECT_FALSE(holds(1, {{"s.width", 1024}}));
  EXPECT_TRUE(holds(2, {{"n", 4999}}));
  EXPECT_FALSE(holds(2, {{"n", 5000}}));
}

// `<=` binds more strongly than `^`: (6 - n <= 16) ^ 1 is 0 where 6 - n <= 16.
TEST_F(AssumptionsTest, OperatorsBindAsInC) {
  lowerAll(R"(
// memlint: assume -n + 2 * 3 <= 0x10 ^ 1
// memlint: assume n - 1 - 2 == 4 & 1
__global__ void k(int *a, int n) { a[n] = 1; }
)");
  EXPECT_FALSE(holds(0, {{"n", -10}}));
  EXPECT_TRUE(holds(0, {{"n", -11}}));
  EXPECT_TRUE(holds(1, {{"n", 7}}));
  EXPECT_FALSE(holds(1, {{"n", 5}}));
}

TEST_F(AssumptionsTest, CommentsThatAreNotUnderstood) {
  lowerAll(R"(
__device__ int table[4];
// memlint: assume n == 9

__global__ void k(int *a, int n) {
  // memlint: assume m > 3
  // memlint: assume n >
  // memlint: assume (n > 3
  // memlint: assume n / 0 == 1
  // memlint: suppose n > 3
  // memlint: distinct nothing
  // memlint: distinct table
  a[table[threadIdx.x]] = n;
}
)");
  EXPECT_TRUE(Kernels.front().Program.Facts.empty());
  std::vector<unsigned> Lines;
  for (const BadComment &Each : Kernels.front().BadComments)
    Lines.push_back(Each.Position.Line);
  EXPECT_THAT(Lines, ElementsAre(6, 7, 8, 9, 10, 11));
  EXPECT_EQ(
      Kernels.front().BadComments[0].Message,
      "the comment `memlint: assume m > 3` is ignored: `m` is not an integer parameter, constant, "
      "or built-in variable of the kernel");
}

TEST_F(AssumptionsTest, DistinctValues) {
  lowerAll(R"(
__device__ int table[4];
// memlint: distinct index
// memlint: distinct table
__global__ void k(int *a, const int *index, const int *other) {
  a[index[threadIdx.x]] = other[threadIdx.x] + table[0];
}
)");
  EXPECT_TRUE(Kernels.front().BadComments.empty());
  std::vector<std::string> Distinct;
  for (const MemoryObject &Each : Kernels.front().Program.Objects)
    if (Each.HasDistinctValues)
      Distinct.push_back(Each.Name);
  EXPECT_THAT(Distinct, testing::UnorderedElementsAre("index", "table"));
}

// A fact of the launch that only some threads state holds for all; one under a condition of
// the launch holds where that does; one about the thread holds for those that state it.
TEST_F(AssumptionsTest, FactsUnderConditions) {
  lowerAll(R"(
#include <cassert>
__global__ void k(int *a, int n, int mode) {
  if (threadIdx.x < 8)
    assert(n > 4);
  if (mode == 1)
    __builtin_assume(n > 64);
  if (blockIdx.x == 2)
    __builtin_assume(threadIdx.x < 16);
  a[0] = n;
}
)");
  ASSERT_EQ(Kernels.front().Program.Facts.size(), 3u);
  EXPECT_TRUE(holds(0, {{"n", 5}}));
  EXPECT_FALSE(holds(0, {{"n", 4}}));
  EXPECT_TRUE(holds(1, {{"n", 5}, {"mode", 2}}));
  EXPECT_FALSE(holds(1, {{"n", 64}, {"mode", 1}}));
  EXPECT_TRUE(holds(2, {{"blockIdx.x", 1}, {"threadIdx.x", 20}}));
  EXPECT_FALSE(holds(2, {{"blockIdx.x", 2}, {"threadIdx.x", 20}}));
}

} // namespace
