//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions over a group, from the CUDA C++ Programming Guide.

#ifndef __MEMLINT_COOPERATIVE_GROUPS_REDUCE_H
#define __MEMLINT_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

namespace cooperative_groups {

template <class Group, class __T, class Operator>
__MEMLINT_D __T reduce(const Group &, __T, Operator);
template <class Group, class Destination, class __T, class Operator>
__MEMLINT_D void reduce_update_async(const Group &, Destination &, __T, Operator);
template <class Group, class Destination, class __T, class Operator>
__MEMLINT_D void reduce_store_async(const Group &, Destination &, __T, Operator);

} // namespace cooperative_groups

#endif
