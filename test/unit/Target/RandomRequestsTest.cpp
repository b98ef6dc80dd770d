//===- RandomRequestsTest.cpp - Costs against a second model --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Random requests cost what the oracle's model says, which counts bytes, words and lanes in
/// sets and has no code in common with lib/Target.
///
/// MEMLINT_RANDOM_REQUESTS specifies how many are tried, MEMLINT_RANDOM_SEED the number of the
/// first.
///
//===----------------------------------------------------------------------===//

#include "../../oracle/compare/CostModel.h"
#include "../FromEnvironment.h"
#include "cuda-memlint/Target/ByteRuns.h"
#include "cuda-memlint/Target/RequestCost.h"

#include "gtest/gtest.h"

#include <random>
#include <set>

using namespace memlint;

namespace {

/// What is added to offsets, so that the oracle's addresses are not negative.
constexpr int64_t Base = int64_t(1) << 40;

class RandomRequest {
public:
  explicit RandomRequest(uint64_t Seed) : Random(Seed) {}

  WarpRequest make() {
    WarpRequest Request;
    Request.BytesPerLane = 1u << below(5);
    switch (below(8)) {
    case 0:
      Request.Kind = AccessKind::Store;
      break;
    case 1:
    case 2:
    case 3:
      Request.Kind = AccessKind::Atomic;
      Request.BytesPerLane = 4u << below(2);
      Request.Form = std::array{RequestForm::NativeAtomic, RequestForm::Increment,
                                RequestForm::CompareAndSwap}[below(3)];
      break;
    default:
      Request.Kind = AccessKind::Load;
    }
    Request.ActiveMask = below(3)   ? ~0u
                         : below(3) ? uint32_t(Random())
                                    : 1u << below(32) | uint32_t(below(2)) << below(32);
    // An address that the hardware takes is a multiple of the size; loads and stores of any
    // other cost what their bytes do.
    bool IsAligned = Request.Kind == AccessKind::Atomic || below(4) != 0;
    int64_t Unit = IsAligned ? Request.BytesPerLane : 1;
    unsigned Shape = below(5);
    int64_t Start = int64_t(below(8000)) - 4000, Stride = int64_t(below(140)) - 70;
    unsigned Row = 1 + below(32), Shared = below(3), Spread = 1 + below(below(2) ? 20 : 3000);
    for (unsigned Lane = 0; Lane != NvidiaWarpLanes; ++Lane) {
      unsigned First = Lane & ~((1u << Shared) - 1);
      int64_t Element = Shape == 0   ? Lane * Stride
                        : Shape == 1 ? Lane / Row * Stride + Lane % Row
                        : Shape == 2 ? Lane % Row * Stride
                        : Shape == 3 ? int64_t(below(Spread))
                                     : (First * 7919 + Start * 31) % Spread;
      Request.ByteOffset[Lane] = (Start + Element) * Unit;
    }
    return Request;
  }

  unsigned below(unsigned Count) { return unsigned(Random() % Count); }

private:
  std::mt19937_64 Random;
};

std::map<unsigned, uint64_t> lanesOf(const WarpRequest &Request) {
  std::map<unsigned, uint64_t> Lanes;
  for (unsigned Lane = 0; Lane != NvidiaWarpLanes; ++Lane)
    if ((Request.ActiveMask >> Lane) & 1)
      Lanes[Lane] = uint64_t(Base + Request.ByteOffset[Lane]);
  return Lanes;
}

RequestCost chargedBy(oracle::Space Where, oracle::Kind What, const WarpRequest &Request) {
  oracle::Charge Charge = oracle::chargeFor(Where, What, Request.BytesPerLane, lanesOf(Request));
  return {uint32_t(Charge.Cost), uint32_t(Charge.Ideal)};
}

oracle::Kind kindIn(const TargetModel &Target, const WarpRequest &Request) {
  if (Request.Kind == AccessKind::Load)
    return oracle::Kind::Load;
  if (Request.Form == RequestForm::CompareAndSwap)
    return oracle::Kind::CompareAndSwap;
  bool IsAtomic = Request.Form == RequestForm::NativeAtomic ||
                  (Request.Form == RequestForm::Increment && !Target.countsIncrements());
  return IsAtomic ? oracle::Kind::Atomic : oracle::Kind::Store;
}

/// Of each lane's bytes, the lines; and whether no set has more than its ways.
bool fits(const ConstantTiming &Timing, const WarpRequest &Request) {
  std::map<uint64_t, std::set<uint64_t>> Sets;
  // A multiple of all that is divided by, beyond the lowest offset.
  uint64_t Zero = uint64_t(Timing.LineBytes) * Timing.Sets * 1'000'000;
  for (unsigned Lane = 0; Lane != NvidiaWarpLanes; ++Lane)
    for (unsigned Byte = 0; (Request.ActiveMask >> Lane) & 1 && Byte != Request.BytesPerLane;
         ++Byte) {
      uint64_t Line = (Zero + uint64_t(Request.ByteOffset[Lane]) + Byte) / Timing.LineBytes;
      Sets[Line % Timing.Sets].insert(Line);
    }
  for (const auto &[Number, Lines] : Sets)
    if (Lines.size() > Timing.Ways)
      return false;
  return true;
}

/// The sectors of bytes that are named one by one, and of as many without gaps.
RequestCost sectorsByByte(llvm::ArrayRef<ByteRun> Runs) {
  std::set<int64_t> Bytes, Sectors;
  for (const ByteRun &Run : Runs)
    for (int64_t Byte = Run.First; Byte != Run.End; ++Byte) {
      Bytes.insert(Byte);
      Sectors.insert((Base + Byte) / 32);
    }
  return {uint32_t(Sectors.size()), uint32_t((Bytes.size() + 31) / 32)};
}

/// \p Target is of 5.0 or later: the oracle knows no other rules.
void check(const TargetModel &Target, const WarpRequest &Request) {
  oracle::Kind Kind = kindIn(Target, Request);
  EXPECT_EQ(globalCost(Target, Request), chargedBy(oracle::Space::Global, Kind, Request));
  EXPECT_EQ(sharedCost(Target, Request), chargedBy(oracle::Space::Shared, Kind, Request));
  if (Request.ActiveMask)
    EXPECT_EQ(constantCost(Target, Request), chargedBy(oracle::Space::Constant, Kind, Request));
  if (Target.ConstantCycles)
    EXPECT_EQ(fitsConstantCache(*Target.ConstantCycles, Request),
              fits(*Target.ConstantCycles, Request));
}

TEST(RandomRequests, CostWhatTheOracleCharges) {
  uint64_t First = fromEnvironment("MEMLINT_RANDOM_SEED", 1);
  uint64_t Last = First + fromEnvironment("MEMLINT_RANDOM_REQUESTS", 5000);
  llvm::ArrayRef<TargetModel> Targets =
      nvidiaTargets().drop_while([](const TargetModel &Each) { return Each.Capability < 50; });
  for (uint64_t Seed = First; Seed != Last; ++Seed) {
    RandomRequest Random(Seed);
    WarpRequest Request = Random.make();
    check(defaultTarget(), Request);
    check(Targets[Random.below(unsigned(Targets.size()))], Request);
    std::vector<ByteRun> Runs;
    for (unsigned Count = 1 + Random.below(40); Count != 0; --Count) {
      int64_t Start = int64_t(Random.below(3000)) - 1500;
      Runs.push_back({Start, Start + 1 + Random.below(40)});
    }
    RequestCost Expected = sectorsByByte(Runs);
    EXPECT_EQ(unitsOf(Runs, TargetModel::SectorBytes), Expected);
    if (testing::Test::HasFailure()) {
      ADD_FAILURE() << "request " << Seed;
      return;
    }
  }
}

} // namespace
