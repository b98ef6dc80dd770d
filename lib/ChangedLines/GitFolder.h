//===- GitFolder.h - Where a git repository keeps its own ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHANGEDLINES_GITFOLDER_H
#define CUDA_MEMLINT_LIB_CHANGEDLINES_GITFOLDER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace memlint {

/// What git would open first, and wait for for ever: of the settings and attributes of the
/// repository at \p Root, and those in \p SourceFolders and above, one that is a pipe, a device or
/// a socket; empty: none is.
std::string findEndlessFile(llvm::StringRef Root, llvm::ArrayRef<std::string> SourceFolders);

/// Whether what git's variables in the environment say is about the repository at \p Root: they
/// name its own folder or, as in its hooks, the current folder is in it and they name none.
bool isMeantByEnvironment(llvm::StringRef Root);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHANGEDLINES_GITFOLDER_H
