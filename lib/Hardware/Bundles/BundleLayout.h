//===- BundleLayout.h - Names in a bundle -----------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_HARDWARE_BUNDLES_BUNDLELAYOUT_H
#define CUDA_MEMLINT_LIB_HARDWARE_BUNDLES_BUNDLELAYOUT_H

#include "cuda-memlint/Hardware/Bundles/Bundle.h"
#include "cuda-memlint/Hardware/Measure/Profiler.h"

#include <string>

namespace memlint {

/// Stands for the bundle's folder in its options.
inline constexpr llvm::StringLiteral BundleMark = "@BUNDLE@";
inline constexpr llvm::StringLiteral BundleDescription = "bundle.json";
inline constexpr llvm::StringLiteral BundlePredictions = "predictions.json";
inline constexpr llvm::StringLiteral BundleScript = "verify.sh";
inline constexpr llvm::StringLiteral BundleTree = "tree";
inline constexpr llvm::StringLiteral BundleCopies = "instrumented";
inline constexpr llvm::StringLiteral BundleMains = "mains";
inline constexpr llvm::StringLiteral BundleResults = "results";

/// What is built of a program.
enum class BundleBuild : uint8_t { Optimised, Debug, Instrumented };

/// "NAME.optimised", "NAME.debug", "NAME.instrumented": what its results begin with.
std::string resultName(const BundleProgram &Program, BundleBuild Build);

/// \p Text with \p Folder in place of each mark.
std::string withFolder(llvm::StringRef Text, llvm::StringRef Folder);

/// The command by which \p Build is made, less the program's path; paths begin with the
/// mark.
BuildRequest buildRequest(const Bundle &From, const BundleProgram &Program, BundleBuild Build,
                          llvm::StringRef Target);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_HARDWARE_BUNDLES_BUNDLELAYOUT_H
