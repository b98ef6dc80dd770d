//===- BlockReuse.h - What the threads of a block load again ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_MENDS_BLOCKREUSE_H
#define CUDA_MEMLINT_ANALYSIS_MENDS_BLOCKREUSE_H

#include "cuda-memlint/Target/TargetModel.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace memlint {

class ExprContext;
struct KernelAnalysis;

/// Loads of elements that several threads of a block load, or one of them several times, so that
/// a tile in shared memory would take most of their sectors from them.
struct BlockReuse {
  /// By Id, of one array, in one loop or in none.
  std::vector<unsigned> Loads;
  /// The loop around them whose iterations the tile serves, and how many, the first; the loops in
  /// it are served completely.
  std::optional<unsigned> Loop;
  uint64_t Iterations = 1;
  /// Of the block that is looked at, in the middle of the grid: the sectors of all requests, and
  /// how many different ones these are.
  uint64_t Sectors = 0;
  uint64_t Different = 0;
  /// Of the same block: the bytes that the lanes of each request load, and how many different ones
  /// these are.
  uint64_t Bytes = 0;
  uint64_t DifferentBytes = 0;
};

/// What the threads of a block of \p Kernel load again in launch number \p Launch, where all
/// addresses are known. Nothing of arrays that the kernel writes, or whose elements the loop puts
/// into a tile already.
std::vector<BlockReuse> findBlockReuse(ExprContext &Expressions, const KernelAnalysis &Kernel,
                                       const TargetModel &Target, unsigned Launch);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_MENDS_BLOCKREUSE_H
