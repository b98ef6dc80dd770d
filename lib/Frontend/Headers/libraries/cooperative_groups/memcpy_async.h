//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies by a group, from the CUDA C++ Programming Guide. Sizes are bytes; those with
// two layouts count elements.

#ifndef __MEMLINT_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define __MEMLINT_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "../cooperative_groups.h"
#include "../cuda/__memlint_sizes.h"

namespace cooperative_groups {

template <class Group, class __T>
__MEMLINT_D void memcpy_async(const Group &, __T *, const __T *, size_t);
template <class Group, class __T, size_t Alignment>
__MEMLINT_D void memcpy_async(const Group &, __T *, const __T *,
                              const cuda::aligned_size_t<Alignment> &);
template <class Group, class To, class From, class ToLayout, class FromLayout>
__MEMLINT_D void memcpy_async(const Group &, To *, const ToLayout &, const From *,
                              const FromLayout &);
template <class Group> __MEMLINT_D void wait(const Group &);
template <unsigned Stages, class Group> __MEMLINT_D void wait_prior(const Group &);

} // namespace cooperative_groups

#endif
