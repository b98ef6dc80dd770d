//===- SourceFileSystem.h - What may be read as a source --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_FRONTEND_SOURCEFILESYSTEM_H
#define CUDA_MEMLINT_FRONTEND_SOURCEFILESYSTEM_H

#include "llvm/Support/VirtualFileSystem.h"

#include <map>
#include <string>

namespace memlint {

/// Bytes of the largest file that is read as a source. Source of CUTLASS, all of it
/// preprocessed, is a tenth of it.
constexpr uint64_t MaximumSourceBytes = uint64_t(64) << 20;

/// The real file system as far as sources are read from it: files of a repository may be
/// links to a device or a pipe, which never end, or be larger than memory. To open one is an
/// error.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> sourceFileSystem();

/// \p Files, where what is at a path of \p Texts, which live longer, is a file with that text.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
overlayTexts(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
             const std::map<std::string, std::string> &Texts);

} // namespace memlint

#endif // CUDA_MEMLINT_FRONTEND_SOURCEFILESYSTEM_H
