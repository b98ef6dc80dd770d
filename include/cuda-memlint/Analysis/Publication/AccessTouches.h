//===- AccessTouches.h - Which threads touch which bytes --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Bytes that threads of some blocks touch in the first iterations of the loops around an
/// access, and where threads of two blocks touch the same ones. A sample: what it finds is
/// so, what it does not find may be so all the same.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_PUBLICATION_ACCESSTOUCHES_H
#define CUDA_MEMLINT_ANALYSIS_PUBLICATION_ACCESSTOUCHES_H

#include "cuda-memlint/Analysis/Barriers/ArrivalSplit.h"

#include "cuda-memlint/Model/LaunchContext.h"

namespace memlint {

/// A thread at an access.
struct Touch {
  int64_t Offset = 0;
  ThreadId By;
};

/// Threads of different blocks that touch a common byte.
struct Encounter {
  ThreadId First, Second;
};

/// What threads of the first blocks and of the last one touch by \p Site; nothing where that
/// depends on more than thread and block indices, loop counters and arguments. Arguments that
/// \p Launch does not specify are assumed to be large and different.
std::vector<Touch> sampleTouches(ExprContext &Expressions, const KernelProgram &Kernel,
                                 const Access &Site, const LaunchContext &Launch);

/// Two threads of different blocks such that one touches by \p First what the other touches by
/// \p Second.
std::optional<Encounter> findEncounter(llvm::ArrayRef<Touch> First, unsigned FirstBytes,
                                       llvm::ArrayRef<Touch> Second, unsigned SecondBytes);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_PUBLICATION_ACCESSTOUCHES_H
