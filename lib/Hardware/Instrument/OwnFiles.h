//===- OwnFiles.h - The files that a copy is made of ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_HARDWARE_INSTRUMENT_OWNFILES_H
#define CUDA_MEMLINT_LIB_HARDWARE_INSTRUMENT_OWNFILES_H

#include "clang/Basic/SourceManager.h"

#include <set>
#include <string>
#include <vector>

namespace memlint {

struct OwnFile {
  clang::FileID Id;
  /// As positions name it.
  std::string Path;
  /// From the folder of the main file, so that a copy there is found as this is.
  std::string Name;
};

/// The main file, then the headers that it includes once and by quotes from its own
/// folder or one below, directly or through other such headers.
std::vector<OwnFile> ownFiles(const clang::SourceManager &Sources);

/// The absolute paths of all files that were read, but for system headers and those below
/// \p Toolkit.
std::set<std::string> filesRead(const clang::SourceManager &Sources, llvm::StringRef Toolkit);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_HARDWARE_INSTRUMENT_OWNFILES_H
