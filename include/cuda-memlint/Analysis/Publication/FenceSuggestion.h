//===- FenceSuggestion.h - Where a missing fence belongs --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_PUBLICATION_FENCESUGGESTION_H
#define CUDA_MEMLINT_ANALYSIS_PUBLICATION_FENCESUGGESTION_H

#include "cuda-memlint/Analysis/Publication/Publication.h"

namespace memlint {

/// Which of KernelProgram::InsertionPoints is closest before the signal of \p Item with a fence
/// there ordering the store and the signal; empty: none.
std::optional<unsigned> fenceBeforeSignal(ExprContext &Expressions, const KernelProgram &Kernel,
                                          const LaunchContext &Launch, const Publication &Item);

/// Which is closest before the signal of \p Item with a barrier of the block there holding it back
/// until all threads have stored; empty: none.
std::optional<unsigned> barrierBeforeSignal(ExprContext &Expressions, const KernelProgram &Kernel,
                                            const LaunchContext &Launch, const EarlySignal &Item);

/// Which is closest behind the loop that waits, with a fence there ordering the load behind it.
std::optional<unsigned> fenceBehindWait(ExprContext &Expressions, const KernelProgram &Kernel,
                                        const LaunchContext &Launch, const Publication &Item);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_PUBLICATION_FENCESUGGESTION_H
