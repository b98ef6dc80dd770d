//===- MemoryOrdering.h - Orders and scopes of accesses ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Orders and scopes of the memory model by their names in libcu++.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CUDAMODEL_MEMORYORDERING_H
#define CUDA_MEMLINT_CUDAMODEL_MEMORYORDERING_H

#include "cuda-memlint/Model/MemoryProgram.h"

namespace memlint {

/// How an access takes part in the memory model; Weak: as its type implies.
struct MemoryOrdering {
  AccessOrder Order = AccessOrder::Weak;
  ThreadScope Scope = ThreadScope::Thread;
};

/// The scope that an enumerator of cuda::thread_scope means.
std::optional<ThreadScope> scopeCalled(llvm::StringRef Enumerator);

/// The order that an enumerator of cuda::memory_order means.
std::optional<AccessOrder> orderCalled(llvm::StringRef Enumerator);

} // namespace memlint

#endif // CUDA_MEMLINT_CUDAMODEL_MEMORYORDERING_H
