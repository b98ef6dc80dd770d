//===- GitChanges.h - Changed lines, from git or a diff ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Asks git for changed lines. The repository is not trusted: whatever its configuration
/// and its attributes name to be run (filters, external diffs, hooks, monitors, transports
/// for objects that are missing) is not, and nothing is written.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CHANGEDLINES_GITCHANGES_H
#define CUDA_MEMLINT_CHANGEDLINES_GITCHANGES_H

#include "cuda-memlint/ChangedLines/ChangedLines.h"

namespace memlint {

/// The lines of what is on disk that were changed in the git repositories of the files
/// \p Paths, since \p Since:
/// - "" the last commit. Files that git does not know are changed as a whole.
/// - "staged": what is staged for the next commit only, wherever it is now.
/// - a revision, "main", "HEAD~3"; with "..." behind it, what the current branch began
///   with: the last commit that it has in common with that revision.
/// Fails, in one line, when there is no git, a file is in no repository, or git fails.
llvm::Expected<ChangedLines> readGitChanges(llvm::ArrayRef<std::string> Paths,
                                            llvm::StringRef Since);

/// The lines that the diff in the file \p Path changes, "-" for standard input. Names in it
/// are relative to the current folder. Fails, in one line, when it cannot be read.
llvm::Expected<ChangedLines> readChangesOfDiff(llvm::StringRef Path);

} // namespace memlint

#endif // CUDA_MEMLINT_CHANGEDLINES_GITCHANGES_H
