//===- BarrierConvergence.h - Whether threads come to a barrier as one -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What can be said for sure of who comes to a barrier, without following threads through
/// loops. Internal to the checks.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_BARRIERS_BARRIERCONVERGENCE_H
#define CUDA_MEMLINT_ANALYSIS_BARRIERS_BARRIERCONVERGENCE_H

#include <cstdint>

namespace memlint {

class ExprContext;
struct KernelProgram;
struct LaunchContext;
struct Site;

/// It is certain that either all threads of a group come to \p At or none does, and all in the
/// same iterations. A group has \p Group threads by linear index; 0: it is the block. The
/// block of \p Launch must be known.
bool meetsAsOne(ExprContext &Expressions, const KernelProgram &Kernel, const Site &At,
                const LaunchContext &Launch, unsigned Group);

/// It is certain that of each warp those lanes come to \p At that \p Mask names, and no others.
bool comesAsNamed(ExprContext &Expressions, const KernelProgram &Kernel, const Site &At,
                  const LaunchContext &Launch, uint32_t Mask);

/// Threads pass \p At by: a guard on the thread alone fails for all of them, or all leave a loop
/// around it in the first iteration.
bool isPassedBy(ExprContext &Expressions, const KernelProgram &Kernel, const Site &At,
                const LaunchContext &Launch);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_BARRIERS_BARRIERCONVERGENCE_H
