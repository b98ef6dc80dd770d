//===- LaunchPosition.h - Where a launch stands -----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_LAUNCHPOSITION_H
#define CUDA_MEMLINT_LIB_LAUNCH_LAUNCHPOSITION_H

#include "cuda-memlint/Launch/LaunchContext.h"

#include "clang/Basic/SourceLocation.h"

namespace clang {
class ASTContext;
} // namespace clang

namespace memlint {

/// \p Range as a place in a file, that of the expansion where it comes from a macro.
SourcePosition positionOf(clang::SourceRange Range, const clang::ASTContext &Ast);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_LAUNCHPOSITION_H
