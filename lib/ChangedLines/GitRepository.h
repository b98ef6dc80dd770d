//===- GitRepository.h - Questions to git -----------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHANGEDLINES_GITREPOSITORY_H
#define CUDA_MEMLINT_LIB_CHANGEDLINES_GITREPOSITORY_H

#include "cuda-memlint/Process/Process.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace memlint {

/// One repository, and git to ask about it. Nothing that the repository says makes git write to it
/// or run another program. Errors are one line.
class GitRepository {
public:
  /// Errors begin with \p Prefix.
  GitRepository(std::string Git, std::string Root, llvm::StringRef Prefix = "")
      : Git(std::move(Git)), Root(std::move(Root)), Prefix(Prefix) {}

  const std::string &root() const { return Root; }

  llvm::Expected<ProcessResult> run(llvm::ArrayRef<std::string> Arguments,
                                    std::chrono::seconds Limit = std::chrono::minutes(5)) const;
  llvm::Expected<std::string> runOrFail(llvm::ArrayRef<std::string> Arguments) const;
  /// The hash of the commit that \p Name names.
  llvm::Expected<std::string> findCommit(llvm::StringRef Name) const;
  /// The hash of the last commit that both, revisions, have in common; nothing where there is none.
  llvm::Expected<std::optional<std::string>> findMergeBase(const std::string &Left,
                                                           const std::string &Right) const;
  /// Switches off the programs that the repository, or the user, has git pass files through.
  llvm::Error switchOffFilters();
  /// Has git use the index at \p Path from here on, which need not exist: the only file that it
  /// writes, with all that is in a commit.
  void useIndex(std::string Path);

  llvm::Error fail(const llvm::Twine &What) const;

  /// For what is read from a few small files.
  static constexpr std::chrono::seconds ShortLimit = std::chrono::seconds(10);

private:
  std::string Git, Root;
  llvm::StringRef Prefix;
  /// Empty: the repository's own, or that of the commit that is being made.
  std::string Index;
  /// `-c` and a setting each, which take the place of the repository's.
  std::vector<std::string> Settings;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHANGEDLINES_GITREPOSITORY_H
