//===- SharedOptIns.h - Attributes of kernels for shared memory -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the calls by which host code lets kernels use more dynamic shared memory than every
/// kernel may: `cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)`,
/// and says how much of a multiprocessor's memory shall be shared memory:
/// `cudaFuncAttributePreferredSharedMemoryCarveout`.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LAUNCH_SHAREDOPTINS_H
#define CUDA_MEMLINT_LAUNCH_SHAREDOPTINS_H

#include "cuda-memlint/Model/FileFacts.h"

namespace clang {
class ASTContext;
}

namespace memlint {

/// Fills FileFacts::SharedLimits and FileFacts::Carveouts.
void findSharedOptIns(clang::ASTContext &Ast, FileFacts &Facts);

} // namespace memlint

#endif // CUDA_MEMLINT_LAUNCH_SHAREDOPTINS_H
