//===- EditScope.h - Which files may be edited ------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What lies in the folders that the user named, or in the folders of the files that the user
/// named, and is reached without a symbolic link below them, may be edited; nothing else. So no
/// source, by what it includes or links to, can have a file elsewhere changed. The text of standard
/// input is not a file: whoever passes it makes the edits.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_FIXES_EDITSCOPE_H
#define CUDA_MEMLINT_FIXES_EDITSCOPE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace memlint {

class EditScope {
public:
  /// \p Named: files and folders, as the user wrote them; a file stands for the folder that it is
  /// in. A folder may be reached through links, unless it is named from the current folder.
  /// \p StandardInput: the path that standard input stands at; empty: it is not a source.
  explicit EditScope(llvm::ArrayRef<std::string> Named, llvm::StringRef StandardInput = "");

  /// The file at \p Path, without links, if it may be edited; else why not, in a few words.
  llvm::Expected<std::string> check(llvm::StringRef Path) const;

private:
  struct Folder {
    std::string Named;
    /// Empty: nothing in it may be edited.
    std::string Real;
  };
  std::vector<Folder> Folders;
  /// Absolute, or empty.
  std::string StandardInput;
};

} // namespace memlint

#endif // CUDA_MEMLINT_FIXES_EDITSCOPE_H
