//===- Trace.h - What the oracle's run time writes --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The file that a measured program leaves: a sequence of records, each a Tag
/// and what is described beside it, in the host's byte order.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ORACLE_TRACE_H
#define CUDA_MEMLINT_ORACLE_TRACE_H

#include <cstdint>

namespace oracle {

enum class Kind : uint32_t { Load, Store, Atomic, CompareAndSwap };

/// Address spaces as the NVPTX target numbers them.
enum class Space : uint32_t { Other = 0, Global = 1, Shared = 3, Constant = 4 };

/// A string is its length (uint32_t) and its bytes.
enum class Tag : uint32_t {
  /// A place in the source: number, line, column, Kind, bytes, file (string).
  Place,
  /// A launch: kernel's name (string), its line, grid x y z, block x y z, number
  /// of parameters, for each: form (0 integer, 1 pointer, 2 other), bytes, value
  /// (uint64_t, the first 8 bytes).
  Launch,
  /// An object in memory, as the last launch sees it: number, Space, start
  /// (uint64_t), bytes (uint64_t), name (string).
  Object,
  /// A request: place, Space (Other: the lanes touch several), block, warp, mask,
  /// for each active lane its address (uint64_t).
  Request,
};

} // namespace oracle

#endif // CUDA_MEMLINT_ORACLE_TRACE_H
