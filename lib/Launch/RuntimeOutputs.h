//===- RuntimeOutputs.h - What functions of the run time write --*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_RUNTIMEOUTPUTS_H
#define CUDA_MEMLINT_LIB_LAUNCH_RUNTIMEOUTPUTS_H

#include "llvm/ADT/StringRef.h"

namespace memlint {

/// Whether the run time's function \p Name writes the address of new memory through its first
/// argument.
bool isAllocation(llvm::StringRef Name);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_RUNTIMEOUTPUTS_H
