//===- BundleSources.h - The files that a program is made of ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_HARDWARE_BUNDLES_BUNDLESOURCES_H
#define CUDA_MEMLINT_LIB_HARDWARE_BUNDLES_BUNDLESOURCES_H

#include "llvm/ADT/ArrayRef.h"

#include <set>
#include <string>
#include <vector>

namespace memlint {

/// \p Files, which a program was read from, and what they would include by quotes under other
/// macros, as far as it lies beside who includes it. All paths are absolute.
std::set<std::string> filesOfProgram(std::set<std::string> Files);

/// \p Options with include paths that lead to one of \p Files led into \p Tree, where those
/// lie under their absolute paths.
std::vector<std::string> optionsInTree(llvm::ArrayRef<std::string> Options,
                                       const std::set<std::string> &Files, llvm::StringRef Tree);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_HARDWARE_BUNDLES_BUNDLESOURCES_H
