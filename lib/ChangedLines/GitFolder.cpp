//===- GitFolder.cpp - Where a git repository keeps its own ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GitFolder.h"

#include "cuda-memlint/Support/RealPaths.h"
#include "cuda-memlint/Support/RepositoryRoot.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <cstdlib>

using namespace llvm;

namespace memlint {

/// \p Name may be absolute.
static std::string pathFrom(StringRef Folder, StringRef Name) {
  return sys::path::is_absolute(Name) ? Name.str() : joinPath(Folder, Name);
}

/// The line that the file at \p Path consists of; empty where it is none.
static std::string readLine(const std::string &Path) {
  constexpr uint64_t MostBytes = 1 << 14;
  sys::fs::file_status Status;
  if (sys::fs::status(Path, Status) || !sys::fs::is_regular_file(Status) ||
      Status.getSize() > MostBytes)
    return "";
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text = MemoryBuffer::getFile(Path);
  return Text ? (*Text)->getBuffer().rtrim("\r\n").str() : std::string();
}

/// Of a further work tree or a submodule, the folder that its `.git` names.
static std::string gitFolder(StringRef Root) {
  std::string Mark = joinPath(Root, ".git");
  if (sys::fs::is_directory(Mark))
    return Mark;
  std::string Line = readLine(Mark);
  StringRef Name = Line;
  return Name.consume_front("gitdir:") ? pathFrom(Root, Name.ltrim()) : std::string();
}

static bool isEndless(const std::string &Path) {
  sys::fs::file_status Status;
  return !sys::fs::status(Path, Status) && !sys::fs::is_regular_file(Status) &&
         !sys::fs::is_directory(Status);
}

std::string findEndlessFile(StringRef Root, ArrayRef<std::string> SourceFolders) {
  if (std::string Own = gitFolder(Root); !Own.empty()) {
    std::string CommonMark = joinPath(Own, "commondir");
    if (isEndless(CommonMark))
      return CommonMark;
    std::string Common = readLine(CommonMark);
    // What a work tree has of its own, and what all of them share.
    for (const std::string &Folder : {Own, Common.empty() ? Own : pathFrom(Own, Common)})
      for (StringRef Name :
           {"HEAD", "config", "config.worktree", "index", "packed-refs", "shallow",
            "info/attributes", "info/grafts", "info/sparse-checkout", "objects/info/alternates"})
        if (std::string Path = joinPath(Folder, Name); isEndless(Path))
          return Path;
  }
  for (const std::string &Folder : SourceFolders)
    for (StringRef Each = Folder; Each.starts_with(Root); Each = sys::path::parent_path(Each))
      if (std::string Path = joinPath(Each, ".gitattributes"); isEndless(Path))
        return Path;
  return "";
}

bool isMeantByEnvironment(StringRef Root) {
  SmallString<256> Current;
  if (const char *Named = std::getenv("GIT_DIR")) {
    std::string Own = gitFolder(Root);
    return !Own.empty() && sys::fs::equivalent(Own, Named);
  }
  return !sys::fs::real_path(".", Current) && findRepositoryRoot(Current) == Root;
}

} // namespace memlint
