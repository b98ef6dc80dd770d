//===- TemplateInstances.h - Kernel templates nobody uses -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Kernel templates that nothing in the file instantiates get an instantiation
/// made for the purpose, with plausible arguments.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_FRONTEND_TEMPLATEINSTANCES_H
#define CUDA_MEMLINT_FRONTEND_TEMPLATEINSTANCES_H

#include "cuda-memlint/Frontend/Frontend.h"

#include "llvm/ADT/DenseMap.h"

namespace clang {
class FunctionDecl;
}

namespace memlint {

struct TemplateInstances {
  /// Instantiations that were made, by their definitions: the arguments, in words,
  /// which are an assumption of all that is said of them.
  llvm::DenseMap<const clang::FunctionDecl *, std::string> Assumptions;
  /// Templates that no arguments tried fit, by their patterns: why the first ones
  /// do not.
  llvm::DenseMap<const clang::FunctionDecl *, std::string> Failures;
};

/// Instantiates each kernel template of \p File, outside system headers, that
/// the file defines but does not instantiate; member templates and static
/// members of class templates too. If launches in branches that the preprocessor skips have literal
/// arguments, there is an instance for each. Default arguments are taken as they are; else types
/// are arithmetic ones, integers what their name and use suggest. Where arguments do not fit (a
/// constraint, a static_assert, an operation that the type does not have), the next ones are tried.
/// What Clang says of a trial is not among the errors of the file.
TemplateInstances instantiateUnusedKernels(ParsedFile &File);

} // namespace memlint

#endif // CUDA_MEMLINT_FRONTEND_TEMPLATEINSTANCES_H
