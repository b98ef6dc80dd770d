//===- EncodingCheck.h - Files that are not source text ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FRONTEND_ENCODINGCHECK_H
#define CUDA_MEMLINT_LIB_FRONTEND_ENCODINGCHECK_H

#include "cuda-memlint/Frontend/Frontend.h"

#include <optional>

namespace memlint {

/// The error of the file at \p Path if its \p Contents are not source text: UTF-16, UTF-32, or
/// other bytes with null bytes among them. nvcc ignores null
/// bytes: in a file that Clang reads without errors, they are one only if there is nothing else.
std::optional<ParseDiagnostic> findEncodingError(llvm::StringRef Path, llvm::StringRef Contents,
                                                 bool HasErrors);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FRONTEND_ENCODINGCHECK_H
