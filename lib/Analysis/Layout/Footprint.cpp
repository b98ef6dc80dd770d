//===- Footprint.cpp - Sectors that loads touch together ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Layout/Footprint.h"

#include "cuda-memlint/Model/AccessCost.h"
#include "cuda-memlint/Model/MemoryProgram.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"

#include <set>

using namespace llvm;

namespace memlint {

/// Whether the L1 cache keeps what \p Site loads.
static bool isCachedLoad(const Access &Site) {
  return Site.Space == MemorySpace::Global && Site.Kind == AccessKind::Load && Site.Offset &&
         !Site.IsVolatile && Site.Order == AccessOrder::Weak && !Site.IsUnused;
}

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

std::optional<Footprint> footprintOf(ExprContext &Expressions, const KernelProgram &Kernel,
                                     const Access &Site, const AccessCost &Cost) {
  if (!isCachedLoad(Site))
    return std::nullopt;
  Footprint Result{0, {}};
  std::set<int64_t> Bytes, Sectors;
  const WarpRequest &Request = Cost.WorstRequest;
  ExprRef First = offsetsOf(Expressions, Kernel, Site).front();
  for (const Access &Other : Kernel.Accesses) {
    if (!isCachedLoad(Other) || Other.Object != Site.Object || Other.Guards != Site.Guards ||
        Other.Loops != Site.Loops)
      continue;
    for (ExprRef Offset : offsetsOf(Expressions, Kernel, Other)) {
      ExprRef Apart = Expressions.subtract(Offset, First);
      if (!Apart->isConstant())
        continue;
      ++Result.Loads;
      for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
        if (!(Request.ActiveMask >> Lane & 1))
          continue;
        int64_t Start = Request.ByteOffset[Lane] + Apart->constantTerm();
        for (int64_t Byte = Start; Byte != Start + int64_t(Other.Bytes); ++Byte) {
          Bytes.insert(Byte);
          Sectors.insert(divideFloorSigned(Byte, int64_t(TargetModel::SectorBytes)));
        }
      }
    }
  }
  if (Result.Loads < 2)
    return std::nullopt;
  Result.Sectors.Cost = uint32_t(Sectors.size());
  Result.Sectors.Ideal = uint32_t(divideCeil(Bytes.size(), TargetModel::SectorBytes));
  return Result;
}

} // namespace memlint
