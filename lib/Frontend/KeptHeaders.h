//===- KeptHeaders.h - System headers, read once ----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FRONTEND_KEPTHEADERS_H
#define CUDA_MEMLINT_LIB_FRONTEND_KEPTHEADERS_H

#include "cuda-memlint/Frontend/HostHeaders.h"

#include "llvm/Support/VirtualFileSystem.h"

namespace memlint {

/// \p Files, of which those in the folders of \p Host, and whether there are such, are read once
/// for all parses of this process and kept.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
keepHostHeaders(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files, const HostHeaders &Host);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FRONTEND_KEPTHEADERS_H
