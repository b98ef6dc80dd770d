//===- ArrivalCause.h - Where a thread takes another way --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What in the source keeps a thread from a location, and where the thread is instead.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_BARRIERS_ARRIVALCAUSE_H
#define CUDA_MEMLINT_ANALYSIS_BARRIERS_ARRIVALCAUSE_H

#include "cuda-memlint/Analysis/Barriers/ArrivalSplit.h"

namespace memlint {

struct ArrivalCause {
  /// The branch at which the thread goes another way; null: not found.
  const Node *Branch = nullptr;
  /// What the branch's condition is for the thread.
  bool Holds = false;
  /// The outermost loop around the location that the thread's way does not lead back to.
  std::optional<unsigned> LeftLoop;
  /// The thread's way leads to the end of the kernel past all that the others still do.
  bool HasReturned = false;
  /// Whichever way the thread goes instead, it ends the kernel like that: which of several branches
  /// it takes (nested conditions, labels of a switch) may be unknown. Before that it comes to no
  /// barrier or exchange among lanes.
  bool OnlyExits = false;
  /// The thread's way comes back to that of the others.
  bool Rejoins = false;
  /// Before it ends, the thread may come to a barrier or an exchange among lanes.
  bool MeetsOthers = true;
};

/// Why the missing thread of \p Split does not come to \p At.
ArrivalCause findCause(ExprContext &Expressions, const KernelProgram &Kernel, const Site &At,
                       const ArrivalSplit &Split);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_BARRIERS_ARRIVALCAUSE_H
