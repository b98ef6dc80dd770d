//===- PathPattern.h - Files by pattern -------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CONFIGURATION_PATHPATTERN_H
#define CUDA_MEMLINT_CONFIGURATION_PATHPATTERN_H

#include "cuda-memlint/Support/Glob.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace memlint {

/// A pattern of files and folders in a folder: `*`, `?` and `[…]` as in a shell, `**` for any
/// number of folders. One without a slash is met at any depth; a folder stands for all in it.
class PathPattern {
public:
  /// \p Folder is absolute, \p Pattern relative to it or absolute. Fails, in words, where a
  /// part of the pattern is none.
  static llvm::Expected<PathPattern> create(llvm::StringRef Folder, llvm::StringRef Pattern);

  /// \p Path is absolute, without `.` and `..`.
  bool matches(llvm::StringRef Path) const;

  /// As an absolute pattern that means the same.
  std::string absolute() const;

private:
  struct Part {
    Glob Name;
    /// Any number of folders.
    bool IsAnyFolders = false;
  };

  std::string Folder;
  std::vector<Part> Parts;
};

} // namespace memlint

#endif // CUDA_MEMLINT_CONFIGURATION_PATHPATTERN_H
