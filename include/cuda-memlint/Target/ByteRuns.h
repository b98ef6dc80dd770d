//===- ByteRuns.h - Units that runs of bytes touch together -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The union of what several lanes or requests access.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TARGET_BYTERUNS_H
#define CUDA_MEMLINT_TARGET_BYTERUNS_H

#include "cuda-memlint/Target/WarpRequest.h"

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>

namespace memlint {

/// Bytes of global memory, from the first to the one before the end.
struct ByteRun {
  int64_t First = 0;
  int64_t End = 0;
};

/// The units of \p UnitBytes that \p Runs (not empty) touch, each counted once, and the least that
/// could hold their bytes. Sorts \p Runs.
RequestCost unitsOf(llvm::MutableArrayRef<ByteRun> Runs, unsigned UnitBytes);

/// How many bytes \p Runs have. Sorts them.
uint64_t bytesOf(llvm::MutableArrayRef<ByteRun> Runs);

/// Whether \p Runs have all bytes of some unit of \p UnitBytes. Sorts them.
bool fillUnit(llvm::MutableArrayRef<ByteRun> Runs, unsigned UnitBytes);

} // namespace memlint

#endif // CUDA_MEMLINT_TARGET_BYTERUNS_H
