//===- NvccArguments.h - What nvcc takes of a compile command ---*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FRONTEND_NVCCARGUMENTS_H
#define CUDA_MEMLINT_LIB_FRONTEND_NVCCARGUMENTS_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace memlint {

/// How nvcc spells \p Option, which has a value, where it decides what a program does or
/// whether it can be built; empty for all others, and for those that name devices or files.
llvm::StringRef nvccOption(llvm::StringRef Option);

/// The same for \p Option without a value; empty where nvcc does without.
std::vector<std::string> nvccFlag(llvm::StringRef Option);

/// \p Standard as nvcc's -std takes it, which knows no dialects and no names of drafts:
/// "c++17" for "gnu++1z"; empty for what is not a standard of C++.
std::string nvccStandard(llvm::StringRef Standard);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FRONTEND_NVCCARGUMENTS_H
