//===- Footprint.cpp - Sectors that loads touch together ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Layout/Footprint.h"

#include "cuda-memlint/Model/AccessCost.h"
#include "cuda-memlint/Model/MemoryProgram.h"
#include "cuda-memlint/Symbolic/ConstantDistance.h"
#include "cuda-memlint/Target/ByteRuns.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>

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

/// Loads of a thread that are looked at together: more would hardly stay in the cache.
static constexpr unsigned MostLoads = 64;

/// Stores that are combined, and the sectors of a warp that they touch together: 3 stores of 4
/// bytes into 12 sectors were measured to be, 5 into 20 and 2 into 32 not.
static constexpr unsigned MostStores = 3;
static constexpr unsigned MostStoredSectors = 12;

/// Iterations of the innermost loops, multiplied, that are taken to follow closely upon each other.
static constexpr int64_t MostIterations = 16;

/// Whether \p Site is reached in each iteration of \p Around, as far as its own conditions go.
static bool isInEachIteration(ExprContext &Expressions, const Access &Site, const Loop &Around) {
  return all_of(Site.Guards, [&](ExprRef Guard) {
    return !anyLeaf(Guard, [&](ExprRef Leaf) { return Leaf == Around.Counter; }) ||
           is_contained(Around.Exits, Expressions.logicalNot(Guard));
  });
}

/// Where \p Site is accessed in each iteration of the innermost loops that a constant bounds.
static SmallVector<ExprRef> offsetsOf(ExprContext &Expressions, const KernelProgram &Kernel,
                                      const Access &Site) {
  SmallVector<ExprRef> Offsets = {Site.Offset};
  for (unsigned Number : llvm::reverse(Site.Loops)) {
    const Loop &Around = Kernel.Loops[Number];
    ExprRef Counter = Around.Counter;
    // The last value of the counter is that with which the loop is left.
    int64_t Iterations = Counter ? Counter->range().High : 0;
    if (Iterations < 1 || Iterations > MostIterations / int64_t(Offsets.size()) ||
        !isInEachIteration(Expressions, Site, Around))
      break;
    SmallVector<ExprRef> All;
    for (ExprRef Offset : Offsets)
      for (int64_t Iteration = 0; Iteration != Iterations; ++Iteration)
        All.push_back(Expressions.substitute(Offset, [&](ExprRef Leaf) {
          return Leaf == Counter ? Expressions.constant(Iteration) : nullptr;
        }));
    Offsets = std::move(All);
  }
  return Offsets;
}

/// The sectors that the worst request of \p Cost and those that are \p Parts apart from it touch
/// together, each with its bytes.
static std::optional<Footprint> footprintOf(const WarpRequest &Request, unsigned UnitBytes,
                                            ArrayRef<std::pair<int64_t, unsigned>> Parts) {
  SmallVector<ByteRun> Pieces;
  for (auto [Apart, Bytes] : Parts)
    for (unsigned Lane = 0; Lane != MostWarpLanes; ++Lane)
      if (Request.ActiveMask >> Lane & 1) {
        int64_t Start = Request.ByteOffset[Lane] + Apart;
        Pieces.push_back({Start, Start + int64_t(Bytes)});
      }
  if (Pieces.empty())
    return std::nullopt;
  return Footprint{unsigned(Parts.size()), unitsOf(Pieces, UnitBytes)};
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
  SmallVector<std::pair<int64_t, unsigned>> Parts;
  SmallVector<const Access *> Stores;
  for (const Access &Other : Kernel.Accesses) {
    if (!isPlainStore(Other) || Other.Object != Site.Object || Other.Guards != Site.Guards ||
        Other.Loops != Site.Loops)
      continue;
    std::optional<int64_t> Apart = constantDistance(Other.Offset, Site.Offset);
    if (!Apart)
      continue;
    Parts.push_back({*Apart, Other.Bytes});
    Stores.push_back(&Other);
  }
  if (Stores.size() < 2 || Stores.size() > MostStores || !followEachOther(Kernel, Stores))
    return std::nullopt;
  std::optional<Footprint> Together =
      footprintOf(Cost.WorstRequest, Kernel.Device.UnitBytes, Parts);
  return Together && Together->Sectors.Cost <= MostStoredSectors ? Together : std::nullopt;
}

std::optional<Footprint> footprintOf(ExprContext &Expressions, const KernelProgram &Kernel,
                                     const Access &Site, const AccessCost &Cost) {
  if (!isCachedLoad(Site))
    return std::nullopt;
  // Of each load, how far it is apart, and its bytes.
  SmallVector<std::pair<int64_t, unsigned>> Loads;
  SmallVector<ExprRef> OfSite = offsetsOf(Expressions, Kernel, Site);
  auto Add = [&](const Access &Other, ArrayRef<ExprRef> Offsets) {
    for (ExprRef Offset : Offsets)
      if (std::optional<int64_t> Apart = constantDistance(Offset, OfSite.front()))
        Loads.push_back({*Apart, Other.Bytes});
  };
  for (const Access &Other : Kernel.Accesses) {
    if (!isCachedLoad(Other) || Other.Object != Site.Object || Other.Guards != Site.Guards ||
        Other.Loops != Site.Loops)
      continue;
    if (Site.Loops.empty())
      Add(Other, {Other.Offset});
    else
      Add(Other, offsetsOf(Expressions, Kernel, Other));
    if (Loads.size() > MostLoads)
      return std::nullopt;
  }
  if (Loads.size() < 2)
    return std::nullopt;
  return footprintOf(Cost.WorstRequest, Kernel.Device.UnitBytes, Loads);
}

} // namespace memlint
