//===- IdentityTest.cpp - What things are, whatever they are called -------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoweringFixture.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::ElementsAre;
using testing::Field;
using testing::SizeIs;

namespace {

class IdentityTest : public LoweringFixture {
public:
  /// Objects of the loads of \p Text.
  std::vector<unsigned> objectsOf(const std::string &Text) const {
    std::vector<unsigned> Result;
    for (const Access &Site : Kernel.Accesses)
      if (Site.Text == Text)
        Result.push_back(Site.Object);
    return Result;
  }
};

TEST_F(IdentityTest, PointersThatAreWrittenAlike) {
  lower(R"(__global__ void k(int **rows, int i, int *out) {
    int *a = rows[i];
    i += 1;
    int *b = rows[i];
    out[0] = a[0];
    out[1] = b[0];
  })");
  ASSERT_THAT(objectsOf("a[0]"), SizeIs(1));
  ASSERT_THAT(objectsOf("b[0]"), SizeIs(1));
  EXPECT_NE(objectsOf("a[0]"), objectsOf("b[0]"));
}

TEST_F(IdentityTest, OnePointerThatIsWrittenInTwoWays) {
  lower(R"(__global__ void k(int **rows, int *out) {
    int *a = rows[0], *b = *rows;
    out[0] = a[0];
    out[1] = b[0];
  })");
  ASSERT_THAT(objectsOf("a[0]"), SizeIs(1));
  EXPECT_EQ(Kernel.Objects[objectsOf("a[0]")[0]].Kind, ObjectKind::LoadedPointer);
  EXPECT_EQ(objectsOf("a[0]"), objectsOf("b[0]"));
}

// What is read of either array twice is one value only where nobody writes it between.
TEST_F(IdentityTest, OneOfTwoArraysIsWritten) {
  lower(R"(__global__ void k(int *a, int *b, int *out, bool first) {
    int *one = first ? a : b;
    out[0] = one[1];
    a[1] = 3;
    out[1] = one[1];
  })");
  std::vector<ExprRef> Read;
  for (const Access &Site : Kernel.Accesses)
    if (Site.Text == "one[1]")
      Read.push_back(Site.Result);
  ASSERT_THAT(Read, SizeIs(2));
  EXPECT_NE(Read[0], Read[1]);
}

TEST_F(IdentityTest, FactsOfOneOfTwoVariables) {
  lower(R"(__device__ int table[32];
  __device__ int other(int i) {
    __shared__ int table[32];
    return table[i];
  }
  // memlint: distinct table
  __global__ void k(int *out) { out[threadIdx.x] = other(threadIdx.x) + table[threadIdx.x]; })");
  for (const MemoryObject &Object : Kernel.Objects)
    if (Object.Name == "table")
      EXPECT_EQ(Object.HasDistinctValues, Object.Kind == ObjectKind::DeviceVariable);
}

TEST_F(IdentityTest, VariablesCalledNull) {
  lower(R"(__device__ int *null;
  __global__ void k(int *out) {
    int *nothing = nullptr;
    if (null != nothing)
      out[0] = null[1];
  })");
  ASSERT_THAT(objectsOf("null[1]"), SizeIs(1));
  EXPECT_FALSE(Kernel.Objects[objectsOf("null[1]")[0]].IsNull);
}

TEST_F(IdentityTest, HowAccessesAreWritten) {
  lower(R"(__device__ int &asmAt(int *of, int i) { return of[i]; }
  __global__ void k(int *in, int *out, int *load) {
    out[0] = asmAt(in, 1);
    out[1] = __ldg(&in[2]);
    asm volatile("st.global.s32 [%0], %1;" :: "l"(out), "r"(load[0]));
    memcpy(out + 4, in + 4, 4);
  })");
  EXPECT_THAT(Kernel.Accesses, ElementsAre(Field(&AccessFacts::Written, SourceForm::Expression),
                                           Field(&AccessFacts::Written, SourceForm::Expression),
                                           Field(&AccessFacts::Written, SourceForm::Call),
                                           Field(&AccessFacts::Written, SourceForm::Expression),
                                           Field(&AccessFacts::Written, SourceForm::Expression),
                                           Field(&AccessFacts::Written, SourceForm::Assembly),
                                           Field(&AccessFacts::Written, SourceForm::Expression),
                                           Field(&AccessFacts::Written, SourceForm::Expression)));
}

TEST_F(IdentityTest, WhatOnlyPrints) {
  lower(R"(namespace own { __device__ void printf(int *); }
  __global__ void k(int *a) {
    printf("%d", threadIdx.x);
    own::printf(a);
  })");
  EXPECT_THAT(Kernel.Unseen, ElementsAre(Field(&UnseenEffect::OnlyPrints, true),
                                         Field(&UnseenEffect::OnlyPrints, false)));
}

// A function that the source defines does what is seen of it.
TEST_F(IdentityTest, FunctionsCalledLikeThoseOfCuda) {
  lower(R"(struct Pair { int first, second; };
  __device__ void atomicAdd(Pair *to, int n) { to->second += n; }
  __global__ void k(Pair *pairs, int *out) {
    atomicAdd(pairs, 1);
    atomicAdd(out, 1);
  })");
  EXPECT_THAT(Kernel.Accesses, ElementsAre(Field(&AccessFacts::Kind, AccessKind::Load),
                                           Field(&AccessFacts::Kind, AccessKind::Store),
                                           Field(&AccessFacts::Kind, AccessKind::Atomic)));
}

TEST_F(IdentityTest, BarriersInAssembly) {
  lower(R"(#define ARRIVE() asm volatile("bar.arrive 1, 64;")
  __global__ void k(int *out) {
    ARRIVE();
    asm volatile("barrier.sync 1, 64;");
    if (__syncthreads_or(out[0]))
      __syncthreads();
  })");
  ASSERT_THAT(Kernel.Barriers, SizeIs(4));
  EXPECT_TRUE(Kernel.Barriers[0].IsForWholeWarps);
  EXPECT_FALSE(Kernel.Barriers[1].IsForWholeWarps);
  EXPECT_EQ(Kernel.Barriers[1].Written, SourceForm::Assembly);
  EXPECT_TRUE(Kernel.Barriers[2].HasResult);
  EXPECT_FALSE(Kernel.Barriers[3].HasResult);
  EXPECT_EQ(Kernel.Barriers[3].Written, SourceForm::Call);
}

} // namespace
