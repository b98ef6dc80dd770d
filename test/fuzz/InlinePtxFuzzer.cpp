//===- InlinePtxFuzzer.cpp - Asm statements in a kernel -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An asm statement with outputs %0 to %3 and inputs %4 to %8, lowered.
///
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"
#include "KernelSource.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace memlint;

MEMLINT_FUZZ_TARGET(InlinePtx, 60) {
  std::string Literal;
  raw_string_ostream Stream(Literal);
  Stream.write_escaped(Input, /*UseHexEscapes=*/false);
  fuzz::lowerSource("__global__ void k(int *p, long long n, int i, float f) {"
                    "  __shared__ int s[256]; int a = i; long long b; float c = f; short d;"
                    "  asm volatile(\"" +
                    Literal +
                    "\" : \"=r\"(a), \"=l\"(b), \"+f\"(c), \"=h\"(d)"
                    "  : \"r\"(threadIdx.x), \"l\"(p + i), \"l\"(n), "
                    "    \"r\"((unsigned)__cvta_generic_to_shared(s + i)), \"n\"(16)"
                    "  : \"memory\");"
                    "  p[a & 1023] = s[b & 255] + d + (int)c; }");
}
