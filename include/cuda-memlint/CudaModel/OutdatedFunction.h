//===- OutdatedFunction.h - Functions that toolkits dropped -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Functions and types of CUDA's that the headers of toolkit 13.0 do not declare any more, or
/// declare as deprecated, and what takes their place.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CUDAMODEL_OUTDATEDFUNCTION_H
#define CUDA_MEMLINT_CUDAMODEL_OUTDATEDFUNCTION_H

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace memlint {

struct OutdatedFunction {
  /// Code that uses it does not compile with toolkit 13.0; else it is deprecated there.
  bool IsRemoved = false;
  /// "use `cudaDeviceSynchronize`".
  llvm::StringRef Advice;
  /// It is about the width of the banks of shared memory, which 3.x alone has a choice of.
  bool ConcernsBanks = false;
};

/// The class template of texture references, which stands among the functions.
inline constexpr llvm::StringLiteral TextureReference = "texture";

/// Calls of `cudaDeviceSynchronize` in code that the compiler makes for devices only: the host's
/// function is not gone.
inline constexpr llvm::StringLiteral DeviceSynchronisation = "cudaDeviceSynchronize in device code";

/// What became of \p Name: of a function, of a field ("cudaDeviceProp::clockRate"), or of one of
/// several functions of a name by its signature ("cudaMemAdvise(const void *, size_t, ...)");
/// empty: toolkit 13.0 has it, or CUDA never had.
std::optional<OutdatedFunction> outdatedFunction(llvm::StringRef Name);

} // namespace memlint

#endif // CUDA_MEMLINT_CUDAMODEL_OUTDATEDFUNCTION_H
