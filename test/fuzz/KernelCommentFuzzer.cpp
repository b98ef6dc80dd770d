//===- KernelCommentFuzzer.cpp - Comments to the tool ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What follows `memlint:` above a kernel and in it.
///
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"
#include "KernelSource.h"

using namespace llvm;
using namespace memlint;

MEMLINT_FUZZ_TARGET(KernelComment, 60) {
  std::string Text = Input.str();
  fuzz::lowerSource(
      "template <int N> __global__ void k(int *p, int n, unsigned m);\n// memlint: " + Text +
      "\ntemplate <int N> __global__ void k(int *p, int n, unsigned m) {\n"
      "  // memlint: " +
      Text +
      "\n  __shared__ int s[32]; s[threadIdx.x % N] = m; p[s[n & 31]] = n;\n}\n"
      "template __global__ void k<4>(int *, int, unsigned);\n");
}
