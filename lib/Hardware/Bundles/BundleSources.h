//===- BundleSources.h - The files that a program is made of ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_HARDWARE_BUNDLES_BUNDLESOURCES_H
#define CUDA_MEMLINT_LIB_HARDWARE_BUNDLES_BUNDLESOURCES_H

#include "cuda-memlint/Frontend/Frontend.h"

#include "llvm/ADT/ArrayRef.h"

#include <set>
#include <string>
#include <vector>

namespace memlint {

/// The absolute paths of \p Path and of what it includes, but for system and toolkit
/// headers. Also files that it would include by quotes under other macros, as far as
/// they lie beside who includes them. Fails when \p Path cannot be read.
llvm::Expected<std::set<std::string>> filesOfProgram(llvm::StringRef Path,
                                                     const FrontendOptions &Options);

/// \p Options with include paths that lead to one of \p Files led into \p Tree, where those
/// lie under their absolute paths.
std::vector<std::string> optionsInTree(llvm::ArrayRef<std::string> Options,
                                       const std::set<std::string> &Files, llvm::StringRef Tree);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_HARDWARE_BUNDLES_BUNDLESOURCES_H
