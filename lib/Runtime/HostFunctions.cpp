//===- HostFunctions.cpp - The static binary asks nothing of the host -----===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A statically linked C library still loads shared code of the host in two
/// locations that LLVM reaches: the user database (to expand `~` when HOME is not
/// set, or `~name`) and plugins. What it loads must be of the very version it
/// was linked with, or the process may crash. These definitions take the
/// place of the C library's: no user is known, and nothing is ever loaded.
///
//===----------------------------------------------------------------------===//

#include <cstddef>
#include <dlfcn.h>
#include <pwd.h>
#include <sys/types.h>

extern "C" {

int getpwnam_r(const char *, passwd *, char *, size_t, passwd **Result) {
  *Result = nullptr;
  return 0;
}

int getpwuid_r(uid_t, passwd *, char *, size_t, passwd **Result) {
  *Result = nullptr;
  return 0;
}

void *dlopen(const char *, int) noexcept { return nullptr; }

void *dlsym(void *, const char *) noexcept { return nullptr; }

int dlclose(void *) noexcept { return -1; }

char *dlerror() noexcept {
  static char Message[] = "a statically linked program loads no plugins";
  return Message;
}

} // extern "C"
