//===- TextTable.cpp - Columns of text ------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextTable.h"

#include "cuda-memlint/Report/SourceText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Unicode.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

std::string shortSourceText(StringRef Text) {
  std::string Result;
  bool Space = false;
  for (char Character : Text) {
    if (isSpace(Character)) {
      Space = true;
      continue;
    }
    if (Space && !Result.empty())
      Result += ' ';
    Space = false;
    Result += Character;
  }
  Result = printableText(Result);
  constexpr size_t Longest = 32;
  if (Result.size() <= Longest)
    return Result;
  size_t End = Longest - 3;
  while (End > 0 && (static_cast<unsigned char>(Result[End]) & 0xc0) == 0x80)
    --End;
  return Result.substr(0, End) + "...";
}

static size_t widthOf(StringRef Cell) {
  return size_t(std::max(0, sys::unicode::columnWidthUTF8(Cell)));
}

void printTextTable(raw_ostream &Stream, ArrayRef<TextColumn> Columns,
                    ArrayRef<std::vector<std::string>> Rows) {
  std::vector<size_t> Widths;
  for (auto [Index, Column] : enumerate(Columns)) {
    size_t Width = widthOf(Column.Heading);
    for (const std::vector<std::string> &Cells : Rows)
      Width = std::max(Width, widthOf(Cells[Index]));
    Widths.push_back(Width);
  }
  auto PrintRow = [&](function_ref<StringRef(size_t)> CellAt) {
    std::string Text;
    for (auto [Index, Column] : enumerate(Columns)) {
      StringRef Cell = CellAt(Index);
      std::string Filler(Widths[Index] - widthOf(Cell), ' ');
      Text += "  ";
      Text += Column.FlushLeft ? Cell.str() + Filler : Filler + Cell.str();
    }
    Stream << StringRef(Text).rtrim() << '\n';
  };
  PrintRow([&](size_t Index) { return StringRef(Columns[Index].Heading); });
  for (const std::vector<std::string> &Cells : Rows)
    PrintRow([&](size_t Index) { return StringRef(Cells[Index]); });
}

} // namespace memlint
