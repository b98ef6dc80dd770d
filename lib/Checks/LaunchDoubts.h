//===- LaunchDoubts.h - What launches leave open ----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_LAUNCHDOUBTS_H
#define CUDA_MEMLINT_LIB_CHECKS_LAUNCHDOUBTS_H

#include "cuda-memlint/Model/Finding.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

namespace memlint {

struct KernelAnalysis;

/// Why a fix that is right for the visible launches of \p Kernel is unsafe, as there may be others;
/// nothing: all are visible.
std::optional<UnsafeFix> findUnseenLaunches(const KernelAnalysis &Kernel);

/// The same of one that is right for the blocks of the visible launches.
std::optional<UnsafeFix> findUnseenBlocks(const KernelAnalysis &Kernel);

/// The same of a fix that counts on pointers that launches pass leading into different
/// allocations, those of the pairs of parameters that \p Matters holds for. One parameter twice
/// stands for it and the variables of the device.
std::optional<UnsafeFix> findDoubtfulPointers(const KernelAnalysis &Kernel,
                                              llvm::function_ref<bool(unsigned, unsigned)> Matters);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_LAUNCHDOUBTS_H
