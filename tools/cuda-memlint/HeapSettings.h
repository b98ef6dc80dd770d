//===- HeapSettings.h - How memory is asked for -----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_CUDA_MEMLINT_HEAPSETTINGS_H
#define CUDA_MEMLINT_TOOLS_CUDA_MEMLINT_HEAPSETTINGS_H

namespace memlint {

/// Each file is parsed and analysed on a thread of its own. With its usual settings, glibc has
/// separate memory for each of them, asks the system for it a few pages at a time, gives it back
/// and asks for it again. Calls after the first do nothing.
void keepFreedMemory();

/// Has the system provide at once the 2 MiB that a small file takes, and what more it takes in such
/// pieces. Page by page, as each is first touched, this takes a tenth of the run's time. After
/// keepFreedMemory().
void provideMemory();

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_CUDA_MEMLINT_HEAPSETTINGS_H
