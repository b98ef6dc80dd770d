//===- HostCodeErrors.h - Errors that no kernel depends on ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An error in a host function or variable leaves every kernel as it is written. One elsewhere may
/// not: a type, a device function or the kernel itself may be another than the source says, or
/// missing. In `KERNEL void k(int *p) { ... }` without the macro it is an error in front of the
/// parameters that makes a host function of the kernel.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FRONTEND_HOSTCODEERRORS_H
#define CUDA_MEMLINT_LIB_FRONTEND_HOSTCODEERRORS_H

#include "clang/Basic/SourceLocation.h"

#include "llvm/ADT/ArrayRef.h"

#include <memory>
#include <vector>

namespace clang {
class ASTContext;
class PPCallbacks;
class SourceManager;
} // namespace clang

namespace memlint {

/// Notes in \p Uses each location outside of system headers where `__global__` is written, for as
/// long as the preprocessor runs.
std::unique_ptr<clang::PPCallbacks> noteKernelSpecifiers(const clang::SourceManager &Sources,
                                                         std::vector<clang::SourceLocation> &Uses);

struct LocatedError {
  clang::SourceLocation Location;
  /// Outside of functions the parser skips text for it, or takes it for another declaration than
  /// it is.
  bool MayHideDeclaration = false;
};

/// For each of \p Errors whether it is in the text of a host function or variable, and in no
/// device lambda there. Outside of parameters and bodies it is not if it may hide a declaration,
/// or if the function may be a kernel. None is if one of \p KernelSpecifiers belongs to no function
/// at namespace or class scope: an error, such as a missing brace, then has swallowed a kernel.
std::vector<bool> findHostCodeErrors(clang::ASTContext &Ast,
                                     llvm::ArrayRef<clang::SourceLocation> KernelSpecifiers,
                                     llvm::ArrayRef<LocatedError> Errors);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FRONTEND_HOSTCODEERRORS_H
