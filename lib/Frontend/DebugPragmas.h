//===- DebugPragmas.h - Pragmas of Clang's own developers -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FRONTEND_DEBUGPRAGMAS_H
#define CUDA_MEMLINT_LIB_FRONTEND_DEBUGPRAGMAS_H

namespace clang {
class Preprocessor;
} // namespace clang

namespace memlint {

/// Has `#pragma clang __debug` do nothing. It crashes Clang or has it hang on request, and
/// prints text of the source to the terminal as it is.
void ignoreDebugPragmas(clang::Preprocessor &Preprocessor);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FRONTEND_DEBUGPRAGMAS_H
