//===- ChangedLines.h - Findings on changed lines only ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Of old code only what is touched is to be put right: findings elsewhere are left
/// out.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CHANGEDLINES_CHANGEDLINES_H
#define CUDA_MEMLINT_CHANGEDLINES_CHANGEDLINES_H

#include "cuda-memlint/ChangedLines/UnifiedDiff.h"
#include "cuda-memlint/Support/RealPaths.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace memlint {

struct FileAnalysis;

/// The changed lines of files, which are known by their real paths.
class ChangedLines {
public:
  /// Adds \p Change; its path is relative to \p Folder, unless it is absolute.
  void add(llvm::StringRef Folder, DiffedFile Change);

  /// Files below \p Folder whose paths relative to it are not among \p Known are changed
  /// as a whole, and those of folders within that have been added, too, are not below it.
  void addFolder(llvm::StringRef Folder, llvm::StringSet<> Known);

  /// Whether a line of \p First to \p Last was changed, or lines between two of them
  /// were taken away.
  bool touches(llvm::StringRef Path, unsigned First, unsigned Last);

private:
  struct File {
    /// In the order of lines.
    std::vector<LineChange> Changes;
    bool Whole = false;
  };
  struct Folder {
    std::string Path;
    llvm::StringSet<> Known;
  };
  bool isNew(llvm::StringRef Path) const;

  llvm::StringMap<File> Files;
  std::vector<Folder> Folders;
  RealPaths Paths;
};

/// Takes away the findings that have nothing to do with \p Lines. One about the cost of
/// an access stays where a line of the access was changed. All others are about what a
/// kernel does as a whole, and stay where any line from its name to the last statement
/// known of was. Both also stay where a line that causes them was changed: that of a note, of the
/// array's declaration, or of the launch without which they would not be there.
void keepFindingsOnChangedLines(llvm::MutableArrayRef<FileAnalysis> Files, ChangedLines &Lines);

/// Marks those findings (Suppression::Elsewhere) instead, so that nobody fixes them and
/// nobody takes them for new ones.
void suppressFindingsElsewhere(llvm::MutableArrayRef<FileAnalysis> Files, ChangedLines &Lines);

} // namespace memlint

#endif // CUDA_MEMLINT_CHANGEDLINES_CHANGEDLINES_H
