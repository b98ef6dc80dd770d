//===- BlockShape.h - The threads of a block and its warps ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How threads are numbered within their block, and dealt to warps.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TARGET_BLOCKSHAPE_H
#define CUDA_MEMLINT_TARGET_BLOCKSHAPE_H

#include "cuda-memlint/Target/WarpRequest.h"

namespace memlint {

/// Extents of a block, whose threads are dealt to warps by linear index:
/// (z * extent y + y) * extent x + x.
struct BlockShape {
  std::array<uint64_t, 3> Extent = {1, 1, 1};

  uint64_t threads() const { return Extent[0] * Extent[1] * Extent[2]; }
  unsigned warps(unsigned Lanes) const { return unsigned((threads() + Lanes - 1) / Lanes); }
  /// threadIdx of the thread with linear index \p Thread.
  std::array<int64_t, 3> indexOf(uint64_t Thread) const {
    return {int64_t(Thread % Extent[0]), int64_t(Thread / Extent[0] % Extent[1]),
            int64_t(Thread / Extent[0] / Extent[1])};
  }
};

using LaneValues = std::array<int64_t, MostWarpLanes>;

/// threadIdx of the lanes of one warp.
struct WarpThreads {
  /// Lanes that exist; the last warp of a block may be partial.
  LaneMask Mask = 0;
  std::array<LaneValues, 3> Index = {};
};

/// Of warp \p Warp, where each has \p Lanes lanes.
inline WarpThreads threadsOfWarp(const BlockShape &Block, unsigned Warp, unsigned Lanes) {
  WarpThreads Threads;
  for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
    uint64_t Thread = uint64_t(Warp) * Lanes + Lane;
    if (Thread >= Block.threads())
      break;
    Threads.Mask |= LaneMask(1) << Lane;
    for (unsigned Dimension = 0; Dimension != 3; ++Dimension)
      Threads.Index[Dimension][Lane] = Block.indexOf(Thread)[Dimension];
  }
  return Threads;
}

} // namespace memlint

#endif // CUDA_MEMLINT_TARGET_BLOCKSHAPE_H
