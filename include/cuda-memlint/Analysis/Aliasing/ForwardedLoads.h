//===- ForwardedLoads.h - Loads that compilers leave out --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_ALIASING_FORWARDEDLOADS_H
#define CUDA_MEMLINT_ANALYSIS_ALIASING_FORWARDEDLOADS_H

#include "cuda-memlint/Model/MemoryProgram.h"

namespace memlint {

/// A load or a store that compilers know enough of to move it or leave it out.
bool isPlainAccess(const Access &Site);

/// Whether \p Write, which is not a load, may be to the bytes of \p Load as far as a compiler
/// knows.
bool mayChange(const KernelProgram &Kernel, const Access &Write, const Access &Load);

/// Whether \p Passed may change the bytes of \p Site as far as a compiler knows, or other threads
/// may there: barriers, fences and operations of warps let them, but for what a `__restrict__`
/// pointer points to.
bool mayBeChangedBy(const KernelProgram &Kernel, const Node &Passed, const Access &Site);

/// How far away a value is looked for, in nodes of the program: one that is kept for longer
/// competes with those between for a thread's 255 registers.
inline constexpr size_t MostNodesBetween = 512;

/// The access that \p Load gets its value from without touching memory (store-to-load forwarding,
/// and elimination of common loads): the thread has loaded or stored the same bytes before, in the
/// same iteration and whenever it makes the load, and nothing between may change them as far as a
/// compiler can know. Null: there is none, and the load is made.
const Access *findForwarded(const KernelProgram &Kernel, const Access &Load);

/// Whether there may be such an access: a function such as `__ldg`, which has the address, and a
/// store under a condition of its own keep compilers from knowing in some places only.
bool mayBeForwarded(const KernelProgram &Kernel, const Access &Load);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_ALIASING_FORWARDEDLOADS_H
