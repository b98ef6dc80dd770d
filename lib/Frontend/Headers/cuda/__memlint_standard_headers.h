//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What cuda_runtime.h of the toolkit includes of the standard library. Files that
// rely on it get it here; it takes long to read, hence not for all files.

#include <cmath>
#include <cstdlib>
#include <climits>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <utility>

#include "cuda_runtime.h"
