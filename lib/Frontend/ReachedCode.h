//===- ReachedCode.h - What a function calls and reads ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FRONTEND_REACHEDCODE_H
#define CUDA_MEMLINT_LIB_FRONTEND_REACHEDCODE_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace clang {
class FunctionDecl;
class ValueDecl;
} // namespace clang

namespace memlint {

/// Calls \p Do with each function and variable that the body of \p Function may use when it runs,
/// constructors and destructors included; nothing for a function without a body.
void forEachReached(const clang::FunctionDecl &Function,
                    llvm::function_ref<void(const clang::ValueDecl &)> Do);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FRONTEND_REACHEDCODE_H
