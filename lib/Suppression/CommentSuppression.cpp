//===- CommentSuppression.cpp - Findings that comments silence ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Suppression/CommentSuppression.h"

#include "cuda-memlint/Checks/Check.h"
#include "cuda-memlint/Checks/FileAnalysis.h"
#include "cuda-memlint/Checks/KernelAnalysis.h"
#include "cuda-memlint/Support/NearestName.h"
#include "cuda-memlint/Suppression/NolintComments.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <set>

using namespace llvm;

namespace memlint {

/// The comments of the file at \p Path; none where it cannot be read any more.
static NolintComments readComments(StringRef Path,
                                   const std::map<std::string, std::string> &Overlay) {
  SmallString<256> Absolute = Path;
  if (!Overlay.empty() && !sys::fs::make_absolute(Absolute)) {
    auto Found = Overlay.find(Absolute.str().str());
    if (Found == Overlay.end()) {
      sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
      Found = Overlay.find(Absolute.str().str());
    }
    if (Found != Overlay.end())
      return NolintComments(Found->second);
  }
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer =
      MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  return NolintComments(Buffer ? (*Buffer)->getBuffer() : "");
}

static void addError(FileAnalysis &File, StringRef Path, unsigned Line, unsigned Column,
                     std::string Message) {
  SourcePosition Position;
  Position.Path = Path.str();
  Position.Line = Line;
  Position.Column = Column;
  ++File.ErrorCount;
  File.Errors.push_back({std::move(Message), std::move(Position)});
}

/// Names of clang-tidy's own checks are none of ours.
static void noteUnknownChecks(FileAnalysis &File, StringRef Path, const NolintComments &Comments) {
  auto Checks = map_range(allChecks(), [](const Check *Each) -> StringRef { return Each->Name; });
  for (const NolintName &Each : Comments.names()) {
    if (!StringRef(Each.Name).starts_with("cuda-") || is_contained(Checks, Each.Name))
      continue;
    StringRef Nearest = nearestName(Each.Name, Checks);
    addError(File, Path, Each.Line, Each.Column,
             "unknown check '" + Each.Name + "' in a NOLINT comment" +
                 (Nearest.empty() ? "" : "; did you mean '" + Nearest.str() + "'?"));
  }
}

static void noteUnmatched(FileAnalysis &File, StringRef Path, const NolintComments &Comments) {
  for (const UnmatchedNolint &Each : Comments.unmatched())
    addError(File, Path, Each.Line, Each.Column,
             Each.IsBegin
                 ? "unmatched NOLINTBEGIN: no NOLINTEND with the same checks follows"
                 : "unmatched NOLINTEND: no NOLINTBEGIN with the same checks is open here");
}

void suppressByComments(MutableArrayRef<FileAnalysis> Files,
                        const std::map<std::string, std::string> &Overlay) {
  std::map<std::string, NolintComments> ByPath;
  for (FileAnalysis &File : Files) {
    std::set<std::string> Noted;
    for (KernelAnalysis &Kernel : File.Kernels)
      for (Finding &Item : Kernel.Findings) {
        const std::string &Path = Item.Position.Path;
        if (Path.empty())
          continue;
        auto Found = ByPath.find(Path);
        if (Found == ByPath.end())
          Found = ByPath.emplace(Path, readComments(Path, Overlay)).first;
        const NolintComments &Comments = Found->second;
        if (Comments.suppress(Item.Check, Item.Position.Line, Item.Position.Column))
          Item.Suppressed = Suppression::Comment;
        if (Noted.insert(Path).second) {
          noteUnknownChecks(File, Path, Comments);
          noteUnmatched(File, Path, Comments);
        }
      }
  }
}

} // namespace memlint
