//===- GitChanges.cpp - Changed lines, from git or a diff -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/ChangedLines/GitChanges.h"

#include "GitFolder.h"
#include "GitRepository.h"

#include "cuda-memlint/Support/RepositoryRoot.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <chrono>
#include <map>
#include <memory>
#include <set>

using namespace llvm;

namespace memlint {

static Expected<std::vector<DiffedFile>> diff(const GitRepository &Git,
                                              ArrayRef<std::string> What) {
  std::vector<std::string> Arguments = {"diff",
                                        "--no-ext-diff",
                                        "--no-textconv",
                                        "--no-color",
                                        "--unified=0",
                                        "--inter-hunk-context=0",
                                        "--text",
                                        "--src-prefix=a/",
                                        "--dst-prefix=b/",
                                        "--find-renames",
                                        "--ignore-submodules=all",
                                        "--submodule=short",
                                        "--no-relative",
                                        "-O/dev/null",
                                        "--ws-error-highlight=none"};
  append_range(Arguments, What);
  Arguments.push_back("--");
  Expected<std::string> Text = Git.runOrFail(Arguments);
  if (!Text)
    return Text.takeError();
  Expected<std::vector<DiffedFile>> Changes = parseUnifiedDiff(*Text);
  if (!Changes)
    return Git.fail("git's diff cannot be read (" + toString(Changes.takeError()) + ")");
  return Changes;
}

/// Of a repository without commits, the tree that holds nothing.
static Expected<std::string> lastCommitOrNothing(const GitRepository &Git) {
  Expected<ProcessResult> Last =
      Git.run({"rev-parse", "--quiet", "--verify", "HEAD"}, GitRepository::ShortLimit);
  if (!Last)
    return Last.takeError();
  if (Last->Code == 0)
    return StringRef(Last->Output).trim().str();
  Expected<std::string> Empty = Git.runOrFail({"hash-object", "-t", "tree", "/dev/null"});
  return Empty ? StringRef(*Empty).trim().str() : std::move(Empty);
}

/// Of a branch, `name...`, the commit that the current one began with.
static Expected<std::string> findStart(const GitRepository &Git, StringRef Since) {
  StringRef Name = Since;
  bool OfBranch = Name.consume_back("...");
  Expected<std::string> Commit = Git.findCommit(Name);
  if (!Commit || !OfBranch)
    return Commit;
  Expected<std::optional<std::string>> Base = Git.findMergeBase(*Commit, "HEAD");
  if (!Base)
    return Base.takeError();
  if (!*Base)
    return Git.fail("'" + Name + "' and the current branch have no common ancestor");
  return std::move(**Base);
}

/// What is staged is compared with what is on disk, so that its lines are those of the
/// files that are read.
static Error addStaged(const GitRepository &Git, ChangedLines &Lines) {
  Expected<std::vector<DiffedFile>> Staged = diff(Git, {"--cached"});
  if (!Staged)
    return Staged.takeError();
  // By the names that the files have in the index, which are those on disk.
  Expected<std::vector<DiffedFile>> Later = diff(Git, {"--no-renames"});
  if (!Later)
    return Later.takeError();
  std::map<std::string, const DiffedFile *> LaterByPath;
  for (const DiffedFile &Each : *Later)
    LaterByPath[Each.Path] = &Each;
  for (DiffedFile &Each : *Staged) {
    if (auto Found = LaterByPath.find(Each.Path); Found != LaterByPath.end()) {
      Each.Changes = moveLines(Each.Changes, Found->second->Changes);
      Each.Whole |= Found->second->Whole;
    }
    Lines.add(Git.root(), std::move(Each));
  }
  return Error::success();
}

/// Files that git does not know are new.
static Error addUnknown(const GitRepository &Git, ChangedLines &Lines) {
  Expected<std::string> Names = Git.runOrFail({"ls-files", "-z"});
  if (!Names)
    return Names.takeError();
  StringSet<> Known;
  for (StringRef Name : split(StringRef(*Names), '\0'))
    Known.insert(Name);
  Lines.addFolder(Git.root(), std::move(Known));
  return Error::success();
}

static Error addChanges(GitRepository Git, StringRef Since, ChangedLines &Lines) {
  if (Error Failure = Git.switchOffFilters())
    return Failure;
  if (Since == "staged")
    return addStaged(Git, Lines);
  Expected<std::string> Commit = Since.empty() ? lastCommitOrNothing(Git) : findStart(Git, Since);
  if (!Commit)
    return Commit.takeError();
  Expected<std::vector<DiffedFile>> Changes = diff(Git, {*Commit});
  if (!Changes)
    return Changes.takeError();
  for (DiffedFile &Each : *Changes)
    Lines.add(Git.root(), std::move(Each));
  return addUnknown(Git, Lines);
}

Expected<ChangedLines> readGitChanges(ArrayRef<std::string> Paths, StringRef Since) {
  if (Since.starts_with("-"))
    return createStringError("--changed-lines: '" + Since +
                             "' is not a revision: revisions do not begin with a dash");
  ErrorOr<std::string> Git = sys::findProgramByName("git");
  if (!Git)
    return createStringError("--changed-lines: git not found on PATH; pass a diff with "
                             "--changed-lines-diff instead");
  ChangedLines Lines;
  std::set<std::string> FoldersSeen;
  std::vector<std::string> Roots;
  std::map<std::string, std::vector<std::string>> FoldersOf;
  for (const std::string &Path : Paths) {
    SmallString<256> Real;
    // What cannot be read is said where it is to be analysed.
    if (sys::fs::real_path(Path, Real))
      continue;
    StringRef Folder = sys::fs::is_directory(Real) ? Real.str() : sys::path::parent_path(Real);
    if (!FoldersSeen.insert(Folder.str()).second)
      continue;
    std::string Root = findRepositoryRoot(Folder);
    if (Root.empty())
      return createStringError("--changed-lines: '" + Path + "' is not in a git repository");
    std::vector<std::string> &Folders = FoldersOf[Root];
    if (Folders.empty())
      Roots.push_back(Root);
    Folders.push_back(Folder.str());
  }
  for (const std::string &Root : Roots) {
    if (std::string Path = findEndlessFile(Root, FoldersOf[Root]); !Path.empty())
      return createStringError("--changed-lines: '" + Path +
                               "' is not a regular file: git would wait for its end");
    if (Error Failure = addChanges(GitRepository(*Git, Root, "--changed-lines: "), Since, Lines))
      return std::move(Failure);
  }
  return std::move(Lines);
}

Expected<ChangedLines> readChangesOfDiff(StringRef Path) {
  auto Fail = [&](const Twine &Why) {
    return createStringError("--changed-lines-diff: cannot read '" + Path + "': " + Why);
  };
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text = MemoryBuffer::getFileOrSTDIN(Path);
  if (!Text)
    return Fail(Text.getError().message());
  Expected<std::vector<DiffedFile>> Changes = parseUnifiedDiff((*Text)->getBuffer());
  if (!Changes)
    return Fail(toString(Changes.takeError()));
  ChangedLines Lines;
  for (DiffedFile &Each : *Changes)
    Lines.add(/*Folder=*/"", std::move(Each));
  return Lines;
}

} // namespace memlint
