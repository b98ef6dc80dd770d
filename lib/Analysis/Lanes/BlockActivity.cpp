//===- BlockActivity.cpp - Lanes that take part in an access --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Lanes/BlockActivity.h"

#include "cuda-memlint/Target/BlockShape.h"

#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

namespace {

constexpr uint64_t StepsPerSite = uint64_t(1) << 21;

/// Sums executions up that come in the order of iterations and, within one, of threads.
class ActivityCounter {
public:
  ActivityCounter(const BlockShape &Block, unsigned WarpLanes)
      : Block(Block), WarpLanes(WarpLanes) {}

  void add(const AccessExecution &At) {
    if (LanesOfRound != 0 && At.Iterations != Iterations)
      endRound();
    Iterations = At.Iterations;
    uint64_t Thread = linearIndex(At.Thread);
    if (LanesOfWarp != 0 && Thread / WarpLanes != Warp)
      endWarp();
    Warp = Thread / WarpLanes;
    LanesOfWarp |= LaneMask(1) << (Thread % WarpLanes);
    Addresses.insert(At.Offset);
    ++LanesOfRound;
  }

  BlockActivity finish() {
    if (LanesOfRound != 0)
      endRound();
    return Sum;
  }

private:
  uint64_t linearIndex(const std::array<int64_t, 3> &Thread) const {
    return uint64_t(Thread[0]) +
           Block.Extent[0] * (uint64_t(Thread[1]) + Block.Extent[1] * uint64_t(Thread[2]));
  }

  void endWarp() {
    ++Sum.Warps;
    Sum.Threads += std::min<uint64_t>(WarpLanes, Block.threads() - Warp * WarpLanes);
    Sum.Addresses += Addresses.size();
    Sum.WarpsWithGaps += !isShiftedMask_64(LanesOfWarp);
    LanesOfWarp = 0;
    Addresses.clear();
  }

  void endRound() {
    endWarp();
    ++Sum.Rounds;
    Sum.Lanes += LanesOfRound;
    Sum.PackedWarps += divideCeil(LanesOfRound, WarpLanes);
    LanesOfRound = 0;
  }

  const BlockShape &Block;
  unsigned WarpLanes;
  BlockActivity Sum;
  std::vector<std::pair<unsigned, int64_t>> Iterations;
  uint64_t Warp = 0, LanesOfRound = 0;
  LaneMask LanesOfWarp = 0;
  SmallSet<int64_t, NvidiaWarpLanes> Addresses;
};

} // namespace

std::optional<BlockActivity> activityOf(LaunchWalk &Walk, const Access &Site) {
  ActivityCounter Counter(Walk.block(), Walk.warpLanes());
  ArrayRef<std::array<int64_t, 3>> Blocks = Walk.blocks();
  uint64_t Budget = StepsPerSite;
  bool IsComplete = Walk.forEachExecution(Site, WalkedExecutions::Possible,
                                          Blocks.slice(Blocks.size() > 1 ? 1 : 0, 1), Budget,
                                          [&](const AccessExecution &At) {
                                            Counter.add(At);
                                            return true;
                                          });
  if (!IsComplete)
    return std::nullopt;
  return Counter.finish();
}

} // namespace memlint
