//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In outline, for machines without a C library: enough to read host code.

#ifndef __MEMLINT_C_ERRNO_H
#define __MEMLINT_C_ERRNO_H

#ifdef __cplusplus
extern "C" {
#endif
int *__errno_location(void);
#define errno (*__errno_location())
#define EINTR 4
#define ENOMEM 12
#define EINVAL 22
#define ERANGE 34
#ifdef __cplusplus
} // extern "C"
#endif

#endif
