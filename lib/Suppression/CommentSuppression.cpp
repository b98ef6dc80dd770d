//===- CommentSuppression.cpp - Findings that comments silence ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Suppression/CommentSuppression.h"

#include "cuda-memlint/Checks/Check.h"
#include "cuda-memlint/Checks/FindingGroups.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Support/NearestName.h"
#include "cuda-memlint/Suppression/NolintComments.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <optional>
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

/// A comment is not an error in the source: it is not counted as one.
static void addNote(FileAnalysis &File, StringRef Path, unsigned Line, unsigned Column,
                    std::string Message) {
  SourcePosition Position;
  Position.Path = Path.str();
  Position.Line = Line;
  Position.Column = Column;
  File.Errors.push_back({std::move(Message), std::move(Position)});
}

/// The check that \p Name is meant for, empty if that is unknown; nothing if \p Name is a check,
/// or may be one of clang-tidy's own.
static std::optional<std::string> findMeantCheck(StringRef Name) {
  constexpr StringLiteral Prefix = "cuda-";
  auto Checks = map_range(allChecks(), [](const Check *Each) -> StringRef { return Each->Name; });
  if (any_of(Checks, [&](StringRef Check) { return matchesGlob(Name, Check); }))
    return std::nullopt;
  if (Name.starts_with(Prefix)) {
    std::string Nearest = nearestPattern(Name, Checks);
    // A glob that matches nothing is not wrong by itself: only a slip of the finger is.
    constexpr unsigned SlipInGlob = 2;
    if (Name.contains('*') && (Nearest.empty() || Name.edit_distance(Nearest) > SlipInGlob))
      return std::nullopt;
    return Nearest;
  }
  std::string WithDashes = Name.str();
  std::replace(WithDashes.begin(), WithDashes.end(), '_', '-');
  if (is_contained(Checks, WithDashes))
    return WithDashes;
  std::string WithPrefix = (Prefix + Name).str();
  return is_contained(Checks, WithPrefix) ? std::optional(WithPrefix) : std::nullopt;
}

static std::vector<UnknownInComment> findUnknown(const NolintComments &Comments) {
  std::vector<UnknownInComment> Result;
  for (const NolintName &Each : Comments.names())
    if (std::optional<std::string> Meant = findMeantCheck(Each.Name))
      Result.push_back({"unknown check '" + Each.Name + "' in a NOLINT comment" +
                            (Meant->empty() ? "" : "; did you mean '" + *Meant + "'?"),
                        Each.Line, Each.Column});
  for (const NolintComments::Misspelling &Each : Comments.misspellings())
    Result.push_back(
        {"unknown comment '" + Each.Word.Name + "'; did you mean '" + Each.Meant + "'?",
         Each.Word.Line, Each.Word.Column});
  return Result;
}

std::vector<UnknownInComment> findUnknownInComments(StringRef Text) {
  return findUnknown(NolintComments(Text));
}

static void noteUnknown(FileAnalysis &File, StringRef Path, const NolintComments &Comments) {
  for (UnknownInComment &Each : findUnknown(Comments))
    addNote(File, Path, Each.Line, Each.Column, std::move(Each.Message));
}

static void noteUnmatched(FileAnalysis &File, StringRef Path, const NolintComments &Comments) {
  for (const UnmatchedNolint &Each : Comments.unmatched())
    addNote(File, Path, Each.Line, Each.Column,
            Each.IsBegin ? "unmatched NOLINTBEGIN: no NOLINTEND with the same checks follows"
                         : "unmatched NOLINTEND: no NOLINTBEGIN with the same checks is open here");
}

/// A comment at the finding that stands for others of one cause is about all of them: else the next
/// of them would be reported in its place.
static void suppressGroups(KernelAnalysis &Kernel) {
  if (none_of(Kernel.Findings,
              [](const Finding &Item) { return Item.Suppressed == Suppression::Comment; }))
    return;
  std::vector<Finding> AsReported = Kernel.Findings;
  for (Finding &Item : AsReported)
    Item.Suppressed = Suppression::None;
  for (const FindingGroup &Group : groupFindings(Kernel, AsReported))
    if (Kernel.Findings[Group.First].Suppressed == Suppression::Comment)
      for (size_t Other : Group.Others)
        Kernel.Findings[Other].Suppressed = Suppression::Comment;
}

void suppressByComments(MutableArrayRef<FileAnalysis> Files,
                        const std::map<std::string, std::string> &Overlay) {
  std::map<std::string, NolintComments> ByPath;
  auto CommentsOf = [&](const std::string &Path) -> const NolintComments & {
    auto Found = ByPath.find(Path);
    if (Found == ByPath.end())
      Found = ByPath.emplace(Path, readComments(Path, Overlay)).first;
    return Found->second;
  };
  for (FileAnalysis &File : Files) {
    if (File.Parsed == ParseState::Not)
      continue;
    std::set<std::string> Noted;
    for (KernelAnalysis &Kernel : File.Kernels)
      for (Finding &Item : Kernel.Findings) {
        const std::string &Path = Item.Position.Path;
        if (Path.empty())
          continue;
        const NolintComments &Comments = CommentsOf(Path);
        if (Comments.suppress(Item.Check, Item.Position.Line, Item.Position.Column))
          Item.Suppressed = Suppression::Comment;
        if (Noted.insert(Path).second) {
          noteUnknown(File, Path, Comments);
          noteUnmatched(File, Path, Comments);
        }
      }
    for (KernelAnalysis &Kernel : File.Kernels)
      suppressGroups(Kernel);
    // The name of a check may be wrong where there is nothing to silence, or not any more.
    if (Noted.insert(File.Path).second)
      noteUnknown(File, File.Path, CommentsOf(File.Path));
  }
}

} // namespace memlint
