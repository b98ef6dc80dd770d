//===- IncludeScan.h - Which headers a file will ask for --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FRONTEND_INCLUDESCAN_H
#define CUDA_MEMLINT_LIB_FRONTEND_INCLUDESCAN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <string>

namespace memlint {

/// Whether a compiler with \p Arguments (of `clang -cc1`) that reads \p Path misses a header of
/// which \p IsSought holds. Preprocesses no more than the directives, which takes a small part of
/// the time of a parse. Where that fails the answer is no.
bool missesHeader(llvm::StringRef Path, llvm::ArrayRef<std::string> Arguments,
                  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
                  llvm::function_ref<bool(llvm::StringRef Name)> IsSought);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FRONTEND_INCLUDESCAN_H
