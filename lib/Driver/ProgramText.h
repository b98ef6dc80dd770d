//===- ProgramText.h - Whether two programs are alike -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_DRIVER_PROGRAMTEXT_H
#define CUDA_MEMLINT_LIB_DRIVER_PROGRAMTEXT_H

#include "cuda-memlint/MemoryProgram/MemoryProgram.h"

namespace memlint {

/// A text that is equal for two programs of one kernel, lowered from different
/// files, exactly when they do the same: same accesses, at the same addresses,
/// under the same conditions. Expressions of different contexts are compared by
/// their values for some values of what is in them.
std::string describeProgram(const KernelProgram &Program);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_DRIVER_PROGRAMTEXT_H
