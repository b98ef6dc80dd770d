//===- HipNames.h - What HIP calls the functions of CUDA --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// HIP declares the runtime, the driver's interface and the libraries of CUDA again, under names
/// that follow a few rules. Sources of HIP are analysed under CUDA's names, and reported under
/// HIP's.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CUDAMODEL_HIPNAMES_H
#define CUDA_MEMLINT_CUDAMODEL_HIPNAMES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace memlint {

/// What CUDA calls what HIP calls \p Name: `cudaMalloc` for `hipMalloc`. \p IsOfCuda says which
/// names CUDA has; nothing, where HIP's has no counterpart among them.
std::optional<std::string> cudaNameFor(llvm::StringRef Name,
                                       llvm::function_ref<bool(llvm::StringRef)> IsOfCuda);

/// Whether the function or macro \p Name of CUDA's runtime or HIP's launches kernels.
bool isLaunchFunction(llvm::StringRef Name);

/// \p Text with HIP's names for those of CUDA's runtime that are words of it.
std::string withHipNames(llvm::StringRef Text);

} // namespace memlint

#endif // CUDA_MEMLINT_CUDAMODEL_HIPNAMES_H
