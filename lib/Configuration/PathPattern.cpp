//===- PathPattern.cpp - Files by pattern ---------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Configuration/PathPattern.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace memlint {

Expected<PathPattern> PathPattern::create(StringRef Folder, StringRef Pattern) {
  PathPattern Result;
  Result.Folder = Folder.rtrim('/').str();
  if (Pattern.starts_with("/"))
    Result.Folder.clear();
  bool AtAnyDepth = !Pattern.rtrim('/').contains('/');
  SmallVector<StringRef> Texts;
  Pattern.split(Texts, '/', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  erase_if(Texts, [](StringRef Text) { return Text == "."; });
  if (AtAnyDepth)
    Texts.insert(Texts.begin(), "**");
  for (StringRef Name : Texts) {
    if (Name == "..")
      return createStringError("'" + Pattern + "' escapes the folder of the configuration");
    // Several in a row are one.
    bool IsAnyFolders = Name == "**";
    if (IsAnyFolders && !Result.Parts.empty() && Result.Parts.back().IsAnyFolders)
      continue;
    Expected<Glob> Named = Glob::create(Name);
    if (!Named)
      return createStringError("'" + Pattern +
                               "' is not a pattern: " + toString(Named.takeError()));
    Result.Parts.push_back({std::move(*Named), IsAnyFolders});
  }
  if (Texts.empty() || (AtAnyDepth && Texts.size() == 1))
    return createStringError("'" + Pattern + "' matches nothing");
  return Result;
}

bool PathPattern::matches(StringRef Path) const {
  if (!Path.consume_front(Folder) || !Path.consume_front("/"))
    return false;
  // Which numbers of parts may have been met by the names so far.
  std::vector<bool> Met(Parts.size() + 1, false);
  Met[0] = true;
  auto PassAnyFolders = [&] {
    for (size_t Index = 0; Index != Parts.size(); ++Index)
      if (Met[Index] && Parts[Index].IsAnyFolders)
        Met[Index + 1] = true;
  };
  PassAnyFolders();
  for (StringRef Name : split(Path, '/')) {
    std::vector<bool> Next(Parts.size() + 1, false);
    for (size_t Index = 0; Index != Parts.size(); ++Index) {
      if (!Met[Index])
        continue;
      if (Parts[Index].IsAnyFolders)
        Next[Index] = true;
      else if (Parts[Index].Name.matches(Name))
        Next[Index + 1] = true;
    }
    Met = std::move(Next);
    PassAnyFolders();
    // The whole pattern by a folder: all in it is meant.
    if (Met.back())
      return true;
  }
  return false;
}

std::string PathPattern::absolute() const {
  std::string Result;
  for (char Letter : Folder) {
    if (StringRef("*?[]{}\\").contains(Letter))
      Result += '\\';
    Result += Letter;
  }
  for (const Part &Each : Parts)
    Result += "/" + Each.Name.text();
  return Result;
}

} // namespace memlint
