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
#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <tuple>

using namespace llvm;

namespace memlint {

/// Whether the L1 cache keeps what \p Site loads.
static bool isCachedLoad(const Access &Site) {
  return Site.Space == MemorySpace::Global && Site.Kind == AccessKind::Load && Site.Offset &&
         !Site.IsVolatile && Site.Order == AccessOrder::Weak && !Site.IsUnused;
}

/// Loads of a thread that are looked at together: more would hardly stay in the cache.
static constexpr unsigned MostLoads = 64;

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

namespace {

/// Bytes of one lane.
struct Piece {
  int64_t First = 0;
  int64_t End = 0;
};

} // namespace

/// The sectors that \p Pieces touch, and the least that could hold them.
static RequestCost sectorsOf(MutableArrayRef<Piece> Pieces) {
  llvm::sort(Pieces, [](const Piece &Left, const Piece &Right) {
    return std::tie(Left.First, Left.End) < std::tie(Right.First, Right.End);
  });
  constexpr int64_t SectorBytes = TargetModel::SectorBytes;
  int64_t Bytes = 0, Sectors = 0;
  // Behind those that were counted.
  int64_t NextByte = Pieces.front().First;
  int64_t NextSector = divideFloorSigned(NextByte, SectorBytes);
  for (const Piece &Each : Pieces) {
    Bytes += std::max<int64_t>(Each.End - std::max(Each.First, NextByte), 0);
    NextByte = std::max(NextByte, Each.End);
    int64_t FirstSector = divideFloorSigned(Each.First, SectorBytes);
    int64_t EndSector = divideFloorSigned(Each.End - 1, SectorBytes) + 1;
    Sectors += std::max<int64_t>(EndSector - std::max(FirstSector, NextSector), 0);
    NextSector = std::max(NextSector, EndSector);
  }
  return {uint32_t(Sectors), uint32_t(divideCeil(uint64_t(Bytes), uint64_t(SectorBytes)))};
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
  const WarpRequest &Request = Cost.WorstRequest;
  SmallVector<Piece> Pieces;
  for (auto [Apart, Bytes] : Loads)
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      if (Request.ActiveMask >> Lane & 1) {
        int64_t Start = Request.ByteOffset[Lane] + Apart;
        Pieces.push_back({Start, Start + int64_t(Bytes)});
      }
  if (Pieces.empty())
    return std::nullopt;
  return Footprint{unsigned(Loads.size()), sectorsOf(Pieces)};
}

} // namespace memlint
