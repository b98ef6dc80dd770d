//===- ChildRun.h - Outlive whatever ends a run -----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_PROCESS_CHILDRUN_H
#define CUDA_MEMLINT_PROCESS_CHILDRUN_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace memlint {

/// Does \p Work in a copy of this process, which must have one thread only, and returns what it
/// returns, 0 to 255. The error, one line, names the signal that ended it.
llvm::Expected<int> runInChild(llvm::function_ref<int()> Work);

} // namespace memlint

#endif // CUDA_MEMLINT_PROCESS_CHILDRUN_H
