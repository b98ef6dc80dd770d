//===- BlockActivity.cpp - Lanes that take part in an access --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Lanes/BlockActivity.h"

#include "cuda-memlint/Target/BlockShape.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <utility>

using namespace llvm;

namespace memlint {

namespace {

constexpr uint64_t StepsPerSite = uint64_t(1) << 21;
/// Of all blocks of a launch.
constexpr uint64_t StepsPerLaunch = uint64_t(1) << 23;
/// Blocks that are gone through at once.
constexpr uint64_t BlocksPerWalk = 1024;

/// Sums executions of one block up that come in the order of iterations and, within one, of
/// threads.
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
    return std::exchange(Sum, {});
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

/// Adds up what blocks do, one after the other.
class LaunchCounter {
public:
  explicit LaunchCounter(uint64_t Blocks) { Result.Blocks = Blocks; }

  void add(const BlockActivity &OfBlock) {
    if (Result.ActiveBlocks++ == 0)
      First = OfBlock;
    AreAlike &= OfBlock == First;
    Result.Sum.Rounds += OfBlock.Rounds;
    Result.Sum.Lanes += OfBlock.Lanes;
    Result.Sum.Warps += OfBlock.Warps;
    Result.Sum.Threads += OfBlock.Threads;
    Result.Sum.PackedWarps += OfBlock.PackedWarps;
    Result.Sum.Addresses += OfBlock.Addresses;
    Result.Sum.WarpsWithGaps += OfBlock.WarpsWithGaps;
  }

  LaunchActivity finish() {
    Result.AreAlike =
        AreAlike && (Result.ActiveBlocks == Result.Blocks || Result.ActiveBlocks == 0);
    if (Result.AreAlike)
      Result.Sum = First;
    return Result;
  }

private:
  LaunchActivity Result;
  BlockActivity First;
  bool AreAlike = true;
};

/// Whether what decides who makes \p Site, or where, mentions the index of the block.
bool dependsOnBlock(LaunchWalk &Walk, const KernelProgram &Program, const Access &Site) {
  auto Depends = [&](ExprRef Root) {
    return anyLeaf(Walk.specialise(Root),
                   [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::BlockIndex; });
  };
  return Depends(Site.Offset) || any_of(Site.Guards, Depends) ||
         any_of(Site.Loops,
                [&](unsigned Loop) { return any_of(Program.Loops[Loop].Exits, Depends); });
}

} // namespace

std::optional<BlockActivity> activityOf(LaunchWalk &Walk, const Access &Site) {
  ArrayRef<std::array<int64_t, 3>> Blocks = Walk.blocks();
  return activityOf(Walk, Site, Blocks[Blocks.size() > 1 ? 1 : 0]);
}

std::optional<BlockActivity> activityOf(LaunchWalk &Walk, const Access &Site,
                                        const std::array<int64_t, 3> &Block) {
  ActivityCounter Counter(Walk.block(), Walk.warpLanes());
  uint64_t Budget = StepsPerSite;
  bool IsComplete = Walk.forEachExecution(Site, WalkedExecutions::Possible,
                                          ArrayRef<std::array<int64_t, 3>>(Block), Budget,
                                          [&](const AccessExecution &At) {
                                            Counter.add(At);
                                            return true;
                                          });
  if (!IsComplete)
    return std::nullopt;
  return Counter.finish();
}

std::optional<LaunchActivity> activityOfLaunch(LaunchWalk &Walk, const Access &Site) {
  std::optional<BlockShape> Grid = Walk.grid();
  if (!Grid)
    return std::nullopt;
  if (!dependsOnBlock(Walk, Walk.program(), Site)) {
    std::optional<BlockActivity> OfEach = activityOf(Walk, Site);
    if (!OfEach)
      return std::nullopt;
    return LaunchActivity{*OfEach, Grid->threads(), OfEach->Lanes != 0 ? Grid->threads() : 0, true};
  }
  // Each block takes a step for each of its threads at the least.
  if (Grid->threads() > StepsPerLaunch / Walk.block().threads())
    return std::nullopt;
  LaunchCounter Sums(Grid->threads());
  ActivityCounter Counter(Walk.block(), Walk.warpLanes());
  std::optional<std::array<int64_t, 3>> Current;
  uint64_t Budget = StepsPerLaunch;
  for (uint64_t First = 0; First < Grid->threads(); First += BlocksPerWalk) {
    std::vector<std::array<int64_t, 3>> Blocks;
    for (uint64_t Number = First; Number != std::min(First + BlocksPerWalk, Grid->threads());
         ++Number)
      Blocks.push_back(Grid->indexOf(Number));
    bool IsComplete = Walk.forEachExecution(Site, WalkedExecutions::Possible, Blocks, Budget,
                                            [&](const AccessExecution &At) {
                                              if (Current && At.Block != *Current)
                                                Sums.add(Counter.finish());
                                              Current = At.Block;
                                              Counter.add(At);
                                              return true;
                                            });
    if (!IsComplete)
      return std::nullopt;
  }
  if (Current)
    Sums.add(Counter.finish());
  return Sums.finish();
}

} // namespace memlint
