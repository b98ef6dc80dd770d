//===- LaunchBrackets.h - Launches with spaces in their brackets -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FRONTEND_LAUNCHBRACKETS_H
#define CUDA_MEMLINT_LIB_FRONTEND_LAUNCHBRACKETS_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <string>

namespace memlint {

/// \p Text with `kernel<< <grid, block>> >(…)` written as `kernel<<<grid, block>>>(…)`, as some
/// formatters separate the brackets. Nvcc takes that, Clang does not. Each line is as long as
/// before, and no other text moves.
std::string joinLaunchBrackets(llvm::StringRef Text);

/// \p Files, all of whose texts are read in this way.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
joinLaunchBracketsIn(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FRONTEND_LAUNCHBRACKETS_H
