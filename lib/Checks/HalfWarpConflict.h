//===- HalfWarpConflict.h - Two rows of a tile in one warp ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_HALFWARPCONFLICT_H
#define CUDA_MEMLINT_LIB_CHECKS_HALFWARPCONFLICT_H

#include "llvm/ADT/ArrayRef.h"

namespace memlint {

struct Finding;
struct KernelAnalysis;

/// Whether \p Findings are about two rows of threads in a warp that share banks, and nothing else.
/// A second wavefront then is hardly ever what a kernel waits for: padding a convolution whose
/// loads are almost all of this kind gains nothing (docs/accuracy.md).
bool conflictsByHalves(const KernelAnalysis &Kernel, llvm::ArrayRef<Finding *> Findings);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_HALFWARPCONFLICT_H
