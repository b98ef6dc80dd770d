//===- LoweringTest.cpp - Kernels and their memory programs -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each test lowers a kernel and compares addresses with the same arithmetic done
// on numbers, thread by thread and iteration by iteration, so that the way an
// expression is written does not matter.
//
//===----------------------------------------------------------------------===//

#include "LoweringFixture.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <functional>

using namespace memlint;
using testing::ElementsAre;

namespace {

/// The builtin variables of one thread.
struct Thread {
  int64_t X = 0, Y = 0, Block = 0;
};

class LoweringTest : public LoweringFixture {
protected:
  /// Lowers \p Source; the first of its kernels is looked at, launched with blocks of 64 x 4.
  void lower(const char *Source) {
    ASSERT_NO_FATAL_FAILURE(lowerAll(Source));
    Kernel = std::move(Kernels.front().Program);
    ASSERT_TRUE(Kernel.Analysed) << Kernel.Reason;
  }

  const Access &access(const char *Object, AccessKind Kind, unsigned Skip = 0) {
    for (const Access &Site : Kernel.Accesses)
      if (Kernel.Objects[Site.Object].Name == Object && Site.Kind == Kind && Skip-- == 0)
        return Site;
    ADD_FAILURE() << "no such access of " << Object;
    return Kernel.Accesses.front();
  }

  int64_t valueOf(ExprRef Root, Thread At, llvm::ArrayRef<int64_t> Counters = {},
                  int64_t Parameter = 1000) {
    return evaluate(Root, [&](ExprRef Leaf) -> int64_t {
      const LeafInfo &Info = Leaf->leaf();
      switch (Info.Kind) {
      case LeafKind::ThreadIndex:
        return Info.Dimension == 0 ? At.X : Info.Dimension == 1 ? At.Y : 0;
      case LeafKind::BlockIndex:
        return Info.Dimension == 0 ? At.Block : 0;
      case LeafKind::BlockDimension:
        return Info.Dimension == 0 ? 64 : Info.Dimension == 1 ? 4 : 1;
      case LeafKind::GridDimension:
        return Info.Dimension == 0 ? 10 : 1;
      case LeafKind::LoopCounter:
        return Info.Id < Counters.size() ? Counters[Info.Id] : 0;
      case LeafKind::Parameter:
        return Parameter;
      default:
        ADD_FAILURE() << "unexpected " << Info.Name;
        return 0;
      }
    });
  }

  bool guarded(const Access &Site, Thread At, llvm::ArrayRef<int64_t> Counters = {},
               int64_t Parameter = 1000) {
    for (ExprRef Guard : Site.Guards)
      if (valueOf(Guard, At, Counters, Parameter) == 0)
        return false;
    return true;
  }

  /// Addresses of \p Site over the iterations of its only loop, for one thread,
  /// until it leaves the loop.
  std::vector<int64_t> walk(const Access &Site, Thread At, int64_t Parameter = 1000) {
    std::vector<int64_t> Offsets;
    EXPECT_EQ(Site.Loops.size(), 1u);
    const Loop &Around = Kernel.Loops[Site.Loops[0]];
    for (int64_t Iteration = 0; Iteration != 100; ++Iteration) {
      std::vector<int64_t> Counters(Around.Id + 1, 0);
      Counters[Around.Id] = Iteration;
      if (guarded(Site, At, Counters, Parameter))
        Offsets.push_back(valueOf(Site.Offset, At, Counters, Parameter));
      for (ExprRef Exit : Around.Exits)
        if (valueOf(Exit, At, Counters, Parameter) != 0)
          return Offsets;
    }
    ADD_FAILURE() << "the loop does not end";
    return Offsets;
  }
};

TEST_F(LoweringTest, GlobalThreadIndexAndEarlyReturn) {
  lower(R"(__global__ void k(float *a, const float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    a[i] = b[i + 1];
  })");
  const Access &Load = access("b", AccessKind::Load);
  EXPECT_EQ(valueOf(Load.Offset, {5, 0, 3}), 4 * (3 * 64 + 5 + 1));
  EXPECT_EQ(Load.Space, MemorySpace::Global);
  EXPECT_EQ(Load.Bytes, 4u);
  EXPECT_TRUE(guarded(Load, {5, 0, 3}, {}, 198));
  EXPECT_FALSE(guarded(Load, {5, 0, 3}, {}, 197));
  EXPECT_EQ(classifyAddress(Load), AddressClass::Exact);
  EXPECT_EQ(Kernel.DimensionsUsed, 1u);
}

TEST_F(LoweringTest, RowPitchOfAParameterIsParametric) {
  lower(R"(__global__ void k(float *a, int pitch) {
    a[threadIdx.x * pitch + threadIdx.y] = 0;
  })");
  EXPECT_EQ(classifyAddress(access("a", AccessKind::Store)), AddressClass::Parametric);
  EXPECT_EQ(Kernel.DimensionsUsed, 2u);
}

TEST_F(LoweringTest, MultiDimensionalShared) {
  lower(R"(__global__ void k() {
    __shared__ double t[8][16][3];
    t[threadIdx.y][threadIdx.x][2] = 1;
  })");
  const Access &Store = access("t", AccessKind::Store);
  EXPECT_EQ(valueOf(Store.Offset, {7, 2, 0}), 8 * (2 * 48 + 7 * 3 + 2));
  EXPECT_EQ(Store.Space, MemorySpace::Shared);
  EXPECT_THAT(Kernel.Objects[Store.Object].Extents, ElementsAre(8, 16, 3));
  EXPECT_EQ(Kernel.Objects[Store.Object].SizeBytes, 8u * 8 * 16 * 3);
}

TEST_F(LoweringTest, ArraysCarvedFromOneDynamicBuffer) {
  lower(R"(__global__ void k(int n) {
    extern __shared__ char raw[];
    float *first = (float *)raw;
    double *second = (double *)(first + 64);
    first[threadIdx.x] = 1;
    second[threadIdx.x] = 2;
  })");
  EXPECT_EQ(valueOf(access("raw", AccessKind::Store, 0).Offset, {3, 0, 0}), 12);
  EXPECT_EQ(valueOf(access("raw", AccessKind::Store, 1).Offset, {3, 0, 0}), 256 + 24);
  EXPECT_EQ(access("raw", AccessKind::Store, 1).Bytes, 8u);
}

TEST_F(LoweringTest, StructMembersAndWholeStructs) {
  lower(R"(struct P { float x, y, z; };
  __global__ void k(P *p, float4 *v) {
    p[threadIdx.x].z = 1;
    P whole = p[threadIdx.x];
    v[threadIdx.x] = make_float4(whole.x, 0, 0, 0);
  })");
  EXPECT_EQ(valueOf(access("p", AccessKind::Store).Offset, {2, 0, 0}), 2 * 12 + 8);
  // Twelve bytes of alignment 4 are three accesses; sixteen of alignment 16 one.
  EXPECT_EQ(access("p", AccessKind::Load, 2).Parts, 3u);
  EXPECT_EQ(access("p", AccessKind::Load, 2).Bytes, 4u);
  EXPECT_EQ(access("v", AccessKind::Store).Bytes, 16u);
}

TEST_F(LoweringTest, AdditiveLoop) {
  lower(R"(__global__ void k(float *a, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) a[i] = 0;
  })");
  // n = 150, lane 20: 20, 84, 148.
  EXPECT_THAT(walk(access("a", AccessKind::Store), {20, 0, 0}, 150),
              ElementsAre(4 * 20, 4 * 84, 4 * 148));
}

TEST_F(LoweringTest, GeometricLoops) {
  lower(R"(__global__ void k(float *a) {
    for (int s = 1; s < blockDim.x; s *= 2) if (threadIdx.x % (2 * s) == 0) a[threadIdx.x + s] = 0;
  })");
  // 64 threads, thread 4: s = 1 and 2 (4 % 2 and 4 % 4 are 0, 4 % 8 is not).
  EXPECT_THAT(walk(access("a", AccessKind::Store), {4, 0, 0}), ElementsAre(4 * 5, 4 * 6));
}

TEST_F(LoweringTest, HalvingLoop) {
  lower(R"(__global__ void k(float *a) {
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) if (threadIdx.x < s) a[threadIdx.x + s] = 0;
  })");
  // s = 32, 16, 8, 4, 2, 1; thread 3 while s > 3.
  EXPECT_THAT(walk(access("a", AccessKind::Store), {3, 0, 0}),
              ElementsAre(4 * 35, 4 * 19, 4 * 11, 4 * 7));
}

TEST_F(LoweringTest, DoubleBufferAndPointerSwap) {
  lower(R"(__global__ void k(float *a, float *b) {
    __shared__ float t[2][64];
    int buffer = 0;
    for (int i = 0; i < 4; ++i) {
      t[buffer][threadIdx.x] = 1;
      buffer ^= 1;
    }
  })");
  EXPECT_THAT(walk(access("t", AccessKind::Store), {1, 0, 0}), ElementsAre(4, 260, 4, 260));
}

TEST_F(LoweringTest, PointerAdvancedInALoop) {
  lower(R"(__global__ void k(const float *a, float *out, int pitch) {
    const float *p = a + threadIdx.x;
    float sum = 0;
    for (int i = 0; i < 3; ++i, p += pitch) sum += *p;
    out[0] = sum;
  })");
  EXPECT_THAT(walk(access("a", AccessKind::Load), {2, 0, 0}, 100), ElementsAre(8, 408, 808));
}

TEST_F(LoweringTest, PeriodicIndex) {
  lower(R"(__global__ void k(float *a) {
    int slot = 0;
    for (int i = 0; i < 5; ++i) { a[slot] = 0; slot = (slot + 2) % 3; }
  })");
  EXPECT_THAT(walk(access("a", AccessKind::Store), {0, 0, 0}), ElementsAre(0, 8, 4, 0, 8));
}

TEST_F(LoweringTest, BreakAndContinue) {
  lower(R"(__global__ void k(float *a) {
    for (int i = 0; i < 8; ++i) {
      if (i == threadIdx.x) continue;
      if (i > 4) break;
      a[i] = 0;
    }
  })");
  EXPECT_THAT(walk(access("a", AccessKind::Store), {2, 0, 0}), ElementsAre(0, 4, 12, 16));
}

TEST_F(LoweringTest, ValuesAfterALoop) {
  lower(R"(__global__ void k(float *a, int n) {
    int i = 0;
    for (; i + 4 <= n; i += 4) a[i] = 0;
    a[i + threadIdx.x] = 1;
  })");
  // n = 10: i = 0, 4, then 8.
  EXPECT_EQ(valueOf(access("a", AccessKind::Store, 1).Offset, {1, 0, 0}, {}, 10), 4 * 9);
  EXPECT_EQ(valueOf(access("a", AccessKind::Store, 1).Offset, {1, 0, 0}, {}, 3), 4 * 1);
}

/// The opaque or loaded values in \p Root.
std::vector<ExprRef> unknownsIn(ExprRef Root) {
  std::vector<ExprRef> Found;
  forEachLeaf(Root, [&](ExprRef Leaf) {
    LeafKind Kind = Leaf->leaf().Kind;
    if (Kind == LeafKind::Opaque || Kind == LeafKind::Loaded)
      Found.push_back(Leaf);
  });
  return Found;
}

TEST_F(LoweringTest, CarriedValuesWithoutAClosedFormAreNewInEachIteration) {
  lower(R"(__global__ void k(float *a, const int *b, int n) {
    for (int d = n; d > 0; d /= 3) a[d] = b[d];
  })");
  const Loop &Around = Kernel.Loops.at(0);
  std::vector<ExprRef> Carried = unknownsIn(access("a", AccessKind::Store).Offset);
  ASSERT_EQ(Carried.size(), 1u);
  EXPECT_TRUE(Around.makes(Carried.front()));
  ExprRef Read = access("b", AccessKind::Load).Result;
  ASSERT_TRUE(Read);
  EXPECT_TRUE(Around.makes(Read));
}

TEST_F(LoweringTest, CarriedValuesBeginWithWhatWasThereBeforeTheLoop) {
  lower(R"(__global__ void k(float *a, int n) {
    for (int d = n + 2; d > 0; d /= 3) a[d] = 0;
  })");
  ASSERT_EQ(Kernel.Loops.at(0).Carried.size(), 1u);
  const CarriedValue &Divided = Kernel.Loops.at(0).Carried.front();
  auto With = [](ExprRef Root, int64_t Number) {
    return evaluate(Root, [&](ExprRef) { return Number; });
  };
  ASSERT_TRUE(Divided.Initial);
  EXPECT_EQ(With(Divided.Initial, 40), 42); // n + 2
  ASSERT_TRUE(Divided.End);
  EXPECT_EQ(With(Divided.End, 40), 13); // d / 3
}

TEST_F(LoweringTest, WhatTheOuterLoopCarriesIsOneValueInTheInnerOne) {
  lower(R"(__global__ void k(float *a, int n) {
    for (int d = n; d > 0; d /= 3)
      for (int i = 0; i < 4; ++i) a[d + i] = 0;
  })");
  std::vector<ExprRef> Carried = unknownsIn(access("a", AccessKind::Store).Offset);
  ASSERT_EQ(Carried.size(), 1u);
  EXPECT_TRUE(Kernel.Loops.at(0).makes(Carried.front()));
  EXPECT_FALSE(Kernel.Loops.at(1).makes(Carried.front()));
}

TEST_F(LoweringTest, ReadsOfOnePlaceAreOneValueInAllIterations) {
  lower(R"(__global__ void k(float *a, const int *b, int n) {
    int first = b[0];
    for (int d = n; d > 0; d /= 3) a[b[0]] = first;
  })");
  std::vector<ExprRef> Read = unknownsIn(access("a", AccessKind::Store).Offset);
  ASSERT_EQ(Read.size(), 1u);
  EXPECT_FALSE(Kernel.Loops.at(0).makes(Read.front()));
}

TEST_F(LoweringTest, DoWhileAndWhile) {
  lower(R"(__global__ void k(float *a, float *b) {
    int i = 3;
    do { a[i] = 0; } while (--i > 0);
    int j = 3;
    while (j-- > 0) b[j] = 0;
  })");
  EXPECT_THAT(walk(access("a", AccessKind::Store), {}), ElementsAre(12, 8, 4));
  EXPECT_THAT(walk(access("b", AccessKind::Store), {}), ElementsAre(8, 4, 0));
}

TEST_F(LoweringTest, DeviceFunctionsReferencesAndTemplates) {
  lower(R"(template <int Pad> __device__ int index(int row, int column) {
    return row * (32 + Pad) + column;
  }
  __device__ void advance(int &value, int by = 2) { value += by; }
  __global__ void k(float *a) {
    int row = threadIdx.y;
    advance(row);
    a[index<1>(row, threadIdx.x)] = 0;
  })");
  EXPECT_EQ(valueOf(access("a", AccessKind::Store).Offset, {5, 1, 0}), 4 * (3 * 33 + 5));
}

TEST_F(LoweringTest, ClassesAndLambdas) {
  lower(R"(struct View {
    float *data; int pitch;
    __device__ View(float *d, int p) : data(d), pitch(p) {}
    __device__ float &operator()(int y, int x) const { return data[y * pitch + x]; }
  };
  __global__ void k(float *a) {
    View view(a, 40);
    view(threadIdx.y, threadIdx.x) = 0;
    int shift = 3;
    auto put = [&](int i) { a[i + shift] = 1; };
    put(threadIdx.x);
  })");
  EXPECT_EQ(valueOf(access("a", AccessKind::Store, 0).Offset, {5, 2, 0}), 4 * (80 + 5));
  EXPECT_TRUE(access("a", AccessKind::Store, 0).InlinedThrough.empty());
  EXPECT_EQ(valueOf(access("a", AccessKind::Store, 1).Offset, {5, 2, 0}), 4 * 8);
  EXPECT_EQ(access("a", AccessKind::Store, 1).InlinedThrough.size(), 1u);
}

TEST_F(LoweringTest, UnsignedWrapsInGuards) {
  // threadIdx.x - 1 is a huge number in lane 0, which the guard keeps out.
  lower(R"(__global__ void k(float *a, unsigned n) {
    if (threadIdx.x - 1 < n) a[threadIdx.x - 1] = 0;
  })");
  const Access &Store = access("a", AccessKind::Store);
  EXPECT_FALSE(guarded(Store, {0, 0, 0}, {}, 10));
  EXPECT_TRUE(guarded(Store, {1, 0, 0}, {}, 10));
  EXPECT_EQ(valueOf(Store.Offset, {3, 0, 0}), 8);
}

TEST_F(LoweringTest, NegativeStepsInUnsignedTypes) {
  // -1 becomes 4294967295: lane 0 is kept out, lane 3 stores to the left.
  lower(R"(__global__ void k(float *a, unsigned n) {
    unsigned i = threadIdx.x;
    int d = -1;
    if (i + d < n) a[i + d] = 0;
  })");
  const Access &Store = access("a", AccessKind::Store);
  EXPECT_FALSE(guarded(Store, {0, 0, 0}, {}, 10));
  EXPECT_TRUE(guarded(Store, {3, 0, 0}, {}, 10));
  EXPECT_EQ(valueOf(Store.Offset, {3, 0, 0}), 8);
}

TEST_F(LoweringTest, UnsignedCounterThatWrapsToLeaveItsLoop) {
  lower(R"(__global__ void k(float *a, float *b) {
    for (unsigned i = 3; i < 4; --i) a[i] = 0;
    b[threadIdx.x] = 0;
  })");
  EXPECT_THAT(walk(access("a", AccessKind::Store), {}), ElementsAre(12, 8, 4, 0));
  EXPECT_TRUE(guarded(access("b", AccessKind::Store), {5, 0, 0}));
}

TEST_F(LoweringTest, UnsignedCounterThatStopsAtZero) {
  lower(R"(__global__ void k(float *a, float *b, unsigned n) {
    unsigned i = n;
    for (; i > 0; --i) a[i] = 0;
    b[i + threadIdx.x] = 0;
  })");
  EXPECT_THAT(walk(access("a", AccessKind::Store), {}, 3), ElementsAre(12, 8, 4));
  EXPECT_EQ(valueOf(access("b", AccessKind::Store).Offset, {5, 0, 0}, {}, 3), 20);
}

TEST_F(LoweringTest, BitFieldsKeepTheirLowBits) {
  lower(R"(struct Packed { int narrow : 4; unsigned three : 3; };
  __global__ void k(float *a, float *b) {
    Packed p;
    p.narrow = threadIdx.x;
    p.three = threadIdx.x;
    a[p.narrow + 8] = 0;
    b[p.three] = 0;
  })");
  // 9 in four signed bits is -7, in three unsigned bits 1.
  EXPECT_EQ(valueOf(access("a", AccessKind::Store).Offset, {9, 0, 0}), 4);
  EXPECT_EQ(valueOf(access("b", AccessKind::Store).Offset, {9, 0, 0}), 4);
}

TEST_F(LoweringTest, ShortCircuitGuardsTheLoadOnItsRight) {
  lower(R"(__global__ void k(const int *flags, float *a, int n) {
    int i = threadIdx.x;
    if (i < n && flags[i] > 0) a[i] = 0;
  })");
  const Access &Flag = access("flags", AccessKind::Load);
  EXPECT_TRUE(guarded(Flag, {4, 0, 0}, {}, 5));
  EXPECT_FALSE(guarded(Flag, {5, 0, 0}, {}, 5));
}

TEST_F(LoweringTest, SwitchWithFallThrough) {
  lower(R"(__global__ void k(float *a, int n) {
    switch (n) {
    case 1: a[1] = 0;
    case 2: a[2] = 0; break;
    default: a[3] = 0;
    }
    a[4] = 0;
  })");
  auto Runs = [&](unsigned Store, int64_t N) {
    return guarded(access("a", AccessKind::Store, Store), {}, {}, N);
  };
  EXPECT_TRUE(Runs(0, 1));
  EXPECT_FALSE(Runs(0, 2));
  EXPECT_TRUE(Runs(1, 1));
  EXPECT_TRUE(Runs(1, 2));
  EXPECT_FALSE(Runs(1, 3));
  EXPECT_TRUE(Runs(2, 7));
  EXPECT_FALSE(Runs(2, 1));
  EXPECT_TRUE(access("a", AccessKind::Store, 3).Guards.empty());
}

TEST_F(LoweringTest, CaseLabelsInsideALoopLoseNoAccess) {
  lower(R"(__global__ void k(float *a, int n) {
    switch (n) {
      while (1) {
      case 1: a[1] = 1; if (n) break;
      case 2: a[2] = 2;
      }
    default: a[threadIdx.x] = 1;
    }
  })");
  ASSERT_EQ(Kernel.Accesses.size(), 3u);
  for (const Access &Site : Kernel.Accesses)
    EXPECT_FALSE(Site.Guards.empty());
}

TEST_F(LoweringTest, GuardsEndWhereTheWaysMeet) {
  lower(
      R"(__device__ int clampTo(int v, int n) { if (v < 0) return 0; if (v > n) return n; return v; }
  __global__ void k(float *a, int n) {
    int i = clampTo(threadIdx.x - 1, n);
    if (n > 3) a[0] = 1; else a[1] = 1;
    a[i] = 0;
  })");
  const Access &Store = access("a", AccessKind::Store, 2);
  EXPECT_TRUE(Store.Guards.empty());
  EXPECT_EQ(valueOf(Store.Offset, {0, 0, 0}, {}, 10), 0);
  EXPECT_EQ(valueOf(Store.Offset, {5, 0, 0}, {}, 10), 16);
  EXPECT_EQ(valueOf(Store.Offset, {50, 0, 0}, {}, 10), 40);
}

TEST_F(LoweringTest, ReturnsFromALoopMeetAfterTheCall) {
  lower(R"(__device__ int find(const int *a, int n) {
    if (n > 3)
      for (int i = 0; i < n; ++i)
        if (a[i] == 3) return i;
    return -1;
  }
  __global__ void k(const int *a, int n, float *out) { out[threadIdx.x] = find(a, n); })");
  EXPECT_TRUE(access("out", AccessKind::Store).Guards.empty());
}

TEST_F(LoweringTest, LoadedValuesShareAnIndexOnlyWhereNobodyWrites) {
  lower(R"(__global__ void k(const int *table, int *counter, float *a) {
    a[table[blockIdx.x] + threadIdx.x] = 0;
    a[counter[0] + threadIdx.x] = 1;
    counter[0] = 1;
  })");
  EXPECT_EQ(classifyAddress(access("a", AccessKind::Store, 0)), AddressClass::Exact);
  EXPECT_EQ(classifyAddress(access("a", AccessKind::Store, 1)), AddressClass::DataDependent);
}

TEST_F(LoweringTest, AssertionsAreFactsAndNotGuards) {
  lower(R"(__device__ void __assert_fail_here() __attribute__((noreturn));
  __global__ void k(float *a, int n) {
    (n > 3) ? (void)0 : __assert_fail_here();
    a[threadIdx.x] = 0;
  })");
  EXPECT_TRUE(access("a", AccessKind::Store).Guards.empty());
  ASSERT_EQ(Kernel.Facts.size(), 1u);
  EXPECT_EQ(valueOf(Kernel.Facts[0], {}, {}, 4), 1);
  EXPECT_EQ(valueOf(Kernel.Facts[0], {}, {}, 3), 0);
}

TEST_F(LoweringTest, AtomicsBarriersAndHintedAccesses) {
  lower(R"(__global__ void k(int *counts, const float *in, float *out) {
    atomicAdd(&counts[threadIdx.x / 2], 1);
    float v = __ldg(in + threadIdx.x);
    __syncthreads();
    __stcs(out + threadIdx.x, v);
  })");
  EXPECT_EQ(valueOf(access("counts", AccessKind::Atomic).Offset, {5, 0, 0}), 8);
  EXPECT_EQ(valueOf(access("in", AccessKind::Load).Offset, {5, 0, 0}), 20);
  EXPECT_EQ(valueOf(access("out", AccessKind::Store).Offset, {5, 0, 0}), 20);
  EXPECT_EQ(Kernel.Barriers.size(), 1u);
}

TEST_F(LoweringTest, AnErrorInOneExpressionLeavesItsNeighbours) {
  auto Parsed = parseCudaSource("kernel.cu",
                                R"(__global__ void k(float *a, float *b) {
    a[threadIdx.x] = undeclared(3);
    b[threadIdx.x] = 1;
  })",
                                FrontendOptions());
  ASSERT_TRUE(bool(Parsed));
  EXPECT_EQ((*Parsed)->errorCount(), 1u);
  std::vector<LoweredKernel> Kernels = lowerKernels((*Parsed)->context(), Expressions);
  ASSERT_EQ(Kernels.size(), 1u);
  Kernel = std::move(Kernels.front().Program);
  EXPECT_EQ(valueOf(access("b", AccessKind::Store).Offset, {3, 0, 0}), 12);
}

TEST_F(LoweringTest, WhatIsTooLargeIsNotAnsweredInPart) {
  std::string Source = "__global__ void k(float *a, int n) {\n  a[0] = 1;\n";
  for (int Depth = 0; Depth != 40; ++Depth)
    Source += "for (int i" + std::to_string(Depth) + " = 0; i" + std::to_string(Depth) +
              " < n; ++i" + std::to_string(Depth) + ")\n";
  Source += "  a[i0 + i39] = 0;\n}\n";
  auto Parsed = parseCudaSource("kernel.cu", Source, FrontendOptions());
  ASSERT_TRUE(bool(Parsed));
  std::vector<LoweredKernel> Kernels = lowerKernels((*Parsed)->context(), Expressions);
  ASSERT_EQ(Kernels.size(), 1u);
  EXPECT_FALSE(Kernels[0].Program.Analysed);
  EXPECT_EQ(Kernels[0].Program.Reason, "the kernel is too large to analyse");
  EXPECT_TRUE(Kernels[0].Program.Accesses.empty());
}

// What is left when the budget of a file has run out is not analysed; second instantiations come
// after the first ones of others.
TEST_F(LoweringTest, KernelsBeyondTheBudgetOfTheFileAreNotAnalysed) {
  auto Parsed = parseCudaSource("kernel.cu",
                                R"(template <int N> __global__ void many(float *a) { a[N] = 0; }
  template __global__ void many<1>(float *);
  template __global__ void many<2>(float *);
  __global__ void last(float *a) { a[0] = 0; })",
                                FrontendOptions());
  ASSERT_TRUE(bool(Parsed));
  std::vector<LoweredKernel> Kernels =
      lowerKernels((*Parsed)->context(), Expressions, nullptr, nullptr, nullptr, /*StepsOfFile=*/1);
  ASSERT_EQ(Kernels.size(), 3u);
  EXPECT_TRUE(Kernels[0].Program.Analysed);
  for (size_t Left : {1, 2}) {
    EXPECT_FALSE(Kernels[Left].Program.Analysed);
    EXPECT_EQ(Kernels[Left].Program.Reason,
              "the analysis budget of the file ran out after 1 kernel");
    EXPECT_TRUE(Kernels[Left].Program.Accesses.empty());
  }
  EXPECT_EQ(Kernels[1].Program.Name, "many<2>");
  // The last one has no access left.
  EXPECT_EQ(inFairOrder(Kernels),
            (std::vector<LoweredKernel *>{&Kernels[2], &Kernels[0], &Kernels[1]}));
}

TEST_F(LoweringTest, KernelsThatMissCodeAreNotAnswered) {
  FrontendOptions Options;
  Options.InstantiationSteps = 20'000;
  auto Parsed = parseCudaSource("kernel.cu", R"(
    template <int N, int Which> struct Counted {
      static __device__ int of() {
        return Counted<N - 1, 2 * Which>::of() + Counted<N - 1, 2 * Which + 1>::of();
      }
    };
    template <int Which> struct Counted<0, Which> { static __device__ int of() { return Which; } };
    template <int N> __global__ void k(int *p) { p[threadIdx.x] = Counted<N, 0>::of(); }
    void run(int *p) { k<1><<<1, 32>>>(p); k<12><<<1, 32>>>(p); k<2><<<1, 32>>>(p); })",
                                Options);
  ASSERT_TRUE(bool(Parsed));
  std::vector<LoweredKernel> Kernels = lowerKernels(
      (*Parsed)->context(), Expressions, nullptr, nullptr, [&](const clang::FunctionDecl &Kernel) {
        return (*Parsed)->instantiations().isIncomplete(Kernel);
      });
  ASSERT_EQ(Kernels.size(), 3u);
  EXPECT_TRUE(Kernels[0].Program.Analysed);
  for (unsigned Index : {1, 2}) {
    EXPECT_FALSE(Kernels[Index].Program.Analysed);
    EXPECT_EQ(Kernels[Index].Program.Reason, "the file's templates are too large to instantiate");
    EXPECT_TRUE(Kernels[Index].Program.Accesses.empty());
  }
  EXPECT_EQ(Kernels[2].Program.Name, "k<2>");
}

/// A kernel template of nested loops, as many as its argument says.
static std::string nestedLoops(llvm::ArrayRef<int> Instances) {
  std::string Source =
      "template <int N> __device__ void loop(float *a, int n, int i) {\n"
      "  if constexpr (N == 0) a[i] = 0;\n"
      "  else for (int j = 0; j < n; ++j) loop<N - 1>(a, n, i + j);\n}\n"
      "template <int N> __global__ void k(float *a, int n) { loop<N>(a, n, 0); }\n";
  for (int Depth : Instances)
    Source += "template __global__ void k<" + std::to_string(Depth) + ">(float *, int);\n";
  return Source;
}

TEST_F(LoweringTest, AfterTwoThatAreTooLargeOthersOfTheTemplateGetFewSteps) {
  auto AnalysedOf = [&](llvm::ArrayRef<int> Instances) {
    auto Parsed = parseCudaSource("kernel.cu", nestedLoops(Instances), FrontendOptions());
    std::vector<bool> Result;
    for (const LoweredKernel &Each : lowerKernels((*Parsed)->context(), Expressions))
      Result.push_back(Each.Program.Analysed);
    return Result;
  };
  constexpr int Large = 40, Middling = 10, Small = 1;
  EXPECT_EQ(AnalysedOf({Middling, Small}), (std::vector<bool>{true, true}));
  EXPECT_EQ(AnalysedOf({Large, Middling, Small}), (std::vector<bool>{false, true, true}));
  EXPECT_EQ(AnalysedOf({Large, Large + 1, Middling, Small}),
            (std::vector<bool>{false, false, false, true}));
}

TEST_F(LoweringTest, TemplatesThatNobodyInstantiatesAreNamed) {
  auto Parsed = parseCudaSource("kernel.cu",
                                R"(template <typename T> __global__ void used(T *a) { a[0] = 0; }
  template <typename T> __global__ void unused(T *a) { a[0] = 0; }
  template __global__ void used<int>(int *);)",
                                FrontendOptions());
  ASSERT_TRUE(bool(Parsed));
  std::vector<LoweredKernel> Kernels = lowerKernels((*Parsed)->context(), Expressions);
  ASSERT_EQ(Kernels.size(), 2u);
  EXPECT_EQ(Kernels[0].Program.Name, "used<int>");
  EXPECT_TRUE(Kernels[0].Program.Analysed);
  EXPECT_EQ(Kernels[1].Program.Name, "unused");
  EXPECT_FALSE(Kernels[1].Program.Analysed);
}

TEST_F(LoweringTest, RecursionIsCut) {
  lower(R"(__device__ int depth(int n) { return n == 0 ? 0 : depth(n - 1) + 1; }
  __global__ void k(float *a, int n) { a[depth(n)] = 0; a[threadIdx.x] = 1; })");
  EXPECT_EQ(classifyAddress(access("a", AccessKind::Store, 0)), AddressClass::NotUnderstood);
  EXPECT_EQ(classifyAddress(access("a", AccessKind::Store, 1)), AddressClass::Exact);
}

} // namespace
