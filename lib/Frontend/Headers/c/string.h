//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In outline, for machines without a C library: enough to read host code.

#ifndef __MEMLINT_C_STRING_H
#define __MEMLINT_C_STRING_H

#include <__memlint_c.h>

#ifdef __cplusplus
extern "C" {
#endif
// [on demand]
void *memcpy(void *, const void *, size_t) __MEMLINT_NOTHROW;
void *memmove(void *, const void *, size_t) __MEMLINT_NOTHROW;
void *memset(void *, int, size_t) __MEMLINT_NOTHROW;
int memcmp(const void *, const void *, size_t) __MEMLINT_NOTHROW;
size_t strlen(const char *) __MEMLINT_NOTHROW;
char *strcpy(char *, const char *) __MEMLINT_NOTHROW;
char *strncpy(char *, const char *, size_t) __MEMLINT_NOTHROW;
char *strcat(char *, const char *) __MEMLINT_NOTHROW;
char *strncat(char *, const char *, size_t) __MEMLINT_NOTHROW;
int strcmp(const char *, const char *) __MEMLINT_NOTHROW;
int strncmp(const char *, const char *, size_t) __MEMLINT_NOTHROW;
int strcasecmp(const char *, const char *) __MEMLINT_NOTHROW;
int strncasecmp(const char *, const char *, size_t) __MEMLINT_NOTHROW;
char *strtok(char *, const char *) __MEMLINT_NOTHROW;
char *strdup(const char *) __MEMLINT_NOTHROW;
char *strerror(int) __MEMLINT_NOTHROW;
size_t strspn(const char *, const char *) __MEMLINT_NOTHROW;
size_t strcspn(const char *, const char *) __MEMLINT_NOTHROW;
char *strchr(const char *, int) __MEMLINT_NOTHROW;
char *strrchr(const char *, int) __MEMLINT_NOTHROW;
char *strstr(const char *, const char *) __MEMLINT_NOTHROW;
void *memchr(const void *, int, size_t) __MEMLINT_NOTHROW;
// [always]
#ifdef __cplusplus
} // extern "C"
#endif

#endif
