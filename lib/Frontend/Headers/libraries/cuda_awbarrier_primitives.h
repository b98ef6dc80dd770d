//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Barriers in shared memory, from the CUDA C++ Programming Guide ("Memory Barrier
// Primitives Interface").

#ifndef __MEMLINT_CUDA_AWBARRIER_PRIMITIVES_H
#define __MEMLINT_CUDA_AWBARRIER_PRIMITIVES_H

#include "cuda_runtime.h"

typedef unsigned long long __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;

__MEMLINT_D unsigned __mbarrier_maximum_count();
__MEMLINT_D void __mbarrier_init(__mbarrier_t *, unsigned);
__MEMLINT_D void __mbarrier_inval(__mbarrier_t *);
__MEMLINT_D __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *);
__MEMLINT_D __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *);
__MEMLINT_D bool __mbarrier_test_wait(__mbarrier_t *, __mbarrier_token_t);
__MEMLINT_D bool __mbarrier_test_wait_parity(__mbarrier_t *, bool);
__MEMLINT_D bool __mbarrier_try_wait(__mbarrier_t *, __mbarrier_token_t, unsigned);
__MEMLINT_D bool __mbarrier_try_wait_parity(__mbarrier_t *, bool, unsigned);
__MEMLINT_D unsigned __mbarrier_token_pending_count(__mbarrier_token_t);

#endif
