//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All of it is in __memlint_thrust.h.

#ifndef __MEMLINT_THRUST_SHUFFLE_H
#define __MEMLINT_THRUST_SHUFFLE_H

#include <thrust/__memlint_thrust.h>

#endif
