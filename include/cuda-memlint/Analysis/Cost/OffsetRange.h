//===- OffsetRange.h - Which bytes an access may touch ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How far an access reaches from the start of its object over a whole launch: how
/// large a buffer must be.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_COST_OFFSETRANGE_H
#define CUDA_MEMLINT_ANALYSIS_COST_OFFSETRANGE_H

#include "cuda-memlint/Symbolic/Bounds.h"
#include "cuda-memlint/Symbolic/Expression.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

namespace memlint {

struct Access;
struct KernelProgram;
struct LaunchContext;

/// What a value that is read from memory may be; empty: whatever its type holds.
using LoadedRange = llvm::function_ref<std::optional<Interval>(ExprRef Leaf)>;

/// Bounds of the byte offsets at which \p Site starts to access its object, over all
/// threads and iterations of \p Launch, whose grid and block must be known. They are never
/// too narrow, and as tight as ranges of the index expression, of loop counters and of
/// guards make them. Empty when one side has no bound, or none but that
/// of the type of a value that may be anything. \p Context must be the one that owns
/// the kernel's expressions.
std::optional<Interval> offsetRange(ExprContext &Context, const KernelProgram &Kernel,
                                    const Access &Site, const LaunchContext &Launch,
                                    LoadedRange Loaded);

/// Bounds of \p Root, an expression of \p Kernel, in \p Launch, in the first iteration of
/// all loops.
Interval valueInFirstIterations(ExprContext &Context, const KernelProgram &Kernel, ExprRef Root,
                                const LaunchContext &Launch);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_COST_OFFSETRANGE_H
