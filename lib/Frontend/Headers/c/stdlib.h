//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In outline, for machines without a C library: enough to read host code.

#ifndef __MEMLINT_C_STDLIB_H
#define __MEMLINT_C_STDLIB_H

#include <__memlint_c.h>

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#ifdef __cplusplus
extern "C" {
#endif
typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;

// [on demand]
void *malloc(size_t) __MEMLINT_NOTHROW;
void *calloc(size_t, size_t) __MEMLINT_NOTHROW;
void *realloc(void *, size_t) __MEMLINT_NOTHROW;
void *aligned_alloc(size_t, size_t) __MEMLINT_NOTHROW;
int posix_memalign(void **, size_t, size_t) __MEMLINT_NOTHROW;
void free(void *) __MEMLINT_NOTHROW;
void exit(int) __MEMLINT_NOTHROW __attribute__((noreturn));
void _Exit(int) __MEMLINT_NOTHROW __attribute__((noreturn));
void abort(void) __MEMLINT_NOTHROW __attribute__((noreturn));
int atexit(void (*)(void)) __MEMLINT_NOTHROW;
int system(const char *);
char *getenv(const char *) __MEMLINT_NOTHROW;
int setenv(const char *, const char *, int) __MEMLINT_NOTHROW;
int atoi(const char *) __MEMLINT_NOTHROW;
long atol(const char *) __MEMLINT_NOTHROW;
long long atoll(const char *) __MEMLINT_NOTHROW;
double atof(const char *) __MEMLINT_NOTHROW;
long strtol(const char *, char **, int) __MEMLINT_NOTHROW;
unsigned long strtoul(const char *, char **, int) __MEMLINT_NOTHROW;
long long strtoll(const char *, char **, int) __MEMLINT_NOTHROW;
unsigned long long strtoull(const char *, char **, int) __MEMLINT_NOTHROW;
float strtof(const char *, char **) __MEMLINT_NOTHROW;
double strtod(const char *, char **) __MEMLINT_NOTHROW;
int rand(void) __MEMLINT_NOTHROW;
void srand(unsigned) __MEMLINT_NOTHROW;
long random(void) __MEMLINT_NOTHROW;
void srandom(unsigned) __MEMLINT_NOTHROW;
double drand48(void) __MEMLINT_NOTHROW;
void srand48(long) __MEMLINT_NOTHROW;
int abs(int) __MEMLINT_NOTHROW;
long labs(long) __MEMLINT_NOTHROW;
long long llabs(long long) __MEMLINT_NOTHROW;
div_t div(int, int) __MEMLINT_NOTHROW;
ldiv_t ldiv(long, long) __MEMLINT_NOTHROW;
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
// [always]
#ifdef __cplusplus
} // extern "C"
#endif

#endif
