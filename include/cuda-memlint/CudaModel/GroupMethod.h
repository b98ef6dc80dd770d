//===- GroupMethod.h - The methods of cooperative groups --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the classes of cooperative groups are, and what their methods and the functions that take a
/// group do, by their names, whichever header declares them.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CUDAMODEL_GROUPMETHOD_H
#define CUDA_MEMLINT_CUDAMODEL_GROUPMETHOD_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace memlint {

enum class GroupKind : uint8_t {
  None,
  Block,
  Tile,
  Part, ///< a tile whose size is an argument; the last one of a block may be smaller
  Coalesced,
  Cluster,
  Grid,
  Any ///< one of the others
};

enum class GroupMethod : uint8_t {
  Partition, ///< into tiles
  CallByOne, ///< calls what it is given in one thread
  // Barriers.
  Synchronise,
  Arrive,
  AwaitArrivals,
  AwaitCopies,
  AwaitPriorCopies, ///< all but the last so many
  // Where a thread is, and how many there are.
  ThreadRank,
  Size,
  TileRank,
  TileCount,
  BlockRank,
  BlockCount,
  ThreadIndex,
  BlockIndex,
  BlockExtents,
  GridExtents,
  ClusterExtents,
  ClusterPlace, ///< of a block in its cluster, or how many blocks that has
  OtherPlace,   ///< what the group does not determine
  // Exchanges among the members.
  MapShared, ///< shared memory of another block
  Shuffle,   ///< from a lane that may be another one for each
  ShuffleFromOne,
  Collect, ///< gives all members the same
  Exchange,
  Other
};

constexpr bool isBarrier(GroupMethod Method) {
  return Method >= GroupMethod::Synchronise && Method <= GroupMethod::AwaitPriorCopies;
}
/// It asks where a thread is, or how many there are.
constexpr bool isPlace(GroupMethod Method) {
  return Method >= GroupMethod::ThreadRank && Method <= GroupMethod::OtherPlace;
}
constexpr bool isShuffle(GroupMethod Method) {
  return Method == GroupMethod::Shuffle || Method == GroupMethod::ShuffleFromOne;
}
constexpr bool isExchange(GroupMethod Method) {
  return isShuffle(Method) || Method == GroupMethod::Collect || Method == GroupMethod::Exchange;
}

/// The kind of the groups that the class \p Name of theirs has.
GroupKind groupKind(llvm::StringRef Class);

/// What \p Name does, as a method of a group of \p Kind or a function that takes one.
GroupMethod groupMethod(GroupKind Kind, llvm::StringRef Name);

} // namespace memlint

#endif // CUDA_MEMLINT_CUDAMODEL_GROUPMETHOD_H
