//===- SystemFence.h - Data that the host waits for -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_SYSTEMFENCE_H
#define CUDA_MEMLINT_LIB_CHECKS_SYSTEMFENCE_H

#include "cuda-memlint/Checks/Check.h"

namespace memlint {

/// Reports stores to flags that the host polls while the kernel runs, with data before them that no
/// fence of the whole system orders.
void reportSystemFences(const CheckRun &In);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_SYSTEMFENCE_H
