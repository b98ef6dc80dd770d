//===- MissingHeaders.cpp - Where headers that are missing are ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MissingHeaders.h"

#include "cuda-memlint/Model/FileAnalysis.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <map>
#include <set>
#include <tuple>

using namespace llvm;

namespace memlint {
namespace {

constexpr unsigned MaximumEntries = 100'000;

/// How many files miss each header.
using MissingHeaders = std::map<std::string, unsigned>;

MissingHeaders findMissing(ArrayRef<FileAnalysis> Files) {
  MissingHeaders Counts;
  for (const FileAnalysis &File : Files) {
    std::set<std::string> OfFile;
    for (const SourceError &Error : File.Errors)
      if (Error.Effect == ErrorEffect::MissingHeader)
        OfFile.insert(Error.Header);
    for (const std::string &Header : OfFile)
      ++Counts[Header];
  }
  return Counts;
}

/// Where \p Path has to be looked for to be found as \p Header: `src` for `src/math/sum.h` and
/// `math/sum.h`. Empty: it is another file.
StringRef folderOf(StringRef Path, StringRef Header) {
  if (!Path.consume_back(Header) || !Path.ends_with("/"))
    return "";
  return Path.drop_back();
}

/// By header the folders below \p Roots that have it. Empty if there is too much to look through.
std::map<std::string, std::set<std::string>> findFolders(const MissingHeaders &Missing,
                                                         ArrayRef<std::string> Roots) {
  StringMap<std::vector<StringRef>> ByName;
  for (const auto &[Header, Count] : Missing)
    ByName[sys::path::filename(Header)].push_back(Header);
  std::map<std::string, std::set<std::string>> Found;
  unsigned Entries = 0;
  for (StringRef Root : Roots) {
    std::error_code Code;
    for (sys::fs::recursive_directory_iterator Entry(Root, Code, /*follow_symlinks=*/false), End;
         !Code && Entry != End; Entry.increment(Code)) {
      if (++Entries > MaximumEntries)
        return {};
      StringRef Path = Entry->path(), Name = sys::path::filename(Path);
      if (Name.starts_with("."))
        Entry.no_push();
      auto Named = ByName.find(Name);
      if (Named == ByName.end())
        continue;
      Path.consume_front("./");
      for (StringRef Header : Named->second)
        if (StringRef Folder = folderOf(Path, Header); !Folder.empty())
          Found[Header.str()].insert(Folder.str());
    }
  }
  return Found;
}

/// \p Word as a shell reads it as one: `'my headers'`.
std::string inShell(const std::string &Word) {
  auto IsPlain = [](char Each) { return isAlnum(Each) || StringRef("_-./+,:=@%").contains(Each); };
  if (all_of(Word, IsPlain))
    return Word;
  std::string Quoted = "'";
  for (char Each : Word)
    Quoted += Each == '\'' ? "'\\''" : std::string(1, Each);
  return Quoted + "'";
}

} // namespace

std::vector<std::string> suggestIncludeFolders(ArrayRef<FileAnalysis> Files,
                                               ArrayRef<std::string> Roots) {
  MissingHeaders Missing = findMissing(Files);
  if (Missing.empty())
    return {};
  struct Suggestion {
    std::string Folder, Header;
    /// The files that miss the header.
    unsigned Files;
  };
  std::vector<Suggestion> Suggestions;
  for (const auto &[Header, Folders] : findFolders(Missing, Roots)) {
    if (Folders.size() != 1)
      continue;
    const std::string &Folder = *Folders.begin();
    unsigned Count = Missing[Header];
    auto Same = find_if(Suggestions, [&](const Suggestion &Each) { return Each.Folder == Folder; });
    if (Same == Suggestions.end())
      Suggestions.push_back({Folder, Header, Count});
    else if (Count > Same->Files)
      *Same = {Folder, Header, Count};
  }
  llvm::sort(Suggestions, [](const Suggestion &Left, const Suggestion &Right) {
    return std::tie(Right.Files, Left.Folder) < std::tie(Left.Files, Right.Folder);
  });
  std::vector<std::string> Result;
  for (const Suggestion &Each : Suggestions)
    Result.push_back("'" + Each.Header + "' is in " + Each.Folder + ": pass -I" +
                     inShell(Each.Folder));
  return Result;
}

} // namespace memlint
