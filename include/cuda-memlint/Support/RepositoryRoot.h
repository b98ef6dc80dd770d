//===- RepositoryRoot.h - The work tree around a folder ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_SUPPORT_REPOSITORYROOT_H
#define CUDA_MEMLINT_SUPPORT_REPOSITORYROOT_H

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <string>

namespace memlint {

/// The folder with a `.git` at or above \p Folder, which is absolute; empty: none.
inline std::string findRepositoryRoot(llvm::StringRef Folder) {
  for (llvm::StringRef Each = Folder; !Each.empty(); Each = llvm::sys::path::parent_path(Each)) {
    llvm::SmallString<256> Mark = Each;
    llvm::sys::path::append(Mark, ".git");
    if (llvm::sys::fs::exists(Mark))
      return Each.str();
  }
  return "";
}

} // namespace memlint

#endif // CUDA_MEMLINT_SUPPORT_REPOSITORYROOT_H
