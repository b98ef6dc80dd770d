//===- CarveoutHint.h - Hints that keep blocks out -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of cuda-shared-optin on cudaFuncAttributePreferredSharedMemoryCarveout.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_CARVEOUTHINT_H
#define CUDA_MEMLINT_LIB_CHECKS_CARVEOUTHINT_H

#include "cuda-memlint/Checks/Check.h"

namespace memlint {

/// Reports launches that a hint of 0 % would keep blocks out of: which hint there is, if any, is
/// seen once all files are.
void checkCarveouts(const CheckRun &In);

/// Whether \p Item, of the check, is one of these.
bool isOfCarveout(const Finding &Item);

/// Words these findings for the hints that host code gives, and takes back those that none of them
/// matters to.
void agreeOnCarveouts(llvm::MutableArrayRef<FileAnalysis> Files);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_CARVEOUTHINT_H
