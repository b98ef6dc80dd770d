//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In outline, for machines without a C library: enough to read host code.

#ifndef __MEMLINT_C_UNISTD_H
#define __MEMLINT_C_UNISTD_H

#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif
unsigned sleep(unsigned);
int usleep(unsigned);
int getopt(int, char *const *, const char *) __MEMLINT_NOTHROW;
extern char *optarg;
extern int optind;
pid_t getpid(void) __MEMLINT_NOTHROW;
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
int close(int);
#ifdef __cplusplus
} // extern "C"
#endif

#endif
