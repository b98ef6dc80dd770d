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

template <class Group, class T> __MEMLINT_D T inclusive_scan(const Group &, T);
template <class Group, class T, class Operator>
__MEMLINT_D T inclusive_scan(const Group &, T, Operator);
template <class Group, class T> __MEMLINT_D T exclusive_scan(const Group &, T);
template <class Group, class T, class Operator>
__MEMLINT_D T exclusive_scan(const Group &, T, Operator);
template <class Group, class Atomic, class T, class Operator>
__MEMLINT_D T inclusive_scan_update(const Group &, Atomic &, T, Operator);
template <class Group, class Atomic, class T>
__MEMLINT_D T inclusive_scan_update(const Group &, Atomic &, T);
template <class Group, class Atomic, class T, class Operator>
__MEMLINT_D T exclusive_scan_update(const Group &, Atomic &, T, Operator);
template <class Group, class Atomic, class T>
__MEMLINT_D T exclusive_scan_update(const Group &, Atomic &, T);

} // namespace cooperative_groups

#endif
