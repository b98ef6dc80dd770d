//===- HeaderKernels.h - Kernels that several files have --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_SESSION_HEADERKERNELS_H
#define CUDA_MEMLINT_LIB_SESSION_HEADERKERNELS_H

#include "cuda-memlint/Driver/Driver.h"

namespace memlint {

struct FileAnalysis;

/// Leaves each kernel of a header in the first of \p Files that has it, with the
/// launches of all of them, and runs the checks of that file on it again. Kernels at one
/// location that the files compile to different code, by macros or for other devices, stay
/// separate.
void mergeHeaderKernels(llvm::MutableArrayRef<FileAnalysis> Files, const DriverOptions &Options);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_SESSION_HEADERKERNELS_H
