//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scopes and memory orders of libcu++.

#ifndef __MEMLINT_CUDA___MEMLINT_SCOPES_H
#define __MEMLINT_CUDA___MEMLINT_SCOPES_H

#include "cuda_runtime.h"
#include <stddef.h>

namespace cuda {

enum thread_scope {
  thread_scope_system,
  thread_scope_device,
  thread_scope_block,
  thread_scope_thread
};

namespace std {
enum memory_order {
  memory_order_relaxed,
  memory_order_consume,
  memory_order_acquire,
  memory_order_release,
  memory_order_acq_rel,
  memory_order_seq_cst
};
} // namespace std

using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_consume;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

__MEMLINT_HD void atomic_thread_fence(memory_order, thread_scope = thread_scope_system);
__MEMLINT_HD void atomic_signal_fence(memory_order);

} // namespace cuda

#endif
