//===- FileGroups.h - Files that depend on each other -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FIXES_FILEGROUPS_H
#define CUDA_MEMLINT_LIB_FIXES_FILEGROUPS_H

#include "FileTexts.h"

#include "cuda-memlint/Driver/Driver.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringSet.h"

#include <map>
#include <set>

namespace memlint {

struct FileAnalysis;

/// Divides files into groups such that each, analysed by itself, gives the same result as among
/// all: a file that includes an edited file, shares a header's kernels with another, or receives
/// calls or constants from another (HostLinks) is in a group with it.
class FileGroups {
public:
  /// \p Edited: the files that are to be changed, without links.
  FileGroups(llvm::ArrayRef<FileAnalysis> Files, const DriverOptions &Options,
             const llvm::StringSet<> &Edited, FileTexts &Texts);

  size_t size() const { return Members.size(); }
  size_t groupOf(size_t File) const { return Group[File]; }
  /// Files that have been read, by index, ascending.
  llvm::ArrayRef<size_t> members(size_t OfGroup) const { return Members[OfGroup]; }
  /// By edited file: the paths by which include directives lead to it, as text.
  const std::map<std::string, std::set<std::string>> &spellings() const { return Spellings; }

private:
  std::vector<size_t> Group;
  std::vector<std::vector<size_t>> Members;
  std::map<std::string, std::set<std::string>> Spellings;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FIXES_FILEGROUPS_H
