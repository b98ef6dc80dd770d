//===- FirstIteration.h - A thread before its loops turn --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which sites a thread of a block executes in the first iteration of every loop, and with
/// which addresses: enough to recognise blocks that cannot be intended.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_MODEL_FIRSTITERATION_H
#define CUDA_MEMLINT_MODEL_FIRSTITERATION_H

#include "cuda-memlint/Model/MemoryProgram.h"

namespace memlint {

/// One thread of a block, in the first iteration of every loop.
struct FirstIteration {
  std::array<uint64_t, 3> Block = {1, 1, 1};
  std::array<uint64_t, 3> Thread = {};

  /// Whether \p Root depends on the thread, its block's extents and loop counters only.
  static bool decides(ExprRef Root);
  /// The value of a leaf of an expression that it decides.
  int64_t operator()(ExprRef Leaf) const;
};

/// Calls \p Visit for each thread of \p Block that may execute \p Where, until it returns
/// false. Conditions on more than a first iteration decides are taken to hold. Threads are left out
/// that differ from others only in indices that neither the conditions around \p Where nor \p Roots
/// depend on.
void forEachThreadAt(const KernelProgram &Kernel, const Site &Where,
                     const std::array<uint64_t, 3> &Block, llvm::ArrayRef<ExprRef> Roots,
                     llvm::function_ref<bool(const FirstIteration &)> Visit);

} // namespace memlint

#endif // CUDA_MEMLINT_MODEL_FIRSTITERATION_H
