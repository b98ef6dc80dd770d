//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All of it is in mma.h.

#ifndef __MEMLINT_CRT_MMA_H
#define __MEMLINT_CRT_MMA_H

#include "../mma.h"

#endif
