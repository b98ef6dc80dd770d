//===- StaticArrayBounds.h - Blocks that arrays exclude ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Recognises blocks that cannot be intended: those whose threads would index a static
/// shared array out of its bounds.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_MODEL_STATICARRAYBOUNDS_H
#define CUDA_MEMLINT_MODEL_STATICARRAYBOUNDS_H

#include "cuda-memlint/Model/MemoryProgram.h"

namespace memlint {

/// Whether some thread of a block of this shape indexes a static shared array out of
/// bounds in the first iteration of its loops, of the whole or of a dimension that the
/// source subscripts. Every thread is evaluated. Guards and loop exits that depend on more
/// than the thread and the block are taken to let the thread pass; addresses that do are
/// not looked at.
bool indexesStaticArrayOutOfBounds(const KernelProgram &Kernel,
                                   const std::array<uint64_t, 3> &Block);

} // namespace memlint

#endif // CUDA_MEMLINT_MODEL_STATICARRAYBOUNDS_H
