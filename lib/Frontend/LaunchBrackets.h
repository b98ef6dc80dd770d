//===- LaunchBrackets.h - Launches with spaces in their brackets -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FRONTEND_LAUNCHBRACKETS_H
#define CUDA_MEMLINT_LIB_FRONTEND_LAUNCHBRACKETS_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace memlint {

/// \p Text with `kernel<< <grid, block>> >(…)` written as `kernel<<<grid, block>>>(…)`, as some
/// formatters separate the brackets. Nvcc takes that, Clang does not. Each line is as long as
/// before, and no other text moves.
std::string joinLaunchBrackets(llvm::StringRef Text);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FRONTEND_LAUNCHBRACKETS_H
