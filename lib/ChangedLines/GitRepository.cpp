//===- GitRepository.cpp - Questions to git -------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GitRepository.h"

#include "GitFolder.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

#include <set>

using namespace llvm;

namespace memlint {

Error GitRepository::fail(const Twine &What) const {
  return createStringError(Prefix + What + " in the git repository '" + Root + "'");
}

Expected<ProcessResult> GitRepository::run(ArrayRef<std::string> Arguments,
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
  if (!Index.empty())
    Request.Environment.emplace_back("GIT_INDEX_FILE", Index);
  else if (!isMeantByEnvironment(Root))
    Request.WithoutEnvironment.push_back("GIT_INDEX_FILE");
  Request.TimeLimit = Limit;
  Request.MaximumBytes = MaximumBytes;
  Expected<ProcessResult> Result = runProcess(Request);
  if (!Result)
    return createStringError(Prefix + toString(Result.takeError()));
  if (Result->Outcome != ProcessResult::Ending::Exited)
    return fail("'git " + Arguments.front() + "' " + describeEnding(*Result, Request.TimeLimit));
  if (Result->OutputTruncated)
    return fail("'git " + Arguments.front() + "' printed too much output");
  return Result;
}

Expected<std::string> GitRepository::runOrFail(ArrayRef<std::string> Arguments) const {
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

Error GitRepository::switchOffFilters() {
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

Expected<std::string> GitRepository::findCommit(StringRef Name) const {
  Expected<ProcessResult> Commit =
      run({"rev-parse", "--quiet", "--verify", (Name + "^{commit}").str()}, ShortLimit);
  if (!Commit)
    return Commit.takeError();
  if (Commit->Code != 0)
    return fail("no such commit: '" + Name + "'");
  return StringRef(Commit->Output).trim().str();
}

Expected<std::optional<std::string>> GitRepository::findMergeBase(const std::string &Left,
                                                                  const std::string &Right) const {
  Expected<ProcessResult> Base = run({"merge-base", Left, Right});
  if (!Base)
    return Base.takeError();
  if (Base->Code != 0)
    return std::nullopt;
  return StringRef(Base->Output).trim().str();
}

void GitRepository::useIndex(std::string Path) {
  Index = std::move(Path);
  append_range(Settings, ArrayRef<StringRef>{"-c", "core.sparseCheckout=false", "-c",
                                             "core.splitIndex=false"});
}

} // namespace memlint
