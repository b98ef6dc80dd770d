//===- BlockInference.h - Blocks that indices imply -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Infers the block of a kernel from its indices. In `blockIdx.x * 128 + threadIdx.x` the
/// threads of a block fill the distance between two blocks, so there are 128 of them.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_BLOCKINFERENCE_H
#define CUDA_MEMLINT_LIB_LAUNCH_BLOCKINFERENCE_H

#include "cuda-memlint/Model/MemoryProgram.h"

#include <set>

namespace memlint {

/// What the indices of a kernel say of one dimension of its block.
struct InferredExtent {
  /// What most of them say; empty: nothing, or they disagree.
  std::optional<uint64_t> Extent;
  /// One that says so: "blockIdx.x * 128 + threadIdx.x".
  std::string Index;
  /// A store that each thread makes says so: a larger block would write elements twice.
  bool IsFromStore = false;
  /// What any of them says.
  std::set<uint64_t> Mentioned;
};

/// Reads the indices of global memory in \p Kernel as numbers of mixed radix, whose digits are
/// the indices of block and thread and loop counters: the extent of a thread index is the
/// quotient of the next larger stride by its own. Indices with `blockDim` beside `blockIdx`
/// say nothing, nor do accesses that only some threads of a block come to.
std::array<InferredExtent, 3> inferBlock(const KernelProgram &Kernel);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_BLOCKINFERENCE_H
