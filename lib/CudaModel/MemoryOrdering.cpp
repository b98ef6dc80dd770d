//===- MemoryOrdering.cpp - Orders and scopes of accesses -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/CudaModel/MemoryOrdering.h"

#include "llvm/ADT/StringSwitch.h"

namespace memlint {

std::optional<ThreadScope> scopeCalled(llvm::StringRef Enumerator) {
  if (!Enumerator.consume_front("thread_scope_"))
    return std::nullopt;
  return llvm::StringSwitch<std::optional<ThreadScope>>(Enumerator)
      .Case("thread", ThreadScope::Thread)
      .Case("block", ThreadScope::Block)
      .Case("cluster", ThreadScope::Cluster)
      .Case("device", ThreadScope::Device)
      .Case("system", ThreadScope::System)
      .Default(std::nullopt);
}

std::optional<AccessOrder> orderCalled(llvm::StringRef Enumerator) {
  // Since C++20 the enumeration has a scope of its own.
  Enumerator.consume_front("memory_order_");
  return llvm::StringSwitch<std::optional<AccessOrder>>(Enumerator)
      .Case("relaxed", AccessOrder::Relaxed)
      .Cases("acquire", "consume", AccessOrder::Acquire)
      .Case("release", AccessOrder::Release)
      .Case("acq_rel", AccessOrder::AcquireRelease)
      .Case("seq_cst", AccessOrder::SequentiallyConsistent)
      .Default(std::nullopt);
}

} // namespace memlint
