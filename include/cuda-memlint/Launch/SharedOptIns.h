//===- SharedOptIns.h - Kernels that may have more shared memory -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the calls by which host code lets kernels use more dynamic shared memory than every
/// kernel may: `cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)`.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LAUNCH_SHAREDOPTINS_H
#define CUDA_MEMLINT_LAUNCH_SHAREDOPTINS_H

#include "cuda-memlint/Model/FileFacts.h"

#include <vector>

namespace clang {
class ASTContext;
}

namespace memlint {

/// FileFacts::SharedLimits.
std::vector<SharedLimitCall> findSharedOptIns(clang::ASTContext &Ast);

} // namespace memlint

#endif // CUDA_MEMLINT_LAUNCH_SHAREDOPTINS_H
