//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In outline, for machines without a C library: enough to read host code.

#ifndef __MEMLINT_C_TIME_H
#define __MEMLINT_C_TIME_H

#include <__memlint_c.h>

#define CLOCKS_PER_SEC ((clock_t)1000000)
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#ifdef __cplusplus
extern "C" {
#endif
typedef int clockid_t;
struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
};
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
time_t time(time_t *) __MEMLINT_NOTHROW;
clock_t clock(void) __MEMLINT_NOTHROW;
double difftime(time_t, time_t) __MEMLINT_NOTHROW;
struct tm *localtime(const time_t *) __MEMLINT_NOTHROW;
struct tm *gmtime(const time_t *) __MEMLINT_NOTHROW;
char *ctime(const time_t *) __MEMLINT_NOTHROW;
size_t strftime(char *, size_t, const char *, const struct tm *) __MEMLINT_NOTHROW;
int clock_gettime(clockid_t, struct timespec *) __MEMLINT_NOTHROW;
int nanosleep(const struct timespec *, struct timespec *);
#ifdef __cplusplus
} // extern "C"
#endif

#endif
