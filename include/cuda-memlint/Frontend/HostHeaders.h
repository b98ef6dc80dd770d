//===- HostHeaders.h - Where the machine keeps its C and C++ headers -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_FRONTEND_HOSTHEADERS_H
#define CUDA_MEMLINT_FRONTEND_HOSTHEADERS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <string>
#include <vector>

namespace memlint {

/// Include folders of the host's C and C++ libraries, in search order. Either
/// list is empty when the machine has none.
struct HostHeaders {
  std::vector<std::string> CxxFolders;
  std::vector<std::string> CFolders;
};

/// Looks where Linux distributions put libstdc++, libc++ and the C library;
/// runs no other program. \p Triple names the host, as "x86_64-pc-linux-gnu".
HostHeaders findHostHeaders(llvm::vfs::FileSystem &FileSystem, llvm::StringRef Triple);

/// Those of this machine, looked for once.
const HostHeaders &installedHostHeaders();

} // namespace memlint

#endif // CUDA_MEMLINT_FRONTEND_HOSTHEADERS_H
