//===- PathList.h - Paths in one value of an option -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// nvcc takes several paths in one value, separated by commas (CUDA Compiler Driver NVCC
/// documentation, "Command Option Types and Notation"); a path in double quotes may have
/// commas itself, as nvcc 13.0 was seen to take it.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_FRONTEND_PATHLIST_H
#define CUDA_MEMLINT_FRONTEND_PATHLIST_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace memlint {

/// The paths in \p Value, without quotes; empty ones are left out.
llvm::SmallVector<llvm::StringRef, 4> splitPathList(llvm::StringRef Value);

/// \p Path as one entry of such a value.
std::string quoteForPathList(llvm::StringRef Path);

/// \p Path as a value of nvcc's -Xcompiler, which reaches the host compiler through a shell.
std::string quoteForHostCompiler(llvm::StringRef Path);

/// Whether `#include` can name \p Path, which `-include` and `-imacros` are translated to.
bool canBeIncluded(llvm::StringRef Path);

} // namespace memlint

#endif // CUDA_MEMLINT_FRONTEND_PATHLIST_H
