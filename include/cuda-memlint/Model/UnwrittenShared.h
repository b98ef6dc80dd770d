//===- UnwrittenShared.h - Shared memory that is never written --*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A sign that a block is not the one that a kernel is written for.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_MODEL_UNWRITTENSHARED_H
#define CUDA_MEMLINT_MODEL_UNWRITTENSHARED_H

#include "cuda-memlint/Model/MemoryProgram.h"

#include <array>

namespace memlint {

/// With a block of that shape, threads of \p Kernel read shared memory that no thread writes, as
/// far as thread indices decide that.
bool readsUnwrittenShared(const KernelProgram &Kernel, const std::array<uint64_t, 3> &Block);

} // namespace memlint

#endif // CUDA_MEMLINT_MODEL_UNWRITTENSHARED_H
