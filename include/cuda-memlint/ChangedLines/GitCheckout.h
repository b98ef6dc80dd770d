//===- GitCheckout.h - The files of a commit --------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Puts the files of a commit into another folder. The repository is not trusted, as in
/// GitChanges.h, and not changed: it knows nothing of the folder, which may be removed like any
/// other.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CHANGEDLINES_GITCHECKOUT_H
#define CUDA_MEMLINT_CHANGEDLINES_GITCHECKOUT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace memlint {

/// Two commits, by their hashes.
struct ComparedCommits {
  std::string Base;
  /// Empty: what is on disk.
  std::string Head;
};

/// The commits of the repository at \p Root that \p Base and \p Head name. As for git, `A..B` in
/// the place of both is A and B, `A...B` the last commit that both have in common and B, and HEAD
/// is what is left out there. \p Head empty: what is on disk. The error is one line.
llvm::Expected<ComparedCommits> findComparedCommits(const std::string &Root, llvm::StringRef Base,
                                                    llvm::StringRef Head);

/// Writes the files of \p Commit, a hash, into \p Folder, which is made. Returns the folders of
/// submodules, relative to it, which are empty. The error is one line.
llvm::Expected<std::vector<std::string>>
checkOut(const std::string &Root, const std::string &Commit, const std::string &Folder);

} // namespace memlint

#endif // CUDA_MEMLINT_CHANGEDLINES_GITCHECKOUT_H
