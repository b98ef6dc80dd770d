//===- SingleColumns.cpp - Columns of rows of any length ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SingleColumns.h"

#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>

using namespace llvm;

namespace memlint {

/// A sum of products, by their factors.
using Products = std::map<SmallVector<ExprRef, 4>, int64_t>;

namespace {

/// An offset: what is multiplied by the number of the thread in the grid, and the rest, which is
/// the same for all threads.
struct Column {
  Products RowBytes;
  Products Start;
};

} // namespace

static bool isIndex(ExprRef Factor, LeafKind Kind) {
  return Factor->isLeaf() && Factor->leaf().Kind == Kind && Factor->leaf().Dimension == 0;
}

/// \p Part without the first of its factors that is the index of \p Kind; false: none is.
static bool removeIndex(Term &Part, LeafKind Kind) {
  auto *Found = find_if(Part.Factors, [&](ExprRef Each) { return isIndex(Each, Kind); });
  if (Found == Part.Factors.end())
    return false;
  Part.Factors.erase(Found);
  return true;
}

/// Neither threads, nor blocks, nor iterations differ in it.
static bool isFixed(const Term &Part) {
  return all_of(Part.Factors, [](ExprRef Factor) {
    return Factor->varies() == Uniformity::Grid &&
           (Factor->isLeaf() ? Factor->leaf().Kind == LeafKind::Parameter : Factor->isConstant());
  });
}

/// The rows are those of an argument, not of the number of threads, or of a record.
static bool hasArgument(const Products &RowBytes) {
  return any_of(RowBytes, [](const auto &Each) { return !Each.first.empty(); });
}

/// \p Offset as the sum of a row for each thread of the grid and a fixed part; nothing if it is
/// another one.
static std::optional<Column> columnAt(ExprRef Offset, const LaunchContext &Launch) {
  Column Result;
  Products OfBlocks;
  for (Term Part : termsOf(Offset)) {
    Products *Sum = &Result.Start;
    if (removeIndex(Part, LeafKind::ThreadIndex)) {
      Sum = &Result.RowBytes;
    } else if (removeIndex(Part, LeafKind::BlockIndex)) {
      Sum = &OfBlocks;
      if (!removeIndex(Part, LeafKind::BlockDimension)) {
        if (!Launch.Block[0] || Part.Coefficient % int64_t(*Launch.Block[0]) != 0)
          return std::nullopt;
        Part.Coefficient /= int64_t(*Launch.Block[0]);
      }
    }
    if (!isFixed(Part))
      return std::nullopt;
    (*Sum)[Part.Factors] += Part.Coefficient;
  }
  if (!hasArgument(Result.RowBytes) || OfBlocks != Result.RowBytes)
    return std::nullopt;
  Result.Start[{}] += constantOf(Offset);
  return Result;
}

/// Whether both are in the same sectors of a row, at times: they are a constant apart.
static bool areClose(const Column &One, const Column &Other, unsigned UnitBytes) {
  Products Distance = One.Start;
  for (const auto &[Factors, Coefficient] : Other.Start)
    Distance[Factors] -= Coefficient;
  int64_t Constant = Distance[{}];
  Distance.erase(SmallVector<ExprRef, 4>());
  bool IsConstant = all_of(Distance, [](const auto &Each) { return Each.second == 0; });
  return IsConstant && Constant != 0 && std::abs(Constant) < int64_t(UnitBytes);
}

/// Whether lanes are as far apart as those in rows of a matrix are, and not as those at records
/// next to each other.
static bool areFarApart(const AccessCost &Cost) {
  constexpr int64_t LeastBytes = 1024;
  if (!Cost.UnknownScales.empty())
    return true;
  SmallVector<int64_t, MostWarpLanes> Offsets;
  for (unsigned Lane = 0; Lane != MostWarpLanes; ++Lane)
    if (Cost.WorstRequest.ActiveMask >> Lane & 1)
      Offsets.push_back(Cost.WorstRequest.ByteOffset[Lane]);
  llvm::sort(Offsets);
  for (size_t Next = 1; Next < Offsets.size(); ++Next)
    if (Offsets[Next] - Offsets[Next - 1] < LeastBytes)
      return false;
  return true;
}

bool accessesSingleColumns(const KernelAnalysis &Kernel, const Access &Site, unsigned Launch) {
  const LaunchContext &Context = Kernel.Launches[Launch];
  std::optional<Column> Own =
      Site.Offset ? columnAt(Site.Offset, Context) : std::optional<Column>();
  if (!Own || !areFarApart(Kernel.Verdicts[Site.Id][Launch].Cost))
    return false;
  return all_of(Kernel.Program.Accesses, [&](const Access &Other) {
    if (Other.Object != Site.Object || Other.Space != Site.Space)
      return true;
    std::optional<Column> Beside =
        Other.Offset ? columnAt(Other.Offset, Context) : std::optional<Column>();
    return Beside && Beside->RowBytes == Own->RowBytes &&
           !areClose(*Own, *Beside, Kernel.Program.Device.UnitBytes);
  });
}

} // namespace memlint
