//===- CostPropertiesTest.cpp - What must hold of every request -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Properties of the cost functions on many random requests, with a fixed seed,
/// and on the ends of the ranges.
///
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Target/RequestCost.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <random>

using namespace memlint;

namespace {

constexpr MemorySpace CostedSpaces[] = {MemorySpace::Global, MemorySpace::Shared,
                                        MemorySpace::Constant};

/// Random requests of the shapes that matter: strided, clustered and scattered,
/// with full, partial and single-lane masks.
class RandomRequests {
public:
  WarpRequest next() {
    WarpRequest Request;
    Request.Kind = pick(2) ? AccessKind::Load : AccessKind::Store;
    Request.BytesPerLane = 1u << pick(5);
    Request.ActiveMask = pick(3) ? ~0u : pick(4) ? uint32_t(Generator()) : 1u << pick(32);
    unsigned Shape = pick(3);
    int64_t Stride = int64_t(pick(70)) - 35;
    int64_t Start = int64_t(pick(4000)) - 2000;
    for (unsigned Lane = 0; Lane != NvidiaWarpLanes; ++Lane) {
      int64_t Element = Shape == 0   ? Start + Lane * Stride
                        : Shape == 1 ? Start + pick(64)
                                     : int64_t(pick(1u << 20)) - (1 << 19);
      Request.ByteOffset[Lane] = Element * Request.BytesPerLane;
    }
    return Request;
  }

  unsigned pick(unsigned Below) { return Generator() % Below; }

  std::mt19937 Generator{20240607};
};

constexpr unsigned Tries = 20000;

WarpRequest shifted(WarpRequest Request, int64_t Bytes) {
  for (int64_t &Offset : Request.ByteOffset)
    Offset += Bytes;
  return Request;
}

TEST(CostPropertiesTest, GlobalCostRepeatsEverySector) {
  RandomRequests Requests;
  for (unsigned Try = 0; Try != Tries; ++Try) {
    WarpRequest Request = Requests.next();
    EXPECT_EQ(globalCost(defaultTarget(), Request),
              globalCost(defaultTarget(), shifted(Request, 32)));
  }
}

// A shift by one word renames the banks, and which words share one stays as it was.
TEST(CostPropertiesTest, SharedCostRepeatsEveryWord) {
  RandomRequests Requests;
  for (unsigned Try = 0; Try != Tries; ++Try) {
    WarpRequest Request = Requests.next();
    RequestCost Cost = sharedCost(defaultTarget(), Request);
    EXPECT_EQ(Cost, sharedCost(defaultTarget(), shifted(Request, 128)));
    EXPECT_EQ(Cost, sharedCost(defaultTarget(), shifted(Request, 4)));
  }
}

TEST(CostPropertiesTest, GlobalAndConstantCostIgnoreTheOrderOfLanes) {
  RandomRequests Requests;
  for (unsigned Try = 0; Try != Tries; ++Try) {
    WarpRequest Request = Requests.next();
    std::array<unsigned, NvidiaWarpLanes> Order;
    std::iota(Order.begin(), Order.end(), 0u);
    std::shuffle(Order.begin(), Order.end(), Requests.Generator);
    WarpRequest Shuffled = Request;
    Shuffled.ActiveMask = 0;
    for (unsigned Lane = 0; Lane != NvidiaWarpLanes; ++Lane) {
      Shuffled.ByteOffset[Lane] = Request.ByteOffset[Order[Lane]];
      Shuffled.ActiveMask |= ((Request.ActiveMask >> Order[Lane]) & 1) << Lane;
    }
    EXPECT_EQ(globalCost(defaultTarget(), Request), globalCost(defaultTarget(), Shuffled));
    EXPECT_EQ(constantCost(defaultTarget(), Request), constantCost(defaultTarget(), Shuffled));
  }
}

TEST(CostPropertiesTest, InactiveLanesDoNotCount) {
  RandomRequests Requests;
  for (unsigned Try = 0; Try != Tries; ++Try) {
    WarpRequest Request = Requests.next();
    WarpRequest Other = Request;
    for (unsigned Lane = 0; Lane != NvidiaWarpLanes; ++Lane)
      if (!((Request.ActiveMask >> Lane) & 1))
        Other.ByteOffset[Lane] = std::numeric_limits<int64_t>::max();
    for (MemorySpace Space : CostedSpaces)
      EXPECT_EQ(cost(defaultTarget(), Space, Request), cost(defaultTarget(), Space, Other));
  }
}

// On every target: something is asked for, so something is paid, at least the ideal, and no more
// than every byte of every lane by itself.
TEST(CostPropertiesTest, CostIsBoundedOnEveryTarget) {
  RandomRequests Requests;
  for (unsigned Try = 0; Try != Tries / 10; ++Try) {
    WarpRequest Request = Requests.next();
    unsigned Lanes = std::popcount(Request.ActiveMask);
    for (const TargetModel &Target : nvidiaTargets())
      for (MemorySpace Space : CostedSpaces) {
        std::optional<RequestCost> Cost = cost(Target, Space, Request);
        ASSERT_TRUE(Cost.has_value());
        EXPECT_LE(Cost->Ideal, Cost->Cost);
        EXPECT_EQ(Cost->Ideal == 0, Lanes == 0);
        EXPECT_EQ(Cost->Cost == 0, Lanes == 0);
        EXPECT_LE(Cost->Cost, 32u * 16u);
      }
  }
}

TEST(CostPropertiesTest, NoLanesCostNothing) {
  WarpRequest Nobody;
  Nobody.ActiveMask = 0;
  for (const TargetModel &Target : nvidiaTargets())
    for (MemorySpace Space : CostedSpaces)
      EXPECT_EQ(cost(Target, Space, Nobody), (RequestCost{0, 0})) << Target.name();
}

// The ends of the ranges: any offset, any size, any kind must be survived. Sanitizers watch.
TEST(CostPropertiesTest, ExtremesAreSurvived) {
  constexpr int64_t Extremes[] = {std::numeric_limits<int64_t>::min(), -1, 0,
                                  std::numeric_limits<int64_t>::max() - 15,
                                  std::numeric_limits<int64_t>::max()};
  for (const TargetModel &Target : nvidiaTargets())
    for (AccessKind Kind : {AccessKind::Load, AccessKind::Store, AccessKind::Atomic})
      for (unsigned Bytes : {0u, 1u, 3u, 4u, 8u, 12u, 16u, 4000000000u}) {
        WarpRequest Request{Kind, RequestForm::Plain, Bytes, ~0u, {}};
        for (unsigned Lane = 0; Lane != NvidiaWarpLanes; ++Lane)
          Request.ByteOffset[Lane] = Extremes[Lane % 5];
        EXPECT_GT(globalCost(Target, Request).Cost, 0u);
        EXPECT_GT(sharedCost(Target, Request).Cost, 0u);
        EXPECT_EQ(constantCost(defaultTarget(), Request).Cost, 5u);
        EXPECT_FALSE(fitsConstantCache({27, 11, 64, 1, 1}, Request));
      }
}

TEST(CostPropertiesTest, WhatIsNotUnderstoodHasNoCost) {
  WarpRequest Request;
  EXPECT_EQ(cost(defaultTarget(), MemorySpace::Local, Request), std::nullopt);
  EXPECT_EQ(cost(defaultTarget(), MemorySpace::Generic, Request), std::nullopt);
  Request.Kind = AccessKind::Atomic;
  EXPECT_EQ(cost(defaultTarget(), MemorySpace::Shared, Request), std::nullopt);
  EXPECT_EQ(cost(defaultTarget(), MemorySpace::Global, Request), (RequestCost{1, 1}));
  Request.Kind = AccessKind::AsyncCopy;
  EXPECT_EQ(cost(defaultTarget(), MemorySpace::Shared, Request), std::nullopt);
}

} // namespace
