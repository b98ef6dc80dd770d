//===- RowsInSourceTest.cpp - Where a source says how long rows are -------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoweringFixture.h"

#include "gmock/gmock.h"

using namespace memlint;
using testing::SizeIs;

namespace {

class RowsInSourceTest : public LoweringFixture {
protected:
  /// Of the shared array 'tile' in the first kernel of \p Source.
  std::optional<RowsInSource> rows(const std::string &Source) {
    lowerAll(Source);
    for (const MemoryObject &Each : Kernels.front().Program.Objects)
      if (Each.Name == "tile")
        return Each.Rows;
    ADD_FAILURE() << "no 'tile'";
    return std::nullopt;
  }
};

TEST_F(RowsInSourceTest, DeclaredNumber) {
  std::optional<RowsInSource> Rows = rows("__global__ void k(float *out) {\n"
                                          "  __shared__ float tile[16][2][32];\n"
                                          "  tile[threadIdx.y][1][threadIdx.x] = out[0];\n"
                                          "}\n");
  ASSERT_TRUE(Rows);
  EXPECT_EQ(Rows->Length, 32u);
  EXPECT_EQ(Rows->MostRows, 32u);
  EXPECT_EQ(Rows->MostElementBytes, 4u);
  EXPECT_EQ(Rows->MostSharedBytes, 4096u);
  ASSERT_THAT(Rows->Numbers, SizeIs(1));
  EXPECT_EQ(Rows->Numbers[0].Literal, 32u);
  EXPECT_EQ(Rows->Numbers[0].Position.Line, 2u);
  EXPECT_EQ(Rows->Numbers[0].Position.Column, 32u);
  EXPECT_EQ(Rows->Numbers[0].Position.EndColumn, 34u);
}

// A hexadecimal number has no sum of its own; a shift binds less than one.
TEST_F(RowsInSourceTest, Expressions) {
  std::optional<RowsInSource> Rows = rows("__global__ void k(float *out) {\n"
                                          "  __shared__ float tile[32][0x20];\n"
                                          "  tile[0][threadIdx.x] = out[0];\n"
                                          "}\n");
  ASSERT_TRUE(Rows);
  EXPECT_FALSE(Rows->Numbers[0].Literal);
  EXPECT_FALSE(Rows->Numbers[0].IsLoose);
  Rows = rows("__global__ void k(float *out) {\n"
              "  __shared__ float tile[32][1 << 5];\n"
              "  tile[0][threadIdx.x] = out[0];\n"
              "}\n");
  ASSERT_TRUE(Rows);
  EXPECT_TRUE(Rows->Numbers[0].IsLoose);
}

// The instantiation with most rows has 64 of 8 bytes, and another array of 512 bytes.
TEST_F(RowsInSourceTest, AllInstantiationsCount) {
  std::optional<RowsInSource> Rows =
      rows("template <typename T, int N> __global__ void k(T *out) {\n"
           "  __shared__ T tile[N][32], more[N];\n"
           "  tile[threadIdx.y][threadIdx.x] = out[0];\n"
           "  more[threadIdx.x] = out[1];\n"
           "}\n"
           "template __global__ void k<float, 16>(float *);\n"
           "template __global__ void k<double, 64>(double *);\n");
  ASSERT_TRUE(Rows);
  EXPECT_EQ(Rows->MostRows, 64u);
  EXPECT_EQ(Rows->MostElementBytes, 8u);
  EXPECT_EQ(Rows->MostSharedBytes, 64u * 32 * 8 + 64 * 8);
}

// What an instantiation leaves out counts, too.
TEST_F(RowsInSourceTest, UsesThatAnInstantiationLeavesOut) {
  EXPECT_FALSE(rows("template <bool Flat> __global__ void k(float *out) {\n"
                    "  __shared__ float tile[32][32];\n"
                    "  if constexpr (Flat)\n"
                    "    *(&tile[0][0] + threadIdx.x) = out[0];\n"
                    "  else\n"
                    "    tile[0][threadIdx.x] = out[0];\n"
                    "}\n"
                    "template __global__ void k<false>(float *);\n"));
}

TEST_F(RowsInSourceTest, OneAccessThroughAnAddress) {
  EXPECT_TRUE(rows("__global__ void k(float4 *out) {\n"
                   "  __shared__ float tile[32][32];\n"
                   "  out[0] = *reinterpret_cast<float4 *>(&tile[threadIdx.y][4 * threadIdx.x]);\n"
                   "}\n"));
  EXPECT_FALSE(rows("__global__ void k(float4 *out) {\n"
                    "  __shared__ float tile[32][32];\n"
                    "  auto *vectors = reinterpret_cast<float4 *>(&tile[threadIdx.y][0]);\n"
                    "  out[0] = vectors[threadIdx.x];\n"
                    "}\n"));
}

TEST_F(RowsInSourceTest, FlatRows) {
  std::optional<RowsInSource> Rows =
      rows("#define TILE 32\n"
           "__global__ void k(float *out) {\n"
           "  __shared__ float tile[16 * TILE];\n"
           "  tile[threadIdx.y * TILE + threadIdx.x] = out[0];\n"
           "  out[1] = tile[threadIdx.x + (threadIdx.y + 1) * TILE + 3];\n"
           "}\n");
  ASSERT_TRUE(Rows);
  EXPECT_EQ(Rows->Length, 32u);
  EXPECT_EQ(Rows->MostRows, 16u);
  ASSERT_THAT(Rows->Numbers, SizeIs(3));
  for (const RowNumber &Each : Rows->Numbers) {
    EXPECT_TRUE(Each.IsFactor);
    EXPECT_FALSE(Each.Position.InMacro);
    EXPECT_FALSE(Each.Literal);
    EXPECT_EQ(Each.PerElement, 1u);
  }
}

// The size is not a product: it grows by one element for each of 8 rows.
TEST_F(RowsInSourceTest, FlatRowsOfASizeInOneNumber) {
  std::optional<RowsInSource> Rows = rows("__global__ void k(float *out) {\n"
                                          "  __shared__ float tile[256];\n"
                                          "  tile[threadIdx.y * 32 + threadIdx.x] = out[0];\n"
                                          "}\n");
  ASSERT_TRUE(Rows);
  ASSERT_THAT(Rows->Numbers, SizeIs(2));
  EXPECT_EQ(Rows->Numbers[1].Literal, 256u);
  EXPECT_EQ(Rows->Numbers[1].PerElement, 8u);
  EXPECT_FALSE(Rows->Numbers[1].IsFactor);
}

TEST_F(RowsInSourceTest, FlatRowsThatCannotGrow) {
  // Two lengths.
  EXPECT_FALSE(rows("__global__ void k(float *out) {\n"
                    "  __shared__ float tile[256];\n"
                    "  tile[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x * 16];\n"
                    "}\n"));
  // The next row by a number of its own.
  EXPECT_FALSE(rows("__global__ void k(float *out) {\n"
                    "  __shared__ float tile[256];\n"
                    "  tile[threadIdx.y * 32 + threadIdx.x + 32] = out[0];\n"
                    "}\n"));
  // A row that is not a product in the subscript.
  EXPECT_FALSE(rows("__global__ void k(float *out) {\n"
                    "  __shared__ float tile[256];\n"
                    "  int row = threadIdx.y * 32;\n"
                    "  tile[row + threadIdx.x] = tile[threadIdx.y * 32];\n"
                    "}\n"));
  // A template whose number of rows another instantiation may change.
  EXPECT_FALSE(rows("template <int N> __global__ void k(float *out) {\n"
                    "  __shared__ float tile[16 * N + 16];\n"
                    "  tile[threadIdx.y * N + threadIdx.x] = out[0];\n"
                    "}\n"
                    "template __global__ void k<15>(float *);\n"));
}

} // namespace
