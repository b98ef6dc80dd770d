//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In outline, for machines without a C library: enough to read host code.

#ifndef __MEMLINT_C___MEMLINT_C_H
#define __MEMLINT_C___MEMLINT_C_H

#include <stddef.h>

#ifndef __MEMLINT_NOTHROW
#if __cplusplus >= 201103L
#define __MEMLINT_NOTHROW noexcept(true)
#else
#define __MEMLINT_NOTHROW throw()
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif
typedef long time_t;
typedef long clock_t;
typedef long ssize_t;
typedef long off_t;
typedef unsigned int uint;
typedef unsigned short ushort;
typedef unsigned long ulong;
#ifdef __cplusplus
} // extern "C"
#endif

#endif
