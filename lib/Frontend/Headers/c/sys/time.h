//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In outline, for machines without a C library: enough to read host code.

#ifndef __MEMLINT_C_SYS_TIME_H
#define __MEMLINT_C_SYS_TIME_H

#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif
struct timeval {
  time_t tv_sec;
  long tv_usec;
};
int gettimeofday(struct timeval *, void *) __MEMLINT_NOTHROW;
#ifdef __cplusplus
} // extern "C"
#endif

#endif
