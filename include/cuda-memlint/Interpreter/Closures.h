//===- Closures.h - What lambdas are converted to ---------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_INTERPRETER_CLOSURES_H
#define CUDA_MEMLINT_INTERPRETER_CLOSURES_H

namespace clang {
class CXXMethodDecl;
} // namespace clang

namespace memlint {

/// The call operator that \p Member of a lambda's class stands for: the conversion to a pointer to
/// a function, or the function that it gives, whose body Clang leaves empty. Null: the operator of
/// a generic lambda has no such instance.
const clang::CXXMethodDecl *operatorBehind(const clang::CXXMethodDecl &Member);

} // namespace memlint

#endif // CUDA_MEMLINT_INTERPRETER_CLOSURES_H
