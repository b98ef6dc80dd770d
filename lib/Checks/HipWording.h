//===- HipWording.h - Findings on sources in HIP ----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_HIPWORDING_H
#define CUDA_MEMLINT_LIB_CHECKS_HIPWORDING_H

#include "llvm/ADT/ArrayRef.h"

namespace memlint {

struct FileAnalysis;

/// Words the findings of those of \p Files that are written in HIP by what HIP has, and removes
/// those that are about CUDA's toolkit or NVIDIA's devices alone.
void wordForHip(llvm::MutableArrayRef<FileAnalysis> Files);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_HIPWORDING_H
