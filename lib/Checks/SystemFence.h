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

struct Access;
struct Finding;
struct KernelProgram;

/// Reports stores to flags that the host polls while the kernel runs, with data before them that no
/// fence of the whole system orders.
void reportSystemFences(const CheckRun &In);

/// Likewise of flags that launches of the same kernel poll on other devices.
void reportPeerFences(const CheckRun &In);

/// Something in \p Program orders stores for the whole system, or may.
bool mayOrderForSystem(const KernelProgram &Program);

/// Reports that no fence of the whole system orders the stores \p Data and \p Flag. \p Polls says
/// who waits for the flag: "the host polls".
Finding &reportMissingFence(const CheckRun &In, llvm::StringRef Polls, const Access &Data,
                            const Access &Flag);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_SYSTEMFENCE_H
