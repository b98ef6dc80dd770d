//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In outline, for machines without a C library: enough to read host code.

#ifndef __MEMLINT_C_SYS_TYPES_H
#define __MEMLINT_C_SYS_TYPES_H

#include <__memlint_c.h>

#ifdef __cplusplus
extern "C" {
#endif
typedef int pid_t;
typedef unsigned int mode_t;
#ifdef __cplusplus
} // extern "C"
#endif

#endif
