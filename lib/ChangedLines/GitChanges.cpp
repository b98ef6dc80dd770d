//===- GitChanges.cpp - Changed lines, from git or a diff -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/ChangedLines/GitChanges.h"

#include "GitFolder.h"

#include "cuda-memlint/Process/Process.h"
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

namespace {

/// One repository, and git to ask about it.
class Repository {
public:
  Repository(std::string Git, std::string Root) : Git(std::move(Git)), Root(std::move(Root)) {}

  Error addChanges(StringRef Since, ChangedLines &Lines);

private:
  Expected<ProcessResult> run(ArrayRef<std::string> Arguments,
                              std::chrono::seconds Limit = std::chrono::minutes(5)) const;
  Expected<std::string> runOrFail(ArrayRef<std::string> Arguments) const;
  Error findFilters();
  Expected<std::string> findCommit(StringRef Since) const;
  Expected<std::string> lastCommitOrNothing() const;
  Expected<std::vector<DiffedFile>> diff(ArrayRef<std::string> What) const;
  Error addStaged(ChangedLines &Lines) const;
  Error addUnknown(ChangedLines &Lines) const;
  Error fail(const Twine &What) const {
    return createStringError("--changed-lines: " + What + " in the git repository '" + Root + "'");
  }

  std::string Git, Root;
  /// `-c` and a setting each, which take the place of the repository's.
  std::vector<std::string> Settings;
};

} // namespace

/// For what is read from a few small files.
static constexpr std::chrono::seconds ShortLimit(10);

/// Nothing that a repository says makes git write to it or run another program.
Expected<ProcessResult> Repository::run(ArrayRef<std::string> Arguments,
                                        std::chrono::seconds Limit) const {
  constexpr size_t MaximumBytes = size_t(1) << 30;
  ProcessRequest Request;
  Request.Program = Git;
  Request.WorkingDirectory = Root;
  // The folder, since a setting could name another one as that of the files.
  Request.Arguments = {"--no-pager",
                       "--no-optional-locks",
                       "--work-tree=" + Root,
                       "-c",
                       "core.fsmonitor=false",
                       "-c",
                       "core.hooksPath=/dev/null",
                       "-c",
                       "core.attributesFile=/dev/null",
                       "-c",
                       "core.quotePath=true",
                       "-c",
                       "diff.autoRefreshIndex=false"};
  append_range(Request.Arguments, Settings);
  append_range(Request.Arguments, Arguments);
  // No protocol is called none: objects that are missing are not fetched. No folder
  // above is taken for the repository.
  Request.Environment = {{"GIT_ALLOW_PROTOCOL", "none"},
                         {"GIT_NO_LAZY_FETCH", "1"},
                         {"GIT_TERMINAL_PROMPT", "0"},
                         {"GIT_OPTIONAL_LOCKS", "0"},
                         {"GIT_LITERAL_PATHSPECS", "1"},
                         {"GIT_CEILING_DIRECTORIES", sys::path::parent_path(Root).str()},
                         {"LC_ALL", "C"}};
  // A hook of another repository, or of the one around this, says where that one is.
  Request.WithoutEnvironment = {
      "GIT_DIR",        "GIT_WORK_TREE",          "GIT_COMMON_DIR",
      "GIT_NAMESPACE",  "GIT_OBJECT_DIRECTORY",   "GIT_ALTERNATE_OBJECT_DIRECTORIES",
      "GIT_PREFIX",     "GIT_IMPLICIT_WORK_TREE", "GIT_INTERNAL_SUPER_PREFIX",
      "GIT_GRAFT_FILE", "GIT_SHALLOW_FILE",       "GIT_ATTR_SOURCE"};
  // The index of a commit that is being made.
  if (!isMeantByEnvironment(Root))
    Request.WithoutEnvironment.push_back("GIT_INDEX_FILE");
  Request.TimeLimit = Limit;
  Request.MaximumBytes = MaximumBytes;
  Expected<ProcessResult> Result = runProcess(Request);
  if (!Result)
    return createStringError("--changed-lines: " + toString(Result.takeError()));
  if (Result->Outcome != ProcessResult::Ending::Exited)
    return fail("'git " + Arguments.front() + "' " + describeEnding(*Result, Request.TimeLimit));
  if (Result->OutputTruncated)
    return fail("'git " + Arguments.front() + "' printed too much output");
  return Result;
}

Expected<std::string> Repository::runOrFail(ArrayRef<std::string> Arguments) const {
  Expected<ProcessResult> Result = run(Arguments);
  if (!Result)
    return Result.takeError();
  if (Result->Code != 0) {
    StringRef Why = StringRef(Result->Errors).split('\n').first;
    Why.consume_front("fatal: ");
    return fail(Why.empty() ? "git failed without output" : "git said '" + Why + "'");
  }
  return std::move(Result->Output);
}

/// Switches off the programs that the repository, or the user, has git pass files through.
Error Repository::findFilters() {
  Expected<ProcessResult> Names =
      run({"config", "--null", "--name-only", "--get-regexp", "^filter\\."}, ShortLimit);
  if (!Names)
    return Names.takeError();
  // 1: there are none. Anything else would fail the other calls as well, and better.
  if (Names->Code != 0)
    return Error::success();
  std::set<std::string> Filters;
  for (StringRef Name : split(StringRef(Names->Output), '\0'))
    if (auto [Filter, Setting] = Name.rsplit('.'); Filter.contains('.'))
      Filters.insert(Filter.str());
  for (const std::string &Filter : Filters) {
    if (Filter.find('=') != std::string::npos)
      return fail("the name of a filter, '" + Filter + "', cannot be set on a command line");
    for (StringRef Setting : {".clean=", ".smudge=", ".process=", ".required=false"}) {
      Settings.push_back("-c");
      Settings.push_back(Filter + Setting.str());
    }
  }
  return Error::success();
}

Expected<std::vector<DiffedFile>> Repository::diff(ArrayRef<std::string> What) const {
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
  Expected<std::string> Text = runOrFail(Arguments);
  if (!Text)
    return Text.takeError();
  Expected<std::vector<DiffedFile>> Changes = parseUnifiedDiff(*Text);
  if (!Changes)
    return fail("git's diff cannot be read (" + toString(Changes.takeError()) + ")");
  return Changes;
}

/// Of a repository without commits, the tree that holds nothing.
Expected<std::string> Repository::lastCommitOrNothing() const {
  Expected<ProcessResult> Last = run({"rev-parse", "--quiet", "--verify", "HEAD"}, ShortLimit);
  if (!Last)
    return Last.takeError();
  if (Last->Code == 0)
    return StringRef(Last->Output).trim().str();
  Expected<std::string> Empty = runOrFail({"hash-object", "-t", "tree", "/dev/null"});
  return Empty ? StringRef(*Empty).trim().str() : std::move(Empty);
}

Expected<std::string> Repository::findCommit(StringRef Since) const {
  StringRef Name = Since;
  bool OfBranch = Name.consume_back("...");
  Expected<ProcessResult> Commit =
      run({"rev-parse", "--quiet", "--verify", (Name + "^{commit}").str()}, ShortLimit);
  if (!Commit)
    return Commit.takeError();
  if (Commit->Code != 0)
    return fail("no such commit: '" + Name + "'");
  std::string Hash = StringRef(Commit->Output).trim().str();
  if (!OfBranch)
    return Hash;
  Expected<ProcessResult> Base = run({"merge-base", Hash, "HEAD"});
  if (!Base)
    return Base.takeError();
  if (Base->Code != 0)
    return fail("'" + Name + "' and the current branch have no common ancestor");
  return StringRef(Base->Output).trim().str();
}

/// What is staged is compared with what is on disk, so that its lines are those of the
/// files that are read.
Error Repository::addStaged(ChangedLines &Lines) const {
  Expected<std::vector<DiffedFile>> Staged = diff({"--cached"});
  if (!Staged)
    return Staged.takeError();
  // By the names that the files have in the index, which are those on disk.
  Expected<std::vector<DiffedFile>> Later = diff({"--no-renames"});
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
    Lines.add(Root, std::move(Each));
  }
  return Error::success();
}

/// Files that git does not know are new.
Error Repository::addUnknown(ChangedLines &Lines) const {
  Expected<std::string> Names = runOrFail({"ls-files", "-z"});
  if (!Names)
    return Names.takeError();
  StringSet<> Known;
  for (StringRef Name : split(StringRef(*Names), '\0'))
    Known.insert(Name);
  Lines.addFolder(Root, std::move(Known));
  return Error::success();
}

Error Repository::addChanges(StringRef Since, ChangedLines &Lines) {
  if (Error Failure = findFilters())
    return Failure;
  if (Since == "staged")
    return addStaged(Lines);
  Expected<std::string> Commit = Since.empty() ? lastCommitOrNothing() : findCommit(Since);
  if (!Commit)
    return Commit.takeError();
  Expected<std::vector<DiffedFile>> Changes = diff({*Commit});
  if (!Changes)
    return Changes.takeError();
  for (DiffedFile &Each : *Changes)
    Lines.add(Root, std::move(Each));
  return addUnknown(Lines);
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
    if (Error Failure = Repository(*Git, Root).addChanges(Since, Lines))
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
