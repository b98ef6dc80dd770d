//===- DifferenceTable.cpp - What differs between two reports -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextTable.h"

#include "cuda-memlint/Report/ReportDifference.h"
#include "cuda-memlint/Report/SourceText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace memlint {

static StringRef changeName(Change Kind) {
  switch (Kind) {
  case Change::New:
    return "new";
  case Change::Worse:
    return "worse";
  case Change::Better:
    return "better";
  case Change::Gone:
    return "gone";
  }
  llvm_unreachable("covered switch");
}

/// "1 new, 0 worse, 2 better, 1 gone".
static std::string describeCounts(ArrayRef<Difference> All) {
  std::vector<std::string> Parts;
  for (Change Kind : {Change::New, Change::Worse, Change::Better, Change::Gone})
    Parts.push_back(
        utostr(count_if(All, [&](const Difference &Each) { return Each.Kind == Kind; })) + " " +
        changeName(Kind).str());
  return join(Parts, ", ");
}

static std::string placeOf(const Difference &Each) {
  return printableText(Each.Path + ":" + utostr(Each.Line));
}

void printDifferences(raw_ostream &Stream, ArrayRef<Difference> All) {
  std::vector<std::vector<std::string>> Rows;
  for (const Difference &Each : All)
    Rows.push_back({changeName(Each.Kind).str(), placeOf(Each), printableText(Each.Kernel),
                    printableText(Each.Text)});
  if (!Rows.empty())
    printTextTable(Stream,
                   {{"change", true},
                    {"where", true},
                    {"kernel", true, /*MayBeShortened=*/true},
                    {"what", true, /*MayBeShortened=*/false, /*MayBeBroken=*/true}},
                   Rows);
  Stream << describeCounts(All) << '\n';
}

/// \p Text in a cell: outside of code, what would begin a tag is written otherwise.
static std::string markdownCell(StringRef Text) {
  std::string Result;
  bool IsCode = false;
  for (char Letter : printableText(Text)) {
    IsCode ^= Letter == '`';
    if (Letter == '|')
      Result += "\\|";
    else if (Letter == '<' && !IsCode)
      Result += "&lt;";
    else
      Result += Letter;
  }
  return Result;
}

void printDifferencesAsMarkdown(raw_ostream &Stream, ArrayRef<Difference> All) {
  Stream << "**cuda-memlint:** " << describeCounts(All) << '\n';
  if (All.empty())
    return;
  Stream << "\n| change | where | kernel | what |\n| --- | --- | --- | --- |\n";
  for (const Difference &Each : All)
    Stream << "| " << changeName(Each.Kind) << " | " << markdownCell("`" + placeOf(Each) + "`")
           << " | " << markdownCell("`" + Each.Kernel + "`") << " | " << markdownCell(Each.Text)
           << " |\n";
}

} // namespace memlint
