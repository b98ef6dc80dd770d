//===- UnlaunchedKernel.h - Kernels that nobody launches --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_UNLAUNCHEDKERNEL_H
#define CUDA_MEMLINT_LIB_CHECKS_UNLAUNCHEDKERNEL_H

#include <string>

namespace memlint {

struct KernelAnalysis;

/// Why nothing is lost by what \p Kernel wastes: nobody launches it. Empty: somebody may.
std::string whyNotLaunched(const KernelAnalysis &Kernel);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_UNLAUNCHEDKERNEL_H
