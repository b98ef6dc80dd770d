//===- OneWarpBlock.h - Kernels for blocks of one warp ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether a kernel may be meant for blocks of one warp. Internal to the launch contexts.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_ONEWARPBLOCK_H
#define CUDA_MEMLINT_LIB_LAUNCH_ONEWARPBLOCK_H

#include "cuda-memlint/Model/MemoryProgram.h"

namespace memlint {

/// Nothing in \p Kernel depends on the number of a thread's warp, and it uses the number of the
/// lane or has no barrier for several warps.
bool mayMeanOneWarp(const KernelProgram &Kernel);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_ONEWARPBLOCK_H
