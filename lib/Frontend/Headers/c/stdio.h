//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In outline, for machines without a C library: enough to read host code.

#ifndef __MEMLINT_C_STDIO_H
#define __MEMLINT_C_STDIO_H

#include <__memlint_c.h>
#include <stdarg.h>

#ifdef __cplusplus
extern "C" {
#endif
typedef struct __memlint_file FILE;
extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr
#define EOF (-1)
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2

// [on demand]
int printf(const char *, ...);
int fprintf(FILE *, const char *, ...);
int sprintf(char *, const char *, ...) __MEMLINT_NOTHROW;
int snprintf(char *, size_t, const char *, ...) __MEMLINT_NOTHROW;
int vprintf(const char *, va_list);
int vfprintf(FILE *, const char *, va_list);
int vsprintf(char *, const char *, va_list) __MEMLINT_NOTHROW;
int vsnprintf(char *, size_t, const char *, va_list) __MEMLINT_NOTHROW;
int scanf(const char *, ...);
int fscanf(FILE *, const char *, ...);
int sscanf(const char *, const char *, ...) __MEMLINT_NOTHROW;
FILE *fopen(const char *, const char *);
int fclose(FILE *);
int fflush(FILE *);
size_t fread(void *, size_t, size_t, FILE *);
size_t fwrite(const void *, size_t, size_t, FILE *);
int fseek(FILE *, long, int);
long ftell(FILE *);
void rewind(FILE *);
int feof(FILE *) __MEMLINT_NOTHROW;
int ferror(FILE *) __MEMLINT_NOTHROW;
int fgetc(FILE *);
int getc(FILE *);
int getchar(void);
int ungetc(int, FILE *);
char *fgets(char *, int, FILE *);
int fputc(int, FILE *);
int putc(int, FILE *);
int putchar(int);
int fputs(const char *, FILE *);
int puts(const char *);
void perror(const char *);
int remove(const char *) __MEMLINT_NOTHROW;
int rename(const char *, const char *) __MEMLINT_NOTHROW;
int setvbuf(FILE *, char *, int, size_t) __MEMLINT_NOTHROW;
// [always]
#ifdef __cplusplus
} // extern "C"
#endif

#endif
