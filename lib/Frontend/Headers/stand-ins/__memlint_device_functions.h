//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Included after Clang's CUDA wrapper and a toolkit's headers: what nvcc has by then
// and the wrapper lacks. What a header declares for one type is preferred to a template.

// Clang knows neither attribute: an annotation keeps the difference.
#undef __managed__
#define __managed__ __attribute__((device, annotate("__managed__")))
#undef __cluster_dims__
#define __cluster_dims__(...) __attribute__((annotate("__cluster_dims__", __VA_ARGS__)))
// Clang has what groups of blocks need where the device has them.
#define _CG_CLUSTER_INTRINSICS_AVAILABLE

#include "../cuda/surface_indirect_functions.h"

// Loads and stores with a cache operator.
template <class __T> __attribute__((device)) __T __ldcg(const __T *);
template <class __T> __attribute__((device)) __T __ldca(const __T *);
template <class __T> __attribute__((device)) __T __ldcs(const __T *);
template <class __T> __attribute__((device)) __T __ldlu(const __T *);
template <class __T> __attribute__((device)) __T __ldcv(const __T *);
template <class __T, class __U> __attribute__((device)) void __stwb(__T *, __U);
template <class __T, class __U> __attribute__((device)) void __stcg(__T *, __U);
template <class __T, class __U> __attribute__((device)) void __stcs(__T *, __U);
template <class __T, class __U> __attribute__((device)) void __stwt(__T *, __U);

// Of types of 16 bytes.
template <class __T> __attribute__((device)) __T atomicExch(__T *, __T);
template <class __T> __attribute__((device)) __T atomicCAS(__T *, __T, __T);

__attribute__((device)) float __tanhf(float);
