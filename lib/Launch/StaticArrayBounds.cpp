//===- StaticArrayBounds.cpp - Blocks that arrays exclude -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StaticArrayBounds.h"

#include <set>

using namespace llvm;

namespace memlint {

namespace {

/// One thread of a block, in the first iteration of every loop.
struct ThreadValues {
  std::array<uint64_t, 3> Block;
  std::array<uint64_t, 3> Thread;

  static bool known(ExprRef Root) {
    return allLeaves(Root, [&](ExprRef Leaf) {
      LeafKind Kind = Leaf->leaf().Kind;
      return Kind == LeafKind::ThreadIndex || Kind == LeafKind::BlockDimension ||
             Kind == LeafKind::LoopCounter;
    });
  }

  int64_t operator()(ExprRef Leaf) const {
    const LeafInfo &Info = Leaf->leaf();
    if (Info.Kind == LeafKind::ThreadIndex)
      return Thread[Info.Dimension];
    return Info.Kind == LeafKind::BlockDimension ? int64_t(Block[Info.Dimension]) : 0;
  }

  bool maySatisfy(ExprRef Guard) const {
    auto May = [&](ExprRef Part) { return maySatisfy(Part); };
    if (Guard->kind() == ExprKind::And)
      return all_of(Guard->operands(), May);
    if (Guard->kind() == ExprKind::Or)
      return any_of(Guard->operands(), May);
    return !known(Guard) || evaluate(Guard, *this) != 0;
  }
  bool mustSatisfy(ExprRef Guard) const { return known(Guard) && evaluate(Guard, *this) != 0; }
};

bool mayExecute(const KernelProgram &Kernel, const Site &Where, const ThreadValues &Values) {
  for (ExprRef Guard : Where.Guards)
    if (!Values.maySatisfy(Guard))
      return false;
  for (unsigned LoopId : Where.Loops)
    for (ExprRef Exit : Kernel.Loops[LoopId].Exits)
      if (Values.mustSatisfy(Exit))
        return false;
  return true;
}

/// The index in each dimension, read off the coefficients of the byte offset;
/// empty where they do not tell the dimensions apart.
SmallVector<int64_t> indicesByDimension(const MemoryObject &Array, ExprRef Offset,
                                        const ThreadValues &Values) {
  if (Offset->kind() != ExprKind::Polynomial || Array.Extents.empty() || !Array.ElementBytes)
    return {};
  SmallVector<int64_t> Strides(Array.Extents.size());
  int64_t Stride = Array.ElementBytes;
  for (size_t Dimension = Strides.size(); Dimension-- > 0;) {
    Strides[Dimension] = Stride;
    Stride *= Array.Extents[Dimension];
  }
  SmallVector<int64_t> Indices(Strides.size(), 0);
  for (const Monomial &Term : Offset->terms()) {
    int64_t Size = std::abs(Term.Coefficient);
    const int64_t *Found = find_if(Strides, [&](int64_t Candidate) { return Candidate <= Size; });
    if (Term.Factors.size() != 1 || Found == Strides.end() || Size % *Found != 0)
      return {};
    Indices[Found - Strides.begin()] +=
        Term.Coefficient / *Found * evaluate(Term.Factors.front(), Values);
  }
  int64_t Rest = Offset->constantTerm();
  for (size_t Dimension = 0; Dimension != Strides.size(); ++Dimension) {
    // [y-1][x+1] and [y][x+k] are told apart only while k is small against a row.
    int64_t Rounded = (std::abs(Rest) + Strides[Dimension] / 2) / Strides[Dimension];
    int64_t Steps = Rest < 0 ? -Rounded : Rounded;
    Rest -= Steps * Strides[Dimension];
    if (std::abs(Rest) > Strides[Dimension] / 4)
      return {};
    Indices[Dimension] += Steps;
  }
  return Indices;
}

bool isOutOfBounds(const MemoryObject &Array, const Access &Where, const ThreadValues &Values) {
  int64_t Offset = evaluate(Where.Offset, Values);
  if (Offset < 0 || Offset + int64_t(Where.Bytes) > int64_t(*Array.SizeBytes))
    return true;
  SmallVector<int64_t> Indices = indicesByDimension(Array, Where.Offset, Values);
  for (size_t Dimension = 0; Dimension != Indices.size(); ++Dimension)
    if (Indices[Dimension] < 0 || Indices[Dimension] >= int64_t(Array.Extents[Dimension]))
      return true;
  return false;
}

/// Indices at which guards of the common kinds (first half, first quarter, first
/// thread, all) let the last thread pass.
std::set<uint64_t> sampleIndices(uint64_t Extent) {
  std::set<uint64_t> Indices = {0};
  for (uint64_t Divisor : {1, 2, 4, 8})
    if (Extent >= Divisor)
      Indices.insert(Extent / Divisor - 1);
  return Indices;
}

} // namespace

bool indexesStaticArrayOutOfBounds(const KernelProgram &Kernel,
                                   const std::array<uint64_t, 3> &Block) {
  for (const Access &Where : Kernel.Accesses) {
    const MemoryObject &Array = Kernel.Objects[Where.Object];
    if (Array.Kind != ObjectKind::StaticShared || !Array.SizeBytes || !Where.Offset ||
        !ThreadValues::known(Where.Offset))
      continue;
    for (uint64_t X : sampleIndices(Block[0]))
      for (uint64_t Y : sampleIndices(Block[1]))
        for (uint64_t Z : sampleIndices(Block[2])) {
          ThreadValues Values = {Block, {X, Y, Z}};
          if (mayExecute(Kernel, Where, Values) && isOutOfBounds(Array, Where, Values))
            return true;
        }
  }
  return false;
}

} // namespace memlint
