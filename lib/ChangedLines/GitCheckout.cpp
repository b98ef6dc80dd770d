//===- GitCheckout.cpp - The files of a commit ----------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/ChangedLines/GitCheckout.h"

#include "GitFolder.h"
#include "GitRepository.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace memlint {

static Expected<GitRepository> openRepository(const std::string &Root) {
  ErrorOr<std::string> Git = sys::findProgramByName("git");
  if (!Git)
    return createStringError("git not found on PATH; compare two JSON reports instead");
  if (std::string Path = findEndlessFile(Root, Root); !Path.empty())
    return createStringError("'" + Path + "' is not a regular file: git would wait for its end");
  return GitRepository(*Git, Root);
}

/// \p Range is two names with \p Dots between them; HEAD is what is left out.
static std::pair<StringRef, StringRef> splitRange(StringRef Range, StringRef Dots) {
  auto [Left, Right] = Range.split(Dots);
  return {Left.empty() ? "HEAD" : Left, Right.empty() ? "HEAD" : Right};
}

static Error findCommits(const GitRepository &Git, StringRef Base, StringRef Head,
                         ComparedCommits &Found) {
  if (Error Failure = Git.findCommit(Base).moveInto(Found.Base))
    return Failure;
  return Head.empty() ? Error::success() : Git.findCommit(Head).moveInto(Found.Head);
}

Expected<ComparedCommits> findComparedCommits(const std::string &Root, StringRef Base,
                                              StringRef Head) {
  Expected<GitRepository> Git = openRepository(Root);
  if (!Git)
    return Git.takeError();
  bool FromCommonAncestor = Head.empty() && Base.contains("...");
  if (Head.empty() && Base.contains(".."))
    std::tie(Base, Head) = splitRange(Base, FromCommonAncestor ? "..." : "..");
  ComparedCommits Found;
  if (Error Failure = findCommits(*Git, Base, Head, Found))
    return std::move(Failure);
  if (!FromCommonAncestor)
    return Found;
  Expected<std::optional<std::string>> Ancestor = Git->findMergeBase(Found.Base, Found.Head);
  if (!Ancestor)
    return Ancestor.takeError();
  if (!*Ancestor)
    return Git->fail("'" + Base + "' and '" + Head + "' have no common ancestor");
  Found.Base = std::move(**Ancestor);
  return Found;
}

/// What the index says is the commit of another repository.
static Expected<std::vector<std::string>> findSubmodules(const GitRepository &Git) {
  Expected<std::string> Entries = Git.runOrFail({"ls-files", "--stage", "-z"});
  if (!Entries)
    return Entries.takeError();
  constexpr StringLiteral ModeOfCommits = "160000 ";
  std::vector<std::string> Result;
  for (StringRef Entry : split(StringRef(*Entries), '\0'))
    if (Entry.starts_with(ModeOfCommits))
      Result.push_back(Entry.split('\t').second.str());
  return Result;
}

Expected<std::vector<std::string>> checkOut(const std::string &Root, const std::string &Commit,
                                            const std::string &Folder) {
  Expected<GitRepository> Git = openRepository(Root);
  if (!Git)
    return Git.takeError();
  if (std::error_code Code = sys::fs::create_directory(Folder))
    return createStringError("cannot create the folder '" + Folder + "': " + Code.message());
  std::string Index = Folder + ".index";
  Git->useIndex(Index);
  if (Error Failure = Git->switchOffFilters())
    return std::move(Failure);
  for (const std::vector<std::string> &Step : std::initializer_list<std::vector<std::string>>{
           {"read-tree", Commit}, {"checkout-index", "--all", "--prefix=" + Folder + "/"}})
    if (Error Failure = Git->runOrFail(Step).takeError())
      return std::move(Failure);
  Expected<std::vector<std::string>> Submodules = findSubmodules(*Git);
  sys::fs::remove(Index);
  return Submodules;
}

} // namespace memlint
