//===- CrashGuard.h - Outlive a crash ---------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_FRONTEND_CRASHGUARD_H
#define CUDA_MEMLINT_FRONTEND_CRASHGUARD_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace memlint {

/// Runs \p Work on a thread with a large stack. False when it crashed or ran out
/// of stack; what it had allocated is then lost. May run on several threads at
/// once: a crash ends the work of its own thread only.
bool runGuarded(llvm::function_ref<void()> Work);

} // namespace memlint

#endif // CUDA_MEMLINT_FRONTEND_CRASHGUARD_H
