//===- Footprint.cpp - Sectors that loads touch together ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Layout/Footprint.h"

#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Model/AccessCost.h"
#include "cuda-memlint/Model/LaunchContext.h"
#include "cuda-memlint/Model/MemoryProgram.h"
#include "cuda-memlint/Symbolic/ConstantDistance.h"
#include "cuda-memlint/Target/BlockShape.h"
#include "cuda-memlint/Target/ByteRuns.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

using namespace llvm;

namespace memlint {

/// Whether the L1 cache keeps what \p Site loads.
static bool isCachedLoad(const Access &Site) {
  return Site.Space == MemorySpace::Global && Site.Kind == AccessKind::Load && Site.Offset &&
         !Site.IsVolatile && Site.Order == AccessOrder::Weak && !Site.IsUnused;
}

/// Whether it is a store that others may be combined with on the way to the L2 cache.
static bool isPlainStore(const Access &Site) {
  return Site.Space == MemorySpace::Global && Site.Kind == AccessKind::Store && Site.Offset &&
         !Site.IsVolatile && Site.Order == AccessOrder::Weak;
}

/// Loads or stores of a thread that are looked at together: more would hardly stay in the cache.
static constexpr unsigned MostTogether = 64;
/// Others whose distance is asked for lane by lane.
static constexpr unsigned MostByLane = 4;

/// Stores that are combined, and the sectors of a warp that they touch together: 3 stores of 4
/// bytes into 12 sectors were measured to be, 5 into 20 and 2 into 32 not.
static constexpr unsigned MostStores = 3;
static constexpr unsigned MostStoredSectors = 12;

/// Iterations of the innermost loops, multiplied, that are taken to follow closely upon each other.
static constexpr int64_t MostIterations = 16;

/// The grid without its last blocks, where it is so long that these matter little: a condition that
/// an index is inside of an array may not hold in them.
static LaunchExtents withoutLastBlocks(const LaunchContext &Launch) {
  constexpr uint64_t LeastBlocks = 8;
  LaunchExtents Grid = Launch.Grid;
  for (std::optional<uint64_t> &Extent : Grid)
    if (Extent && *Extent >= LeastBlocks)
      --*Extent;
  return Grid;
}

/// Whether \p Guard decides nothing in \p Launch: it holds for all threads in all iterations, but
/// in the last blocks of a long grid, such as that an index is inside of the array.
static bool holdsForAll(ExprContext &Expressions, const KernelProgram &Kernel,
                        const LaunchContext &Launch, ExprRef Guard) {
  LaunchExtents Grid = withoutLastBlocks(Launch);
  ExprRef Known = Expressions.substitute(
      withLaunchValues(Expressions, Guard, Kernel, Launch), [&](ExprRef Leaf) -> ExprRef {
        if (Leaf->leaf().Kind != LeafKind::LoopCounter)
          return builtinInLaunch(Expressions, Leaf, Launch.Block, Grid);
        // The last value of the counter is that with which the loop is left.
        int64_t Last = std::max<int64_t>(Leaf->range().High - 1, 0);
        return Expressions.opaque(OpaqueReason::ControlFlow, Uniformity::Grid, "iteration",
                                  {0, Last});
      });
  return Known->range().Low > 0;
}

/// Whether \p Guard says that what \p Site accesses is before the end of an array, wherever that
/// is: it holds for all but the last threads.
static bool isBoundOfIndex(ExprContext &Expressions, const Access &Site, ExprRef Guard) {
  if (Guard->kind() != ExprKind::Less)
    return false;
  ExprRef Index = Guard->operands()[0], End = Guard->operands()[1];
  return End->varies() == Uniformity::Grid &&
         !anyLeaf(End, [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::LoopCounter; }) &&
         constantDistance(Site.Offset,
                          Expressions.multiply(Index, Expressions.constant(Site.Bytes)))
             .has_value();
}

/// Whether \p Site is reached in each iteration of \p Around, as far as its own conditions go.
static bool isInEachIteration(ExprContext &Expressions, const KernelProgram &Kernel,
                              const LaunchContext &Launch, const Access &Site, const Loop &Around) {
  return all_of(Site.Guards, [&](ExprRef Guard) {
    return !anyLeaf(Guard, [&](ExprRef Leaf) { return Leaf == Around.Counter; }) ||
           is_contained(Around.Exits, Expressions.logicalNot(Guard)) ||
           isBoundOfIndex(Expressions, Site, Guard) ||
           holdsForAll(Expressions, Kernel, Launch, Guard);
  });
}

namespace {

/// Where an access is made in consecutive iterations of the innermost loops.
struct IteratedOffsets {
  SmallVector<ExprRef> Offsets;
  /// Others follow, as many as nobody knows or more than are taken to follow closely.
  bool IsPartOfLoop = false;
};

} // namespace

/// The iterations, counted by \p Counter, that \p Site is reached in in \p Launch: at least the
/// first, and up to the one in which a condition of it does not hold. Nothing if they are more than
/// \p Most, or may be.
static std::optional<int64_t> countIterations(ExprContext &Expressions, const KernelProgram &Kernel,
                                              const LaunchContext &Launch, const Access &Site,
                                              ExprRef Counter, int64_t Most) {
  SmallVector<ExprRef> Guards;
  for (ExprRef Guard : Site.Guards)
    if (anyLeaf(Guard, [&](ExprRef Leaf) { return Leaf == Counter; }))
      Guards.push_back(withLaunchValues(Expressions, Guard, Kernel, Launch));
  for (int64_t Iteration = 1; Iteration <= Most; ++Iteration)
    if (any_of(Guards, [&](ExprRef Guard) {
          ExprRef In = Expressions.substitute(Guard, [&](ExprRef Leaf) {
            return Leaf == Counter ? Expressions.constant(Iteration) : nullptr;
          });
          return In->range().High == 0;
        }))
      return Iteration;
  return std::nullopt;
}

/// Where \p Site is accessed in each iteration of the innermost loops that a small constant bounds;
/// of a longer loop that \p Reach includes, in as many as follow closely upon each other.
static IteratedOffsets offsetsOf(ExprContext &Expressions, const KernelProgram &Kernel,
                                 const LaunchContext &Launch, const Access &Site, ExprRef Offset,
                                 LoopReach Reach) {
  IteratedOffsets Result = {{Offset}, false};
  SmallVector<ExprRef> &Offsets = Result.Offsets;
  for (unsigned Number : llvm::reverse(Site.Loops)) {
    const Loop &Around = Kernel.Loops[Number];
    ExprRef Counter = Around.Counter;
    // The last value of the counter is that with which the loop is left.
    int64_t Iterations = Counter ? Counter->range().High : 0;
    int64_t Most = MostIterations / int64_t(Offsets.size());
    if (Iterations < 1 || !isInEachIteration(Expressions, Kernel, Launch, Site, Around))
      break;
    if (std::optional<int64_t> Known =
            countIterations(Expressions, Kernel, Launch, Site, Counter, Most))
      Iterations = std::min(Iterations, *Known);
    if (Iterations > Most) {
      // An outer loop that is walked in part says nothing of what follows closely.
      if (Reach == LoopReach::ShortLoops || Offsets.size() > 1)
        break;
      Iterations = Most;
      Result.IsPartOfLoop = true;
    }
    SmallVector<ExprRef> All;
    for (int64_t Iteration = 0; Iteration != Iterations; ++Iteration) {
      auto In = [&](ExprRef Root) {
        return Expressions.substitute(Root, [&](ExprRef Leaf) {
          return Leaf == Counter ? Expressions.constant(Iteration) : nullptr;
        });
      };
      // The loop may be left before the access.
      if (Iteration != 0 &&
          any_of(Site.Guards, [&](ExprRef Guard) { return In(Guard)->range().High == 0; }))
        break;
      for (ExprRef Offset : Offsets)
        All.push_back(In(Offset));
    }
    Offsets = std::move(All);
    if (Result.IsPartOfLoop)
      break;
  }
  return Result;
}

namespace {

/// How far an access is apart from another one, by lane, and its bytes.
struct Part {
  std::array<int64_t, MostWarpLanes> Apart;
  unsigned Bytes;
};

} // namespace

static Part partAt(int64_t Apart, unsigned Bytes) {
  Part Result = {{}, Bytes};
  Result.Apart.fill(Apart);
  return Result;
}

/// What the active lanes of \p Request access \p Apart from it.
static SmallVector<ByteRun, MostWarpLanes> runsOf(const WarpRequest &Request, const Part &Apart) {
  SmallVector<ByteRun, MostWarpLanes> Runs;
  for (unsigned Lane = 0; Lane != MostWarpLanes; ++Lane)
    if (Request.ActiveMask >> Lane & 1) {
      int64_t Start = Request.ByteOffset[Lane] + Apart.Apart[Lane];
      Runs.push_back({Start, Start + int64_t(Apart.Bytes)});
    }
  return Runs;
}

/// The sectors that the worst request of \p Cost and those that are \p Parts apart from it touch
/// together, each with its bytes.
static std::optional<Footprint> footprintOf(const WarpRequest &Request, unsigned UnitBytes,
                                            ArrayRef<Part> Parts) {
  SmallVector<ByteRun> Pieces;
  bool NeedsOthers = true;
  for (const Part &Each : Parts) {
    SmallVector<ByteRun, MostWarpLanes> Own = runsOf(Request, Each);
    NeedsOthers &= !fillUnit(Own, UnitBytes);
    Pieces.append(Own);
  }
  if (Pieces.empty())
    return std::nullopt;
  return Footprint{unsigned(Parts.size()), unitsOf(Pieces, UnitBytes), bytesOf(Pieces),
                   NeedsOthers};
}

std::optional<Footprint> footprintOf(const AccessCost &Cost, unsigned UnitBytes,
                                     unsigned LaneBytes) {
  return footprintOf(Cost.WorstRequest, UnitBytes, partAt(0, LaneBytes));
}

/// Whether nothing but \p Stores, and operations of the warp, is between the first and the last.
static bool followEachOther(const KernelProgram &Kernel, ArrayRef<const Access *> Stores) {
  auto [First, Last] =
      std::minmax_element(Stores.begin(), Stores.end(), [](const Access *One, const Access *Other) {
        return One->NodeId < Other->NodeId;
      });
  for (unsigned Number = (*First)->NodeId; Number != (*Last)->NodeId; ++Number) {
    const Node &Between = Kernel.Nodes[Number];
    bool IsOurs = any_of(Stores, [&](const Access *Each) { return Each->NodeId == Number; });
    if (!IsOurs && Between.Kind != NodeKind::WarpOperation)
      return false;
  }
  return true;
}

std::optional<Footprint> storedTogether(const KernelProgram &Kernel, const Access &Site,
                                        const AccessCost &Cost) {
  if (!isPlainStore(Site))
    return std::nullopt;
  std::vector<Part> Parts;
  SmallVector<const Access *> Stores;
  for (const Access &Other : Kernel.Accesses) {
    if (!isPlainStore(Other) || Other.Object != Site.Object || Other.Guards != Site.Guards ||
        Other.Loops != Site.Loops)
      continue;
    std::optional<int64_t> Apart = constantDistance(Other.Offset, Site.Offset);
    if (!Apart)
      continue;
    Parts.push_back(partAt(*Apart, Other.Bytes));
    Stores.push_back(&Other);
  }
  if (Stores.size() < 2 || Stores.size() > MostStores || !followEachOther(Kernel, Stores))
    return std::nullopt;
  std::optional<Footprint> Together =
      footprintOf(Cost.WorstRequest, Kernel.Device.UnitBytes, Parts);
  return Together && Together->Sectors.Cost <= MostStoredSectors ? Together : std::nullopt;
}

/// What is known of one launch.
struct Footprints::OfLaunch {
  OfLaunch(ExprContext &Expressions, const KernelProgram &Kernel, const LaunchContext &Launch)
      : Expressions(Expressions), Kernel(Kernel), Launch(Launch) {}

  bool holds(ExprRef Guard) {
    auto [Known, IsNew] = Held.try_emplace(Guard);
    if (IsNew)
      Known->second = holdsForAll(Expressions, Kernel, Launch, Guard);
    return Known->second;
  }

  /// Whether \p Other is made wherever \p Site is, as far as their own conditions go.
  bool haveSameGuards(const Access &Site, const Access &Other) {
    auto IsWhereverOtherIs = [&](const Access &One, const Access &Another) {
      return all_of(One.Guards, [&](ExprRef Guard) {
        return is_contained(Another.Guards, Guard) || isBoundOfIndex(Expressions, One, Guard) ||
               holds(Guard);
      });
    };
    return Site.Guards == Other.Guards ||
           (IsWhereverOtherIs(Site, Other) && IsWhereverOtherIs(Other, Site));
  }

  const IteratedOffsets &offsets(const Access &Site, LoopReach Reach) {
    auto [Known, IsNew] = Offsets.try_emplace({Site.Id, Reach});
    if (IsNew)
      Known->second = offsetsOf(Expressions, Kernel, Launch, Site,
                                withLaunchValues(Expressions, Site.Offset, Kernel, Launch), Reach);
    return Known->second;
  }

  /// How far \p Offset, of \p Bytes, is apart from \p Other in the lanes of the worst request of
  /// \p Cost, of each lane a number that is the same in all blocks, as of `i ^ 1` from `i`.
  std::optional<Part> distanceByLane(ExprRef Offset, unsigned Bytes, ExprRef Other,
                                     const AccessCost &Cost) {
    ExprRef Difference = Expressions.subtract(Offset, Other);
    auto IsIndex = [](ExprRef Leaf) {
      LeafKind Kind = Leaf->leaf().Kind;
      return Kind == LeafKind::ThreadIndex || Kind == LeafKind::BlockIndex;
    };
    if (!allLeaves(Difference, IsIndex))
      return std::nullopt;
    Part Result = partAt(0, Bytes);
    for (unsigned Lane = 0; Lane != MostWarpLanes; ++Lane) {
      if (!(Cost.WorstRequest.ActiveMask >> Lane & 1))
        continue;
      std::optional<int64_t> Apart = inAllBlocks(Difference, Cost.WorstWarp, Lane);
      if (!Apart)
        return std::nullopt;
      Result.Apart[Lane] = *Apart;
    }
    return Result;
  }

  /// What the warp of the worst request of \p Cost, that of \p Site, accesses by \p Other in the
  /// same iteration, which is \p Apart in each lane, as far as the conditions of the two may hold.
  SmallVector<ByteRun> runsBeside(const Access &Site, const Access &Other, int64_t Apart,
                                  const AccessCost &Cost) {
    SmallVector<ByteRun> Runs;
    const WarpRequest &Request = Cost.WorstRequest;
    if (!Launch.blockKnown() || Request.ActiveMask == 0 || areOpposed(Site, Other, Cost.WorstWarp))
      return Runs;
    auto Reference = unsigned(llvm::countr_zero(Request.ActiveMask));
    ExprRef There = inLane(Site.Offset, Cost.WorstWarp, Reference);
    for (unsigned Lane : lanesOf(Cost.WorstWarp)) {
      std::optional<int64_t> Between =
          constantDistance(inLane(Site.Offset, Cost.WorstWarp, Lane), There);
      if (!Between || !mayPass(Other, Cost.WorstWarp, Lane))
        continue;
      int64_t Start = int64_t(Request.ByteOffset[Reference]) + *Between + Apart;
      Runs.push_back({Start, Start + int64_t(Other.Bytes)});
    }
    return Runs;
  }

private:
  /// The lanes of the \p Warp of a block that have a thread.
  iota_range<unsigned> lanesOf(unsigned Warp) const {
    uint64_t Before = uint64_t(Warp) * Kernel.Device.WarpLanes;
    return seq<unsigned>(0, unsigned(std::min<uint64_t>(Kernel.Device.WarpLanes,
                                                        *Launch.threadsPerBlock() - Before)));
  }

  /// \p Value, with what the launch says, in one thread of a block.
  ExprRef inLane(ExprRef Value, unsigned Warp, unsigned Lane) {
    BlockShape Block = {{*Launch.Block[0], *Launch.Block[1], *Launch.Block[2]}};
    std::array<int64_t, 3> Index = Block.indexOf(uint64_t(Warp) * Kernel.Device.WarpLanes + Lane);
    return Expressions.substitute(withLaunchValues(Expressions, Value, Kernel, Launch),
                                  [&](ExprRef Leaf) {
                                    return Leaf->leaf().Kind == LeafKind::ThreadIndex
                                               ? Expressions.constant(Index[Leaf->leaf().Dimension])
                                               : nullptr;
                                  });
  }

  /// Whether \p Other may be made by a lane of a warp, as far as its own conditions go.
  bool mayPass(const Access &Other, unsigned Warp, unsigned Lane) {
    return all_of(Other.Guards,
                  [&](ExprRef Guard) { return inLane(Guard, Warp, Lane)->range().High != 0; });
  }

  /// Whether conditions that are the same for all lanes of the \p Warp exclude each other.
  bool areOpposed(const Access &Site, const Access &Other, unsigned Warp) {
    return any_of(Site.Guards, [&](ExprRef Guard) {
      ExprRef Own = inWholeWarp(Guard, Warp);
      return Own && any_of(Other.Guards, [&](ExprRef Its) {
               return inWholeWarp(Its, Warp) == Expressions.logicalNot(Own);
             });
    });
  }

  /// \p Value where it is one for all lanes of the \p Warp; else null.
  ExprRef inWholeWarp(ExprRef Value, unsigned Warp) {
    ExprRef First = inLane(Value, Warp, 0);
    bool IsOne =
        First->varies() < Uniformity::Lane &&
        all_of(lanesOf(Warp), [&](unsigned Lane) { return inLane(Value, Warp, Lane) == First; });
    return IsOne ? First : nullptr;
  }

  /// \p Value in a lane of the warp of a block with that number, where it is one number in blocks
  /// all over the grid.
  std::optional<int64_t> inAllBlocks(ExprRef Value, unsigned Warp, unsigned Lane) {
    if (!Launch.blockKnown() || !Launch.gridKnown())
      return std::nullopt;
    uint64_t Thread = uint64_t(Warp) * Kernel.Device.WarpLanes + Lane;
    BlockShape Block = {{*Launch.Block[0], *Launch.Block[1], *Launch.Block[2]}};
    std::array<int64_t, 3> Index = Block.indexOf(Thread);
    // In halves of the grid: blocks that differ in one dimension, and far ones.
    constexpr std::array<std::array<uint64_t, 3>, 6> Blocks = {
        {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {2, 1, 0}, {2, 2, 2}}};
    std::optional<int64_t> Result;
    for (const std::array<uint64_t, 3> &Half : Blocks) {
      ExprRef There = Expressions.substitute(Value, [&](ExprRef Leaf) -> ExprRef {
        unsigned Dimension = Leaf->leaf().Dimension;
        if (Leaf->leaf().Kind == LeafKind::ThreadIndex)
          return Expressions.constant(Index[Dimension]);
        if (Leaf->leaf().Kind == LeafKind::BlockIndex)
          return Expressions.constant(int64_t((*Launch.Grid[Dimension] - 1) * Half[Dimension] / 2));
        return nullptr;
      });
      if (!There->isConstant() || (Result && *Result != constantOf(There)))
        return std::nullopt;
      Result = constantOf(There);
    }
    return Result;
  }

  ExprContext &Expressions;
  const KernelProgram &Kernel;
  const LaunchContext &Launch;
  DenseMap<ExprRef, bool> Held;
  std::map<std::pair<unsigned, LoopReach>, IteratedOffsets> Offsets;
};

Footprints::Footprints(ExprContext &Expressions, const KernelProgram &Kernel)
    : Expressions(Expressions), Kernel(Kernel) {}

Footprints::~Footprints() = default;

std::optional<Footprint> Footprints::find(const LaunchContext &Launch, const Access &Site,
                                          const AccessCost &Cost, LoopReach Reach) {
  auto *IsAlike = Site.Kind == AccessKind::Store ? isPlainStore : isCachedLoad;
  if (!IsAlike(Site))
    return std::nullopt;
  OfLaunch &Known = Launches.try_emplace(&Launch, Expressions, Kernel, Launch).first->second;
  std::vector<Part> Parts;
  unsigned ByLane = 0;
  const IteratedOffsets &OfSite = Known.offsets(Site, Reach);
  for (const Access &Other : Kernel.Accesses) {
    if (!IsAlike(Other) || Other.Object != Site.Object || Other.Loops != Site.Loops ||
        !Known.haveSameGuards(Site, Other))
      continue;
    for (ExprRef Offset : Known.offsets(Other, Reach).Offsets) {
      ExprRef Own = OfSite.Offsets.front();
      if (std::optional<int64_t> Apart = constantDistance(Offset, Own))
        Parts.push_back(partAt(*Apart, Other.Bytes));
      else if (++ByLane <= MostByLane)
        if (std::optional<Part> Alike = Known.distanceByLane(Offset, Other.Bytes, Own, Cost))
          Parts.push_back(*Alike);
    }
    if (Parts.size() > MostTogether)
      return std::nullopt;
  }
  if (Parts.size() < 2)
    return std::nullopt;
  std::optional<Footprint> Result = footprintOf(Cost.WorstRequest, Kernel.Device.UnitBytes, Parts);
  if (Result)
    Result->IsPartOfLoop = OfSite.IsPartOfLoop;
  return Result;
}

const Access *Footprints::conditionalUser(const LaunchContext &Launch, const Access &Site,
                                          const AccessCost &Cost) {
  auto *IsAlike = Site.Kind == AccessKind::Store ? isPlainStore : isCachedLoad;
  unsigned UnitBytes = Kernel.Device.UnitBytes;
  std::optional<Footprint> Alone = footprintOf(Cost, UnitBytes, Site.Bytes);
  if (!IsAlike(Site) || !Alone)
    return nullptr;
  OfLaunch &Known = Launches.try_emplace(&Launch, Expressions, Kernel, Launch).first->second;
  for (const Access &Other : Kernel.Accesses) {
    if (!IsAlike(Other) || Other.Object != Site.Object || Other.Loops != Site.Loops ||
        Known.haveSameGuards(Site, Other))
      continue;
    std::optional<int64_t> Apart = constantDistance(Other.Offset, Site.Offset);
    if (!Apart)
      continue;
    SmallVector<ByteRun> Runs = Known.runsBeside(Site, Other, *Apart, Cost);
    if (Runs.empty())
      continue;
    uint64_t Sectors = unitsOf(Runs, UnitBytes).Cost;
    append_range(Runs, runsOf(Cost.WorstRequest, partAt(0, Site.Bytes)));
    if (bytesOf(Runs) > Alone->Bytes &&
        unitsOf(Runs, UnitBytes).Cost < Alone->Sectors.Cost + Sectors)
      return &Other;
  }
  return nullptr;
}

} // namespace memlint
