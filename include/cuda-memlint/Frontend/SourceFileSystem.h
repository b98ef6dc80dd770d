//===- SourceFileSystem.h - What may be read as a source --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_FRONTEND_SOURCEFILESYSTEM_H
#define CUDA_MEMLINT_FRONTEND_SOURCEFILESYSTEM_H

#include "llvm/Support/VirtualFileSystem.h"

namespace memlint {

/// Bytes of the largest file that is read as a source. Source of CUTLASS, all of it
/// preprocessed, is a tenth of it.
constexpr uint64_t MaximumSourceBytes = uint64_t(64) << 20;

/// The real file system as far as sources are read from it: files of a repository may be
/// links to a device or a pipe, which never end, or be larger than memory. To open one is an
/// error.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> sourceFileSystem();

} // namespace memlint

#endif // CUDA_MEMLINT_FRONTEND_SOURCEFILESYSTEM_H
