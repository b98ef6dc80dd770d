//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of Clang for AMD's devices that code in HIP calls by itself, as what the analysis
// knows.

#ifndef __MEMLINT_AMDGCN_H
#define __MEMLINT_AMDGCN_H

#include "cuda_runtime.h"
#include <cuda/atomic>

#define __builtin_amdgcn_s_barrier() __syncthreads()
// It keeps the compiler from moving code, and waits for no lane.
#define __builtin_amdgcn_wave_barrier() ((void)0)
#define __builtin_nontemporal_load(__P) (*(__P))
#define __builtin_nontemporal_store(__V, __P) ((void)(*(__P) = (__V)))

#define __mbcnt_lo(__M, __C) __builtin_amdgcn_mbcnt_lo(__M, __C)
#define __mbcnt_hi(__M, __C) __builtin_amdgcn_mbcnt_hi(__M, __C)
#define __ballot64(__P) __ballot(__P)

// The scope of a wave, for which CUDA has none, counts as that of the block.
template <cuda::thread_scope __S> struct __memlint_scope {
  static constexpr cuda::thread_scope value = __S;
};
#define __MEMLINT_SCOPE_CALLED(__NAME)                                                               \
  __memlint_scope<(__NAME)[0] == 'a'   ? cuda::thread_scope_device                                   \
                  : (__NAME)[0] == 'w' ? cuda::thread_scope_block                                    \
                  : (__NAME)[0] == 's' ? cuda::thread_scope_thread                                   \
                                       : cuda::thread_scope_system>::value
#define __builtin_amdgcn_fence(__ORDER, __NAME, ...)                                                 \
  cuda::atomic_thread_fence((cuda::memory_order)(__ORDER), __MEMLINT_SCOPE_CALLED(__NAME))

#define __MEMLINT_SCOPE(__S)                                                                         \
  ((__S) == __HIP_MEMORY_SCOPE_SYSTEM         ? cuda::thread_scope_system                            \
   : (__S) == __HIP_MEMORY_SCOPE_AGENT        ? cuda::thread_scope_device                            \
   : (__S) == __HIP_MEMORY_SCOPE_SINGLETHREAD ? cuda::thread_scope_thread                            \
                                              : cuda::thread_scope_block)
#define __MEMLINT_ATOMIC_AT(__P, __S)                                                                \
  cuda::atomic_ref<__remove_cv(__typeof__(*(__P))), __MEMLINT_SCOPE(__S)>(                           \
      const_cast<__remove_cv(__typeof__(*(__P))) &>(*(__P)))
#define __MEMLINT_ORDER(__O) ((cuda::memory_order)(__O))
#define __hip_atomic_load(__P, __O, __S) __MEMLINT_ATOMIC_AT(__P, __S).load(__MEMLINT_ORDER(__O))
#define __hip_atomic_store(__P, __V, __O, __S)                                                       \
  __MEMLINT_ATOMIC_AT(__P, __S).store(__V, __MEMLINT_ORDER(__O))
#define __hip_atomic_exchange(__P, __V, __O, __S)                                                    \
  __MEMLINT_ATOMIC_AT(__P, __S).exchange(__V, __MEMLINT_ORDER(__O))
#define __hip_atomic_compare_exchange_strong(__P, __E, __V, __O, __F, __S)                           \
  __MEMLINT_ATOMIC_AT(__P, __S).compare_exchange_strong(*(__E), __V, __MEMLINT_ORDER(__O))
#define __hip_atomic_compare_exchange_weak(__P, __E, __V, __O, __F, __S)                             \
  __MEMLINT_ATOMIC_AT(__P, __S).compare_exchange_weak(*(__E), __V, __MEMLINT_ORDER(__O))
#define __hip_atomic_fetch_add(__P, __V, __O, __S)                                                   \
  __MEMLINT_ATOMIC_AT(__P, __S).fetch_add(__V, __MEMLINT_ORDER(__O))
#define __hip_atomic_fetch_sub(__P, __V, __O, __S)                                                   \
  __MEMLINT_ATOMIC_AT(__P, __S).fetch_sub(__V, __MEMLINT_ORDER(__O))
#define __hip_atomic_fetch_and(__P, __V, __O, __S)                                                   \
  __MEMLINT_ATOMIC_AT(__P, __S).fetch_and(__V, __MEMLINT_ORDER(__O))
#define __hip_atomic_fetch_or(__P, __V, __O, __S)                                                    \
  __MEMLINT_ATOMIC_AT(__P, __S).fetch_or(__V, __MEMLINT_ORDER(__O))
#define __hip_atomic_fetch_xor(__P, __V, __O, __S)                                                   \
  __MEMLINT_ATOMIC_AT(__P, __S).fetch_xor(__V, __MEMLINT_ORDER(__O))
#define __hip_atomic_fetch_min(__P, __V, __O, __S)                                                   \
  __MEMLINT_ATOMIC_AT(__P, __S).fetch_min(__V, __MEMLINT_ORDER(__O))
#define __hip_atomic_fetch_max(__P, __V, __O, __S)                                                   \
  __MEMLINT_ATOMIC_AT(__P, __S).fetch_max(__V, __MEMLINT_ORDER(__O))

#endif
