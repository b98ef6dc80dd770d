//===- SharedHeaders.h - Files that begin alike -----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_DRIVER_SHAREDHEADERS_H
#define CUDA_MEMLINT_LIB_DRIVER_SHAREDHEADERS_H

#include "cuda-memlint/Driver/SourceFiles.h"

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace memlint {

/// Those of \p Chosen, by their positions there, that may share a parse of their headers, in groups
/// of at least two: they are in one folder and equal up to their last inclusion. Whether they are
/// parsed alike is found out when they are.
std::vector<std::vector<size_t>> groupByHeaders(llvm::ArrayRef<SourceFile> Files,
                                                llvm::ArrayRef<size_t> Chosen);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_DRIVER_SHAREDHEADERS_H
