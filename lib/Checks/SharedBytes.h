//===- SharedBytes.h - Shared memory that a kernel declares ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_SHAREDBYTES_H
#define CUDA_MEMLINT_LIB_CHECKS_SHAREDBYTES_H

#include "cuda-memlint/Model/MemoryProgram.h"

namespace memlint {

/// Bytes of the shared arrays that \p Kernel declares and reads: the compiler may leave out others.
uint64_t staticSharedBytes(const KernelProgram &Kernel);

/// Whether a call of host code that names \p Called, as SharedLimitCall::Kernel does, is about the
/// kernel \p Name, an instance perhaps.
bool isCallFor(llvm::StringRef Called, llvm::StringRef Name);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_SHAREDBYTES_H
