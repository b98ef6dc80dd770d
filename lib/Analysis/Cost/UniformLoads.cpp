//===- UniformLoads.cpp - Values that a warp loads from one address -------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which loaded values are the same for all lanes of a request. Lowering asks whether an address is
/// uniform for any block; here the shape of the block is known: `row[threadIdx.x / 32]` is one
/// element for each warp of a block of 256.
///
//===----------------------------------------------------------------------===//

#include "AccessEvaluator.h"

#include "cuda-memlint/Model/LaunchArguments.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// The load whose value \p Leaf is; null where it is not one.
const Access *AccessEvaluator::loadOf(ExprRef Leaf) const {
  auto Found = find_if(Kernel.Accesses, [&](const Access &Each) {
    return Each.Result == Leaf && Each.Kind == AccessKind::Load && Each.Offset;
  });
  return Found == Kernel.Accesses.end() ? nullptr : &*Found;
}

/// Whether the kernel may write what \p Load reads: the same object, one that the launch passes the
/// same allocation for, or any by a pointer that is not followed.
bool AccessEvaluator::mayBeWritten(const Access &Load) const {
  if (Load.IsVolatile || Kernel.Objects[Load.Object].IsVolatile)
    return true;
  auto AllocationOf = [&](unsigned Object) {
    const LaunchArgument *Argument = argumentOf(Kernel.Objects[Object], Launch);
    return Argument ? Argument->SharedAllocation : 0;
  };
  auto MayBeOne = [&](unsigned Left, unsigned Right) {
    ObjectKind Kind = Kernel.Objects[Left].Kind;
    return Left == Right || Kind == ObjectKind::LoadedPointer || Kind == ObjectKind::Unknown ||
           (AllocationOf(Left) != 0 && AllocationOf(Left) == AllocationOf(Right));
  };
  return any_of(Kernel.Accesses, [&](const Access &Each) {
    return Each.Kind != AccessKind::Load && any_of(Kernel.basesOf(Each.Object), [&](unsigned Left) {
             return any_of(Kernel.basesOf(Load.Object),
                           [&](unsigned Right) { return MayBeOne(Left, Right); });
           });
  });
}

/// \p Leaf, a value read from memory, as one that all lanes of a warp share, if its load has one
/// address for each warp; else null. A request is one execution of an access by lanes in the same
/// iteration, which have come together through the load: one address gives all of them one value.
/// Where something may write there, lanes that were not together would read different values, which
/// is assumed not to be. Not so where the load is in a loop that the access is behind: lanes may
/// have left it in different iterations.
ExprRef AccessEvaluator::warpUniformLoad(ExprRef Leaf) {
  if (Leaf->varies() != Uniformity::Lane)
    return nullptr;
  if (auto Known = UniformLoads.find(Leaf); Known != UniformLoads.end())
    return Known->second;
  UniformLoads[Leaf] = nullptr;
  const Access *Load = loadOf(Leaf);
  bool IsBehindLoop = any_of(Kernel.Loops, [&](const Loop &Each) {
    return Each.makes(Leaf) && !is_contained(Site.Loops, Each.Id);
  });
  if (!Load || IsBehindLoop ||
      !isUniformInWarps(specialise(Load->Offset), Leaves,
                        [&](ExprRef Value) { return isWarpUniform(Value); }))
    return nullptr;
  if (mayBeWritten(*Load))
    addOnce(Result.Assumptions, {CostAssumption::Kind::SameInWarp, {Leaf->leaf().Name}});
  LeafInfo Info = Leaf->leaf();
  Info.Varies = Uniformity::Warp;
  return UniformLoads[Leaf] = Context.leaf(Info);
}

} // namespace memlint
