//===- CheckPage.cpp - The page that explains a check ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Documentation/CheckPage.h"

#include "cuda-memlint/Support/EmbeddedFile.h"
#include "cuda-memlint/Support/NearestName.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace memlint {

extern const EmbeddedFile CheckPages[];
extern const size_t CheckPagesCount;

StringRef pageOf(const Check &Item) {
  std::string Path = Item.page();
  ArrayRef<EmbeddedFile> Pages(CheckPages, CheckPagesCount);
  const EmbeddedFile *Found =
      find_if(Pages, [&](const EmbeddedFile &Page) { return Page.Path == Path; });
  return Found == Pages.end() ? "" : StringRef(Found->Contents, Found->Size);
}

std::string introductionOf(const Check &Item) {
  auto [Heading, Rest] = pageOf(Item).ltrim('\n').split("\n\n");
  SmallVector<StringRef> Lines(split(Rest.ltrim('\n').split("\n\n").first.trim('\n'), '\n'));
  return join(Lines, " ");
}

Expected<const Check *> findCheck(StringRef Name) {
  const auto *Found = find_if(allChecks(), [&](const Check *Each) { return Each->Name == Name; });
  if (Found != allChecks().end())
    return *Found;
  StringRef Nearest =
      nearestName(Name, map_range(allChecks(), [](const Check *Each) { return Each->Name; }));
  return createStringError(
      "unknown check '" + Name + "'; " +
      (Nearest.empty() ? "see --list-checks" : "did you mean '" + Nearest.str() + "'?"));
}

} // namespace memlint
