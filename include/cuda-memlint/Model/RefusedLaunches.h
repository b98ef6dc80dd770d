//===- RefusedLaunches.h - Launches that do not run -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_MODEL_REFUSEDLAUNCHES_H
#define CUDA_MEMLINT_MODEL_REFUSEDLAUNCHES_H

namespace memlint {

struct KernelAnalysis;

/// The device refuses launch number \p Launch of \p Kernel for the size of its block or grid, as
/// the verdicts on its accesses say: nothing rests on it. An empty grid does not count, since the
/// host often checks the number of blocks before it launches.
bool isRefused(const KernelAnalysis &Kernel, unsigned Launch);

} // namespace memlint

#endif // CUDA_MEMLINT_MODEL_REFUSEDLAUNCHES_H
