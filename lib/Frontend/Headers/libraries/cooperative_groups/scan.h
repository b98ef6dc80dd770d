//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prefix sums over a group, from the CUDA C++ Programming Guide.

#ifndef __MEMLINT_COOPERATIVE_GROUPS_SCAN_H
#define __MEMLINT_COOPERATIVE_GROUPS_SCAN_H

#include "../cooperative_groups.h"

namespace cooperative_groups {

template <class Group, class __T> __MEMLINT_D __T inclusive_scan(const Group &, __T);
template <class Group, class __T, class Operator>
__MEMLINT_D __T inclusive_scan(const Group &, __T, Operator);
template <class Group, class __T> __MEMLINT_D __T exclusive_scan(const Group &, __T);
template <class Group, class __T, class Operator>
__MEMLINT_D __T exclusive_scan(const Group &, __T, Operator);
template <class Group, class Atomic, class __T, class Operator>
__MEMLINT_D __T inclusive_scan_update(const Group &, Atomic &, __T, Operator);
template <class Group, class Atomic, class __T>
__MEMLINT_D __T inclusive_scan_update(const Group &, Atomic &, __T);
template <class Group, class Atomic, class __T, class Operator>
__MEMLINT_D __T exclusive_scan_update(const Group &, Atomic &, __T, Operator);
template <class Group, class Atomic, class __T>
__MEMLINT_D __T exclusive_scan_update(const Group &, Atomic &, __T);

} // namespace cooperative_groups

#endif
