//===- WaitingLoops.h - Loops that other threads end ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether a loop may wait for what another thread writes, or ends by what its own thread does.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_RACES_WAITINGLOOPS_H
#define CUDA_MEMLINT_ANALYSIS_RACES_WAITINGLOOPS_H

namespace memlint {

struct KernelProgram;

/// An exit of loop \p Number depends on a value that is made in the loop and that other threads
/// may change, and not on the number of iterations.
bool mayWaitForOthers(const KernelProgram &Kernel, unsigned Number);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_RACES_WAITINGLOOPS_H
