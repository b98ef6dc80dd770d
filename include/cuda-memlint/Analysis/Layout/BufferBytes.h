//===- BufferBytes.h - What longer rows take of a buffer -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Rows in dynamic shared memory share the bytes that a launch passes with whatever else the kernel
/// keeps there: other arrays behind them, or other data at another time.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_LAYOUT_BUFFERBYTES_H
#define CUDA_MEMLINT_ANALYSIS_LAYOUT_BUFFERBYTES_H

#include <cstdint>
#include <optional>
#include <vector>

namespace memlint {

struct Access;

/// What a kernel keeps in dynamic shared memory in one launch. All are offsets in bytes.
struct BufferUse {
  uint64_t LaunchBytes = 0;
  /// Where the rows begin, and the end of what is accessed of them.
  uint64_t Begin = 0;
  uint64_t End = 0;
  /// Where the first of the arrays behind them begins, the end of the last, and the bytes of their
  /// widest access.
  std::optional<uint64_t> Next;
  uint64_t LastEnd = 0;
  unsigned Alignment = 1;
  /// The accesses to them.
  std::vector<const Access *> Behind;
  /// The end of what stays where it is when rows become shorter: other data in the same bytes.
  uint64_t StayingEnd = 0;
};

/// How rows of another length change a buffer.
struct BufferChange {
  /// What the launch has to pass more, or may pass less.
  int64_t AtLaunch = 0;
  /// How far the arrays behind the rows move.
  uint64_t Behind = 0;

  bool operator==(const BufferChange &) const = default;
};

/// What it takes for rows of \p RowBytes in \p Buffer to have \p NewRowBytes. The launch passes
/// less only where the rows are all that it has the buffer for.
BufferChange changeRows(const BufferUse &Buffer, uint64_t RowBytes, uint64_t NewRowBytes);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_LAYOUT_BUFFERBYTES_H
