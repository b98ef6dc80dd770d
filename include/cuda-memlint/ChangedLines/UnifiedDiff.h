//===- UnifiedDiff.h - Which lines a diff changes ---------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads unified diffs, as `git diff` and `diff -u` print them. A diff is not
/// trusted: it may come from a repository that somebody else made.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CHANGEDLINES_UNIFIEDDIFF_H
#define CUDA_MEMLINT_CHANGEDLINES_UNIFIEDDIFF_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace memlint {

/// Lines that took the place of others. Lines are counted from 1; of a side without
/// lines, the first is the line that follows the location.
struct LineChange {
  unsigned OldFirst = 1, OldCount = 0;
  unsigned NewFirst = 1, NewCount = 0;

  friend bool operator==(const LineChange &, const LineChange &) = default;
};

/// What a diff says of one file that is there afterwards.
struct DiffedFile {
  /// As in the diff, without git's "b/".
  std::string Path;
  /// In the order of lines, without lines in common.
  std::vector<LineChange> Changes;
  /// The diff does not identify the lines, since it is that of a merge.
  bool Whole = false;
};

/// The files that \p Diff changes. Deleted files, links, binary files and files that
/// are only renamed are left out, what stands between the diffs of files is passed over.
/// Fails, in one line, when a part cannot be read, or when there is text and none of it
/// is of a diff.
llvm::Expected<std::vector<DiffedFile>> parseUnifiedDiff(llvm::StringRef Diff);

/// By the lines that are there afterwards.
void sortByLine(std::vector<LineChange> &Changes);

/// Where the lines of \p Changes are after \p Later, changes of the same file in the
/// order of lines: without those that \p Later takes away.
std::vector<LineChange> moveLines(llvm::ArrayRef<LineChange> Changes,
                                  llvm::ArrayRef<LineChange> Later);

} // namespace memlint

#endif // CUDA_MEMLINT_CHANGEDLINES_UNIFIEDDIFF_H
