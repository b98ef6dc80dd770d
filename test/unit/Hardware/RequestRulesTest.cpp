//===- RequestRulesTest.cpp - The instrumented program's rules ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The rules that instrumented programs count by, run on the host: every request that
/// was measured on one NVIDIA H200 must cost what the hardware counted, and what
/// lib/Target says, ideals included.
///
//===----------------------------------------------------------------------===//

#include "../../../lib/Hardware/Instrument/Runtime/memlint_requests.h"
#include "../Target/CalibrationRows.h"
#include "cuda-memlint/Target/RequestCost.h"

#include <random>

using namespace memlint;

namespace {

/// 32 lanes, one after the other.
class HostWarp {
public:
  using Value = std::array<unsigned, NvidiaWarpLanes>;

  explicit HostWarp(const WarpRequest &Request) {
    for (unsigned Lane = 0; Lane != NvidiaWarpLanes; ++Lane)
      Address[Lane] = (uint64_t(1) << 40) + uint64_t(Request.ByteOffset[Lane]);
  }
  template <class FunctionT> Value each(FunctionT Function) const {
    Value Numbers;
    for (unsigned Lane = 0; Lane != NvidiaWarpLanes; ++Lane)
      Numbers[Lane] = Function(Lane);
    return Numbers;
  }
  unsigned atLeast(const Value &Numbers, unsigned Least) const {
    unsigned Mask = 0;
    for (unsigned Lane = 0; Lane != NvidiaWarpLanes; ++Lane)
      Mask |= unsigned(Numbers[Lane] >= Least) << Lane;
    return Mask;
  }
  unsigned long long own(unsigned Lane) const { return Address[Lane]; }
  unsigned long long other(unsigned Lane) const { return Address[Lane]; }

private:
  std::array<unsigned long long, NvidiaWarpLanes> Address;
};

memlint_runtime::SiteKind kindOf(const WarpRequest &Request) {
  if (Request.Kind == AccessKind::Load || Request.Kind == AccessKind::AsyncCopy)
    return memlint_runtime::Load;
  if (Request.Kind == AccessKind::Store)
    return memlint_runtime::Store;
  return Request.Form == RequestForm::NativeAtomic     ? memlint_runtime::NativeAtomic
         : Request.Form == RequestForm::Increment      ? memlint_runtime::Increment
         : Request.Form == RequestForm::CompareAndSwap ? memlint_runtime::CompareAndSwap
                                                       : memlint_runtime::AtomicLoop;
}

RequestCost counted(MemorySpace Space, const WarpRequest &Request) {
  HostWarp Warp(Request);
  memlint_runtime::CountedCost Cost;
  if (Space == MemorySpace::Global)
    Cost = memlint_runtime::globalRequest(Warp, Request.ActiveMask, Request.BytesPerLane);
  else if (Space == MemorySpace::Shared)
    Cost = memlint_runtime::sharedRequest(Warp, Request.ActiveMask, Request.BytesPerLane,
                                          kindOf(Request));
  else
    Cost = memlint_runtime::constantRequest(Warp, Request.ActiveMask);
  return {Cost.Cost, Cost.Ideal};
}

/// Counts the rows of \p File and holds each against the measurement and lib/Target.
unsigned holdAgainst(llvm::StringRef File, llvm::StringRef Column, MemorySpace Space,
                     unsigned Added = 0) {
  std::vector<MeasuredRequest> Rows = readMeasuredRequests(File, Column);
  for (const MeasuredRequest &Row : Rows) {
    RequestCost Cost = counted(Space, Row.Request);
    EXPECT_EQ(Cost.Cost, Row.Counted + Added) << Row.Text;
    EXPECT_EQ(Cost, cost(defaultTarget(), Space, Row.Request)) << Row.Text;
  }
  return unsigned(Rows.size());
}

TEST(RequestRulesTest, EveryGlobalRequestCostsWhatWasMeasured) {
  EXPECT_EQ(holdAgainst("calibration/h200_global_sectors.csv", "sectors", MemorySpace::Global),
            1260u);
  EXPECT_EQ(
      holdAgainst("measure/h200_global_narrow_load_sectors.csv", "sectors", MemorySpace::Global),
      210u);
  EXPECT_EQ(holdAgainst("measure/h200_global_store_sectors.csv", "sectors", MemorySpace::Global),
            840u);
  EXPECT_EQ(holdAgainst("measure/h200_global_atomic_sectors.csv", "sectors", MemorySpace::Global),
            270u);
}

TEST(RequestRulesTest, EverySharedRequestCostsWhatWasMeasured) {
  EXPECT_EQ(
      holdAgainst("calibration/h200_shared_wavefronts.csv", "wavefronts", MemorySpace::Shared),
      2272u);
  EXPECT_EQ(
      holdAgainst("measure/h200_shared_store_wavefronts.csv", "wavefronts", MemorySpace::Shared),
      190u);
}

TEST(RequestRulesTest, EverySharedAtomicCostsWhatWasMeasured) {
  EXPECT_EQ(
      holdAgainst("measure/h200_shared_atomic_wavefronts.csv", "wavefronts", MemorySpace::Shared),
      94u);
  EXPECT_EQ(holdAgainst("measure/h200_shared_further_atomic_wavefronts.csv", "wavefronts",
                        MemorySpace::Shared),
            324u);
  EXPECT_EQ(holdAgainst("measure/h200_shared_increment_wavefronts.csv", "wavefronts",
                        MemorySpace::Shared),
            323u);
}

// Replays are distinct addresses less one.
TEST(RequestRulesTest, EveryConstantRequestCostsWhatWasMeasured) {
  EXPECT_EQ(holdAgainst("constant/h200_constant_patterns.csv", "replays", MemorySpace::Constant, 1),
            44u);
}

// Aligned requests at random, of few and of many distinct words.
TEST(RequestRulesTest, RandomRequestsCostWhatTheTargetSays) {
  std::mt19937 Random(1);
  for (unsigned Round = 0; Round != 20000; ++Round) {
    WarpRequest Request;
    Request.Kind = Random() % 2 ? AccessKind::Load : AccessKind::Store;
    Request.BytesPerLane = 1u << Random() % 5;
    Request.ActiveMask = Random() % 2 ? Random() : ~0u;
    unsigned Spread = 1 + Random() % 200;
    unsigned Shared = Random() % 3; // lanes that share an address: single, pairs, quads
    for (unsigned Lane = 0; Lane != NvidiaWarpLanes; ++Lane) {
      unsigned First = Lane & ~((1u << Shared) - 1);
      Request.ByteOffset[Lane] = First != Lane ? Request.ByteOffset[First]
                                               : int64_t(Random() % Spread) * Request.BytesPerLane;
    }
    for (MemorySpace Space : {MemorySpace::Global, MemorySpace::Shared, MemorySpace::Constant})
      ASSERT_EQ(counted(Space, Request), cost(defaultTarget(), Space, Request))
          << "round " << Round << ", " << Request.BytesPerLane << " bytes";
  }
}

} // namespace
